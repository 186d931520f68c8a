/**
 * Verifies layers: every entry must be the best that its successors allow. Positions are laid out and played
 * by plain TypeScript (layouts.ts and the rules); of the core only the look-up is used.
 *
 * Where no sowing brings a position back, this law holds for one table only. A table that is wrong somewhere is
 * wrong at some entry by this law, and the lowest such entry is wrong indeed. In Oware and Awari it holds for wrong
 * tables too: there a second witness (witness.ts) confirms whole layers.
 */
import { GranaryError } from '../errors.js';
import type { ErrorKind } from '../errors.js';
import { pause } from '../pause.js';
import type { Board } from '../rules/board.js';
import { isCyclic, optionsOf } from '../rules/options.js';
import type { RuleOptions } from '../rules/options.js';
import { endSweep, isOver, legalPits, playPit } from '../rules/rules.js';
import { Layouts } from './layouts.js';
import type { LayerMemory } from './memory.js';
import { findUnconfirmed } from './witness.js';
import type { WitnessOptions } from './witness.js';

/** Time between two looks at the signal. */
const SLICE_MS = 20;
/** Positions between two looks at the clock. */
const STEP = 512;
/** Most wrong entries that are named of a layer. */
const MAX_NAMED = 5;

/** Errors that are one file's fault: the others are verified all the same. */
const FAULTS: readonly ErrorKind[] = [
  'TablebaseMissing',
  'TablebaseForeign',
  'TablebaseCorrupt',
  'OutOfMemory',
];

/** How much is verified, and how that is watched and ended. */
export interface VerifyOptions {
  /** Entries to check of each layer, evenly drawn; all if left out. */
  readonly sample?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (progress: VerifyProgress) => void;
}

/** How far the layer in work is. */
export interface VerifyProgress {
  readonly layer: number;
  /** Entries looked at, of `entries` that are to be. */
  readonly done: number;
  readonly entries: number;
  /** Positions that the second witness has not confirmed yet, once it is asked. */
  readonly open?: number;
}

/** An entry that is not the best of its successors. */
export interface WrongEntry {
  /** South to move, with empty stores: values are gains. */
  readonly board: Board;
  readonly found: number;
  readonly expected: number;
}

/** What verifying a layer has found. */
export interface VerifiedLayer {
  readonly layer: number;
  readonly file: string;
  readonly positions: number;
  /** Entries compared with the best of their successors. */
  readonly checked: number;
  readonly wrong: number;
  /** The first wrong entries. */
  readonly entries: readonly WrongEntry[];
  /**
   * Entries whose value no play that ends is shown to reach, where positions come back: then some are wrong.
   * Undefined where the second witness was not asked: elsewhere, and of samples and layers that fail without it.
   */
  readonly unconfirmed: number | undefined;
  /** The first of them. */
  readonly unconfirmedBoards: readonly Board[];
  /** Layers that successors lie in and that are not there, or not sound; their positions stay unchecked. */
  readonly missing: readonly number[];
  /** Why the file cannot be read; then nothing is checked. */
  readonly fault: GranaryError | undefined;
}

/** How many entries of a layer a sample takes. */
export function entriesToCheck(tables: LayerMemory, layer: number, sample = Infinity): number {
  return Math.min(sample, tables.layerSize(layer));
}

/** Verifies the layers that are there, from the lowest on; throws `InvalidOption` or `Interrupted`. */
export async function* verifyLayers(
  tables: LayerMemory,
  options: VerifyOptions = {},
): AsyncGenerator<VerifiedLayer> {
  const { sample = 1 } = options;
  if (!Number.isInteger(sample) || sample < 1) {
    throw new GranaryError(
      'InvalidOption',
      `sample is ${sample}: expected a whole number from 1 on`,
    );
  }
  for (const [layer, file] of tables.files) {
    const check = new LayerCheck(tables, layer);
    const fault = await faultOf(tables, layer);
    if (fault === undefined) await runCheck(check, tables, options);
    const { checked, wrong, entries } = check;
    const missing = [...check.missing].sort((a, b) => a - b);
    const isWhole = fault === undefined && wrong === 0 && checked === tables.layerSize(layer);
    const isAsked = isWhole && isCyclic(optionsOf(tables.rules));
    const unconfirmed = isAsked
      ? await findUnconfirmed(tables, layer, witnessOptions(options))
      : undefined;
    yield {
      layer,
      file,
      positions: tables.layerSize(layer),
      checked,
      wrong,
      entries,
      unconfirmed: unconfirmed?.length,
      unconfirmedBoards: unconfirmed?.slice(0, MAX_NAMED) ?? [],
      missing,
      fault,
    };
  }
}

function witnessOptions({ signal, onProgress }: VerifyOptions): WitnessOptions {
  return {
    signal,
    onProgress: ({ layer, open, entries }) => onProgress?.({ layer, done: entries, entries, open }),
  };
}

/** What is wrong with a layer's file. */
async function faultOf(tables: LayerMemory, layer: number): Promise<GranaryError | undefined> {
  try {
    await tables.load(layer);
    return undefined;
  } catch (error) {
    if (error instanceof GranaryError && FAULTS.includes(error.name)) return error;
    throw error;
  }
}

async function runCheck(
  check: LayerCheck,
  tables: LayerMemory,
  { sample, signal, onProgress }: VerifyOptions,
): Promise<void> {
  const { layer } = check;
  const entries = entriesToCheck(tables, layer, sample);
  const stride = tables.layerSize(layer) / entries;
  let looked = performance.now();
  for (let done = 0; done < entries;) {
    const end = Math.min(done + STEP, entries);
    for (; done < end; done++) check.run(Math.floor((done + 0.5) * stride));
    if (performance.now() - looked < SLICE_MS && !signal?.aborted) continue;
    onProgress?.({ layer, done, entries });
    await pause();
    if (signal?.aborted) throw new GranaryError('Interrupted', `interrupted in layer ${layer}`);
    looked = performance.now();
  }
}

class LayerCheck {
  checked = 0;
  wrong = 0;
  readonly entries: WrongEntry[] = [];
  readonly missing = new Set<number>();

  private readonly rules: RuleOptions;
  private readonly layouts: Layouts;
  private readonly south: number[] = [];
  private readonly north: number[] = [];
  private readonly pits: number[] = [];
  /** The position at hand, the same object for all. */
  private readonly board: Board = {
    south: this.south,
    north: this.north,
    stores: [0, 0],
    mover: 's',
  };

  constructor(
    private readonly tables: LayerMemory,
    readonly layer: number,
  ) {
    this.rules = optionsOf(tables.rules);
    this.layouts = new Layouts(2 * tables.pits, layer);
  }

  /** Checks the entry of a position by its number in `layouts`. */
  run(index: number): void {
    const { board, tables } = this;
    this.layOut(index);
    const expected = this.bestGain();
    if (expected === undefined) return;
    this.checked++;
    const found = tables.gain(board);
    if (found === expected) return;
    this.wrong++;
    if (this.entries.length >= MAX_NAMED) return;
    const { south, north } = board;
    this.entries.push({
      board: { ...board, south: [...south], north: [...north] },
      found,
      expected,
    });
  }

  private layOut(index: number): void {
    const { pits, south, north } = this;
    this.layouts.lay(index, pits);
    for (let pit = 0; pit < this.tables.pits; pit++) {
      south[pit] = pits[pit]!;
      north[pit] = pits[this.tables.pits + pit]!;
    }
  }

  /** South's gain by the best move, or by the sweep of a game that is over; undefined where a layer is missing. */
  private bestGain(): number | undefined {
    const { board, rules } = this;
    if (isOver(rules, board)) {
      const { south, north } = endSweep(rules, board);
      return south - north;
    }
    let best: number | undefined = -Infinity;
    for (const pit of legalPits(rules, board)) {
      const gain = this.gainBy(pit);
      best = gain === undefined || best === undefined ? undefined : Math.max(best, gain);
    }
    return best;
  }

  private gainBy(pit: number): number | undefined {
    const { board: after, over } = playPit(this.rules, this.board, pit);
    const [south, north] = after.stores;
    const won = south - north;
    if (over) return won;
    const layer = this.layer - south - north;
    if (!this.tables.holds(layer)) {
      this.missing.add(layer);
      return undefined;
    }
    const rest = this.tables.gain(after);
    return after.mover === 's' ? won + rest : won - rest;
  }
}

/**
 * A tablebase to look positions up in, block by block: the layers of one rule set and board, on disk, on a server or
 * in memory. A block is read, checked and decoded when it is first needed, and the last ones used are kept, so that
 * layers larger than memory answer too. A layer needs no other: where one is missing, those above it still answer.
 */
import { Core } from '../core/core.js';
import { GranaryError, quote } from '../errors.js';
import { checkPosition, isOver, moves, score } from '../position.js';
import type { Move, Position } from '../position.js';
import { otherSide, rowOf, seedsIn, storeOf } from '../rules/board.js';
import type { Board } from '../rules/board.js';
import type { RuleSetId } from '../rules/options.js';
import { LayerFile } from './layer-file.js';
import { nameOf } from './folders.js';
import { findBestLine } from './best-line.js';
import type { BestLine } from './best-line.js';
import { Places } from './places.js';
import type { PlaceOptions } from './places.js';
import { rankOf, rowCount, runOf } from './runs.js';

const MIB = 2 ** 20;
const DEFAULT_CACHE_MIB = 32;
const DEFAULT_PITS = 6;
const INSPECT = Symbol.for('nodejs.util.inspect.custom');

/** All options, so that a typing error in one is found. */
const OPTIONS: Readonly<Record<keyof TablebaseOptions, true>> = {
  pits: true,
  folders: true,
  url: true,
  layers: true,
  fetch: true,
  timeoutMs: true,
  signal: true,
  cacheMib: true,
};

/** Where tables are, and how they are read. */
export interface TablebaseOptions extends PlaceOptions {
  /** Pits a side; 6 if left out. */
  readonly pits?: number;
  /** Memory for decoded blocks, in MiB; 32 if left out. */
  readonly cacheMib?: number;
}

/** The moves of a position, valued by tables. */
export interface BestMoves {
  /** The mover's score under best play, stores included. */
  readonly value: number;
  /** All moves that keep it. */
  readonly best: readonly Move[];
  /** All moves with the score that each leads to, for the side that makes it. */
  readonly moves: readonly { readonly move: Move; readonly value: number }[];
}

/** The layers of a rule set and board, to look positions up in. */
export class Tablebase {
  private readonly opened = new Map<number, Promise<LayerFile>>();
  private readonly cache: BlockCache;
  private readonly isHalved: boolean;
  /** What is being looked up. */
  private readonly lookups = new Set<Promise<number>>();

  private constructor(
    private readonly core: Core,
    private readonly places: Places,
    cacheMib: number,
  ) {
    this.cache = new BlockCache(cacheMib * MIB);
    this.isHalved = !core.isCyclic;
  }

  /**
   * Opens the tables of a rule set: those of the folders or the server named, else those found where tables are
   * looked for (places.ts). There may be none of those; then no position is covered. Throws `InvalidOption`, `UnknownRules`,
   * and `TablebaseMissing` for a place that is named and cannot be read.
   */
  static async open(rules: RuleSetId, options: TablebaseOptions = {}): Promise<Tablebase> {
    checkOptions(options);
    const { pits = DEFAULT_PITS, cacheMib = DEFAULT_CACHE_MIB } = options;
    if (!(cacheMib > 0)) {
      throw new GranaryError('InvalidOption', `cacheMib is ${cacheMib}: expected a number above 0`);
    }
    const places = await Places.find({ rules, pits }, options);
    return new Tablebase(await Core.load(rules, pits), places, cacheMib);
  }

  get rules(): RuleSetId {
    return this.core.rules;
  }

  get pits(): number {
    return this.core.pits;
  }

  /** The layers that are there, in rising order. */
  get layers(): readonly number[] {
    return this.places.layers;
  }

  /** Whether the position's layer is there. */
  covers(position: Position): boolean {
    checkPosition(position);
    if (position.rules !== this.rules || position.south.length !== this.pits) return false;
    return this.places.has(layerOf(position));
  }

  /**
   * The mover's score under best play, stores included. A game that is over has its result, whatever is there.
   * Throws `NotCovered` where the layer is not there, `TablebaseMissing` where it cannot be read,
   * `TablebaseForeign` and `TablebaseCorrupt` where the file is not what it should be.
   */
  async probe(position: Position): Promise<number> {
    if (isOver(position)) return score(position);
    if (!this.covers(position)) throw this.notCovered(position);
    const { mover } = position;
    const lookup = this.gain(position);
    this.lookups.add(lookup);
    try {
      return storeOf(position, mover) - storeOf(position, otherSide(mover)) + (await lookup);
    } finally {
      this.lookups.delete(lookup);
    }
  }

  /** All moves, and those that are best. Throws as `probe` does, and `IllegalMove` where the game is over. */
  async bestMoves(position: Position): Promise<BestMoves> {
    if (isOver(position))
      throw new GranaryError('IllegalMove', 'the game is over: there are no moves');
    const valued: { move: Move; value: number }[] = [];
    for (const move of moves(position)) {
      const value = await this.probe(move.position);
      valued.push({ move, value: move.position.mover === position.mover ? value : 0 - value });
    }
    const value = Math.max(...valued.map((move) => move.value));
    return {
      value,
      best: valued.filter((move) => move.value === value).map(({ move }) => move),
      moves: valued,
    };
  }

  /**
   * Best play from a position to the end of the game, as far as layers are there. Throws as `probe` does, but for
   * positions that are not covered the line breaks off.
   */
  async line(position: Position): Promise<BestLine> {
    checkPosition(position);
    return findBestLine(this, position);
  }

  /** Closes all files when what is being looked up is done; who asks again opens them again. */
  async close(): Promise<void> {
    const opened = [...this.opened.values()];
    this.opened.clear();
    await Promise.allSettled(this.lookups);
    for (const file of opened) await file.then((layer) => layer.close()).catch(() => undefined);
  }

  /** What Node prints of it. */
  [INSPECT](): string {
    return `Tablebase of ${nameOf(this)}, layers ${this.layers.join(', ') || 'none'}`;
  }

  /** The mover's gain on a board whose layer is there. */
  private async gain(board: Board): Promise<number> {
    const own = rowOf(board, board.mover);
    const opp = rowOf(board, otherSide(board.mover));
    const layer = layerOf(board);
    const mover = seedsIn(own);
    const [outer, inner] = mover >= layer - mover ? [own, opp] : [opp, own];
    const line = rankOf(outer);
    const file = await this.file(layer);
    const run = runOf(this.pits, layer, mover, line);
    const entries = await this.cache.get(`${layer} ${run}`, () => file.entries(this.core, run));
    const columns = rowCount(this.pits, seedsIn(inner));
    const entry = entries[(line - file.runs[run]!.first) * columns + rankOf(inner)]!;
    return (this.isHalved ? 2 * entry : entry) - layer;
  }

  private file(layer: number): Promise<LayerFile> {
    const known = this.opened.get(layer);
    if (known) return known;
    const file = this.places.open(layer);
    this.opened.set(layer, file);
    // What could not be read may be there later.
    file.catch(() => this.opened.delete(layer));
    return file;
  }

  private notCovered(position: Position): GranaryError {
    const { rules, pits } = this;
    const { south } = position;
    const isOurs = position.rules === rules && south.length === pits;
    return new GranaryError(
      'NotCovered',
      isOurs
        ? `layer ${layerOf(position)} of ${nameOf(this)} is not there: build it, or search`
        : `these are tables of ${rules} on ${pits} pits, not of ${position.rules} on ${south.length}`,
    );
  }
}

/** Throws `InvalidOption`. */
function checkOptions(options: TablebaseOptions): void {
  if (typeof options !== 'object' || (options as TablebaseOptions | null) === null) {
    throw new GranaryError('InvalidOption', 'no options: expected an object, or nothing');
  }
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(OPTIONS, name));
  if (unknown === undefined) return;
  const known = Object.keys(OPTIONS).join(', ');
  throw new GranaryError('InvalidOption', `unknown option ${quote(unknown)}: expected ${known}`);
}

/** The seeds in the pits. */
export function layerOf(board: Board): number {
  return seedsIn(board.south) + seedsIn(board.north);
}

/** Decoded blocks, those used last. */
class BlockCache {
  private readonly blocks = new Map<string, Promise<Uint8Array>>();
  private readonly sizes = new Map<string, number>();
  private bytes = 0;

  constructor(private readonly limit: number) {}

  get(key: string, read: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const known = this.blocks.get(key);
    if (known) {
      // The last in the map is the one used last.
      this.blocks.delete(key);
      this.blocks.set(key, known);
      return known;
    }
    const block = read();
    this.blocks.set(key, block);
    block.then(
      ({ length }) => this.keep(key, length),
      () => this.drop(key),
    );
    return block;
  }

  private keep(key: string, length: number): void {
    this.sizes.set(key, length);
    this.bytes += length;
    for (const oldest of this.blocks.keys()) {
      if (this.bytes <= this.limit) break;
      if (oldest !== key && this.sizes.has(oldest)) this.drop(oldest);
    }
  }

  private drop(key: string): void {
    this.blocks.delete(key);
    this.bytes -= this.sizes.get(key) ?? 0;
    this.sizes.delete(key);
  }
}

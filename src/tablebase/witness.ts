/**
 * The second witness of layers in which positions come back. There wrong values can support each other: a table
 * can equal the best of its successors everywhere and be wrong. So every value other than 0 must also be shown to
 * be reached by play that ends.
 *
 * A position is confirmed when its value rests on play that leaves the layer, or on positions confirmed before:
 *
 *     value 0, or the game is over:  at once
 *     value v > 0:  some move gains v, by leaving the layer or into a confirmed position
 *     value v < 0:  every move that gains v and keeps the layer leads into a confirmed position
 *
 * Each confirmation rests on earlier ones, so that whoever is ahead forces the value in finitely many moves.
 * With the law that every entry is the best of its successors, a layer whose positions are all confirmed is the
 * one right table of it; else some unconfirmed value is wrong.
 */
import { GranaryError } from '../errors.js';
import { pause } from '../pause.js';
import type { Board } from '../rules/board.js';
import { optionsOf } from '../rules/options.js';
import type { RuleOptions } from '../rules/options.js';
import { isOver, legalPits, playPit } from '../rules/rules.js';
import { Layouts } from './layouts.js';
import type { LayerMemory } from './memory.js';

/** Positions between two looks at the clock, and time between two looks at the signal. */
const STEP = 512;
const SLICE_MS = 20;

export interface WitnessOptions {
  readonly signal?: AbortSignal | undefined;
  /** `open` positions of the layer's `entries` are not confirmed yet. */
  readonly onProgress?: (progress: { layer: number; open: number; entries: number }) => void;
}

/** The positions of a layer that cannot be confirmed; the layer and those below it have been read. */
export async function findUnconfirmed(
  tables: LayerMemory,
  layer: number,
  options: WitnessOptions = {},
): Promise<readonly Board[]> {
  const witness = new Witness(tables, layer);
  const entries = tables.layerSize(layer);
  let open = Array.from({ length: entries }, (_, index) => index);
  let looked = performance.now();
  for (let before = Infinity; open.length < before;) {
    before = open.length;
    const left: number[] = [];
    for (const [i, index] of open.entries()) {
      if (!witness.confirms(index)) left.push(index);
      if (i % STEP > 0 || (performance.now() - looked < SLICE_MS && !options.signal?.aborted)) {
        continue;
      }
      options.onProgress?.({ layer, open: open.length - i + left.length, entries });
      await pause();
      if (options.signal?.aborted) {
        throw new GranaryError('Interrupted', `interrupted in layer ${layer}`);
      }
      looked = performance.now();
    }
    open = left;
  }
  return open.map((index) => witness.boardOf(index));
}

class Witness {
  private readonly rules: RuleOptions;
  private readonly layouts: Layouts;
  private readonly confirmed: Uint8Array;

  constructor(
    private readonly tables: LayerMemory,
    private readonly layer: number,
  ) {
    this.rules = optionsOf(tables.rules);
    this.layouts = new Layouts(2 * tables.pits, layer);
    this.confirmed = new Uint8Array(this.layouts.count);
  }

  boardOf(index: number): Board {
    const pits: number[] = [];
    this.layouts.lay(index, pits);
    const { pits: width } = this.tables;
    return { south: pits.slice(0, width), north: pits.slice(width), stores: [0, 0], mover: 's' };
  }

  /** Tries to confirm a position by its number in `layouts`. */
  confirms(index: number): boolean {
    const board = this.boardOf(index);
    if (!this.isShown(board)) return false;
    this.confirmed[index] = 1;
    return true;
  }

  private isShown(board: Board): boolean {
    const { rules, tables } = this;
    const value = tables.gain(board);
    if (value === 0 || isOver(rules, board)) return true;
    for (const pit of legalPits(rules, board)) {
      const { board: after, over } = playPit(rules, board, pit);
      const won = after.stores[0] - after.stores[1];
      const keeps = !over && won === 0;
      const gain = over ? won : won - tables.gain(after);
      if (gain !== value) continue;
      const isKnown = !keeps || this.isConfirmed(after);
      if (isKnown === value > 0) return isKnown;
    }
    return value < 0;
  }

  private isConfirmed({ south, north }: Board): boolean {
    // North is to move there.
    return this.confirmed[this.layouts.indexOf([...north, ...south])] === 1;
  }
}

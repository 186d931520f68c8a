/**
 * A tablebase to look positions up in: the layers of one rule set and board that folders have. A layer is
 * read, and its checksum checked, when it is first needed. It needs no other: where a layer is missing, those
 * above it still answer.
 */
import { Core, MAX_LAYER } from '../core/core.js';
import { rowsOf } from '../core/rows.js';
import { GranaryError } from '../errors.js';
import { isOver, score } from '../position.js';
import type { Position } from '../position.js';
import { otherSide, seedsIn, storeOf } from '../rules/board.js';
import type { Board } from '../rules/board.js';
import type { RuleSetId } from '../rules/options.js';
import { largestLayer } from './capacity.js';
import { checkLayer, findLayer, readLayer } from './folder.js';

/** How reading layers is watched and ended. */
export interface TablebaseOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called before a layer is read. */
  readonly onRead?: (layer: number) => void;
}

/** Layers in folders, looked up by position. */
export class Tablebase {
  private readonly loaded = new Set<number>();
  /** Layers are read one after another: room for one may move the memory in which another is being read. */
  private reading: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly core: Core,
    /** The file of each layer that is there, in rising order. */
    public readonly files: ReadonlyMap<number, string>,
    private readonly options: TablebaseOptions,
  ) {}

  /**
   * Opens the layers that the folders have, each in the first that has it; there may be none. Throws
   * `InvalidOption` for a board that has no tables.
   */
  static async open(
    folders: readonly string[],
    rules: RuleSetId,
    pits: number,
    options: TablebaseOptions = {},
  ): Promise<Tablebase> {
    const core = await Core.load(rules, pits);
    core.reserve({ layers: 0 });
    const files = new Map<number, string>();
    for (let seeds = 0; seeds <= MAX_LAYER; seeds++) {
      const file = await findLayer(folders, { rules, pits, seeds });
      if (file !== undefined) files.set(seeds, file);
    }
    return new Tablebase(core, files, options);
  }

  get rules(): RuleSetId {
    return this.core.rules;
  }

  get pits(): number {
    return this.core.pits;
  }

  /** Whether the position's layer is there. */
  covers(position: Position): boolean {
    if (position.rules !== this.rules || position.south.length !== this.pits) return false;
    return this.files.has(layerOf(position));
  }

  /**
   * The mover's score under best play, stores included; undefined if the layer is not there. A game that is
   * over has its result, whatever is there. Throws `TablebaseCorrupt` or `TablebaseForeign` for a file that is
   * not sound, `OutOfMemory`, `Interrupted`.
   */
  async probe(position: Position): Promise<number | undefined> {
    if (isOver(position)) return score(position);
    if (!this.covers(position)) return undefined;
    await this.load(layerOf(position));
    const { mover } = position;
    return storeOf(position, mover) - storeOf(position, otherSide(mover)) + this.gain(position);
  }

  /** Positions in a layer, whether it is there or not. */
  layerSize(layer: number): number {
    return this.core.layerSize(layer);
  }

  /** Reads a layer if it has not been read; throws as `probe` does, and `NotCovered` if it is not there. */
  load(layer: number): Promise<void> {
    const read = this.reading.then(() => this.read(layer));
    this.reading = read.catch(() => undefined);
    return read;
  }

  /** Whether a layer has been read. */
  holds(layer: number): boolean {
    return this.loaded.has(layer);
  }

  /** The mover's gain on a board, looked up in a layer that `holds`. */
  gain(board: Board): number {
    return this.core.probe(rowsOf(board));
  }

  /** The gains of a layer, in the core's order; they hold until another layer is read. Throws as `load` does. */
  async gains(layer: number): Promise<Int8Array> {
    await this.load(layer);
    const { buffer, byteOffset, length } = this.core.layerEntries(layer);
    return new Int8Array(buffer, byteOffset, length);
  }

  private async read(layer: number): Promise<void> {
    if (this.loaded.has(layer)) return;
    const { core, rules, pits } = this;
    const { signal, onRead } = this.options;
    const file = this.files.get(layer);
    if (file === undefined) {
      const most = await largestLayer(rules, pits, layer);
      const remedy =
        most < layer
          ? `it does not fit into memory; ${most} is the largest layer that does`
          : `build it with granary build --rules ${rules} --pits ${pits} --layers ${layer} --out DIR`;
      throw new GranaryError(
        'NotCovered',
        `layer ${layer} of ${rules} on ${pits} ${pits === 1 ? 'pit' : 'pits'} is not there: ${remedy}`,
      );
    }
    onRead?.(layer);
    const id = { rules, pits, seeds: layer };
    await checkLayer(file, id, core.layerSize(layer));
    // Room for all layers below goes with it, but memory that is never touched costs nothing.
    if (layer > core.reserved.layers) core.reserve({ layers: layer });
    await readLayer(file, id, core.layerEntries(layer), signal);
    this.loaded.add(layer);
  }
}

/** The seeds in the pits. */
export function layerOf(board: Board): number {
  return seedsIn(board.south) + seedsIn(board.north);
}

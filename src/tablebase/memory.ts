/**
 * Whole layers in memory, of one rule set and board, for work that goes through all of their entries. A layer is
 * read when it is first needed, and needs no other: where one is missing, those above it still answer.
 */
import { Core, MAX_LAYER } from '../core/core.js';
import type { Run } from '../core/runs.js';
import { rowsOf } from '../core/rows.js';
import { GranaryError } from '../errors.js';
import type { Board } from '../rules/board.js';
import type { RuleSetId } from '../rules/options.js';
import { largestLayer } from './capacity.js';
import { Crew } from './crew.js';
import { FileSource } from './disk.js';
import { findLayer } from './folder.js';
import { nameOf, outOf } from './folders.js';
import { gainOf } from './gains.js';
import { LayerFile } from './layer-file.js';

/** How reading layers is watched and ended. */
export interface MemoryOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called before a layer is read. */
  readonly onRead?: (layer: number) => void;
}

/** Layers of folders, in a core's memory. */
export class LayerMemory {
  private readonly loaded = new Set<number>();
  /** Layers are read one after another: room for one may move the memory in which another is being read. */
  private reading: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly core: Core,
    /** The file of each layer that is there, in rising order. */
    public readonly files: ReadonlyMap<number, string>,
    private readonly folders: readonly string[],
    private readonly options: MemoryOptions,
  ) {}

  /**
   * Opens the layers that the folders have, each in the first that has it; there may be none. Throws
   * `InvalidOption` for a board that has no tables and for what is no list of folders, `UnknownRules`, and
   * `TablebaseMissing` for a folder that cannot be read.
   */
  static async open(
    folders: readonly string[],
    rules: RuleSetId,
    pits: number,
    options: MemoryOptions = {},
  ): Promise<LayerMemory> {
    const core = await Core.load(rules, pits);
    core.reserve({ layers: 0 });
    const files = new Map<number, string>();
    for (let seeds = 0; seeds <= MAX_LAYER; seeds++) {
      const file = await findLayer(folders, { rules, pits, seeds });
      if (file !== undefined) files.set(seeds, file);
    }
    return new LayerMemory(core, files, folders, options);
  }

  get rules(): RuleSetId {
    return this.core.rules;
  }

  get pits(): number {
    return this.core.pits;
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

  /** How many entries a run of a layer that `holds` has of each value, by entry. */
  count(run: Run, counts: Float64Array): void {
    for (const entry of this.core.runs.read(run)) counts[entry]!++;
  }

  /** The gain that an entry of a layer stands for. */
  gainOf(layer: number, entry: number): number {
    return gainOf(this.core, layer, entry);
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
          : `build it with granary build --rules ${rules} --pits ${pits} --layers ${layer}${outOf(this.folders)}`;
      throw new GranaryError(
        'NotCovered',
        `layer ${layer} of ${nameOf(this)} is not there: ${remedy}`,
      );
    }
    onRead?.(layer);
    const opened = await LayerFile.open(await FileSource.open(file), { rules, pits, seeds: layer });
    try {
      // Room for all layers below goes with it, but memory that is never touched costs nothing.
      if (layer > core.reserved.layers) core.reserve({ layers: layer });
      await Crew.alone(core).decode(opened, signal);
    } finally {
      await opened.close();
    }
    this.loaded.add(layer);
  }
}

/** A layer file that is open: its index is checked, its blocks are read one by one. */
import type { Core } from '../core/core.js';
import type { Prediction, Run } from '../core/runs.js';
import { isCyclic, optionsOf } from '../rules/options.js';
import { decodePrediction, decodeRun, mostBytes } from './codec.js';
import { checkBlock, Checksum, HEADER_BYTES, headBytes, parseHead, parseHeader } from './format.js';
import type { BlockPlace, LayerId } from './format.js';
import { isPredicted } from './prediction.js';
import { breaksOff, corrupt } from './refusal.js';
import type { Named } from './refusal.js';
import { countRuns, layerSize, runsOf } from './runs.js';
import type { Source } from './source.js';

/** Header and index are read at once if they have no more; else the header says first what the file is. */
const SMALL_HEAD = 2 ** 20;
/** Most bytes of the block of a prediction: more than any has. */
const PREDICTION_LIMIT = mostBytes(2 ** 16);

export class LayerFile {
  private predicted: Promise<Prediction> | undefined;

  private constructor(
    private readonly source: Source,
    /** The runs of the layer: one a block, after the block of the prediction where there is one. */
    readonly runs: readonly Run[],
    private readonly blocks: readonly BlockPlace[],
    private readonly checksum: Checksum,
  ) {}

  /** Throws `TablebaseMissing`, `TablebaseForeign` and `TablebaseCorrupt`; then the source is closed. */
  static async open(source: Source, id: LayerId): Promise<LayerFile> {
    try {
      const count = blockCount(id);
      const isHalved = !isCyclic(optionsOf(id.rules));
      const checksum = await Checksum.load();
      const size = await source.size();
      const bytes = headBytes(count);
      const readHead = (most: number): Promise<Uint8Array> =>
        source.read(0, Math.min(most, size ?? most));
      if (bytes > SMALL_HEAD) parseHeader(await readHead(HEADER_BYTES), source);
      // What is too short says so itself, or is no layer file at all.
      const head = await readHead(bytes);
      parseHeader(head.subarray(0, HEADER_BYTES), source);
      if (head.length < bytes) throw breaksOff(source, head.length);
      const known = await source.size();
      const blocks = parseHead(head, id, isHalved, count, known, source, checksum);
      // What is no such file need not be cut into its runs, which may be very many.
      const runs = runsOf(id.pits, id.seeds);
      checkLengths(blocks, runs, source);
      return new LayerFile(source, runs, blocks, checksum);
    } catch (error) {
      await source.close();
      throw error;
    }
  }

  /** Names the file in errors. */
  get named(): Named {
    const { name, remedies } = this.source;
    return { name, remedies };
  }

  /** Bytes of the file. */
  get bytes(): number {
    const { at, length } = this.blocks.at(-1)!;
    return at + length;
  }

  /** How many blocks there are. */
  get blockCount(): number {
    return this.blocks.length;
  }

  /** What the runs are coded by; undefined where they are not. Throws as `entries` does. */
  prediction(core: Core): Promise<Prediction | undefined> {
    if (this.blocks.length === this.runs.length) return Promise.resolve(undefined);
    if (this.predicted === undefined) {
      this.predicted = this.readPrediction(core);
      // What could not be read may be there later.
      this.predicted.catch(() => (this.predicted = undefined));
    }
    return this.predicted;
  }

  private async readPrediction(core: Core): Promise<Prediction> {
    const [block] = await this.readBlocks(0, 1);
    try {
      return decodePrediction(core, block!);
    } catch (error) {
      throw undecodable(this.source, 0, error);
    }
  }

  /** The blocks of consecutive runs, read at once; their checksums are checked. */
  readRuns(from: number, to: number): Promise<readonly Uint8Array[]> {
    const before = this.blocks.length - this.runs.length;
    return this.readBlocks(before + from, before + to);
  }

  /** Consecutive blocks, read at once, their checksums checked; throws `TablebaseMissing` and `TablebaseCorrupt`. */
  async readBlocks(from: number, to: number): Promise<readonly Uint8Array[]> {
    const places = this.blocks.slice(from, to);
    const start = places[0]!.at;
    const { at, length } = places.at(-1)!;
    const bytes = await this.source.read(start, at + length - start);
    return places.map((place, i) => {
      const piece = bytes.subarray(place.at - start, place.at - start + place.length);
      checkBlock(place, piece, from + i, this.source, this.checksum);
      return piece;
    });
  }

  /** The entries of a run, decoded by a core of the rule set; throws `TablebaseMissing` and `TablebaseCorrupt`. */
  async entries(core: Core, run: number): Promise<Uint8Array> {
    const prediction = await this.prediction(core);
    const [block] = await this.readRuns(run, run + 1);
    if (prediction !== undefined) core.runs.use(prediction);
    const isPredicted = prediction !== undefined;
    return decodeBlock(core, this.source, run, this.runs[run]!, isPredicted, block!).slice();
  }

  close(): Promise<void> {
    return this.source.close();
  }
}

/** How many blocks the file of a layer has. */
export function blockCount({ pits, seeds }: LayerId): number {
  return countRuns(pits, seeds) + (isPredicted(layerSize(pits, seeds)) ? 1 : 0);
}

/** Most bytes of the block of so many entries. */
function blockLimit(entries: number): number {
  return mostBytes(2 * entries);
}

/** Most bytes that a sound file of a layer can have. */
export function fileLimit(id: LayerId): number {
  const count = blockCount(id);
  const blocks = blockLimit(layerSize(id.pits, id.seeds)) + count * blockLimit(1);
  return headBytes(count) + PREDICTION_LIMIT + blocks;
}

/** Refuses blocks of lengths that no sound file has, before anything of that size is read. */
function checkLengths(blocks: readonly BlockPlace[], runs: readonly Run[], file: Named): void {
  const before = blocks.length - runs.length;
  for (const [i, { length }] of blocks.entries()) {
    const most = i < before ? PREDICTION_LIMIT : blockLimit(runs[i - before]!.entries);
    if (length > most) {
      throw corrupt(file, `has ${length} bytes in block ${i}, where at most ${most} can be`);
    }
  }
}

/** The entries of a run from its block; throws `TablebaseCorrupt` naming file and run. */
export function decodeBlock(
  core: Core,
  file: Named,
  run: number,
  shape: Run,
  isPredicted: boolean,
  block: Uint8Array,
): Uint8Array {
  try {
    return decodeRun(core, shape, isPredicted, block);
  } catch (error) {
    throw undecodable(file, run + (isPredicted ? 1 : 0), error);
  }
}

function undecodable(file: Named, block: number, error: unknown): Error {
  return corrupt(file, `cannot be decoded in block ${block} (${(error as Error).message})`);
}

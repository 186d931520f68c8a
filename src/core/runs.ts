/** Entries of a core's layers on their way to files and from them, run by run. */
import type { WasmExports } from './wasm.js';

/**
 * A run of a layer's entries: a line for each of some rows of the outer side, that with more seeds or else the
 * mover; in a line all rows of the inner side.
 */
export interface Run {
  /** The seeds of the mover, and of the other side. */
  readonly mover: number;
  readonly other: number;
  /** The ranks of the outer side's rows: the first, and how many. */
  readonly first: number;
  readonly rows: number;
  /** Entries, the product of the rows and of all rows of the inner side. */
  readonly entries: number;
}

/** How entries are predicted (assembly/tablebase/predictor.ts). */
export interface Prediction {
  readonly scores: Uint8Array;
  readonly lists: Uint8Array;
}

/** What predictions are made of. */
export interface Tallies {
  /** For each score, parents that were looked at, and those that are equal. */
  readonly learned: Uint32Array;
  /** For each context, how often each difference occurs, from -128 on. */
  readonly counts: Uint32Array;
}

/** Differences that are counted in each context. */
export const DIFFERENCES = 256;

/** What a thread's memory has room for (assembly/thread.ts). */
const MOST_ENTRIES = 2 ** 18;

/** The runs of one core's layers. */
export class Runs {
  /** What runs are coded by. */
  private prediction: Prediction | undefined;

  constructor(
    private readonly wasm: WasmExports,
    private readonly isCyclic: boolean,
  ) {}

  /** The largest entry that a layer can have: gain + seeds in play, halved where positions cannot come back. */
  maxEntry(layer: number): number {
    return layer * (this.isCyclic ? 2 : 1);
  }

  /** The entries of a run of a solved layer, a byte each. The view holds until the next run or `reserve`. */
  read({ mover, other, first, rows, entries }: Run): Uint8Array {
    this.wasm.runRead(mover, other, first, rows);
    return this.entryBytes(entries);
  }

  /** Puts the entries of a run into the memory, as `read` and `decode` give them. */
  write({ mover, other, first, rows, entries }: Run, bytes: Uint8Array): void {
    const into = this.entryBytes(entries);
    if (bytes.byteOffset !== into.byteOffset || bytes.buffer !== into.buffer) into.set(bytes);
    this.wasm.runWrite(mover, other, first, rows);
  }

  /** Learns from a run of a solved layer how often entries equal those of their parents. */
  learn(run: Run): void {
    this.read(run);
    this.wasm.runLearn(run.mover, run.other, run.first, run.rows);
  }

  /** Counts the differences in a run of a solved layer, by the scores in use. */
  count(run: Run): void {
    this.read(run);
    this.wasm.runCount(run.mover, run.other, run.first, run.rows);
  }

  /** What has been learned and counted since the last call. */
  takeTallies(): Tallies {
    const { wasm } = this;
    const learned = this.words(wasm.talliesAddress(), 2 * wasm.scoresBytes.value).slice();
    const counts = this.words(wasm.countsAddress(), wasm.contexts.value * DIFFERENCES).slice();
    wasm.predictorClear();
    return { learned, counts };
  }

  /** Takes over scores and lists for the runs that follow; the same object once only. */
  use(prediction: Prediction): void {
    if (prediction === this.prediction) return;
    this.prediction = prediction;
    const { wasm } = this;
    const { scores, lists } = prediction;
    this.bytes(wasm.scoresAddress(), scores.length).set(scores);
    this.bytes(wasm.payloadAddress(), lists.length).set(lists);
    wasm.predictorUse();
  }

  /** Bytes of scores and lists. */
  get predictionShape(): { readonly scores: number; readonly lists: number } {
    const { scoresBytes, listsBytes } = this.wasm;
    return { scores: scoresBytes.value, lists: listsBytes.value };
  }

  /** A run of a solved layer coded by the prediction in use. The view holds until the next run or `reserve`. */
  encode(run: Run): Uint8Array {
    this.read(run);
    const length = this.wasm.runEncode(run.mover, run.other, run.first, run.rows) >>> 0;
    return this.bytes(this.wasm.payloadAddress(), length);
  }

  /** The entries of a run from its code; undefined if that is none. The view holds as that of `read`. */
  decode({ mover, other, first, rows, entries }: Run, code: Uint8Array): Uint8Array | undefined {
    const { wasm } = this;
    if (code.length > 2 * entries || entries > MOST_ENTRIES) return undefined;
    this.bytes(wasm.payloadAddress(), code.length).set(code);
    const largest = this.maxEntry(mover + other);
    if (!wasm.runDecode(mover, other, first, rows, code.length, largest)) return undefined;
    return this.entryBytes(entries);
  }

  private entryBytes(length: number): Uint8Array {
    return this.bytes(this.wasm.entriesAddress(), length);
  }

  private bytes(address: number, length: number): Uint8Array {
    return new Uint8Array(this.wasm.memory.buffer, address >>> 0, length);
  }

  private words(address: number, length: number): Uint32Array {
    return new Uint32Array(this.wasm.memory.buffer, address >>> 0, length);
  }
}

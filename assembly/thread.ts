import { THREADS } from './board';

/*
 * The memory that one thread alone writes. All instances of the core on one memory share everything else, and
 * each has its own globals.
 *
 *     0x000000  frames         272 B a ply, of the search
 *     0x0d0000  capture bases  64 x 32 B, of the layer solver
 *     0x0e0000  line           64 KiB, of the layer solver
 *     0x100000  filler         128 KiB, a row of the predictor
 *     0x120000  entries        of a run, a byte each, 256 KiB
 *     0x160000  payload        of a run, 512 KiB
 *     0x1e0000  parents        64 K x 2 B, of the predictor
 *     0x200000  scores, ranks, places and counts of the predictor (tablebase/predictor.ts)
 */
const THREAD_BYTES: usize = 0x400000;
const CAPTURE_BASES: usize = 0x0d0000;
const LINE: usize = 0x0e0000;
const FILLER: usize = 0x100000;
const ENTRIES: usize = 0x120000;
const PAYLOAD: usize = 0x160000;
const PARENTS: usize = 0x1e0000;
const PREDICTION: usize = 0x200000;

/** Bytes that frames take. */
export const FRAMES_BYTES: usize = CAPTURE_BASES;
/** Most threads on one memory. */
export const MAX_THREADS: i32 = 64;

export class Thread {
  static index: i32 = 0;
  static count: i32 = 1;
  static frames: usize = THREADS;
  static captureBases: usize = THREADS + CAPTURE_BASES;
  static line: usize = THREADS + LINE;
  static filler: usize = THREADS + FILLER;
  static entries: usize = THREADS + ENTRIES;
  static payload: usize = THREADS + PAYLOAD;
  static parents: usize = THREADS + PARENTS;
  static prediction: usize = THREADS + PREDICTION;

  /** This instance runs as thread `index` of `count`. */
  static set(index: i32, count: i32): void {
    const address = THREADS + <usize>index * THREAD_BYTES;
    Thread.index = index;
    Thread.count = count;
    Thread.frames = address;
    Thread.captureBases = address + CAPTURE_BASES;
    Thread.line = address + LINE;
    Thread.filler = address + FILLER;
    Thread.entries = address + ENTRIES;
    Thread.payload = address + PAYLOAD;
    Thread.parents = address + PARENTS;
    Thread.prediction = address + PREDICTION;
  }

  /** Where the memory of the threads ends. */
  static end(): usize {
    return THREADS + <usize>Thread.count * THREAD_BYTES;
  }
}

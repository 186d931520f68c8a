/**
 * A row is one u64: a byte a pit, pit 1 in the lowest byte, seen by the row's owner.
 *
 *     bit 63      55      47      39      31      23      15      7     0
 *         |  end  | store | pit 6 | pit 5 | pit 4 | pit 3 | pit 2 | pit 1 |
 *
 * Bytes 6 and 7 are zero except inside a ply, where byte 6 collects the seeds sown into the store
 * and byte 7 says where the last seed fell. Rows of fewer than 6 pits leave the bytes above theirs zero.
 * This form holds boards of at most 6 pits a side and 127 seeds. The general form (rules/general.ts) fills
 * all eight bytes with pits, of up to 255 seeds.
 */
export type Row = u64;

/** Most pits a side in this form. */
export const MAX_PITS: i32 = 6;
/** Most pits a side, and most seeds, in the general form: pits 7 and 8 take bytes 6 and 7. */
export const MAX_GENERAL_PITS: i32 = 8;
export const MAX_GENERAL_SEEDS: i32 = 255;
/** Most seeds in play in this form: a gain fits an i8 and a pit never reaches its byte's top bit. */
export const MAX_SEEDS: i32 = 127;

/** The bytes of the pits. */
export const PITS_MASK: u64 = 0x0000_ffff_ffff_ffff;
/** The top bit of each pit's byte. */
export const PIT_BITS: u64 = 0x0000_8080_8080_8080;
/** A one in each byte: multiplying by it gives prefix sums. */
export const ONES: u64 = 0x0101_0101_0101_0101;
const TOP_BITS: u64 = 0x8080_8080_8080_8080;
const LOW_BITS: u64 = 0x0000_7f7f_7f7f_7f7f;
/** Bits that only pits of more than 31 seeds have set. */
export const LARGE_BITS: u64 = 0x0000_e0e0_e0e0_e0e0;

/*
 * Fixed areas of the memory, below the static data at 1 MiB (asconfig.json, memoryBase).
 *
 *     0x000400  sowing table        16 B a (pit, count)
 *     0x004000  binomials of ranks  6 x 64 x 4 B
 *     0x005000  families            64 x 16 B
 *     0x006000  work on a layer     shared by the threads (tablebase/tasks.ts)
 *     0x007000  weights             2 x 6 x 128 x 2 B, from the host
 *     0x007f00  order of plies      5 x 4 B, from the host
 *     0x008000  list directory      32 x 256 B, of the layer solver
 *     0x00a000  weights of pairs    2 x 3 x 1024 x 2 B
 *     0x010000  blocks              64 x 64 x 16 B
 *     0x100000  static data
 *     0x180000  binomials of keys   16 x 256 x 8 B, of the general form
 *     0x190000  history             1024 x 24 B
 *     0x198000  positions in work   4096 x 4 B, shared by the threads (search/busy.ts)
 *     0x19c000  the question        shared by the threads (search/question.ts)
 *     0x19c040  efforts             64 x 64 B, one of each thread (search/effort.ts)
 *     0x200000  threads             4 MiB each: what one thread alone writes (thread.ts)
 *
 * What lies above the threads is laid out by `arena.ts`.
 */
export const SOWING: usize = 0x000400;
export const BINOMIALS: usize = 0x004000;
export const FAMILIES: usize = 0x005000;
export const TASKS: usize = 0x006000;
export const WEIGHTS: usize = 0x007000;
export const ORDER: usize = 0x007f00;
export const LISTS: usize = 0x008000;
export const PAIRS: usize = 0x00a000;
export const BLOCKS: usize = 0x010000;
export const KEY_BINOMIALS: usize = 0x180000;
export const HISTORY: usize = 0x190000;
export const BUSY: usize = 0x198000;
export const QUESTION: usize = 0x19c000;
export const EFFORTS: usize = 0x19c040;
export const THREADS: usize = 0x200000;

/** The size of the board in play, set once by `setup`. */
export class Board {
  static pits: i32 = MAX_PITS;
  /** Bit position of the last pit: pit i lies opposite the pit at `lastShift - shift(i)`. */
  static lastShift: u64 = 40;

  static set(pits: i32): void {
    Board.pits = pits;
    Board.lastShift = 8 * (pits - 1);
  }
}

export class Rows {
  /** Seeds in the pits. */
  @inline static seeds(row: Row): i32 {
    return <i32>((row * ONES) >> 56);
  }

  /** The top bit of each non-empty pit's byte. */
  @inline static nonEmpty(row: Row): u64 {
    return (row + LOW_BITS) & PIT_BITS;
  }

  /** The same of a row in the general form: eight pits of up to 255 seeds. */
  static nonEmptyOfEight(row: Row): u64 {
    return (((row & ~TOP_BITS) + ~TOP_BITS) | row) & TOP_BITS;
  }

  /** Bit position of the lowest pit of a mask made by `nonEmpty`. */
  @inline static lowest(mask: u64): u64 {
    return ctz(mask) & 0x38;
  }

  /** Bit position of the highest pit of a mask made by `nonEmpty`. */
  @inline static highest(mask: u64): u64 {
    return (63 - clz(mask)) & 0x38;
  }

  /** Seeds in the pit at bit position `shift`. */
  @inline static count(row: Row, shift: u64): u64 {
    return (row >> shift) & 0xff;
  }

  /** The row with the pit at bit position `shift` emptied. */
  @inline static cleared(row: Row, shift: u64): Row {
    return row & ~((<u64>0xff) << shift);
  }
}

import { BINOMIALS, Board, FAMILIES, ONES, Row, Rows } from '../board';

/*
 * A layer holds all positions with s seeds in the pits. It consists of blocks (a, b), a seeds of the mover
 * and b of the other side. In a block a position is two ranks, one a row. The rank of a row is its place among
 * the rows with as many seeds in the order of a dictionary, pit 1 the first letter. With n seeds, and S_i of them
 * in the pits from i on, counted from 0,
 *
 *     rank = C(n + pits - 1, pits - 1) - 1 - sum over i = 1..pits-1 of C(S_i + pits - 1 - i, pits - i)
 *
 * because the sum counts the rows that come after it. A seed that moves onward lowers the rank.
 */

/** Largest layer that fits the fixed areas. */
export const MAX_LAYER: i32 = 63;
const SUMS: i32 = MAX_LAYER + 1;

export class Rank {
  /** The rank of a row of at most `MAX_LAYER` seeds, from its prefix sums `row * ONES`. */
  @inline static ofSums(sums: u64): u32 {
    const seeds = (sums >> 40) & 0xff;
    // Byte i - 1 is S_i.
    const rests = seeds * ONES - sums;
    return (
      load<u32>(BINOMIALS + <usize>(seeds << 2), 1280) -
      load<u32>(BINOMIALS + <usize>((rests << 2) & 0x3fc)) -
      load<u32>(BINOMIALS + <usize>((rests >> 6) & 0x3fc), 256) -
      load<u32>(BINOMIALS + <usize>((rests >> 14) & 0x3fc), 512) -
      load<u32>(BINOMIALS + <usize>((rests >> 22) & 0x3fc), 768) -
      load<u32>(BINOMIALS + <usize>((rests >> 30) & 0x3fc), 1024)
    );
  }

  @inline static of(row: Row): u32 {
    return Rank.ofSums(row * ONES);
  }

  /** The row of a rank. */
  static row(seeds: i32, rank: u32): Row {
    const last = Board.pits - 1;
    let row: Row = 0;
    let left = seeds;
    for (let pit = 0; pit < last; pit++) {
      // So many rows have `count` seeds in this pit, all before those with more.
      let count = 0;
      for (; ; count++) {
        const rows = <u32>choose(left - count + last - pit - 1, last - pit - 1);
        if (rank < rows) break;
        rank -= rows;
      }
      row |= (<u64>count) << (8 * pit);
      left -= count;
    }
    return row | ((<u64>left) << (8 * last));
  }

  /** The row of the next rank; there is one. */
  static next(row: Row): Row {
    // A seed more before the last pit that has any, and the rest of that pit's go to the end.
    const highest = Rows.highest(Rows.nonEmpty(row));
    const count = Rows.count(row, highest);
    return (
      Rows.cleared(row, highest) + ((<u64>1) << (highest - 8)) + ((count - 1) << Board.lastShift)
    );
  }

  /** Fills the table of binomials: rows of fewer than 6 pits have zeros for the sums that they lack. */
  static fill(): void {
    const pits = Board.pits;
    for (let rest = 0; rest < SUMS; rest++) {
      for (let i = 1; i <= 5; i++) {
        const term = i < pits ? choose(rest + pits - 1 - i, pits - i) : 0;
        store<u32>(BINOMIALS + 4 * <usize>((i - 1) * SUMS + rest), <u32>term);
      }
      store<u32>(
        BINOMIALS + 4 * <usize>(5 * SUMS + rest),
        <u32>choose(rest + pits - 1, pits - 1) - 1,
      );
    }
  }
}

/** All rows with n seeds. */
export class Family {
  /** How many there are. */
  @inline static size(seeds: i32): u32 {
    return load<u32>(FAMILIES + ((<usize>seeds) << 4));
  }

  /** The place of the first of them when families are laid out one after another. */
  @inline static first(seeds: i32): u32 {
    return load<u32>(FAMILIES + ((<usize>seeds) << 4), 4);
  }

  static fill(): void {
    let first: u64 = 0;
    for (let seeds = 0; seeds <= MAX_LAYER; seeds++) {
      const size = choose(seeds + Board.pits - 1, Board.pits - 1);
      store<u32>(FAMILIES + 16 * <usize>seeds, <u32>size);
      store<u32>(FAMILIES + 16 * <usize>seeds, <u32>first, 4);
      first += size;
    }
  }
}

/** C(n, k), exact as long as C(n, k) * n fits a u64. */
export function choose(n: i32, k: i32): u64 {
  if (k < 0 || k > n) return 0;
  let result: u64 = 1;
  for (let i = 1; i <= k; i++) result = (result * <u64>(n - k + i)) / <u64>i;
  return result;
}

/** Positions in a layer of the board in play. */
export function layerSize(seeds: i32): u64 {
  return choose(seeds + 2 * Board.pits - 1, 2 * Board.pits - 1);
}

/** Positions in layers 0..`seeds`. */
export function layersSize(seeds: i32): u64 {
  return choose(seeds + 2 * Board.pits, 2 * Board.pits);
}

import { BINOMIALS, BLOCKS, Board, FAMILIES, ONES, Row } from '../board';

/*
 * A layer holds all positions with s seeds in the pits. It consists of blocks (a, b), a seeds of the mover
 * and b of the other side. In a block a position is two ranks, one a row. The rank of a row of n seeds is
 * its place in the colexicographic order of prefix sums P:
 *
 *     rank = sum over i < pits-1 of C(P_i + i, i + 1)
 *
 * Where the mover has as many seeds or more, his row is the outer index, else the other row is: the row
 * with more seeds is the outer one in both blocks of a pair {a, b}, so that walking along the other row
 * reads and writes bytes that lie side by side.
 */

/** Largest layer that fits the fixed areas. */
export const MAX_LAYER: i32 = 63;
const SUMS: i32 = MAX_LAYER + 1;

export class Rank {
  /** The rank of a row of at most `MAX_LAYER` seeds, from its prefix sums `row * ONES`. */
  @inline static ofSums(sums: u64): u32 {
    return (
      load<u32>(BINOMIALS + <usize>((sums << 2) & 0x3fc)) +
      load<u32>(BINOMIALS + <usize>((sums >> 6) & 0x3fc), 256) +
      load<u32>(BINOMIALS + <usize>((sums >> 14) & 0x3fc), 512) +
      load<u32>(BINOMIALS + <usize>((sums >> 22) & 0x3fc), 768) +
      load<u32>(BINOMIALS + <usize>((sums >> 30) & 0x3fc), 1024)
    );
  }

  @inline static of(row: Row): u32 {
    return Rank.ofSums(row * ONES);
  }

  /** Fills the table of binomials: rows of fewer than 6 pits have zeros for the sums that they lack. */
  static fill(): void {
    for (let i = 0; i < 5; i++) {
      for (let sum = 0; sum < SUMS; sum++) {
        const term = i < Board.pits - 1 ? choose(sum + i, i + 1) : 0;
        store<u32>(BINOMIALS + 4 * <usize>(i * SUMS + sum), <u32>term);
      }
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

/** Blocks (a, b): a seeds of the mover, b of the other side. */
export class Block {
  /** Address of the block's description: address u32, mover's stride u32, other's stride u32. */
  @inline static at(moverSeeds: u32, otherSeeds: u32): usize {
    return BLOCKS + <usize>((moverSeeds << 10) | (otherSeeds << 4));
  }
  @inline static address(block: usize): usize {
    return load<u32>(block);
  }
  @inline static moverStride(block: usize): u32 {
    return load<u32>(block, 4);
  }
  @inline static otherStride(block: usize): u32 {
    return load<u32>(block, 8);
  }
  /** Address of the entry with these ranks. */
  @inline static entry(block: usize, mover: u32, other: u32): usize {
    return (
      Block.address(block) + mover * Block.moverStride(block) + other * Block.otherStride(block)
    );
  }

  /** Lays the blocks of layers 0..`layers` out from `address` on, layer after layer. */
  static fill(address: usize, layers: i32): void {
    for (let seeds = 0; seeds <= layers; seeds++) {
      for (let mover = 0; mover <= seeds; mover++) {
        const other = seeds - mover;
        const block = Block.at(mover, other);
        store<u32>(block, <u32>address);
        store<u32>(block, mover >= other ? Family.size(other) : 1, 4);
        store<u32>(block, mover >= other ? 1 : Family.size(mover), 8);
        address += Family.size(mover) * Family.size(other);
      }
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

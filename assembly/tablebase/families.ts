import { Board, LISTS, ONES, PITS_MASK, Row, Rows } from '../board';
import { RuleSet } from '../rules/ruleset';
import { Sowing } from '../rules/sowing';
import { Family, Rank } from './rank';

/*
 * Working tables of the layer solver, above the tablebase while layers are built.
 *
 *     rows      u64 a row: the rows of all families, in order of rank
 *     dense     for each family of a smaller side, arrays along the ranks of its rows:
 *                 count[pit]  u8   seeds in the pit
 *                 cleared[pit] u16 rank of the row with the pit emptied, in its smaller family
 *                 plus[k]     u16  rank of the row with a seed more in each of its first k pits
 *                 lost[k]     u8   seeds that are captured when the last of these seeds has fallen
 *                 left[k]     u16  rank of what is left of the row then, in its family
 *     lists     for each family of a smaller side, its plies by kind, in order of rank:
 *                 u32 = rank of the row | what it leads to << 16
 *     stamps    u16 a row, twice: for the solver of layers with cycles
 *
 * A smaller side has at most 31 seeds, and a rank of its families fits a u16 wherever the layers
 * themselves fit the memory (6 pits: to layer 29).
 */

/** Kinds of plies; each is one list a family. */
export const LIST_STORE: i32 = 0; // ends in the store: rank of the row after it
export const LIST_ROUND: i32 = 0; // without stores: passes the other row once, ends in its own: rank of the row
export const LIST_CROSS: i32 = 0; // + k, 1..pits: k seeds cross into the other row: rank of the row
export const LIST_OWN: i32 = 7; // ends in an own pit and cannot capture: rank of the row
export const LIST_EMPTY: i32 = 8; // + pit: ends in this own pit, which was empty: rank of the row
export const LIST_TAKEN: i32 = 14; // + pit: the same plies, the last seed taken away: rank of the row
export const LIST_LAP: i32 = 20; // any other, that goes round the board: bit position of the pit
const DENSE_COUNT: i32 = 21;
const DENSE_CLEARED: i32 = 22;
const DENSE_PLUS: i32 = 23;
const DENSE_LOST: i32 = 24;
const DENSE_LEFT: i32 = 25;
export const LIST_SLAM: i32 = 26; // rows that some crossing ply would capture as a whole, where that is restricted
const LISTS_PER_FAMILY: i32 = 21;

/** Bytes of dense arrays and lists a row and pit, at most: 1 + 2 + 2 + 1 + 2 + 4, and 4 for a taken last seed. */
const BYTES_PER_PIT: u32 = 16;

export class Families {
  private static rows: usize = 0;
  /** Where the stamps lie: u16 a row of each family, twice. */
  static stamps: usize = 0;

  /** Bytes that the working tables of layers 0..`layers` need at most. */
  static bytes(layers: i32): u64 {
    const rows = <u64>Family.first(layers) + Family.size(layers);
    const smaller = layers >> 1;
    const dense = <u64>Family.first(smaller) + Family.size(smaller);
    const lists = dense * (BYTES_PER_PIT * Board.pits + 4) + 64 * <u64>(layers + 1);
    return (8 + 4) * rows + lists;
  }

  /** Row of a rank. */
  @inline static row(seeds: i32, rank: u32): Row {
    return load<u64>(Families.rows + ((<usize>(Family.first(seeds) + rank)) << 3));
  }

  @inline private static slot(seeds: i32, slot: i32): usize {
    return LISTS + ((<usize>seeds) << 8) + ((<usize>slot) << 3);
  }
  @inline static list(seeds: i32, kind: i32): usize {
    return load<u32>(Families.slot(seeds, kind));
  }
  @inline static listEnd(seeds: i32, kind: i32): usize {
    return load<u32>(Families.slot(seeds, kind), 4);
  }
  @inline static count(seeds: i32, pit: i32): usize {
    return Families.list(seeds, DENSE_COUNT) + <usize>pit * Family.size(seeds);
  }
  @inline static cleared(seeds: i32, pit: i32): usize {
    return Families.list(seeds, DENSE_CLEARED) + 2 * <usize>pit * Family.size(seeds);
  }
  @inline static plus(seeds: i32, pits: i32): usize {
    return Families.list(seeds, DENSE_PLUS) + 2 * <usize>(pits - 1) * Family.size(seeds);
  }

  /** Seeds that a row loses when `pits` seeds have crossed into it. */
  @inline static lost(seeds: i32, pits: i32): usize {
    return Families.list(seeds, DENSE_LOST) + <usize>(pits - 1) * Family.size(seeds);
  }
  @inline static left(seeds: i32, pits: i32): usize {
    return Families.list(seeds, DENSE_LEFT) + 2 * <usize>(pits - 1) * Family.size(seeds);
  }

  /** The tables for layers 0..`layers` lie at `address`. */
  static use(address: usize, layers: i32): void {
    Families.rows = address;
    Families.stamps = address + 8 * <usize>(Family.first(layers) + Family.size(layers));
  }

  /** Fills the tables for layers 0..`layers`, where `use` has put them. */
  static fill<R extends RuleSet>(layers: i32): void {
    let address = Families.rows;
    for (let seeds = 0; seeds <= layers; seeds++) address = fillRows(address, seeds);
    address += 4 * <usize>(Family.first(layers) + Family.size(layers));
    if (changetype<R>(0).isGeneral()) return;
    for (let seeds = 0; seeds <= layers >> 1; seeds++) {
      address = Families.fillDense<R>((address + 63) & ~63, seeds);
      for (let kind = 0; kind < LISTS_PER_FAMILY; kind++) {
        store<u32>(Families.slot(seeds, kind), <u32>address);
        address = fillList<R>(address, seeds, kind);
        store<u32>(Families.slot(seeds, kind), <u32>address, 4);
      }
      store<u32>(Families.slot(seeds, LIST_SLAM), <u32>address);
      if (changetype<R>(0).restrictsSlams()) address = fillSlams<R>(address, seeds);
      store<u32>(Families.slot(seeds, LIST_SLAM), <u32>address, 4);
    }
  }

  private static fillDense<R extends RuleSet>(address: usize, seeds: i32): usize {
    const size = <usize>Family.size(seeds);
    const pits = <usize>Board.pits;
    store<u32>(Families.slot(seeds, DENSE_PLUS), <u32>address);
    store<u32>(Families.slot(seeds, DENSE_CLEARED), <u32>(address + 2 * pits * size));
    store<u32>(Families.slot(seeds, DENSE_LEFT), <u32>(address + 4 * pits * size));
    store<u32>(Families.slot(seeds, DENSE_COUNT), <u32>(address + 6 * pits * size));
    store<u32>(Families.slot(seeds, DENSE_LOST), <u32>(address + 7 * pits * size));
    for (let pit = 0; pit < Board.pits; pit++) {
      const shift = <u64>(8 * pit);
      const counts = Families.count(seeds, pit);
      const cleared = Families.cleared(seeds, pit);
      const plus = Families.plus(seeds, pit + 1);
      const lost = Families.lost(seeds, pit + 1);
      const left = Families.left(seeds, pit + 1);
      for (let rank: u32 = 0; rank < <u32>size; rank++) {
        const row = Families.row(seeds, rank);
        store<u8>(counts + rank, <u8>Rows.count(row, shift));
        store<u16>(cleared + 2 * rank, <u16>Rank.of(Rows.cleared(row, shift)));
        const sown = plusFirst(row, pit + 1);
        const captured = changetype<R>(0).capturedAcross(sown, shift);
        store<u16>(plus + 2 * rank, <u16>Rank.of(sown));
        store<u8>(lost + rank, <u8>Rows.seeds(captured));
        store<u16>(left + 2 * rank, <u16>Rank.of(sown ^ captured));
      }
    }
    return (address + 8 * pits * size + 3) & ~3;
  }
}

/** The row with a seed more in each of its first `pits` pits. */
export function plusFirst(row: Row, pits: i32): Row {
  return row + (ONES & (((<u64>1) << (8 * pits)) - 1));
}

/** Writes the rows with `seeds` seeds in order of rank and returns the address after them. */
function fillRows(address: usize, seeds: i32): usize {
  let row: Row = (<u64>seeds) << Board.lastShift;
  store<u64>(address, row);
  for (let rank: u32 = 1; rank < Family.size(seeds); rank++) {
    row = Rank.next(row);
    address += 8;
    store<u64>(address, row);
  }
  return address + 8;
}

/** Writes one list of a family and returns the address after it. */
function fillList<R extends RuleSet>(address: usize, seeds: i32, kind: i32): usize {
  for (let rank: u32 = 0; rank < Family.size(seeds); rank++) {
    const row = Families.row(seeds, rank);
    for (let pit = 0; pit < Board.pits; pit++) {
      const shift = <u64>(8 * pit);
      const count = <i32>Rows.count(row, shift);
      if (!count) continue;
      const sown = (row + load<u64>(Sowing.entry(shift, count))) & PITS_MASK;
      let target: u32;
      const reach = Sowing.reach(count);
      const beyond = reach - Sowing.home(pit);
      if (beyond < 0 || (beyond == 0 && !Sowing.sowsStore)) {
        const last = 8 * (pit + reach);
        const captures = changetype<R>(0).capturesOpposite() && !Rows.count(row, last);
        if (captures && kind == LIST_TAKEN + pit + reach) {
          target = Rank.of(Rows.cleared(sown, last));
        } else {
          if (kind != (captures ? LIST_EMPTY + pit + reach : LIST_OWN)) continue;
          target = Rank.of(sown);
        }
      } else if (beyond <= Board.pits) {
        if (kind != (beyond ? LIST_CROSS + beyond : LIST_STORE)) continue;
        target = Rank.of(sown);
      } else if (!Sowing.sowsStore && reach < 2 * Board.pits) {
        if (kind != LIST_ROUND) continue;
        target = Rank.of(sown);
      } else {
        if (kind != LIST_LAP) continue;
        target = <u32>shift;
      }
      store<u32>(address, rank | (target << 16));
      address += 4;
    }
  }
  return address;
}

/** Writes the ranks of a family's rows that a crossing ply captures as a whole; returns the address after them. */
function fillSlams<R extends RuleSet>(address: usize, seeds: i32): usize {
  for (let rank: u32 = 0; rank < Family.size(seeds); rank++) {
    if (!isSlammed<R>(Families.row(seeds, rank))) continue;
    store<u32>(address, rank);
    address += 4;
  }
  return address;
}

/** Whether some number of crossing seeds captures the whole row. */
export function isSlammed<R extends RuleSet>(row: Row): bool {
  for (let crossing = 1; crossing <= Board.pits; crossing++) {
    const sown = plusFirst(row, crossing);
    if (changetype<R>(0).capturedAcross(sown, 8 * (crossing - 1)) == sown) return true;
  }
  return false;
}

import { Board, MAX_SEEDS, Row, SOWING } from '../board';

/*
 * Sowing as one look-up: for a pit and its count, what to add to either row.
 *
 *     entry (16 B)   own delta u64 | other delta u64
 *
 * The own delta empties the origin, counts the seeds for the store in byte 6 and says in byte 7 where
 * the last seed fell: an own pit 0..5, the store 6, or a pit of the other row 8..13.
 */

/** End code of a last seed in the own store. */
export const END_STORE: u64 = 6;
/** End code of the other row's first pit. */
export const END_OTHER: u64 = 8;

const COUNTS: i32 = MAX_SEEDS + 1;

export class Sowing {
  /** Option `firstSeed: origin`: the first of two or more seeds goes back into the origin. */
  static keepsFirst: bool = false;
  /** Option `lapOrigin: skip`: laps pass over the origin. */
  static skipsOrigin: bool = false;
  /** Option `ownStore: sow`. */
  static sowsStore: bool = true;

  /** Address of the entry for the pit at bit position `shift` with `count` seeds. */
  @inline static entry(shift: u64, count: u64): usize {
    return SOWING + <usize>((shift << 8) | (count << 4));
  }

  /** How many places beyond the origin the last of `count` seeds falls, on the first lap. */
  static reach(count: i32): i32 {
    return Sowing.keepsFirst && count > 1 ? count - 1 : count;
  }

  /** How many places beyond a pit the last place before the other row lies: the store, or the last pit. */
  static home(pit: i32): i32 {
    return Board.pits - pit - (Sowing.sowsStore ? 0 : 1);
  }

  static use(keepsFirst: bool, skipsOrigin: bool, sowsStore: bool): void {
    Sowing.keepsFirst = keepsFirst;
    Sowing.skipsOrigin = skipsOrigin;
    Sowing.sowsStore = sowsStore;
  }

  /** Fills the table for the board and the options in play. */
  static fill(): void {
    for (let pit = 0; pit < Board.pits; pit++) {
      for (let count = 0; count < COUNTS; count++) Sowing.fillEntry(pit, count);
    }
  }

  /** The place after `place`; own pits from 0, the store (passed over where it is not sown), the other row. */
  static after(place: i32): i32 {
    const pits = Board.pits;
    if (place == 2 * pits) return 0;
    if (place == pits - 1 && !Sowing.sowsStore) return pits + 1;
    return place + 1;
  }

  private static fillEntry(pit: i32, count: i32): void {
    const pits = Board.pits;
    let own: Row = 0;
    let other: Row = 0;
    let place = pit;
    let left = count;
    if (Sowing.keepsFirst && count > 1) {
      own += (<u64>1) << (8 * pit);
      left--;
    }
    while (left) {
      place = Sowing.after(place);
      if (place == pit && Sowing.skipsOrigin) continue;
      if (place < pits) own += (<u64>1) << (8 * place);
      else if (place == pits) own += (<u64>1) << 48;
      else other += (<u64>1) << (8 * (place - pits - 1));
      left--;
    }
    own -= (<u64>count) << (8 * pit);
    const end =
      place < pits ? <u64>place : place == pits ? END_STORE : END_OTHER + <u64>(place - pits - 1);
    const entry = Sowing.entry(<u64>(8 * pit), <u64>count);
    store<u64>(entry, own + (end << 56));
    store<u64>(entry, other, 8);
  }
}

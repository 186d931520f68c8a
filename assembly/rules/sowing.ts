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
  /** Address of the entry for the pit at bit position `shift` with `count` seeds. */
  @inline static entry(shift: u64, count: u64): usize {
    return SOWING + <usize>((shift << 8) | (count << 4));
  }

  /** Fills the table for rules.md clause 1 of Kalah: own store sown, other store skipped, laps go on. */
  static fill(): void {
    for (let pit = 0; pit < Board.pits; pit++) {
      for (let count = 0; count < COUNTS; count++) Sowing.fillEntry(pit, count);
    }
  }

  private static fillEntry(pit: i32, count: i32): void {
    const pits = Board.pits;
    const places = 2 * pits + 1;
    let own: Row = 0;
    let other: Row = 0;
    let place = pit;
    for (let seed = 0; seed < count; seed++) {
      place = place + 1 == places ? 0 : place + 1;
      if (place < pits) own += (<u64>1) << (8 * place);
      else if (place == pits) own += (<u64>1) << 48;
      else other += (<u64>1) << (8 * (place - pits - 1));
    }
    own -= (<u64>count) << (8 * pit);
    const end =
      place < pits ? <u64>place : place == pits ? END_STORE : END_OTHER + <u64>(place - pits - 1);
    const entry = Sowing.entry(<u64>(8 * pit), <u64>count);
    store<u64>(entry, own + (end << 56));
    store<u64>(entry, other, 8);
  }
}

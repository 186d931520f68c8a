import { Thread } from '../thread';
import { Transposition } from './transposition';

/*
 * Entries of the transposition table on their way to a file and back, whatever its size. They go through this
 * thread's payload area in pieces.
 *
 *     record (12 B)   key u64 | low half of the entry u32: its work and bounds
 */
const RECORD: usize = 12;
const WORKS: i32 = 32;

/** Most records in a piece. */
export const MAX_RECORDS: i32 = 32768;

export class Saved {
  private static next: u32 = 0;

  /** Counts the entries by their work, 0 to 31, into the payload area: f64 each. */
  static count(): void {
    const counts = Thread.payload;
    memory.fill(counts, 0, 8 * WORKS);
    for (let i: u32 = 0; i < Transposition.entries(); i++) {
      const entry = Transposition.entry(i);
      if (!entry) continue;
      const count = counts + 8 * <usize>Transposition.work(entry);
      store<f64>(count, load<f64>(count) + 1);
    }
  }

  /** `read` begins anew. */
  static rewind(): void {
    Saved.next = 0;
  }

  /** Puts the next entries of at least so much work into the payload area; returns how many, 0 at the end. */
  static read(leastWork: i32): i32 {
    const entries = Transposition.entries();
    let count = 0;
    while (Saved.next < entries && count < MAX_RECORDS) {
      const entry = Transposition.entry(Saved.next);
      if (entry && Transposition.work(entry) >= leastWork) {
        const record = Thread.payload + RECORD * <usize>count;
        store<u64>(record, Transposition.key(Saved.next, entry));
        store<u32>(record, (<u32>entry) & Transposition.LOW_MASK, 8);
        count++;
      }
      Saved.next++;
    }
    return count;
  }

  /** Stores entries from the payload area. */
  static write(count: i32): void {
    for (let i = 0; i < count; i++) {
      const record = Thread.payload + RECORD * <usize>i;
      const low = <u64>load<u32>(record, 8);
      Transposition.store(
        load<u64>(record),
        Transposition.lower(low),
        Transposition.upper(low),
        Transposition.work(low),
      );
    }
  }
}

import { BUSY } from '../board';

/*
 * Positions that some thread is searching at this moment, by their keys. A thread puts off a child that is in
 * work elsewhere, takes the others first, and then finds it answered in the transposition table: so threads that ask the
 * same question spread over one tree (a simple form of ABDADA, J.-C. Weill, ICCA Journal 19(1), 1996).
 *
 * A place holds 32 bits of one key. Places are shared without locks: what is lost or mistaken costs time and
 * changes no value.
 */
const PLACES: u64 = 4096;
const BYTES: usize = 4 * <usize>PLACES;

export class Busy {
  static clear(): void {
    memory.fill(BUSY, 0, BYTES);
  }

  @inline static add(key: u64): void {
    store<u32>(Busy.place(key), <u32>key);
  }
  @inline static remove(key: u64): void {
    const place = Busy.place(key);
    if (load<u32>(place) == <u32>key) store<u32>(place, 0);
  }
  @inline static has(key: u64): bool {
    return load<u32>(Busy.place(key)) == <u32>key;
  }

  @inline private static place(key: u64): usize {
    return BUSY + <usize>(((key >> 40) & (PLACES - 1)) << 2);
  }
}

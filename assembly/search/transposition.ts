import { MAX_SEEDS } from '../board';
import { KEY_BITS, KEY_MASK } from './key';

/*
 * Transposition table: proven bounds of the mover's gain, by exact position.
 *
 * Of a position's key (`key.ts`) the top bits choose the bucket and the rest is stored, so that an entry tells
 * its position without doubt. Where the table is so small that the rest does not fit the tag, positions with a larger
 * rest are not stored.
 *
 *     entry    63                      21 20     16 15      8 7       0
 *              |          tag           |  work  | 127-upper | lower+127 |
 *
 * Zero is an empty entry: tag 0 and bounds that exclude nothing, so that it needs no test, and memory that was
 * never used is an empty table.
 *
 * A bucket is 4 entries (32 bytes). The first three keep what cost most work to find, log2 of nodes; the
 * last takes what is left. An entry is one word, so that threads can share the table without locks.
 */

const TAG_SHIFT: u64 = 21;
const TAG_LIMIT: u64 = (<u64>1) << (64 - TAG_SHIFT);
const BUCKET: usize = 32;
const ENTRIES: usize = 4;

export class Transposition {
  /** Work and bounds of an entry. */
  static readonly LOW_MASK: u32 = (1 << (<u32>TAG_SHIFT)) - 1;

  private static address: usize = 0;
  private static bucketBits: u64 = 0;
  private static tagMask: u64 = 0;

  /** Uses 2^`bits` entries from `address` (a multiple of 64); bits is at least 2. */
  static use(address: usize, bits: i32): void {
    Transposition.address = address;
    Transposition.bucketBits = bits - 2;
    Transposition.tagMask = KEY_MASK >> (bits - 2);
  }

  static clear(): void {
    Transposition.clearBelow(usize.MAX_VALUE);
  }

  /** Clears what of the table lies below an address. */
  static clearBelow(limit: usize): void {
    const address = Transposition.address;
    const end = min(limit, address + (BUCKET << (<usize>Transposition.bucketBits)));
    if (end > address) memory.fill(address, 0, end - address);
  }

  /** Entries in use among the first 1024, in thousandths of them. */
  static fill(): i32 {
    const sample = min(1024, <i32>(ENTRIES << (<usize>Transposition.bucketBits)));
    let used = 0;
    for (let i = 0; i < sample; i++) {
      if (load<u64>(Transposition.address + 8 * <usize>i) != 0) used++;
    }
    return (1000 * used) / sample;
  }

  /** How many entries there is room for. */
  static entries(): u32 {
    return (<u32>ENTRIES) << (<u32>Transposition.bucketBits);
  }
  /** The entry at a place, 0 where there is none. */
  @inline static entry(index: u32): u64 {
    return load<u64>(Transposition.address + 8 * <usize>index);
  }
  /** The key of an entry at a place. */
  static key(index: u32, entry: u64): u64 {
    const bucket = <u64>(index / <u32>ENTRIES);
    return (bucket << (<u64>KEY_BITS - Transposition.bucketBits)) | (entry >> TAG_SHIFT);
  }

  @inline private static bucket(key: u64): usize {
    const index = key >> (<u64>KEY_BITS - Transposition.bucketBits);
    return Transposition.address + <usize>(index << 5);
  }

  /** Looks a key up; the address of its entry or 0. */
  @inline static find(key: u64): usize {
    const bucket = Transposition.bucket(key);
    const tag = key & Transposition.tagMask;
    if (load<u64>(bucket) >> TAG_SHIFT == tag) return bucket;
    if (load<u64>(bucket, 8) >> TAG_SHIFT == tag) return bucket + 8;
    if (load<u64>(bucket, 16) >> TAG_SHIFT == tag) return bucket + 16;
    if (load<u64>(bucket, 24) >> TAG_SHIFT == tag) return bucket + 24;
    return 0;
  }

  @inline static lower(entry: u64): i32 {
    return ((<i32>entry) & 0xff) - MAX_SEEDS;
  }
  @inline static upper(entry: u64): i32 {
    return MAX_SEEDS - (((<i32>entry) >> 8) & 0xff);
  }

  @inline static work(entry: u64): i32 {
    return (<i32>(entry >> 16)) & 31;
  }

  /** Stores bounds found with about 2^`work` nodes; bounds known before are kept where they are tighter. */
  static store(key: u64, lower: i32, upper: i32, work: i32): void {
    Transposition.put(key, lower, upper, work, true);
  }

  /** Stores bounds and work in place of what was known of the key. */
  static replace(key: u64, lower: i32, upper: i32, work: i32): void {
    Transposition.put(key, lower, upper, work, false);
  }

  private static put(key: u64, lower: i32, upper: i32, work: i32, merge: bool): void {
    const tag = key & Transposition.tagMask;
    if (tag >= TAG_LIMIT) return;
    const bucket = Transposition.bucket(key);
    let place = bucket;
    let least = i32.MAX_VALUE;
    for (let i: usize = 0; i < ENTRIES; i++) {
      const at = bucket + 8 * i;
      const old = load<u64>(at);
      const oldWork = Transposition.work(old);
      if (old >> TAG_SHIFT == tag) {
        if (merge) {
          lower = max(lower, Transposition.lower(old));
          upper = min(upper, Transposition.upper(old));
          work = max(work, oldWork);
        }
        place = at;
        least = 0;
        break;
      }
      if (i < ENTRIES - 1 && oldWork < least) {
        least = oldWork;
        place = at;
      }
    }
    if (work < least) place = bucket + 8 * (ENTRIES - 1);
    const bounds = <u64>(((MAX_SEEDS - upper) << 8) | (lower + MAX_SEEDS));
    store<u64>(place, (tag << TAG_SHIFT) | ((<u64>work) << 16) | bounds);
  }
}

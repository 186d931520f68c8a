import { Board, KEY_BINOMIALS, LARGE_BITS, MAX_SEEDS, Row, Rows } from '../board';
import { RuleSet } from '../rules/ruleset';

/*
 * Keys of 60 bits that tell positions apart without doubt; a position that has no such key has key 0, and is
 * not stored. Positions that are not over never have key 0 otherwise.
 *
 * In the fast form six pits of at most 31 seeds a side pack into 5 bits each. In the general form, and where
 * positions come back, the key is the rank of all pits of both rows in the colexicographic order of prefix sums,
 * which fits as long as there are few enough seeds (6 pits a side: to 127, 8 pits: to 74). Its top bit is left
 * for a second key of each position, and the bit below for the side to move where a history bears on it.
 *
 * A multiplication that can be undone mixes the key, so that its top bits spread.
 */
export const KEY_BITS: i32 = 60;
export const KEY_MASK: u64 = ((<u64>1) << KEY_BITS) - 1;
/** Ranks stay below the two top bits of a key. */
const RANK_MASK: u64 = KEY_MASK >> 2;
/** Odd times the top bit is the top bit: setting it before the multiplication is flipping it after. */
const SECOND: u64 = (<u64>1) << (KEY_BITS - 1);
/** Times `MIX`, which is 1 modulo 4, it is itself: setting it before the multiplication is adding it after. */
const OTHER_SIDE: u64 = (<u64>1) << (KEY_BITS - 2);
const MIX: u64 = 0x9e37_79b9_7f4a_7c15;
const SUMS: i32 = 256;

export class Key {
  /** Most seeds of a position that has a rank; set by `fill`. */
  private static most: i32 = -1;

  @inline static of<R extends RuleSet>(own: Row, opp: Row): u64 {
    if (changetype<R>(0).isGeneral() || changetype<R>(0).isCyclic()) {
      return (Key.rank(own, opp) * MIX) & KEY_MASK;
    }
    if ((own | opp) & LARGE_BITS) return 0;
    return ((Key.pack(own) | (Key.pack(opp) << 30)) * MIX) & KEY_MASK;
  }

  /** The second key of a position that has a rank for its first. */
  @inline static second(key: u64): u64 {
    return key ^ SECOND;
  }

  /** The key of a position that has a rank, with the other side to move. */
  @inline static ofOtherSide(key: u64): u64 {
    return (key + OTHER_SIDE) & KEY_MASK;
  }

  /** Six pits of at most 31 seeds in 30 bits. */
  @inline private static pack(row: Row): u64 {
    row = (row & 0x001f_001f_001f) | ((row >> 3) & 0x03e0_03e0_03e0);
    return (row & 0x3ff) | ((row >> 6) & 0xf_fc00) | ((row >> 12) & 0x3ff0_0000);
  }

  private static rank(own: Row, opp: Row): u64 {
    if (Rows.seeds(own) + Rows.seeds(opp) > Key.most) return 0;
    const pits = Board.pits;
    let rank: u64 = 0;
    let sum: i32 = 0;
    for (let place = 0; place < 2 * pits; place++) {
      const row = place < pits ? own : opp;
      sum += <i32>Rows.count(row, 8 * (place < pits ? place : place - pits));
      rank += Key.binomial(place, sum);
    }
    return rank;
  }

  /** C(sum + place, place + 1), or some large number where that does not fit a key. */
  @inline private static binomial(place: i32, sum: i32): u64 {
    return load<u64>(KEY_BINOMIALS + 8 * <usize>(place * SUMS + sum));
  }

  /** Fills the table of binomials by Pascal's rule. */
  static fill(): void {
    const places = 2 * Board.pits;
    for (let place = 0; place < places; place++) {
      store<u64>(KEY_BINOMIALS + 8 * <usize>(place * SUMS), 0);
      for (let sum = 1; sum < SUMS; sum++) {
        const fewerPlaces = place > 0 ? Key.binomial(place - 1, sum) : 1;
        const term = min(Key.binomial(place, sum - 1) + fewerPlaces, KEY_MASK + 1);
        store<u64>(KEY_BINOMIALS + 8 * <usize>(place * SUMS + sum), term);
      }
    }
    Key.attach();
  }

  /** Reads from the table what most seeds a position may have. */
  static attach(): void {
    const places = 2 * Board.pits;
    Key.most = 0;
    while (Key.most < MAX_SEEDS && Key.binomial(places - 1, Key.most + 2) <= RANK_MASK) Key.most++;
  }
}

import { LARGE_BITS, ORDER, PAIRS, Row, Rows, WEIGHTS } from '../board';

/*
 * Order of plies: by what they are themselves, and by the weight of the position that a ply leads to: an estimate of
 * what follows, with a bent towards positions that leave the side to move few plies. How much each counts is
 * the host's to say for each rule set, as it is measured (src/core/order.ts). In Kalah extra turns come before all
 * else, those nearest the store first: where there are poor weights or none, all depends on it (bench/README.md).
 *
 * The weight of a position is a sum of one number for each pit and count of either row, in quarters of a
 * seed. Sums for pairs of neighbouring pits are made of them, so that a row takes three look-ups.
 *
 *     ORDER   (i32)  seed won at once | pit | seed sown | extra turn | pit of an extra turn
 *     WEIGHTS (i16)  [row 0 mover, 1 other][pit 0..5][count 0..127]
 *     PAIRS   (i16)  [row 0 mover, 1 other][pair 0..2][index of both counts, 0..31 each]
 */

/** In the general form what a filled pit of the side to move weighs. */
const REPLY: i32 = 10;

const PIT_BYTES: usize = 256;
const ROW_BYTES: usize = 6 * PIT_BYTES;
const PAIR_BYTES: usize = 2048;
const PAIR_COUNTS: u64 = 32;

export class Ordering {
  /** The higher, the earlier a ply of the pit, with so many seeds in it, is searched; `weight` is that of the position after it. */
  @inline static score(pit: i32, sown: i32, gain: i32, extraTurn: bool, weight: i32): i32 {
    const score = load<i32>(ORDER) * gain + load<i32>(ORDER, 4) * pit + load<i32>(ORDER, 8) * sown;
    return extraTurn
      ? load<i32>(ORDER, 12) + load<i32>(ORDER, 16) * pit + score + weight
      : score - weight;
  }

  /** The weight of a position for the side to move. */
  @inline static weight(mover: Row, other: Row): i32 {
    if ((mover | other) & LARGE_BITS) {
      return pitsWeight(WEIGHTS, mover) + pitsWeight(WEIGHTS + ROW_BYTES, other);
    }
    return Pairs.weight(PAIRS, mover) + Pairs.weight(PAIRS + 3 * PAIR_BYTES, other);
  }

  /** In the general form only the replies count that a position leaves: the filled pits of the side to move. */
  static replies(mover: Row): i32 {
    return REPLY * <i32>popcnt(Rows.nonEmptyOfEight(mover));
  }

  /** Makes the sums of pairs from the weights of pits. */
  static fill(): void {
    for (let row: usize = 0; row < 2; row++) {
      for (let pair: usize = 0; pair < 3; pair++) {
        const weights = WEIGHTS + row * ROW_BYTES + 2 * pair * PIT_BYTES;
        const pairs = PAIRS + (3 * row + pair) * PAIR_BYTES;
        for (let high: u64 = 0; high < PAIR_COUNTS; high++) {
          for (let low: u64 = 0; low < PAIR_COUNTS; low++) {
            const sum =
              load<i16>(weights + 2 * <usize>low) + load<i16>(weights + 2 * <usize>high, PIT_BYTES);
            store<i16>(pairs + 2 * <usize>Pairs.index(Pairs.mixed(low | (high << 8))), <i16>sum);
          }
        }
      }
    }
  }
}

class Pairs {
  /**
   * Brings two pits of 5 bits that lie a byte apart together, for all pairs at once: the low ten bits of each
   * two bytes then differ for different pairs.
   */
  @inline static mixed(row: Row): u64 {
    return row ^ (row >> 3);
  }
  @inline static index(mixed: u64): u64 {
    return mixed & 0x3ff;
  }
  @inline static weight(address: usize, row: Row): i32 {
    const mixed = Pairs.mixed(row);
    return (
      load<i16>(address + <usize>(Pairs.index(mixed) << 1)) +
      load<i16>(address + <usize>(Pairs.index(mixed >> 16) << 1), PAIR_BYTES) +
      load<i16>(address + <usize>(Pairs.index(mixed >> 32) << 1), 2 * PAIR_BYTES)
    );
  }
}

function pitsWeight(address: usize, row: Row): i32 {
  let weight = 0;
  for (let pit: usize = 0; pit < 6; pit++) {
    weight += load<i16>(address + pit * PIT_BYTES + <usize>((row & 0xff) << 1));
    row >>= 8;
  }
  return weight;
}

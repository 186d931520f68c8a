import { ESTIMATE, Row } from '../board';

/*
 * Order of plies: extra turns first, those nearest the store before others, then by seeds won at once,
 * then by an estimate of what follows.
 *
 * The estimate is a sum of one weight for each pit and count of either row, in quarters of a seed, fitted
 * on solved layers (`data/estimates.js` says how) and handed in by the host.
 *
 *     weight (i16)   [row 0 mover, 1 other][pit 0..5][count 0..127]
 */

const EXTRA_TURN: i32 = 9000;
const EXTRA_TURN_PIT: i32 = 40;
const BANKED: i32 = 32;
const QUARTERS: i32 = 4;

/** Bytes of the weights of a pit, and of a row. */
const PIT_BYTES: usize = 256;
const ROW_BYTES: usize = 6 * PIT_BYTES;

export class Ordering {
  /** The estimated gain of the mover, in quarters of a seed. */
  static estimate(own: Row, opp: Row): i32 {
    return rowWeight(ESTIMATE, own) + rowWeight(ESTIMATE + ROW_BYTES, opp);
  }

  /** The higher, the earlier a ply is searched. `next` is the estimate for the side that moves next. */
  @inline static score(pit: i32, gain: i32, extraTurn: bool, next: i32): i32 {
    const value = QUARTERS * gain + (extraTurn ? next : -next);
    const turn = extraTurn ? EXTRA_TURN + EXTRA_TURN_PIT * pit : 0;
    return turn + BANKED * gain + value + 4 * pit;
  }
}

class Weights {
  @inline static of(address: usize, row: Row, pit: i32): i32 {
    return load<i16>(address + <usize>pit * PIT_BYTES + <usize>(((row >> (8 * pit)) & 0xff) << 1));
  }
}

function rowWeight(address: usize, row: Row): i32 {
  return (
    Weights.of(address, row, 0) +
    Weights.of(address, row, 1) +
    Weights.of(address, row, 2) +
    Weights.of(address, row, 3) +
    Weights.of(address, row, 4) +
    Weights.of(address, row, 5)
  );
}

import { Board, Row, Rows } from '../board';
import { Ply, RuleSet } from './ruleset';
import { Sowing } from './sowing';

/** The options beyond those of sowing (`sowing.ts`), by the numbers of their values. */
export class GeneralOptions {
  static oppositeCapture: i32 = 0;
  static otherRowCapture: i32 = 0;
  static grandSlam: i32 = 0;
  static feeding: i32 = 0;
  static end: i32 = 0;
  static sweep: i32 = 0;
}

// Option `oppositeCapture`: none 0, occupied 1, or
const CAPTURE_ALWAYS: i32 = 2;
// Option `otherRowCapture`: none 0, or
const CAPTURE_EVEN: i32 = 1;
const CAPTURE_TWO_THREE: i32 = 2;
// Option `grandSlam`: takes nothing 1, or
const SLAM_TAKES: i32 = 0;
const SLAM_ILLEGAL: i32 = 2;
// Option `feeding`: leave a reply 2, or
const FEEDING_FREE: i32 = 0;
const FEEDING_MUST: i32 = 1;
// Option `end`: no move 2, or
const END_ROW_EMPTY: i32 = 0;
const END_MOVER_EMPTY: i32 = 1;
// Option `sweep`: to the other side 2, or
const SWEEP_OWNER: i32 = 0;
const SWEEP_EMPTIER: i32 = 1;

/**
 * The general form: any options and any board, up to 8 pits a side and 255 seeds. It sows seed by seed and
 * asks the options as it goes: slow and right. The rule texts stand in the files of the rule sets.
 */
export class General extends RuleSet {
  moves(own: Row, opp: Row): u64 {
    const filled = Rows.nonEmptyOfEight(own);
    if (GeneralOptions.end == END_ROW_EMPTY && (!own || !opp)) return 0;
    const feeding = GeneralOptions.feeding;
    const free = feeding == FEEDING_FREE || (feeding == FEEDING_MUST && opp);
    if (free && GeneralOptions.grandSlam != SLAM_ILLEGAL) return filled;
    let allowed: u64 = 0;
    let feeds: u64 = 0;
    for (let moves = filled; moves; moves &= moves - 1) {
      const shift = Rows.lowest(moves);
      Sown.sow(own, opp, shift);
      if (Sown.isSlam && GeneralOptions.grandSlam == SLAM_ILLEGAL) continue;
      allowed |= (<u64>0x80) << shift;
      if (Sown.his) feeds |= (<u64>0x80) << shift;
    }
    if (free) return allowed;
    return feeding == FEEDING_MUST || feeds ? feeds : allowed;
  }

  play(own: Row, opp: Row, shift: u64): void {
    Sown.sow(own, opp, shift);
    const mine = Sown.mine;
    const his = Sown.his;
    const inStore = Sown.inStore;
    let gain = Sown.gain;
    const mover = inStore ? mine : his;
    const other = inStore ? his : mine;
    const over = this.isOver(mover, other);
    if (over) gain += inStore ? this.sweepGain(mover, other) : -this.sweepGain(mover, other);
    Ply.gain = gain;
    Ply.over = over;
    Ply.extraTurn = inStore;
    Ply.mover = mover;
    Ply.other = other;
  }

  isOver(own: Row, opp: Row): bool {
    if (GeneralOptions.end == END_ROW_EMPTY) return !own || !opp;
    if (GeneralOptions.end == END_MOVER_EMPTY) return !own;
    return !this.moves(own, opp);
  }

  sweepGain(own: Row, opp: Row): i32 {
    const mine = Rows.seeds(own);
    const his = Rows.seeds(opp);
    if (GeneralOptions.sweep == SWEEP_OWNER) return mine - his;
    return GeneralOptions.sweep == SWEEP_EMPTIER ? his - mine : -mine - his;
  }

  keepsFirst(): bool {
    return Sowing.keepsFirst;
  }

  isCyclic(): bool {
    return !Sowing.sowsStore;
  }

  @inline isGeneral(): bool {
    return true;
  }

  capturesOpposite(): bool {
    return GeneralOptions.oppositeCapture != 0;
  }

  capturesAlone(): bool {
    return GeneralOptions.oppositeCapture == CAPTURE_ALWAYS;
  }

  capturesAcross(): bool {
    return GeneralOptions.otherRowCapture != 0;
  }

  capturedAcross(_row: Row, _last: u64): Row {
    return 0;
  }

  restrictsSlams(): bool {
    return false;
  }
}

/** A sowing with its capture. */
class Sown {
  static mine: Row = 0;
  static his: Row = 0;
  static gain: i32 = 0;
  static inStore: bool = false;
  /** The capture reaches every seed of the other row. */
  static isSlam: bool = false;

  static sow(own: Row, opp: Row, shift: u64): void {
    const pits = Board.pits;
    const origin = <i32>(shift >> 3);
    let seeds = Rows.count(own, shift);
    let mine = Rows.cleared(own, shift);
    let his = opp;
    let gain = 0;
    let place = origin;
    if (Sowing.keepsFirst && seeds > 1) {
      mine += (<u64>1) << shift;
      seeds--;
    }
    while (seeds) {
      place = Sowing.after(place);
      if (place == origin && Sowing.skipsOrigin) continue;
      if (place < pits) mine += (<u64>1) << (8 * place);
      else if (place == pits) gain++;
      else his += (<u64>1) << (8 * (place - pits - 1));
      seeds--;
    }
    // What is captured: bytes of the other row, and the last seed itself.
    let taken: Row = 0;
    let lone: Row = 0;
    if (place < pits) {
      const last = <u64>(8 * place);
      if (GeneralOptions.oppositeCapture && Rows.count(mine, last) == 1) {
        const opposite = Board.lastShift - last;
        taken = his & ((<u64>0xff) << opposite);
        if (taken || GeneralOptions.oppositeCapture == CAPTURE_ALWAYS) lone = (<u64>1) << last;
      }
    } else if (place > pits) {
      taken = capturedInOtherRow(his, <u64>(8 * (place - pits - 1)));
    }
    Sown.isSlam = taken != 0 && taken == his;
    if (!Sown.isSlam || GeneralOptions.grandSlam == SLAM_TAKES) {
      gain += Rows.seeds(taken) + (lone ? 1 : 0);
      his ^= taken;
      mine ^= lone;
    }
    Sown.mine = mine;
    Sown.his = his;
    Sown.gain = gain;
    Sown.inStore = place == pits;
  }
}

/** The bytes of the pits that a last seed at bit position `last` of the other row captures. */
function capturedInOtherRow(row: Row, last: u64): Row {
  const seeds = Rows.count(row, last);
  if (GeneralOptions.otherRowCapture == CAPTURE_EVEN) return seeds & 1 ? 0 : seeds << last;
  let captured: Row = 0;
  if (GeneralOptions.otherRowCapture != CAPTURE_TWO_THREE) return captured;
  for (let shift = <i64>last; shift >= 0; shift -= 8) {
    const here = Rows.count(row, shift);
    if (here != 2 && here != 3) break;
    captured |= here << shift;
  }
  return captured;
}

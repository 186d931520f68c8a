import { Board, Row, Rows } from '../board';
import { Ply, RuleSet } from './ruleset';

/** Option `oppositeCapture`. */
export const CAPTURE_OCCUPIED: i32 = 1;
export const CAPTURE_ALWAYS: i32 = 2;
/** Option `end`. */
export const END_ROW_EMPTY: i32 = 0;
export const END_MOVER_EMPTY: i32 = 1;

const TOP_BITS: u64 = 0x8080_8080_8080_8080;

/**
 * The general form: any options and any board, up to 8 pits a side and 255 seeds. It sows seed by seed and
 * asks the options as it goes: slow and right. The rule texts stand in the files of the rule sets.
 */
export class General extends RuleSet {
  static oppositeCapture: i32 = CAPTURE_OCCUPIED;
  static end: i32 = END_ROW_EMPTY;

  moves(own: Row, _opp: Row): u64 {
    return (((own & ~TOP_BITS) + ~TOP_BITS) | own) & TOP_BITS;
  }

  play(own: Row, opp: Row, shift: u64): void {
    const pits = <u64>Board.pits;
    let seeds = Rows.count(own, shift);
    let mine = Rows.cleared(own, shift);
    let his = opp;
    let gain = 0;
    // Places in sowing order: own pits, the own store, the other row.
    let place = shift >> 3;
    while (seeds--) {
      place = place == 2 * pits ? 0 : place + 1;
      if (place < pits) mine += (<u64>1) << (8 * place);
      else if (place == pits) gain++;
      else his += (<u64>1) << (8 * (place - pits - 1));
    }
    if (place < pits && Rows.count(mine, 8 * place) == 1) {
      const opposite = 8 * (pits - 1 - place);
      const captured = Rows.count(his, opposite);
      if (captured || General.oppositeCapture == CAPTURE_ALWAYS) {
        gain += <i32>captured + 1;
        mine = Rows.cleared(mine, 8 * place);
        his = Rows.cleared(his, opposite);
      }
    }
    const extraTurn = place == pits;
    Ply.extraTurn = extraTurn;
    Ply.mover = extraTurn ? mine : his;
    Ply.other = extraTurn ? his : mine;
    Ply.over = this.isOver(Ply.mover, Ply.other);
    Ply.gain = gain + (Ply.over ? Rows.seeds(mine) - Rows.seeds(his) : 0);
  }

  isOver(own: Row, opp: Row): bool {
    return !own || (!opp && General.end == END_ROW_EMPTY);
  }

  sweepGain(own: Row, opp: Row): i32 {
    return Rows.seeds(own) - Rows.seeds(opp);
  }

  capturesAlone(): bool {
    return General.oppositeCapture == CAPTURE_ALWAYS;
  }

  @inline isGeneral(): bool {
    return true;
  }
}

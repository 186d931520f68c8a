import { Board, PIT_BITS, PITS_MASK, Row, Rows } from '../board';
import { Ply, RuleSet } from './ruleset';
import { END_OTHER, Sowing } from './sowing';

/**
 * Oware (abapa) and Awari (Computer Olympiad): the rule sets `oware` and `awari`.
 *
 * 1. The seeds of an own pit are sown one by one round both rows; stores take no part, and every lap passes
 *    over the origin.
 * 2. Last seed in the other row making 2 or 3: captured, then the pits before it in that row, one after the
 *    other, while they hold 2 or 3.
 * 3. A capture of every seed of the other row: `oware` plays it without taking anything, `awari` takes.
 * 4. `oware`: an opponent without seeds must be fed if a ply does. `awari`: a ply that leaves the opponent
 *    without seeds may be played only when every ply does.
 * 5. The game ends when the side to move has no legal ply. `oware`: each side takes its own row. `awari`: the
 *    side that is not to move takes all that is left.
 *
 * Endless play is worth 0: the seeds in play are split. Sources: common abapa rules for Oware; Lincke (2002)
 * and Romein and Bal (2002) for Awari. Sites mix clauses 3 and 4 of the two.
 */
export class Oware<O extends OwareOptions> extends RuleSet {
  @inline moves(own: Row, opp: Row): u64 {
    if (!changetype<O>(0).isAwari()) return opp ? Rows.nonEmpty(own) : Feeding.pits(own);
    const filled = Rows.nonEmpty(own);
    // A pit of four or more is never captured, so that the opponent keeps his ply.
    return opp & FOUR_OR_MORE ? filled : leavingReply(own, opp, filled);
  }

  @inline play(own: Row, opp: Row, shift: u64): void {
    const entry = Sowing.entry(shift, Rows.count(own, shift));
    const sown = own + load<u64>(entry);
    const mine = sown & PITS_MASK;
    let his = opp + load<u64>(entry, 8);
    let gain = 0;
    const end = sown >> 56;
    if (end >= END_OTHER) {
      const captured = Capture.chain(his, (end - END_OTHER) << 3);
      if (changetype<O>(0).isAwari() || captured != his) {
        gain = Rows.seeds(captured);
        his ^= captured;
      }
    }
    const over = this.isOver(his, mine);
    // His row is empty, or all is his: clause 5 comes to the same in both rule sets.
    if (over) gain += Rows.seeds(mine) - Rows.seeds(his);
    Ply.gain = gain;
    Ply.over = over;
    Ply.extraTurn = false;
    Ply.mover = his;
    Ply.other = mine;
  }

  @inline isOver(own: Row, opp: Row): bool {
    return !own || (!changetype<O>(0).isAwari() && !opp && !Feeding.pits(own));
  }

  @inline sweepGain(own: Row, opp: Row): i32 {
    const mine = Rows.seeds(own);
    return (changetype<O>(0).isAwari() ? -mine : mine) - Rows.seeds(opp);
  }

  @inline keepsFirst(): bool {
    return false;
  }

  @inline isCyclic(): bool {
    return true;
  }

  @inline isGeneral(): bool {
    return false;
  }

  @inline capturesOpposite(): bool {
    return false;
  }

  @inline capturesAlone(): bool {
    return false;
  }

  @inline capturesAcross(): bool {
    return true;
  }

  @inline capturedAcross(row: Row, last: u64): Row {
    const captured = Capture.chain(row, last);
    return captured == row && !changetype<O>(0).isAwari() ? 0 : captured;
  }

  @inline restrictsSlams(): bool {
    return changetype<O>(0).isAwari();
  }
}

/** Which of the two it is; `options.ts` says how such choices are made. */
export abstract class OwareOptions {
  abstract isAwari(): bool;
}

/** Options of `oware`. */
export class Abapa extends OwareOptions {
  @inline isAwari(): bool {
    return false;
  }
}

/** Options of `awari`. */
export class Olympiad extends OwareOptions {
  @inline isAwari(): bool {
    return true;
  }
}

const TWOS: u64 = 0x0000_0202_0202_0202;
const NOT_LOWEST_BITS: u64 = 0x0000_fefe_fefe_fefe;
const FOUR_OR_MORE: u64 = 0x0000_fcfc_fcfc_fcfc;

class Capture {
  /** The bytes of the pits of 2 or 3 from bit position `last` backwards, up to the first that holds else. */
  @inline static chain(row: Row, last: u64): Row {
    const through = ((<u64>0x100) << last) - 1;
    const others = Rows.nonEmpty((row & NOT_LOWEST_BITS) ^ TWOS) & through;
    const above = others ? ~(<u64>0) << (64 - clz(others)) : ~(<u64>0);
    return row & through & above;
  }
}

/** Which pits hold enough seeds to reach the other row. */
export class Feeding {
  /** What to add to a row so that the top bit of a pit's byte shows it: 128 less the seeds that it takes. */
  private static reach: Row = 0;

  static fill(): void {
    Feeding.reach = 0;
    for (let pit = 0; pit < Board.pits; pit++) {
      Feeding.reach |= (<u64>(128 - Board.pits + pit)) << (8 * pit);
    }
  }

  /** The top bits of these pits. */
  @inline static pits(own: Row): u64 {
    return (own + Feeding.reach) & PIT_BITS;
  }
}

/** The plies that leave the opponent seeds; all plies if none does. */
function leavingReply(own: Row, opp: Row, filled: u64): u64 {
  let leaving: u64 = 0;
  let moves = filled;
  while (moves) {
    const shift = Rows.lowest(moves);
    const entry = Sowing.entry(shift, Rows.count(own, shift));
    const his = opp + load<u64>(entry, 8);
    const end = (own + load<u64>(entry)) >> 56;
    const captured = end >= END_OTHER ? Capture.chain(his, (end - END_OTHER) << 3) : 0;
    if (his != captured) leaving |= (<u64>0x80) << shift;
    moves &= moves - 1;
  }
  return leaving ? leaving : filled;
}

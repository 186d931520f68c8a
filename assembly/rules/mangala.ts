import { Board, PITS_MASK, Row, Rows } from '../board';
import { Ply, RuleSet } from './ruleset';
import { END_OTHER, END_STORE, Sowing } from './sowing';

/**
 * Turkish Mangala: the rule set `mangala`.
 *
 * 1. Of two or more seeds the first goes back into the origin and the rest follow from the next pit on; a
 *    single seed moves to the next pit. The own store is sown, the other one skipped; laps go on.
 * 2. Last seed in the own store, also a single one: the same side moves again.
 * 3. Last seed makes a pit of the other row even: all its seeds are captured, of that pit only.
 * 4. Last seed in an own pit that was empty, with seeds opposite: both pits are captured.
 * 5. The game ends as soon as either row is empty. The side whose row is empty takes what lies in the other.
 *
 * Sources: the rules that mynet.com and milliyet.com.tr print; the end as mangala-prime and mangala-online
 * play it. Some pages start sowing in the next pit, as Kalah does, and one program lets a side that has
 * captured the opponent's last seeds keep its own: neither is followed.
 */
export class Mangala extends RuleSet {
  @inline moves(own: Row, _opp: Row): u64 {
    return Rows.nonEmpty(own);
  }

  @inline play(own: Row, opp: Row, shift: u64): void {
    const entry = Sowing.entry(shift, Rows.count(own, shift));
    let mine = own + load<u64>(entry);
    let his = opp + load<u64>(entry, 8);
    const end = mine >> 56;
    mine &= 0x00ff_ffff_ffff_ffff;
    if (end < END_STORE) {
      const last = end << 3;
      if (Rows.count(mine, last) == 1) {
        const opposite = Board.lastShift - last;
        const captured = Rows.count(his, opposite);
        if (captured) {
          his ^= captured << opposite;
          mine += ((captured + 1) << 48) - ((<u64>1) << last);
        }
      }
    } else if (end >= END_OTHER) {
      const last = (end - END_OTHER) << 3;
      const captured = Rows.count(his, last);
      if (!(captured & 1)) {
        his ^= captured << last;
        mine += captured << 48;
      }
    }
    let gain = <i32>(mine >> 48);
    mine &= PITS_MASK;
    const extraTurn = end == END_STORE;
    const over = !mine || !his;
    if (over) gain += Rows.seeds(his) - Rows.seeds(mine);
    Ply.gain = gain;
    Ply.over = over;
    Ply.extraTurn = extraTurn;
    Ply.mover = extraTurn ? mine : his;
    Ply.other = extraTurn ? his : mine;
  }

  @inline isOver(own: Row, opp: Row): bool {
    return !own || !opp;
  }

  @inline sweepGain(own: Row, opp: Row): i32 {
    return Rows.seeds(opp) - Rows.seeds(own);
  }

  @inline keepsFirst(): bool {
    return true;
  }

  @inline isCyclic(): bool {
    return false;
  }

  @inline isGeneral(): bool {
    return false;
  }

  @inline capturesOpposite(): bool {
    return true;
  }

  @inline capturesAlone(): bool {
    return false;
  }

  @inline capturesAcross(): bool {
    return true;
  }

  @inline capturedAcross(row: Row, last: u64): Row {
    const seeds = Rows.count(row, last);
    return seeds & 1 ? 0 : seeds << last;
  }

  @inline restrictsSlams(): bool {
    return false;
  }
}

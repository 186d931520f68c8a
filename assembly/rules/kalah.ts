import { Board, PITS_MASK, Row, Rows } from '../board';
import { Options } from './options';
import { Ply, RuleSet } from './ruleset';
import { END_STORE, Sowing } from './sowing';

/**
 * Kalah: the rule sets `kalah`, `kalah-empty` and `kalah-turn`.
 *
 * 1. The seeds of an own pit are sown one by one into the following own pits, the own store, the
 *    other row, and the own pits again; the other store is skipped, the origin is not.
 * 2. Last seed in the own store: the same side moves again.
 * 3. Last seed in an own pit that was empty, with seeds opposite: both go to the own store.
 *    With 2m+1 seeds the lap ends in the emptied origin, and captures. With nothing opposite the seed
 *    stays; in `kalah-empty` it goes to the own store.
 * 4. The game ends as soon as a ply leaves either row empty, also one that earned an extra turn; in
 *    `kalah-turn` when the side to move has no seeds.
 * 5. What is left goes to the owner of the row that it lies in.
 *
 * `kalah-empty` is the rule set of Irving, Donkers and Uiterwijk (2000) and of FairKalah; `kalah` is what
 * most sites call standard; `kalah-turn` follows the long guides of some sites.
 */
export class Kalah<O extends Options> extends RuleSet {
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
        if (captured || changetype<O>(0).capturesAlone()) {
          his ^= captured << opposite;
          mine += ((captured + 1) << 48) - ((<u64>1) << last);
        }
      }
    }
    let gain = <i32>(mine >> 48);
    mine &= PITS_MASK;
    const extraTurn = end == END_STORE;
    const over = changetype<O>(0).endsWithMover() ? !(extraTurn ? mine : his) : !mine || !his;
    if (over) gain += Rows.seeds(mine) - Rows.seeds(his);
    Ply.gain = gain;
    Ply.over = over;
    Ply.extraTurn = extraTurn;
    Ply.mover = extraTurn ? mine : his;
    Ply.other = extraTurn ? his : mine;
  }

  @inline isOver(own: Row, opp: Row): bool {
    return !own || (!opp && !changetype<O>(0).endsWithMover());
  }

  @inline sweepGain(own: Row, opp: Row): i32 {
    return Rows.seeds(own) - Rows.seeds(opp);
  }

  @inline keepsFirst(): bool {
    return false;
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
    return changetype<O>(0).capturesAlone();
  }

  @inline capturesAcross(): bool {
    return false;
  }

  @inline capturedAcross(_row: Row, _last: u64): Row {
    return 0;
  }

  @inline restrictsSlams(): bool {
    return false;
  }
}

/** Options of `kalah`. */
export class Standard extends Options {
  @inline capturesAlone(): bool {
    return false;
  }
  @inline endsWithMover(): bool {
    return false;
  }
}

/** Options of `kalah-empty`. */
export class EmptyCapture extends Options {
  @inline capturesAlone(): bool {
    return true;
  }
  @inline endsWithMover(): bool {
    return false;
  }
}

/** Options of `kalah-turn`. */
export class EndAtTurn extends Options {
  @inline capturesAlone(): bool {
    return false;
  }
  @inline endsWithMover(): bool {
    return true;
  }
}

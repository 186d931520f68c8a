import { Row, Rows } from '../board';
import { RuleSet } from '../rules/ruleset';
import { Tablebase } from '../tablebase/probe';
import { negamax, Search } from './negamax';
import { History, NOTHING, Path } from './path';

/** The question in work: is the mover's gain in a position at least `beta`? */
export class Proof {
  private static own: Row = 0;
  private static opp: Row = 0;
  private static beta: i32 = 0;
  /** The answer, as `negamax` gives it. */
  static value: i32 = 0;

  /** Sets the question; the position is not over, and `side`, 0 or 1, is to move. What the transposition table knows stays. */
  static begin(own: Row, opp: Row, side: i32, beta: i32): void {
    Proof.own = own;
    Proof.opp = opp;
    Proof.beta = beta;
    Search.side = side;
    Search.suspended = false;
    Search.resumePly = 0;
    Path.resetHorizon();
  }

  /** Searches up to `budget` nodes more; true when the answer is known. */
  static run<R extends RuleSet>(budget: i32): bool {
    const limit = Search.nodes + <f64>budget;
    const seeds = Rows.seeds(Proof.own) + Rows.seeds(Proof.opp);
    // Tables know of no history.
    const inHistory = seeds == History.seeds;
    Search.covered = inHistory ? min(Tablebase.covered, seeds - 1) : Tablebase.covered;
    if (seeds <= Search.covered) {
      Search.lookups++;
      Proof.value = Tablebase.probe(Proof.own, Proof.opp);
      return true;
    }
    Search.limit = limit;
    while (true) {
      Search.suspended = false;
      Path.restsOn = NOTHING;
      Proof.value = negamax<R>(0, Proof.own, Proof.opp, seeds, Proof.beta);
      if (Search.suspended) return false;
      if (!changetype<R>(0).isCyclic() || Path.restsOn == NOTHING) return true;
      Path.extendHorizon();
      // Counted, so that every budget ends.
      Search.nodes++;
    }
  }
}

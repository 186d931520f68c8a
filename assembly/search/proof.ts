import { Row, Rows } from '../board';
import { RuleSet } from '../rules/ruleset';
import { Tablebase } from '../tablebase/probe';
import { negamax, Search } from './negamax';

/** The question in work: is the mover's gain in a position at least `beta`? */
export class Proof {
  private static own: Row = 0;
  private static opp: Row = 0;
  private static beta: i32 = 0;
  /** The answer, as `negamax` gives it. */
  static value: i32 = 0;

  /** Sets the question; the position is not over. What the transposition table knows stays. */
  static begin(own: Row, opp: Row, beta: i32): void {
    Proof.own = own;
    Proof.opp = opp;
    Proof.beta = beta;
    Search.suspended = false;
    Search.resumePly = 0;
  }

  /** Searches up to `budget` nodes more; true when the answer is known. */
  static run<R extends RuleSet>(budget: i32): bool {
    Search.limit = Search.nodes + <f64>budget;
    Search.suspended = false;
    const seeds = Rows.seeds(Proof.own) + Rows.seeds(Proof.opp);
    if (seeds <= Tablebase.covered) {
      Search.lookups++;
      Proof.value = Tablebase.probe(Proof.own, Proof.opp);
      return true;
    }
    Proof.value = negamax<R>(0, Proof.own, Proof.opp, seeds, Proof.beta);
    return !Search.suspended;
  }
}

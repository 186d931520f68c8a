import { Row, Rows } from '../board';
import { RuleSet } from '../rules/ruleset';
import { Tablebase } from '../tablebase/probe';
import { Thread } from '../thread';
import { Busy } from './busy';
import { Effort } from './effort';
import { Key } from './key';
import { negamax, Search } from './negamax';
import { History, NOTHING, Path } from './path';
import { Question } from './question';
import { Transposition } from './transposition';

/** Nodes between two looks at whether another thread has found the answer: about a millisecond. */
const SHARED_NODES: f64 = 4096;

/**
 * The question in work: is the mover's gain in a position at least `beta`? One thread begins it, others may
 * join; each searches from the root, and the first that has the answer tells all.
 */
export class Proof {
  private static own: Row = 0;
  private static opp: Row = 0;
  private static beta: i32 = 0;

  /** Sets the question; the position is not over, and `side`, 0 or 1, is to move. What the transposition table knows stays. */
  static begin(own: Row, opp: Row, side: i32, beta: i32): void {
    Question.open();
    if (Thread.count > 1) Busy.clear();
    Proof.join(own, opp, side, beta);
  }

  /** Takes part in a question that another thread has begun. */
  static join(own: Row, opp: Row, side: i32, beta: i32): void {
    Proof.own = own;
    Proof.opp = opp;
    Proof.beta = beta;
    Search.side = side;
    Search.suspended = false;
    Search.resumePly = 0;
    Path.resetHorizon();
  }

  /** Searches up to `budget` nodes more; true when the answer is known, or nobody waits for it. */
  static run<R extends RuleSet>(budget: i32): bool {
    const isDone = Proof.search<R>(budget);
    Effort.tell(Search.nodes, Search.lookups);
    return isDone;
  }

  private static search<R extends RuleSet>(budget: i32): bool {
    const limit = Search.nodes + <f64>budget;
    const seeds = Rows.seeds(Proof.own) + Rows.seeds(Proof.opp);
    // Tables know of no history.
    const inHistory = seeds == History.seeds;
    Search.covered = inHistory ? min(Tablebase.covered, seeds - 1) : Tablebase.covered;
    if (seeds <= Search.covered) {
      Search.lookups++;
      return Proof.answer(Tablebase.probe(Proof.own, Proof.opp));
    }
    const isShared = Thread.count > 1;
    while (true) {
      if (isShared && !Question.isOpen()) return true;
      Search.limit = isShared ? min(limit, Search.nodes + SHARED_NODES) : limit;
      Search.suspended = false;
      Path.restsOn = NOTHING;
      const value = negamax<R>(0, Proof.own, Proof.opp, seeds, Proof.beta);
      if (Search.suspended) {
        if (Search.nodes >= limit) return false;
        continue;
      }
      if (!changetype<R>(0).isCyclic() || Path.restsOn == NOTHING) return Proof.answer(value);
      Path.extendHorizon();
      // Counted, so that every budget ends.
      Search.nodes++;
      if (Search.nodes >= limit) return false;
    }
  }

  /** The lower or upper bound of a gain that is known without a search; no history is set. */
  static known<R extends RuleSet>(own: Row, opp: Row, isLower: bool): i32 {
    const seeds = Rows.seeds(own) + Rows.seeds(opp);
    if (seeds <= Tablebase.covered) return Tablebase.probe(own, opp);
    const key = Key.of<R>(own, opp);
    const found = key ? Transposition.find(key) : 0;
    if (!found) return isLower ? -seeds : seeds;
    const entry = load<u64>(found);
    return isLower
      ? max(-seeds, Transposition.lower(entry))
      : min(seeds, Transposition.upper(entry));
  }

  private static answer(value: i32): bool {
    Question.answer(value);
    return true;
  }
}

import { Row, Rows } from '../board';
import { Ply, RuleSet } from '../rules/ruleset';
import { Tablebase } from './probe';

/** The mover's gain by one ply whose successor is solved. */
export function plyGain<R extends RuleSet>(own: Row, opp: Row, shift: u64): i32 {
  changetype<R>(0).play(own, opp, shift);
  if (Ply.over) return Ply.gain;
  const gain = Tablebase.probe(Ply.mover, Ply.other);
  return Ply.extraTurn ? Ply.gain + gain : Ply.gain - gain;
}

/** The mover's gain by his best ply; all successors are solved. */
export function bestGain<R extends RuleSet>(own: Row, opp: Row): i32 {
  const rules = changetype<R>(0);
  if (rules.isOver(own, opp)) return rules.sweepGain(own, opp);
  let best = i32.MIN_VALUE;
  let moves = rules.moves(own, opp);
  while (moves) {
    const shift = Rows.lowest(moves);
    moves &= moves - 1;
    best = max(best, plyGain<R>(own, opp, shift));
  }
  return best;
}

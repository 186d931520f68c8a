import { Row, Rows } from './board';
import { Ply, RuleSet } from './rules/ruleset';

/**
 * Sequences of exactly `depth` plies (at least 1) from a position that is not over; games that end
 * earlier add nothing. The last ply is counted, not played.
 */
export function perft<R extends RuleSet>(own: Row, opp: Row, depth: i32): u64 {
  const rules = changetype<R>(0);
  let moves = rules.moves(own, opp);
  if (depth == 1) return popcnt(moves);
  let leaves: u64 = 0;
  while (moves) {
    const shift = Rows.lowest(moves);
    moves &= moves - 1;
    rules.play(own, opp, shift);
    if (!Ply.over) leaves += perft<R>(Ply.mover, Ply.other, depth - 1);
  }
  return leaves;
}

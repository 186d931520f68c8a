import { formatPosition } from '../notation.js';
import { isOver, moves, startPosition } from '../position.js';
import type { Position } from '../position.js';
import type { RuleSetId } from '../rules/options.js';
import { rowOf, otherSide } from '../rules/board.js';
import type { Start } from './claims.js';

/**
 * How many positions come up from a start, told apart by the pits as the side to move sees them; a game that is over
 * has no position left.
 */
export function countReached(rules: RuleSetId, { pits, seeds }: Start): number {
  const start = startPosition(rules, pits, seeds);
  const met = new Set([formatPosition(start)]);
  const boards = new Set([boardOf(start)]);
  const open = [start];
  for (let position; (position = open.pop()) !== undefined;) {
    for (const { position: next } of isOver(position) ? [] : moves(position)) {
      const key = formatPosition(next);
      if (met.has(key)) continue;
      met.add(key);
      boards.add(boardOf(next));
      open.push(next);
    }
  }
  return boards.size;
}

function boardOf(position: Position): string {
  const { mover } = position;
  return `${rowOf(position, mover).join(',')}/${rowOf(position, otherSide(mover)).join(',')}`;
}

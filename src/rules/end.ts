/**
 * The end of the game, and who gets the seeds that are left.
 *
 * - `end: row-empty` (Kalah, Mangala): as soon as either row is empty after a move, also when that
 *   move has earned an extra turn.
 * - `end: mover-empty` (`kalah-turn`): when the side whose turn it is has no seeds. After an extra
 *   turn that is the side that has just moved.
 * - `end: no-move` (Oware, Awari): when the side to move has no legal move.
 *
 * - `sweep: owner` (Kalah, Oware): each side takes what lies in its own row. A side that cannot feed
 *   keeps its seeds.
 * - `sweep: emptier` (Mangala): the side whose row is empty takes what is left in the other row.
 * - `sweep: other-side` (Awari): the side that is not to move takes all that is left.
 *
 * Sources: Irving, Donkers and Uiterwijk (2000); Lincke (2002) for Awari; for Mangala rule 21 as
 * mangala-prime and mangala-online play it.
 * Disagreement: some Kalah guides end the game only when a side cannot move on its turn, hence
 * `kalah-turn`. One Mangala program lets a side that has captured the opponent's last seeds keep its
 * own; that is not followed. A store above half decides a game but does not end it here.
 */
import { otherSide, rowOf, seedsIn } from './board.js';
import type { Board, Side } from './board.js';
import { hasEmptyRow, legalPits } from './legal.js';
import type { RuleOptions } from './options.js';

/** Seeds that each side gets when the game is over. */
export interface Sweep {
  readonly south: number;
  readonly north: number;
}

/** Whether the game is over on this board, before any sweep and after it. */
export function isOver(options: RuleOptions, board: Board): boolean {
  switch (options.end) {
    case 'row-empty':
      return hasEmptyRow(board);
    case 'mover-empty':
      return seedsIn(rowOf(board, board.mover)) === 0;
    case 'no-move':
      return legalPits(options, board).length === 0;
  }
}

/** To whom the seeds left in the pits go on a board on which the game is over. */
export function endSweep(options: RuleOptions, board: Board): Sweep {
  const sweep = { south: 0, north: 0 };
  for (const row of ['s', 'n'] as const) {
    const taker = takerOf(options, board, row);
    sweep[taker === 's' ? 'south' : 'north'] += seedsIn(rowOf(board, row));
  }
  return sweep;
}

/** The board after its pits have gone into the stores as the rule set says. */
export function sweep(options: RuleOptions, board: Board): Board {
  const { south, north } = endSweep(options, board);
  return {
    south: board.south.map(() => 0),
    north: board.north.map(() => 0),
    stores: [board.stores[0] + south, board.stores[1] + north],
    mover: board.mover,
  };
}

/** The side that takes what lies in a row, on a board on which the game is over. */
export function takerOf(options: RuleOptions, board: Board, row: Side): Side {
  switch (options.sweep) {
    case 'owner':
      return row;
    case 'emptier':
      return otherSide(row);
    case 'other-side':
      return otherSide(board.mover);
  }
}

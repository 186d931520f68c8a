/**
 * Which pits may be played.
 *
 * A side plays one of its own pits that holds seeds, as long as the game is not over. Beyond that:
 *
 * - `feeding: must-feed` (Oware): an opponent without seeds must be fed: only moves that leave him
 *   a seed may be played, and if there is none, none may be played and the game is over.
 * - `feeding: leave-a-reply` (Awari): a move that leaves the opponent without seeds may be played
 *   only when every move does. A side with seeds always has a move, so having seeds is having a
 *   reply.
 * - `grandSlam: illegal` (no rule set so far): a capture of every seed of the other row may not be
 *   played.
 *
 * Sources: Lincke (2002) and Romein and Bal (2002) for Awari; common abapa rules for Oware.
 * Disagreement: in Oware the duty begins when the opponent has no seeds; in Awari also the move that
 * would take or leave none is restricted. Sites mix the two.
 */
import { otherSide, rowOf, seedsIn } from './board.js';
import type { Board } from './board.js';
import { captureOf, takeCapture } from './capture.js';
import type { RuleOptions } from './options.js';
import { sow } from './sow.js';

/** The pits that the mover may play, counted from 0, in sowing direction; none once it is over. */
export function legalPits(options: RuleOptions, board: Board): readonly number[] {
  if (options.end === 'row-empty' && hasEmptyRow(board)) return [];
  const allowed = filledPits(board).filter((pit) => !isForbiddenSlam(options, board, pit));
  if (options.feeding === 'free') return allowed;
  if (options.feeding === 'must-feed' && seedsIn(rowOf(board, otherSide(board.mover))) > 0) {
    return allowed;
  }
  const feeding = allowed.filter((pit) => leavesSeeds(options, board, pit));
  return options.feeding === 'leave-a-reply' && feeding.length === 0 ? allowed : feeding;
}

/** The option that forbids a pit with seeds, while the game goes on; none where it may be played. */
export function forbiddenBy(
  options: RuleOptions,
  board: Board,
  pit: number,
): 'grandSlam' | 'feeding' | undefined {
  if (legalPits(options, board).includes(pit)) return undefined;
  return isForbiddenSlam(options, board, pit) ? 'grandSlam' : 'feeding';
}

export function hasEmptyRow(board: Board): boolean {
  return seedsIn(board.south) === 0 || seedsIn(board.north) === 0;
}

/** The mover's pits that hold seeds, counted from 0. */
export function filledPits(board: Board): readonly number[] {
  const row = rowOf(board, board.mover);
  const pits: number[] = [];
  for (let pit = 0; pit < row.length; pit++) if (row[pit]! > 0) pits.push(pit);
  return pits;
}

function isForbiddenSlam(options: RuleOptions, board: Board, pit: number): boolean {
  return (
    options.grandSlam === 'illegal' &&
    captureOf(options, sow(options, board, pit))?.grandSlam === true
  );
}

/** Whether the opponent has a seed in his row once the pit has been played. */
export function leavesSeeds(options: RuleOptions, board: Board, pit: number): boolean {
  const sowing = sow(options, board, pit);
  const after = takeCapture(sowing, captureOf(options, sowing));
  return seedsIn(rowOf(after, otherSide(board.mover))) > 0;
}

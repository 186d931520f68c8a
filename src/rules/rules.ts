/**
 * One ply from beginning to end: sow, capture, then either an extra turn, the other side's turn, or
 * the end and its sweep. A last seed in the own store earns an extra turn, without limit; it earns
 * none when the game is over.
 *
 * This is the slow and obvious form of the rules: what callers make and explain moves with, and what
 * the fast core is tested against. The clauses stand in the files beside this one.
 */
import { draftOf, otherSide } from './board.js';
import type { Board, Place, Side } from './board.js';
import { captureOf, takeCapture } from './capture.js';
import type { Capture } from './capture.js';
import { endSweep, isOver, sweep } from './end.js';
import type { Sweep } from './end.js';
import type { RuleOptions } from './options.js';
import { sow } from './sow.js';

export { forbiddenBy, legalPits } from './legal.js';
export { endSweep, isOver, sweep } from './end.js';

/** All that happens when a pit is played, in the order in which it happens. */
export interface Ply {
  readonly side: Side;
  /** Counted from 0. */
  readonly pit: number;
  /** Where each seed fell, in order. */
  readonly sown: readonly Place[];
  readonly last: Place;
  /** What the last place held before the last seed fell into it. */
  readonly lastHeld: number;
  readonly capture: Capture | undefined;
  /** Seeds taken by the capture alone, without those sown into the store. */
  readonly captured: number;
  /** Whether the same side moves again; false once the game is over. */
  readonly extraTurn: boolean;
  readonly ending: Ending | undefined;
  readonly over: boolean;
  /** The board after all this. Once the game is over its pits are empty and its mover means nothing. */
  readonly board: Board;
}

/** How a game has ended. */
export interface Ending {
  /** The clause that ended the game. */
  readonly reason: RuleOptions['end'];
  /** The board just before the sweep, with the side that would have been to move. */
  readonly board: Board;
  readonly sweep: Sweep;
}

/** Plays one of the mover's pits, counted from 0. It must be one of `legalPits`. */
export function playPit(options: RuleOptions, board: Board, pit: number): Ply {
  const sowing = sow(options, board, pit);
  const capture = captureOf(options, sowing);
  const inStore = sowing.last.pit === 'store';
  const next = passTurn(
    takeCapture(sowing, capture),
    inStore ? board.mover : otherSide(board.mover),
  );
  const ending = endingOf(options, next);
  return {
    side: sowing.side,
    pit,
    sown: sowing.sown,
    last: sowing.last,
    lastHeld: sowing.lastHeld,
    capture,
    captured: capture?.taken ?? 0,
    extraTurn: inStore && ending === undefined,
    ending,
    over: ending !== undefined,
    board: ending === undefined ? next : passTurn(sweep(options, next), otherSide(board.mover)),
  };
}

function passTurn(board: Board, mover: Side): Board {
  return { ...draftOf(board), mover };
}

function endingOf(options: RuleOptions, board: Board): Ending | undefined {
  if (!isOver(options, board)) return undefined;
  return { reason: options.end, board, sweep: endSweep(options, board) };
}

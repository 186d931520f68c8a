/** The plies of a turn, each with all that happens in it, and the same as JSON. */
import { GranaryError, isGranaryError } from '../errors.js';
import { formatPosition, formatTurn } from '../notation.js';
import { explain, play } from '../position.js';
import type { Position } from '../position.js';
import { seedsAt } from '../rules/board.js';
import type { Place } from '../rules/board.js';
import type { Ply } from '../rules/rules.js';
import { finalScore, nameOf } from './outcome.js';
import { dropSeeds } from './telling.js';

/** A ply of a turn, with the positions before and after it. */
export interface Step {
  readonly position: Position;
  readonly ply: Ply;
  readonly next: Position;
}

/** Plays the plies of a turn; throws `IllegalMove` at the first that cannot be played. */
export function explainTurn(position: Position, turn: readonly number[]): readonly Step[] {
  const steps: Step[] = [];
  for (const pit of turn) {
    const before = steps.at(-1);
    if (before && !before.ply.extraTurn) throw endedTurn(before, turn.slice(steps.length));
    const from = before?.next ?? position;
    const ply = explainPly(from, turn, steps.length);
    steps.push({ position: from, ply, next: play(from, pit).position });
  }
  return steps;
}

/** Says of a later ply of a turn which one it is that cannot be played. */
function explainPly(position: Position, turn: readonly number[], index: number): Ply {
  try {
    return explain(position, turn[index]!);
  } catch (error) {
    if (turn.length === 1 || !isGranaryError(error, 'IllegalMove')) throw error;
    throw new GranaryError(
      'IllegalMove',
      `ply ${index + 1} of ${formatTurn(turn)}: ${error.message}`,
    );
  }
}

function endedTurn({ ply, next }: Step, more: readonly number[]): GranaryError {
  const pit = `${nameOf(ply.side)}'s pit ${ply.pit + 1}`;
  const end = ply.over ? `the game, ${finalScore(next)}` : 'the turn';
  return new GranaryError(
    'IllegalMove',
    `${pit} ends ${end}: expected no ply after it, found ${formatTurn(more)}`,
  );
}

/** The object that is printed as JSON; its keys come in this order. */
export function turnJson(position: Position, steps: readonly Step[]): object {
  return {
    rules: position.rules,
    position: formatPosition(position),
    plies: steps.map(plyJson),
  };
}

function plyJson({ position, ply, next }: Step): object {
  const { drops, board } = dropSeeds(position, ply);
  const { side, sown, last, lastHeld, capture, captured, extraTurn, ending, over } = ply;
  return {
    move: String(ply.pit + 1),
    side,
    seeds: sown.length,
    sown: drops.map(({ place, holds }) => ({ ...placeJson(place), holds })),
    last: { ...placeJson(last), held: lastHeld },
    capture: capture
      ? {
          reason: capture.reason,
          grandSlam: capture.grandSlam,
          pits: capture.pits.map((place) => ({
            ...placeJson(place),
            seeds: seedsAt(board, place),
          })),
        }
      : null,
    captured,
    extraTurn,
    end: ending ? { reason: ending.reason, sweep: ending.sweep } : null,
    over,
    position: formatPosition(next),
  };
}

/** Pits count from 1 where others see them. */
function placeJson({ side, pit }: Place): object {
  return { side, pit: pit === 'store' ? pit : pit + 1 };
}

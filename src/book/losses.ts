/**
 * The gains of an opening as what they lose. The ply by which a position was first met is no better than the best of the
 * position before: what it falls short of that is its loss, in pairs of seeds, since a gain has the parity of the seeds in
 * play. The start's loss is what it falls short of all seeds. Most losses are small, and one of each family is 0.
 */
import { seedsInPlay } from '../core/rows.js';
import type { Opening } from './opening.js';

/** A byte a position, in the order of the opening. */
export function lossesFrom(opening: Opening, gains: Int16Array): Uint8Array {
  const losses = new Uint8Array(opening.size);
  for (let place = 0; place < opening.size; place++) {
    const { limit, sign } = limitOf(opening, gains, place);
    losses[place] = (sign * (limit - gains[place]!)) / 2;
  }
  return losses;
}

/** The gains that have these losses. */
export function gainsFrom(opening: Opening, losses: Uint8Array): Int16Array {
  const gains = new Int16Array(opening.size);
  for (let place = 0; place < opening.size; place++) {
    const { limit, sign } = limitOf(opening, gains, place);
    gains[place] = limit - sign * 2 * losses[place]!;
  }
  return gains;
}

/** The gain of a position without loss, and whether losses lower it, 1, or raise it, -1. */
function limitOf(
  opening: Opening,
  gains: Int16Array,
  place: number,
): { readonly limit: number; readonly sign: 1 | -1 } {
  const step = opening.step(place);
  if (step === undefined) return { limit: seedsInPlay(opening.rows(place)), sign: 1 };
  const rest = gains[step.from]! - step.gain;
  return step.extraTurn ? { limit: rest, sign: 1 } : { limit: 0 - rest, sign: -1 };
}

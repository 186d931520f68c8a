/**
 * Sowing.
 *
 * All seeds of one own pit that is not empty are taken up and dropped one by one into the places that
 * follow: the rest of the own row, the own store where the rule set sows it, the other row from its
 * owner's first pit on, then the own row again. The other side's store gets nothing.
 *
 * - `firstSeed: origin` (Mangala): of two or more seeds the first goes back into the origin and the
 *   rest follow from the next pit on. A single seed moves on and leaves the origin empty.
 * - `lapOrigin: skip` (Oware, Awari): every lap, from the twelfth seed on where a side has six pits,
 *   passes over the origin. `sow` (Kalah, Mangala): the origin is a pit like any other.
 * - `ownStore: pass` (Oware, Awari): stores take no part.
 *
 * Sources: Irving, Donkers and Uiterwijk (2000) for Kalah; Lincke (2002) for Awari; the rules that
 * mynet.com and milliyet.com.tr print for Mangala.
 * Disagreement: some Mangala pages (turkinform.com.tr) start in the next pit, as Kalah does; some
 * Oware programs drop a seed in the origin on a lap. Neither is followed.
 */
import { draftOf, isSamePlace, otherSide, seedsAt, setSeeds } from './board.js';
import type { Board, Place, Side } from './board.js';
import type { RuleOptions } from './options.js';

export interface Sowing {
  readonly side: Side;
  readonly pit: number;
  /** Where each seed fell, in order. */
  readonly sown: readonly Place[];
  readonly last: Place;
  /** What the last place held before the last seed fell into it. */
  readonly lastHeld: number;
  /** The board with the seeds dropped and nothing captured; the mover is still the same. */
  readonly board: Board;
}

/** Sows the mover's pit, which must hold seeds. */
export function sow(options: RuleOptions, board: Board, pit: number): Sowing {
  const side = board.mover;
  const origin: Place = { side, pit };
  const sown = sowingPath(options, board, origin);
  const last = sown.at(-1);
  if (last === undefined) throw new RangeError(`pit with index ${String(pit)} has nothing to sow`);

  const draft = draftOf(board);
  setSeeds(draft, origin, 0);
  for (const place of sown) setSeeds(draft, place, seedsAt(draft, place) + 1);
  return { side, pit, sown, last, lastHeld: seedsAt(draft, last) - 1, board: draft };
}

/** The places that the seeds of `origin` fall into, in order. */
function sowingPath(options: RuleOptions, board: Board, origin: Place): readonly Place[] {
  const seeds = seedsAt(board, origin);
  const path: Place[] = [];
  if (options.firstSeed === 'origin' && seeds > 1) path.push(origin);
  let place = origin;
  while (path.length < seeds) {
    place = placeAfter(options, board, place);
    if (options.lapOrigin === 'skip' && isSamePlace(place, origin)) continue;
    path.push(place);
  }
  return path;
}

/** The place that a seed of the mover falls into after `place`. */
function placeAfter(options: RuleOptions, board: Board, place: Place): Place {
  const other = otherSide(board.mover);
  if (place.pit === 'store') return { side: other, pit: 0 };
  if (place.pit + 1 < board.south.length) return { side: place.side, pit: place.pit + 1 };
  if (place.side === other) return { side: board.mover, pit: 0 };
  return options.ownStore === 'sow' ? { side: board.mover, pit: 'store' } : { side: other, pit: 0 };
}

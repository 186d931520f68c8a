/**
 * Captures. Where the last seed falls decides; a last seed in the own store captures nothing.
 *
 * - `oppositeCapture` (Kalah, Mangala): the last seed falls into an own pit that was empty. With
 *   seeds opposite, they and the last seed go to the own store. A sowing that goes exactly once
 *   round ends in its own emptied origin, and that captures too. With nothing opposite the seed
 *   stays (`occupied`) or goes to the own store (`always`).
 * - `otherRowCapture: even` (Mangala): the last seed makes a pit of the other row even; all its seeds
 *   are taken. Only that pit, and never in the own row.
 * - `otherRowCapture: two-three` (Oware, Awari): the last seed makes a pit of the other row two or
 *   three; it is taken, then the pits before it in that row, one after the other, while they hold
 *   two or three.
 * - `grandSlam`: a capture that would leave the other row without a seed takes as usual (`takes`),
 *   is played without taking anything (`takes-nothing`), or makes the move illegal (`illegal`).
 *
 * Sources: Irving, Donkers and Uiterwijk (2000) for capture into an empty opposite pit; Wikipedia for
 * the standard that needs seeds opposite; mynet.com for Mangala; Lincke (2002) for Awari.
 * Disagreement: many Kalah pages do not say what a lone seed does, hence two rule sets. One Kalah
 * page forbids a grand slam; nobody else does. One Oware page lets captures count only in the
 * opponent's last pit, which is the two-three rule badly translated. For Oware's grand slam public
 * programs forbid it, take it, or play it without a capture; the last is `oware`, the second `awari`.
 */
import { bank, draftOf, opposite, otherSide, rowOf, seedsAt, seedsIn } from './board.js';
import type { Board, Place } from './board.js';
import type { RuleOptions } from './options.js';
import type { Sowing } from './sow.js';

const MIN_CAPTURE = 2;
const MAX_CAPTURE = 3;

/** `empty` is a lone seed that goes to the store with nothing opposite. */
export type CaptureReason = 'opposite' | 'empty' | 'even' | 'two-three';

export interface Capture {
  readonly reason: CaptureReason;
  /** The pits that the capture reaches, in the order in which they are taken. */
  readonly pits: readonly Place[];
  /** Whether these pits hold every seed of the other row. */
  readonly grandSlam: boolean;
  /** Seeds that go to the mover's store: all in `pits`, or 0 where a grand slam takes nothing. */
  readonly taken: number;
}

/** What the sowing captures, if anything. */
export function captureOf(options: RuleOptions, sowing: Sowing): Capture | undefined {
  const { board, side, last } = sowing;
  const reach =
    last.side === side ? captureOpposite(options, sowing) : captureInOtherRow(options, sowing);
  if (reach === undefined) return undefined;

  const other = rowOf(board, otherSide(side));
  const reached = (places: readonly Place[]) =>
    seedsIn(places.map((place) => seedsAt(board, place)));
  const fromOther = reached(reach.pits.filter((place) => place.side !== side));
  const grandSlam = fromOther > 0 && fromOther === seedsIn(other);
  const taken = grandSlam && options.grandSlam !== 'takes' ? 0 : reached(reach.pits);
  return { ...reach, grandSlam, taken };
}

/** The board after the capture's seeds have gone to the mover's store. */
export function takeCapture(sowing: Sowing, capture: Capture | undefined): Board {
  if (capture === undefined || capture.taken === 0) return sowing.board;
  const draft = draftOf(sowing.board);
  for (const place of capture.pits) bank(draft, place, sowing.side);
  return draft;
}

type Reach = Pick<Capture, 'reason' | 'pits'>;

function captureOpposite(options: RuleOptions, sowing: Sowing): Reach | undefined {
  const { board, side, last, lastHeld } = sowing;
  if (options.oppositeCapture === 'none' || last.pit === 'store' || lastHeld > 0) return undefined;
  const across = opposite(board, side, last.pit);
  if (seedsAt(board, across) > 0) return { reason: 'opposite', pits: [last, across] };
  return options.oppositeCapture === 'always' ? { reason: 'empty', pits: [last] } : undefined;
}

function captureInOtherRow(options: RuleOptions, sowing: Sowing): Reach | undefined {
  switch (options.otherRowCapture) {
    case 'none':
      return undefined;
    case 'even':
      return captureEven(sowing);
    case 'two-three':
      return captureBackwards(sowing);
  }
}

function captureEven({ board, last }: Sowing): Reach | undefined {
  return seedsAt(board, last) % 2 === 0 ? { reason: 'even', pits: [last] } : undefined;
}

function captureBackwards({ board, last }: Sowing): Reach | undefined {
  const pits: Place[] = [];
  for (let pit = Number(last.pit); pit >= 0; pit--) {
    const place: Place = { side: last.side, pit };
    const seeds = seedsAt(board, place);
    if (seeds < MIN_CAPTURE || seeds > MAX_CAPTURE) break;
    pits.push(place);
  }
  return pits.length > 0 ? { reason: 'two-three', pits } : undefined;
}

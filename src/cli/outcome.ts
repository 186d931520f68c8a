/** Who wins, and by how much, by what is proven. */
import { settle } from '../position.js';
import type { Position } from '../position.js';
import { otherSide, seedsIn, storeOf } from '../rules/board.js';
import type { Board, Side } from '../rules/board.js';
import type { Bounds } from '../solver/bounds.js';
import { signed } from './figures.js';

const NOTHING = 'nothing proven yet';
/** In place of a score of which nothing is proven. */
export const NO_SCORE = '-';

/** What is proven of a side's score, and between what it lies before anything is. */
export interface Known {
  readonly bounds: Bounds;
  readonly limits: Bounds;
  readonly side: Side;
}

export function nameOf(side: Side): string {
  return side === 's' ? 'South' : 'North';
}

/** `South 28, North 20` */
export function finalScore(position: Position): string {
  const [south, north] = settle(position).stores;
  return `South ${south}, North ${north}`;
}

/** The least and the largest score that a side can end with, by the seeds alone. */
export function limitsOf(board: Board, side: Side): Bounds {
  const lead = storeOf(board, side) - storeOf(board, otherSide(side));
  const seeds = seedsIn(board.south) + seedsIn(board.north);
  return { lower: lead - seeds, upper: lead + seeds };
}

/** `South wins by 8`, by the score of `side`. */
export function exactOutcome(score: number, side: Side): string {
  return score === 0 ? 'draw' : `${winner(score, side)} wins by ${Math.abs(score)}`;
}

/** `South wins by at least 8`; what is no more than the limits is not said. */
export function outcome(known: Known): string {
  const { side } = known;
  const { lower, upper } = said(known);
  if (lower === undefined && upper === undefined) return NOTHING;
  if (lower === upper) return exactOutcome(lower!, side);
  if (upper === undefined) return atLeast(lower!, nameOf(side));
  if (lower === undefined) return atMost(upper, nameOf(side));
  if (lower > 0) return `${nameOf(side)} wins by ${lower} to ${upper}`;
  if (upper < 0) return `${nameOf(otherSide(side))} wins by ${-upper} to ${-lower}`;
  return `${end(lower, side)} to ${end(upper, side)}`;
}

/** `+8`, `>= +8`, `<= -2`, `-2..+8`, or `NO_SCORE`. */
export function scoreText(known: Known): string {
  const { lower, upper } = said(known);
  if (lower === upper) return lower === undefined ? NO_SCORE : signed(lower);
  if (upper === undefined) return `>= ${signed(lower!)}`;
  if (lower === undefined) return `<= ${signed(upper)}`;
  return `${signed(lower)}..${signed(upper)}`;
}

/** `proven so far at least +8` */
export function provenText(known: Known): string {
  const { lower, upper } = said(known);
  if (lower === undefined && upper === undefined) return NOTHING;
  if (lower === upper) return `proven so far exactly ${signed(lower!)}`;
  if (upper === undefined) return `proven so far at least ${signed(lower!)}`;
  if (lower === undefined) return `proven so far at most ${signed(upper)}`;
  return `proven so far from ${signed(lower)} to ${signed(upper)}`;
}

/** The bounds that say something; both where the score is known. */
function said({ bounds, limits }: Known): Partial<Bounds> {
  const { lower, upper } = bounds;
  if (lower === upper) return bounds;
  return {
    ...(lower > limits.lower && { lower }),
    ...(upper < limits.upper && { upper }),
  };
}

function atLeast(lower: number, us: string): string {
  if (lower === 0) return `${us} wins or draws`;
  return lower > 0 ? `${us} wins by at least ${lower}` : `${us} loses by at most ${-lower}`;
}

function atMost(upper: number, us: string): string {
  if (upper === 0) return `${us} draws or loses`;
  return upper > 0 ? `${us} wins by at most ${upper}` : `${us} loses by at least ${-upper}`;
}

/** One end of a range: `South by 8`, `draw`. */
function end(score: number, side: Side): string {
  return score === 0 ? 'draw' : `${winner(score, side)} by ${Math.abs(score)}`;
}

function winner(score: number, side: Side): string {
  return nameOf(score > 0 ? side : otherSide(side));
}

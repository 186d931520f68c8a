/**
 * How a game ends and what it counts.
 *
 * - By its rules: the `end` clause of the rule set, after which the `sweep` clause fills the stores.
 * - By `repetition`, where positions can come back: the same rows with the same side to move, again since
 *   the last capture. `own-row` (Oware): each side takes its own row. `split` (Awari): each side is given
 *   half of the seeds in the pits, so that they favour neither; of an odd number that leaves scores with
 *   halves, as in 23.5-24.5. A recurrence ends the game also with an empty row on the board; one site plays
 *   on there, which is not followed.
 * - By a choice of the table: a store above half of all seeds (`decided`), an `agreement`, a side that has
 *   `resigned`. Rules do not ask for these, and the first never changes who wins.
 *
 * Only the rules' own end moves seeds. Where the table ends a game they stay in the pits: what `decided` and
 * `resigned` leave there counts for nobody, an agreement gives each side its own row.
 */
import { settle } from './position.js';
import type { Position } from './position.js';
import { otherSide, seedsIn } from './rules/board.js';
import type { Side } from './rules/board.js';
import { optionsOf } from './rules/options.js';
import type { RuleOptions } from './rules/options.js';

/** South's, North's. */
export type Pair = readonly [number, number];

/** What ends a game that its rules would let go on. */
export type Closing =
  { readonly reason: 'agreement' } | { readonly reason: 'resigned'; readonly side: Side };

/** Why a match is over: the clause of the rules that ended it, or what ended it at the table. */
export type EndReason = RuleOptions['end'] | 'repetition' | 'decided' | Closing['reason'];

/** The end of a match, by seat: South first. */
export interface Result {
  readonly reason: EndReason;
  /** Seeds, South's and North's; they may be halves where a repetition splits. */
  readonly scores: Pair;
  /** Undefined for a draw. */
  readonly winner: Side | undefined;
  /** Match points, South's and North's: 1 and 0, or 1/2 each. */
  readonly points: Pair;
}

/** The result of a position that is over by its rules. */
export function endedResult(position: Position): Result {
  return makeResult(optionsOf(position.rules).end, settle(position).stores);
}

/** The result of a position that has come back. */
export function repeatedResult(position: Position): Result {
  const { repetition } = optionsOf(position.rules);
  const scores = repetition === 'split' ? splitScores(position) : ownRowScores(position);
  return makeResult('repetition', scores);
}

/** The result of a game that stops because a side has more than half of all seeds in its store. */
export function decidedResult(position: Position): Result {
  return makeResult('decided', position.stores);
}

export function closedResult(position: Position, closing: Closing): Result {
  return closing.reason === 'agreement'
    ? makeResult('agreement', ownRowScores(position))
    : makeResult('resigned', position.stores, otherSide(closing.side));
}

/** The side that has more than half of the position's seeds. */
export function decidedFor(position: Position, [south, north]: Pair): Side | undefined {
  const seeds = seedsIn([...position.south, ...position.north, ...position.stores]);
  if (2 * south > seeds) return 's';
  return 2 * north > seeds ? 'n' : undefined;
}

function ownRowScores({ south, north, stores }: Position): Pair {
  return [stores[0] + seedsIn(south), stores[1] + seedsIn(north)];
}

function splitScores({ south, north, stores }: Position): Pair {
  const share = seedsIn([...south, ...north]) / 2;
  return [stores[0] + share, stores[1] + share];
}

function makeResult(reason: EndReason, scores: Pair, winner = winnerOf(scores)): Result {
  const points = winner === undefined ? ([0.5, 0.5] as const) : pointsOf(winner);
  return Object.freeze({
    reason,
    scores: Object.freeze([...scores] as const),
    winner,
    points: Object.freeze(points),
  });
}

function winnerOf([south, north]: Pair): Side | undefined {
  if (south === north) return undefined;
  return south > north ? 's' : 'n';
}

function pointsOf(winner: Side): Pair {
  return winner === 's' ? [1, 0] : [0, 1];
}

/** What first moves are worth. */
import { formatTurn } from '../notation.js';
import { legalPits, moves, play, startPosition } from '../position.js';
import type { Position } from '../position.js';
import { isExact } from '../solver/bounds.js';
import type { Bounds } from '../solver/bounds.js';
import type { Bench, Check } from './check.js';
import type { ClaimOf } from './claims.js';
import { estimateOf, startSeconds } from './estimates.js';
import { halfRight, judged, outOfReach, refuted } from './finding.js';
import type { Finding } from './finding.js';
import type { GivenStart } from './lab.js';
import { replay, turnFault } from './lines.js';
import { allSeeds, givenStart, judgeScore, questionOf, valueText } from './starts.js';
import { boundsText, listText, outcomeOf, signed, startText } from './words.js';

/** A search for each first move. */
const MOVES_COST = 3;

export const moveValue: Check<'move-value'> = {
  says: (claim) => {
    const only = claim.unique ? ', and no other move has' : '';
    return `${startText(claim)}, ${claim.moves}: score ${valueText(claim.value, claim.bound)}${only}`;
  },
  cost: (claim) => startSeconds(givenStart(claim)),
  run: async (claim, bench) => {
    const { value, bound } = claim;
    const start = givenStart(claim);
    const after = positionAfter(start, claim.moves);
    if (typeof after === 'string') return refuted(after);
    const fault = lineFault(after, claim.line);
    if (fault !== undefined) return refuted(`the line is none: ${fault}`);
    const line = claim.line === undefined ? '' : '; the line is legal';
    const parts = claim.unique ? 1 / 2 : 1;
    const question = forSouth(after, questionOf(value, bound));
    const bounds = toSouth(
      after,
      await bench.lab.scoreOf(after, bench.allowance.share(parts), question),
    );
    const found = `${boundsText(bounds, allSeeds(claim))}${line}`;
    const finding = judgeScore(bounds, value, bound, found);
    const open = outOfReach(found, {
      bounds,
      estimate: estimateOf(bench.lab, bench.claims, start),
    });
    if (finding === undefined) return open;
    if (!claim.unique || finding.verdict === 'refuted') return finding;
    return judgeOthers(claim, bench, found);
  },
};

/** Whether all other moves are worth less. */
async function judgeOthers(
  claim: ClaimOf<'move-value'>,
  { lab, allowance }: Bench,
  found: string,
): Promise<Finding> {
  const start = givenStart(claim);
  const others = firstTurns(start).filter((turn) => turn !== claim.moves);
  let open = 0;
  for (const [i, turn] of others.entries()) {
    const after = positionAfter(start, turn) as Position;
    const question = forSouth(after, questionOf(claim.value - 1, 'upper'));
    const share = allowance.share(1 / (others.length - i));
    const bounds = toSouth(after, await lab.scoreOf(after, share, question));
    if (bounds.lower >= claim.value) return halfRight(`${found}; but so has ${turn}`);
    if (bounds.upper >= claim.value) open++;
  }
  if (open === 0) return judged(true, `${found}; ${others.length} others have less`);
  return halfRight(`${found}; of ${others.length} others ${open} are open`);
}

/** An estimate proves nothing, but what is proven may speak against it. */
export const moveEstimate: Check<'move-estimate'> = {
  says: (claim) => `${startText(claim)}, ${claim.moves}: estimated at ${signed(claim.value)}`,
  cost: (claim) => startSeconds(givenStart(claim)),
  run: async (claim, { lab, allowance, claims }) => {
    const start = givenStart(claim);
    const after = positionAfter(start, claim.moves);
    if (typeof after === 'string') return refuted(after);
    const bounds = toMover(after, claim, await lab.scoreOf(after, allowance));
    const found = boundsText(bounds, allSeeds(claim));
    if (isExact(bounds)) return judged(bounds.lower === claim.value, found);
    const estimate = estimateOf(lab, claims, start);
    return outOfReach(`an estimate, which nothing proves; ${found}`, { bounds, estimate });
  },
};

export const moveCounts: Check<'move-counts'> = {
  says: (claim) => {
    const { wins, losses, likelyWins, likelyDraws } = claim.value;
    return (
      `${startText(claim)}: of the first turns ${wins} are proven wins, ${losses} proven losses, ` +
      `${likelyWins} a likely win, ${likelyDraws} likely draws`
    );
  },
  cost: (claim) => startSeconds(givenStart(claim)),
  run: async (claim, { lab, allowance, claims }) => {
    const { wins, losses, likelyWins, likelyDraws } = claim.value;
    const start = givenStart(claim);
    const turns = firstTurns(start);
    const claimed = wins + losses + likelyWins + likelyDraws;
    if (turns.length !== claimed)
      return refuted(`there are ${turns.length} first turns, not ${claimed}`);
    const proven = { win: 0, draw: 0, loss: 0 };
    for (const [i, turn] of turns.entries()) {
      const after = positionAfter(start, turn) as Position;
      const share = allowance.share(1 / (turns.length - i));
      const bounds = await lab.scoreOf(after, share, {
        suffices: (found) => outcomeOf(found) !== undefined,
      });
      const outcome = outcomeOf(toSouth(after, bounds));
      if (outcome !== undefined) proven[outcome]++;
    }
    const found =
      `there are ${turns.length} first turns, as counted; proven here: ` +
      `${proven.win} wins, ${proven.draw} draws, ${proven.loss} losses`;
    if (proven.win + proven.loss + proven.draw < turns.length) {
      return outOfReach(found, { estimate: estimateOf(lab, claims, start) });
    }
    return judged(proven.win >= wins && proven.loss >= losses, found);
  },
};

export const bestFirstMove: Check<'best-first-move'> = {
  says: (claim) => `in ${startText(claim)} pit ${claim.value} is best, as it earns an extra turn`,
  cost: (claim) => MOVES_COST * startSeconds(givenStart(claim)),
  run: async (claim, { lab, allowance, claims }) => {
    const start = givenStart(claim);
    const first = moves(startPosition(start.rules, start.pits, start.seeds));
    const scores: number[] = [];
    for (const { position } of first) {
      const bounds = toSouth(position, await lab.scoreOf(position, allowance));
      if (!isExact(bounds)) {
        const found = `proven of ${scores.length} of ${first.length} first moves`;
        return outOfReach(found, { estimate: estimateOf(lab, claims, start) });
      }
      scores.push(bounds.lower);
    }
    const best = first.filter((_, i) => scores[i] === Math.max(...scores));
    const extra = first.filter(({ extraTurn }) => extraTurn);
    const pitsOf = (some: typeof first): string[] => some.map(({ move }) => move);
    const found =
      `scores of pits 1 to ${first.length}: ${scores.map(signed).join(', ')}; best ` +
      `${listText(pitsOf(best))}; an extra turn comes from ${listText(pitsOf(extra))}`;
    const isBest = pitsOf(best).includes(String(claim.value));
    const isExtra = pitsOf(extra).includes(String(claim.value));
    if (isBest && isExtra) return judged(true, found);
    const isReason = best.some(({ extraTurn }) => extraTurn);
    if (!isBest && !isExtra && !isReason) return refuted(found);
    const which = isReason ? 'the best move does earn one, but is another pit' : 'one part holds';
    return halfRight(`${which}: ${found}`);
  },
};

/** Every whole turn that can be played from a start. */
export function firstTurns({ rules, pits, seeds }: GivenStart): string[] {
  const turns: string[] = [];
  const extend = (position: Position, turn: readonly number[]): void => {
    for (const pit of legalPits(position)) {
      const { position: next, extraTurn } = play(position, pit);
      if (extraTurn) extend(next, [...turn, pit]);
      else turns.push(formatTurn([...turn, pit]));
    }
  };
  extend(startPosition(rules, pits, seeds), []);
  return turns;
}

/** The position after turns from a start, or why they cannot be played. */
function positionAfter({ rules, pits, seeds }: GivenStart, turns: string): Position | string {
  try {
    return replay(startPosition(rules, pits, seeds), turns).position;
  } catch (error) {
    return turnFault(error);
  }
}

function lineFault(position: Position, line: string | undefined): string | undefined {
  if (line === undefined) return undefined;
  try {
    replay(position, line);
    return undefined;
  } catch (error) {
    return turnFault(error);
  }
}

/** Bounds for South, who began, from those for the side to move. */
function toSouth({ mover }: Position, { lower, upper }: Bounds): Bounds {
  return mover === 's' ? { lower, upper } : { lower: negated(upper), upper: negated(lower) };
}

/** Bounds for the side that made the last of the moves, from those for the side to move. */
function toMover(after: Position, claim: ClaimOf<'move-estimate'>, found: Bounds): Bounds {
  const south = toSouth(after, found);
  const isSouths = claim.moves.split(' ').length % 2 === 1;
  return isSouths ? south : { lower: negated(south.upper), upper: negated(south.lower) };
}

/** A question about South's score, asked of the side to move. */
function forSouth({ mover }: Position, question: ReturnType<typeof questionOf>): typeof question {
  if (mover === 's') return question;
  const { guess = 0, suffices = () => false } = question;
  return {
    guess: negated(guess),
    suffices: ({ lower, upper }) => suffices({ lower: negated(upper), upper: negated(lower) }),
  };
}

/** There is one zero. */
function negated(value: number): number {
  return value === 0 ? 0 : -value;
}

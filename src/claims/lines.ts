/** Lines of best play: replayed by the plain rules, and each ply's value proven. */
import { isGranaryError } from '../errors.js';
import { Match } from '../match.js';
import { startPosition } from '../position.js';
import type { Position } from '../position.js';
import { isExact } from '../solver/bounds.js';
import type { Bounds } from '../solver/bounds.js';
import type { Bench, Check } from './check.js';
import type { ClaimOf } from './claims.js';
import { estimateOf, startSeconds } from './estimates.js';
import { confirmed, halfRight, outOfReach, refuted } from './finding.js';
import { allSeeds, givenStart } from './starts.js';
import { boundsText, signed, startText } from './words.js';

/** Each ply is a search of its own, but all share what they find. */
const LINE_COST = 2;

export const bestLine: Check<'best-line'> = {
  says: (claim) =>
    `${startText(claim)}: ${claim.line} is best play, to a score of ${signed(claim.value)}`,
  cost: (claim) => LINE_COST * startSeconds(givenStart(claim)),
  run: async (claim, { lab, allowance, claims }) => {
    const start = givenStart(claim);
    const ofStart = (): Promise<Bounds> =>
      lab.scoreOfStart(start, allowance, { guess: claim.value });
    const fault = faultOf(claim);
    if (fault !== undefined) {
      const bounds = await ofStart();
      const isRight = isExact(bounds) && bounds.lower === claim.value;
      return isRight
        ? halfRight(`${boundsText(bounds, allSeeds(claim))} is right, the line is not: ${fault}`)
        : refuted(`the line does not reach it: ${fault}`);
    }
    const replayed = `replays to ${signed(claim.value)}`;
    const kept = await pliesKept(claim, { lab, allowance: allowance.share(1 / 2), claims });
    if (kept.lost !== undefined) {
      return refuted(`${replayed}, but ply ${kept.lost} gives value away`);
    }
    if (kept.proven === kept.plies) {
      return confirmed(`${replayed}, each of ${kept.plies} plies keeps it`);
    }
    const bounds = await ofStart();
    const score = boundsText(bounds, allSeeds(claim));
    return outOfReach(
      `${replayed}; of ${kept.plies} plies the last ${kept.proven} are proven to keep it; ${score}`,
      { bounds, estimate: estimateOf(lab, claims, start) },
    );
  },
};

/** Turns from a start, by the plain rules; throws `InvalidHistory`. */
export function replay(start: Position, turns: string): Match {
  return Match.fromMoves(start, turns.split(' '), { stopWhenDecided: false });
}

/** Why a line is none, or does not end with the score that is claimed. */
function faultOf(claim: ClaimOf<'best-line'>): string | undefined {
  const { rules, pits, seeds } = givenStart(claim);
  try {
    const match = replay(startPosition(rules, pits, seeds), claim.line);
    const [south, north] = match.scores;
    if (!match.over) return `it breaks off at ${south}-${north}`;
    return south - north === claim.value ? undefined : `it ends with ${signed(south - north)}`;
  } catch (error) {
    return turnFault(error);
  }
}

/** Why turns cannot be played; throws what is no fault of theirs. */
export function turnFault(error: unknown): string {
  const isTheirs = isGranaryError(error, 'IllegalMove') || isGranaryError(error, 'InvalidHistory');
  if (isTheirs) return error.message;
  throw error;
}

interface Kept {
  readonly plies: number;
  /** From the end of the line. */
  readonly proven: number;
  /** A ply after which the score is another. */
  readonly lost?: number;
}

/** Whether each position of a line is worth what the line ends with: from its end, where that is known soonest. */
async function pliesKept(claim: ClaimOf<'best-line'>, { lab, allowance }: Bench): Promise<Kept> {
  const { rules, pits, seeds } = givenStart(claim);
  const { start, plies } = replay(startPosition(rules, pits, seeds), claim.line);
  const positions = [start, ...plies.slice(0, -1).map(({ position }) => position)].reverse();
  let proven = 0;
  for (const position of positions) {
    const score = position.mover === 's' ? claim.value : -claim.value;
    const bounds = await lab.scoreOf(position, allowance, { guess: score });
    if (bounds.lower > score || bounds.upper < score) {
      return { plies: plies.length, proven, lost: plies.length - proven };
    }
    if (!isExact(bounds)) break;
    proven++;
  }
  return { plies: plies.length, proven };
}

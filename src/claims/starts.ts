/** Who wins a start, and by how much. */
import { parsePosition } from '../notation.js';
import { rowsOf, seedsInPlay } from '../core/rows.js';
import type { Bounds } from '../solver/bounds.js';
import { isExact } from '../solver/bounds.js';
import { rulesOf } from './check.js';
import type { Bench, Check } from './check.js';
import type { Bound, Claim, ClaimOf, Start } from './claims.js';
import { estimateOf, solvingSeconds, startSeconds } from './estimates.js';
import { confirmed, halfRight, judged, outOfReach, refuted } from './finding.js';
import type { Finding } from './finding.js';
import type { GivenStart, Question } from './lab.js';
import { boundsText, outcomeOf, outcomeText, signed, startText } from './words.js';

export function givenStart(claim: Start & Pick<Claim, 'id' | 'rules'>): GivenStart {
  return { rules: rulesOf(claim), pits: claim.pits, seeds: claim.seeds };
}

export function allSeeds({ pits, seeds }: Start): number {
  return 2 * pits * seeds;
}

/** What settles whether a score is what is claimed. */
export function questionOf(value: number, bound: Bound | undefined): Question {
  switch (bound) {
    case undefined:
      return { guess: value, suffices: ({ lower, upper }) => value < lower || value > upper };
    case 'lower':
      return { guess: value, suffices: ({ lower, upper }) => lower >= value || upper < value };
    case 'upper':
      return { guess: value + 1, suffices: ({ lower, upper }) => upper <= value || lower > value };
  }
}

/** `+8`, `at least +2` */
export function valueText(value: number, bound: Bound | undefined): string {
  if (bound === undefined) return signed(value);
  return `${bound === 'lower' ? 'at least' : 'at most'} ${signed(value)}`;
}

/** Judges a claimed score by what is proven of it. */
export function judgeScore(
  bounds: Bounds,
  value: number,
  bound: Bound | undefined,
  found: string,
): Finding | undefined {
  if (isExact(bounds) && bound === undefined) return judged(bounds.lower === value, found);
  const { suffices } = questionOf(value, bound);
  if (!suffices?.(bounds)) return undefined;
  if (bound === 'lower') return judged(bounds.lower >= value, found);
  return bound === 'upper' ? judged(bounds.upper <= value, found) : refuted(found);
}

export const startResult: Check<'start-result'> = {
  says: (claim) => `${startText(claim)} is ${outcomeText(claim.value)}`,
  cost: (claim) => startSeconds(givenStart(claim)),
  run: async (claim, { lab, allowance, claims }) => {
    const start = givenStart(claim);
    const bounds = await lab.scoreOfStart(start, allowance, {
      guess: claim.value === 'win' ? 1 : 0,
      suffices: (found) => outcomeOf(found) !== undefined,
    });
    const found = boundsText(bounds, allSeeds(claim));
    const outcome = outcomeOf(bounds);
    if (outcome !== undefined) return judged(outcome === claim.value, found);
    return outOfReach(found, { bounds, estimate: estimateOf(lab, claims, start) });
  },
};

export const startValue: Check<'start-value'> = {
  says: (claim) => `${startText(claim)} has score ${valueText(claim.value, claim.bound)}`,
  cost: (claim) => startSeconds(givenStart(claim)),
  run: async (claim, { lab, allowance, claims }) => {
    const { value, bound } = claim;
    const start = givenStart(claim);
    const bounds = await lab.scoreOfStart(start, allowance, questionOf(value, bound));
    const found = boundsText(bounds, allSeeds(claim));
    const finding = judgeScore(bounds, value, bound, found);
    return finding ?? outOfReach(found, { bounds, estimate: estimateOf(lab, claims, start) });
  },
};

export const positionValue: Check<'position-value'> = {
  says: ({ position, value }) => `${position} has score ${signed(value)}`,
  cost: (claim) => {
    const { south, rules, ...board } = parsePosition(claim.position, rulesOf(claim));
    return solvingSeconds(rules, south.length, seedsInPlay(rowsOf({ south, ...board })));
  },
  run: async (claim, { lab, allowance }) => {
    const position = parsePosition(claim.position, rulesOf(claim));
    const bounds = await lab.scoreOf(position, allowance, questionOf(claim.value, undefined));
    const { south, north, stores } = position;
    const seeds = [...south, ...north, ...stores].reduce((sum, pit) => sum + pit, 0);
    const found = boundsText(bounds, seeds);
    return judgeScore(bounds, claim.value, undefined, found) ?? outOfReach(found, { bounds });
  },
};

/** What is expected of a start is no proof of anything. */
export const startOutlook: Check<'start-outlook'> = {
  says: (claim) => `${startText(claim)}: ${claim.text ?? ''}`,
  cost: (claim) => startSeconds(givenStart(claim)),
  run: (claim, bench) => unsettled(claim, bench, 'an outlook is nothing to prove'),
};

/** What others have published is not computed. */
export const unknownValue: Check<'unknown-value'> = {
  says: (claim) => `no value of ${startText(claim)} is known`,
  cost: (claim) => startSeconds(givenStart(claim)),
  run: (claim, bench) => unsettled(claim, bench, 'what has been published is nothing to compute'),
};

async function unsettled(
  claim: ClaimOf<'start-outlook' | 'unknown-value'>,
  { lab, allowance, claims }: Bench,
  why: string,
): Promise<Finding> {
  const start = givenStart(claim);
  const bounds = await lab.scoreOfStart(start, allowance);
  const found = `${why}; here: ${boundsText(bounds, allSeeds(claim))}`;
  return outOfReach(found, {
    bounds,
    estimate: isExact(bounds) ? undefined : estimateOf(lab, claims, start),
  });
}

export const firstPlayerWins: Check<'first-player-wins'> = {
  says: ({ pits, value }) => `the first player wins on ${pits} pits with ${value.join(', ')} seeds`,
  cost: (claim) => Math.max(...startsOf(claim).map(startSeconds)),
  run: async (claim, { lab, allowance, claims }) => {
    const starts = startsOf(claim);
    const parts: string[] = [];
    const outcomes = [];
    for (const [i, start] of starts.entries()) {
      const bounds = await lab.scoreOfStart(start, allowance.share(1 / (starts.length - i)), {
        guess: 1,
        suffices: (found) => outcomeOf(found) !== undefined,
      });
      const outcome = outcomeOf(bounds);
      const by = outcome ? '' : claimedBy(claims, start, claim.id);
      parts.push(`${start.rules}${startText(start)} ${boundsText(bounds, allSeeds(start))}${by}`);
      outcomes.push(outcome);
    }
    const found = parts.join('; ');
    if (outcomes.every((outcome) => outcome === 'win')) return confirmed(found);
    if (outcomes.some((outcome) => outcome === 'draw' || outcome === 'loss')) return refuted(found);
    return outcomes.includes('win') ? halfRight(found) : outOfReach(found);
  },
};

function startsOf({ pits, ruleSets, value }: ClaimOf<'first-player-wins'>): GivenStart[] {
  return ruleSets.flatMap((rules) => value.map((seeds) => ({ rules, pits, seeds })));
}

/** Which other claims of the file say something of a start. */
function claimedBy(
  claims: Bench['claims'],
  { rules, pits, seeds }: GivenStart,
  except: string,
): string {
  const ids = claims.flatMap((claim) => {
    const isOfStart = claim.what === 'start-value' || claim.what === 'start-result';
    if (!isOfStart || claim.id === except || claim.rules !== rules) return [];
    return claim.pits === pits && claim.seeds === seeds ? [claim.id] : [];
  });
  return ids.length === 0 ? '' : ` (claimed: ${ids.join(', ')})`;
}

export const smallEdge: Check<'small-edge'> = {
  says: (claim) => `in ${startText(claim)} the first move is a small advantage`,
  cost: (claim) => startSeconds(givenStart(claim)),
  run: async (claim, { lab, allowance, claims }) => {
    const start = givenStart(claim);
    const seeds = allSeeds(claim);
    const bounds = await lab.scoreOfStart(start, allowance);
    const found = boundsText(bounds, seeds);
    if (bounds.upper <= 0) return refuted(`no advantage: ${found}`);
    if (!isExact(bounds)) {
      return outOfReach(found, { bounds, estimate: estimateOf(lab, claims, start) });
    }
    const { lower } = bounds;
    const ends = `${(seeds + lower) / 2}-${(seeds - lower) / 2}`;
    return halfRight(
      `an advantage it is: ${found} of ${seeds} seeds, ${ends} at the end; whether that is small is a word`,
    );
  },
};

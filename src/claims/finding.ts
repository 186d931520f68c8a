/** What checking a claim has found. */
import type { Bounds } from '../solver/bounds.js';

export const VERDICTS = ['confirmed', 'half right', 'refuted', 'out of reach'] as const;
export type Verdict = (typeof VERDICTS)[number];

export interface Finding {
  readonly verdict: Verdict;
  /** What was computed, in words: of what is half right, the part that is. */
  readonly found: string;
  /** All that is proven of a value that is out of reach. */
  readonly bounds?: Bounds;
  /** What reaching it would take, and how that is reckoned. */
  readonly estimate?: string | undefined;
}

export function confirmed(found: string): Finding {
  return { verdict: 'confirmed', found };
}

export function halfRight(found: string): Finding {
  return { verdict: 'half right', found };
}

export function refuted(found: string): Finding {
  return { verdict: 'refuted', found };
}

export function outOfReach(
  found: string,
  more: Pick<Finding, 'bounds' | 'estimate'> = {},
): Finding {
  return { verdict: 'out of reach', found, ...more };
}

/** Confirmed if it holds, else refuted. */
export function judged(holds: boolean, found: string): Finding {
  return holds ? confirmed(found) : refuted(found);
}

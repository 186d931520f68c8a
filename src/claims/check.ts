/** How a claim is checked. */
import type { RuleSetId } from '../rules/options.js';
import type { Allowance } from './allowance.js';
import type { Claim, ClaimOf, Kind } from './claims.js';
import type { Finding } from './finding.js';
import type { Lab } from './lab.js';

/** What a check has to work with. */
export interface Bench {
  readonly lab: Lab;
  readonly allowance: Allowance;
  /** All claims of the file, for what else they say of the same thing. */
  readonly claims: readonly Claim[];
}

export interface Check<K extends Kind> {
  /** The claim in words, where it has none of its own. */
  readonly says: (claim: ClaimOf<K>) => string;
  /** Seconds that it is expected to take, roughly: cheap claims come first. */
  readonly cost: (claim: ClaimOf<K>) => number;
  readonly run: (claim: ClaimOf<K>, bench: Bench) => Finding | Promise<Finding>;
}

/** The rule set of a claim of a kind that must name one. */
export function rulesOf({ id, rules }: Pick<Claim, 'id' | 'rules'>): RuleSetId {
  if (rules === null) throw new RangeError(`claim ${id} names no rule set`);
  return rules;
}

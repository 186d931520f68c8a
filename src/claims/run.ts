/**
 * Checks claims within a budget of time. Cheap ones come first and get what they need, as long as they are expected to
 * need less than half of what is left for them; what remains is shared out evenly among the others, and those that were
 * not done after all, which then say how far they got.
 */
import { Allowance } from './allowance.js';
import type { Clock } from './allowance.js';
import type { Check } from './check.js';
import { checkOf } from './checks.js';
import type { Claim, Kind } from './claims.js';
import type { Finding } from './finding.js';
import { Lab } from './lab.js';
import type { LabOptions } from './lab.js';

export interface Checked extends Finding {
  readonly claim: Claim;
  /** Positions searched for it; what was known by then costs none. */
  readonly nodes: number;
  readonly seconds: number;
}

export interface CheckOptions extends LabOptions {
  /** Seconds for the whole run. */
  readonly budget: number;
  readonly clock?: Clock;
  readonly signal?: AbortSignal | undefined;
  /** All claims of the file, if those to be checked are not all. */
  readonly among?: readonly Claim[];
  /** Called before a claim is checked, as it may be twice; `done` have been. */
  readonly onClaim?: (claim: Claim, done: number) => void;
}

/** Kept for claims that are expected to need more than there is, or did. */
const PART_FOR_HARD = 1 / 4;
/** A claim may take so much longer than expected. */
const SLACK = 8;
const SLACK_SECONDS = 10;

/** What is found of each claim, in the order of the claims; throws `Interrupted`. */
export async function checkClaims(
  claims: readonly Claim[],
  options: CheckOptions,
): Promise<readonly Checked[]> {
  const run = new Run(claims, options);
  return run.all();
}

class Run {
  private readonly clock: Clock;
  private readonly end: number;
  private readonly lab: Lab;
  private readonly found = new Map<Claim, Checked>();

  constructor(
    private readonly claims: readonly Claim[],
    private readonly options: CheckOptions,
  ) {
    this.clock = options.clock ?? (() => performance.now() / 1000);
    this.end = this.clock() + options.budget;
    this.lab = new Lab(options);
  }

  async all(): Promise<readonly Checked[]> {
    const costs = new Map(this.claims.map((claim) => [claim, costOf(claim)]));
    const byCost = this.claims.toSorted((a, b) => costs.get(a)! - costs.get(b)!);
    const hard: Claim[] = [];
    for (const claim of byCost) {
      const left = this.end - this.options.budget * PART_FOR_HARD - this.clock();
      const cost = costs.get(claim)!;
      if (2 * cost > left) {
        hard.push(claim);
        continue;
      }
      await this.check(claim, Math.min(SLACK * cost + SLACK_SECONDS, left), true);
      if (this.found.get(claim)!.verdict === 'out of reach') hard.push(claim);
    }
    for (const [i, claim] of hard.entries()) {
      const left = Math.max(this.end - this.clock(), 0);
      await this.check(claim, left / (hard.length - i), false);
    }
    return this.claims.map((claim) => this.found.get(claim)!);
  }

  private async check(claim: Claim, seconds: number, isAmple: boolean): Promise<void> {
    const { lab, clock, options } = this;
    options.onClaim?.(claim, Math.min(this.found.size, this.claims.length - 1));
    const started = clock();
    const { nodes } = lab;
    const allowance = new Allowance(clock, started + seconds, isAmple, options.signal);
    allowance.throwIfInterrupted();
    const bench = { lab, allowance, claims: options.among ?? this.claims };
    const finding = await (checkOf(claim) as Check<Kind>).run(claim, bench);
    const before = this.found.get(claim) ?? { nodes: 0, seconds: 0 };
    this.found.set(claim, {
      claim,
      ...finding,
      nodes: before.nodes + lab.nodes - nodes,
      seconds: before.seconds + clock() - started,
    });
  }
}

function costOf(claim: Claim): number {
  return (checkOf(claim) as Check<Kind>).cost(claim);
}

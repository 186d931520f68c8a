/**
 * Narrows the bounds of a gain by null windows until they meet, in slices, so that progress is told and
 * signals are heard in between.
 */
import type { Core } from '../core/core.js';
import { seedsInPlay } from '../core/rows.js';
import type { Rows } from '../core/rows.js';
import { GranaryError } from '../errors.js';
import { pause } from '../pause.js';
import type { Side } from '../rules/board.js';
import type { RuleSetId } from '../rules/options.js';
import type { Bounds } from './bounds.js';
import type { LazyRounds } from './rounds.js';

/** Nodes between two looks at the clock and the signal: some tens of milliseconds. */
const SLICE = 100_000;
/** Nodes before sweeps are tried. */
const SHORT_SEARCH = 20_000;

/** Gains that are known beforehand, as those of a book. */
export interface KnownGains {
  readonly rules: RuleSetId;
  readonly pits: number;
  /** The gain of the side to move; undefined where it is not known. */
  gain(rows: Rows): number | undefined;
}

export interface ProverOptions {
  /** Most nodes to search; none if left out. */
  readonly nodes?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Asked before a position is searched; nothing is if left out. */
  readonly book?: KnownGains | undefined;
  /** Values that sweeps can find, asked for where a short search does not. */
  readonly rounds?: LazyRounds | undefined;
  /** Called about every slice with the bounds of the gain in work. */
  readonly onProgress?: ((bounds: Bounds) => void) | undefined;
}

export class Prover {
  private readonly limit: number;
  /** `core.nodes` at the last look at the clock and the signal. */
  private lastPause: number;

  constructor(
    readonly core: Core,
    private readonly options: ProverOptions,
  ) {
    this.limit = core.nodes + (options.nodes ?? Infinity);
    this.lastPause = core.nodes;
  }

  get isSpent(): boolean {
    return this.core.nodes >= this.limit;
  }

  /**
   * The bounds of the mover's gain, equal unless the budget ran out. `guess` is where the search begins,
   * `known` what is known already. Who is to move matters only where the core has a history.
   */
  async bounds(
    rows: Rows,
    guess: number,
    known: Partial<Bounds> = {},
    mover: Side = 's',
  ): Promise<Bounds> {
    const booked = this.options.book?.gain(rows);
    if (booked !== undefined) return { lower: booked, upper: booked };
    const limits = this.core.limits(rows, mover);
    let lower = Math.max(known.lower ?? -Infinity, limits.lower);
    let upper = Math.min(known.upper ?? Infinity, limits.upper);
    let next = guess;
    const { rounds } = this.options;
    const short = rounds ? this.core.nodes + SHORT_SEARCH : 0;
    while (lower < upper) {
      const beta = Math.min(Math.max(next, lower + 1), upper);
      const left = rounds ? Math.max(short - this.core.nodes, 0) : Infinity;
      let value = await this.window(rows, mover, beta, { lower, upper }, left);
      if (value === undefined && rounds) {
        const exact = this.sweptGain(rows, mover);
        if (exact !== undefined) return { lower: exact, upper: exact };
        value = await this.window(rows, mover, beta, { lower, upper });
      }
      if (value === undefined) break;
      if (value >= beta) lower = Math.min(value, upper);
      else upper = Math.max(value, lower);
      next = value;
    }
    return { lower, upper };
  }

  /** Whether the mover's gain is at least `beta`; `undefined` after `nodes` nodes without an answer. */
  async reaches(
    rows: Rows,
    beta: number,
    nodes: number,
    mover: Side = 's',
  ): Promise<boolean | undefined> {
    const booked = this.options.book?.gain(rows);
    if (booked !== undefined) return booked >= beta;
    const seeds = seedsInPlay(rows);
    const value =
      (await this.window(rows, mover, beta, { lower: -seeds, upper: seeds }, nodes)) ??
      this.sweptGain(rows, mover);
    return value === undefined ? undefined : value >= beta;
  }

  /** The gain of a position that no search is needed for. */
  knownGain(rows: Rows, mover: Side): number | undefined {
    if (this.core.covers(rows)) return this.core.probe(rows);
    return this.options.rounds?.known(rows, mover);
  }

  /** The gain of a position that is not known yet, if sweeps can find it. */
  sweptGain(rows: Rows, mover: Side): number | undefined {
    return this.options.rounds?.gain(rows, mover);
  }

  private async window(
    rows: Rows,
    mover: Side,
    beta: number,
    bounds: Bounds,
    nodes = Infinity,
  ): Promise<number | undefined> {
    const { core } = this;
    const limit = Math.min(this.limit, core.nodes + nodes);
    core.beginProof(rows, beta, mover);
    while (core.nodes < limit) {
      const isDone = core.runProof(Math.min(SLICE, limit - core.nodes));
      if (core.nodes - this.lastPause >= SLICE) await this.pause(bounds);
      if (isDone) return core.proofValue;
    }
    return undefined;
  }

  private async pause(bounds: Bounds): Promise<void> {
    const { onProgress, signal } = this.options;
    this.lastPause = this.core.nodes;
    onProgress?.(bounds);
    await pause();
    if (signal?.aborted) throw new GranaryError('Interrupted', 'interrupted');
  }
}

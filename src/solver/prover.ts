/**
 * Narrows the bounds of a gain by null windows until they meet, in slices, so that progress is told and
 * signals are heard in between.
 */
import type { Core } from '../core/core.js';
import { seedsInPlay } from '../core/rows.js';
import type { Rows } from '../core/rows.js';
import { GranaryError } from '../errors.js';
import { delay, pause } from '../pause.js';
import type { Side } from '../rules/board.js';
import type { RuleSetId } from '../rules/options.js';
import type { Crew } from '../tablebase/crew.js';
import type { Question } from '../tablebase/hand.js';
import type { Bounds } from './bounds.js';
import type { LazyRounds } from './rounds.js';

/** Nodes between two looks at the clock and the signal: some tens of milliseconds. */
const SLICE = 100_000;
/** The same where the time is limited. */
const TIMED_SLICE = 20_000;
/** Nodes before sweeps are tried. */
const SHORT_SEARCH = 20_000;
/** Nodes that a question takes before it is handed to the crew: most are answered by then. */
const ALONE = 20_000;
/** Milliseconds between two looks at how far the crew is. */
const WATCH_MS = 20;

/** Gains that are known beforehand, as those of a book. */
export interface KnownGains {
  readonly rules: RuleSetId;
  readonly pits: number;
  /** The gain of the side to move; undefined where it is not known. */
  gain(rows: Rows): number | undefined;
}

export interface ProverOptions {
  /** Most nodes to search; no limit if left out. With a crew some more are searched. */
  readonly nodes?: number | undefined;
  /** Most seconds to search; no limit if left out. */
  readonly seconds?: number | undefined;
  /** Tells the time in milliseconds, from any start; `performance.now` if left out. */
  readonly clock?: (() => number) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Workers on the core's memory, who search the longer questions together. */
  readonly crew?: Crew | undefined;
  /** Nodes that a question takes before it is handed to the crew; 20,000 if left out. */
  readonly alone?: number | undefined;
  /** Asked before a position is searched; nothing is if left out. */
  readonly book?: KnownGains | undefined;
  /** Values that sweeps can find, asked for where a short search does not. */
  readonly rounds?: LazyRounds | undefined;
  /** Called about every slice with the bounds of the gain in work, and awaited. */
  readonly onProgress?: ((bounds: Bounds) => void | Promise<void>) | undefined;
}

/** What is known of a position beforehand. */
export interface Known extends Partial<Bounds> {
  /** Who is to move, which matters only where the core has a history; South if left out. */
  readonly mover?: Side | undefined;
  /** What the mover is ahead by in the stores: who wins is asked first then. */
  readonly base?: number | undefined;
  /** Called once when it is known who wins, with the bounds of the gain. */
  readonly onWinner?: ((bounds: Bounds) => void) | undefined;
}

export class Prover {
  private readonly limit: number;
  private readonly deadline: number;
  private readonly clock: () => number;
  private readonly slice: number;
  /** `core.nodes` at the last look at the clock and the signal. */
  private lastPause: number;

  constructor(
    readonly core: Core,
    private readonly options: ProverOptions,
  ) {
    const { nodes = Infinity, seconds = Infinity, clock = () => performance.now() } = options;
    this.limit = core.nodes + nodes;
    this.clock = clock;
    this.deadline = clock() + 1000 * seconds;
    this.slice = seconds === Infinity ? SLICE : TIMED_SLICE;
    this.lastPause = core.nodes;
  }

  get isSpent(): boolean {
    return this.core.nodes >= this.limit || this.isLate;
  }

  private get isLate(): boolean {
    return this.deadline !== Infinity && this.clock() >= this.deadline;
  }

  /**
   * The bounds of the mover's gain, equal unless the budget ran out. `guess` is where the search begins, once it
   * is known who wins.
   */
  async bounds(rows: Rows, guess: number, known: Known = {}): Promise<Bounds> {
    const { mover = 's', base, onWinner } = known;
    const booked = this.options.book?.gain(rows);
    if (booked !== undefined) return { lower: booked, upper: booked };
    const limits = this.core.limits(rows, mover);
    let lower = Math.max(known.lower ?? -Infinity, limits.lower);
    let upper = Math.min(known.upper ?? Infinity, limits.upper);
    let next = guess;
    let asksWinner = base !== undefined;
    const { rounds } = this.options;
    const short = rounds ? this.core.nodes + SHORT_SEARCH : 0;
    while (lower < upper) {
      const bounds = { lower, upper };
      const decisive = asksWinner ? decisiveQuestion(bounds, base ?? 0) : undefined;
      if (asksWinner && decisive === undefined) {
        asksWinner = false;
        onWinner?.(bounds);
      }
      // Where half of the budget does not tell who wins, other bounds may still be found.
      const most =
        decisive === undefined ? Infinity : Math.ceil((this.limit - this.core.nodes) / 2);
      const beta = decisive ?? Math.min(Math.max(next, lower + 1), upper);
      const left = rounds ? Math.max(short - this.core.nodes, 0) : Infinity;
      let value = await this.window(rows, mover, beta, bounds, Math.min(left, most));
      if (value === undefined && rounds) {
        const exact = this.sweptGain(rows, mover);
        if (exact !== undefined) return { lower: exact, upper: exact };
        value = await this.window(rows, mover, beta, bounds, most);
      }
      if (value === undefined) {
        if (!asksWinner || this.isSpent) break;
        asksWinner = false;
        continue;
      }
      if (value >= beta) lower = Math.min(value, upper);
      else upper = Math.max(value, lower);
      if (decisive === undefined) next = value;
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
    const { alone = ALONE } = this.options;
    const handOver = this.hasHelp ? Math.min(limit, core.nodes + alone) : limit;
    core.beginProof(rows, beta, mover);
    while (core.nodes < handOver && !this.isLate) {
      const isDone = core.runProof(Math.min(this.slice, handOver - core.nodes));
      if (core.nodes - this.lastPause >= this.slice) await this.pause(bounds);
      if (isDone) return core.proofValue;
    }
    if (core.nodes >= limit || this.isLate) return undefined;
    return this.helped({ rows, beta, mover }, bounds, limit);
  }

  /** Whether a crew can help: workers know of no history. */
  private get hasHelp(): boolean {
    const { crew } = this.options;
    return crew !== undefined && crew.size > 1 && this.core.history.isEmpty;
  }

  /** The answer to a question, found by the crew; undefined after `limit` nodes without one. */
  private async helped(
    question: Question,
    bounds: Bounds,
    limit: number,
  ): Promise<number | undefined> {
    const { core } = this;
    core.beginProof(question.rows, question.beta, question.mover);
    const work = this.options.crew!.prove(question);
    const state = { isAtWork: true };
    const end = (): void => void (state.isAtWork = false);
    work.then(end, end);
    try {
      while (state.isAtWork && core.nodes < limit && !this.isLate) {
        await Promise.race([work, delay(WATCH_MS)]);
        await this.pause(bounds);
      }
    } finally {
      core.callOffProof();
      // Nobody may be at the memory when the caller goes on.
      await work;
    }
    return core.isProven ? core.proofValue : undefined;
  }

  private async pause(bounds: Bounds): Promise<void> {
    const { onProgress, signal } = this.options;
    this.lastPause = this.core.nodes;
    await onProgress?.(bounds);
    await pause();
    if (signal?.aborted) throw new GranaryError('Interrupted', 'interrupted');
  }
}

/** The next question that helps to tell who wins, by the gain that it asks for; undefined once that is known. */
function decisiveQuestion({ lower, upper }: Bounds, base: number): number | undefined {
  const even = 0 - base;
  if (lower > even || upper < even || lower === upper) return undefined;
  return upper > even ? even + 1 : even;
}

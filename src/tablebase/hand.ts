/**
 * What one thread does for a layer. Where threads share a core's memory each has a hand of its own, and a crew
 * (crew.ts) tells them what to do.
 */
import type { Core, Layout } from '../core/core.js';
import type { Rows } from '../core/rows.js';
import type { Prediction, Run, Tallies } from '../core/runs.js';
import { pause } from '../pause.js';
import type { Side } from '../rules/board.js';
import { encodeRun } from './codec.js';
import { decodeBlock } from './layer-file.js';
import type { Named } from './refusal.js';

/** Positions solved between two looks at what has been asked meanwhile: some milliseconds. */
const SLICE = 200_000;
/** Nodes of a proof between two such looks. */
const PROOF_SLICE = 1_000_000;
/** Time between two reports. */
const REPORT_MS = 50;

/** Consecutive blocks of a file, of one pair of seeds. */
export interface Blocks {
  readonly file: Named;
  /** The number of the first. */
  readonly from: number;
  readonly runs: readonly Run[];
  readonly bytes: readonly Uint8Array[];
}

/** Whether the mover's gain in a position is at least `beta`. */
export interface Question {
  readonly rows: Rows;
  readonly beta: number;
  readonly mover: Side;
}

const DONE = Promise.resolve();

/** One thread's hand; calls may cross into a worker. */
export interface Hand {
  /** Takes over how the memory is laid out. */
  follow(layout: Layout): Promise<void>;
  /**
   * Takes part in a sweep over a layer, until nothing is left of it or `stop` is called; reports positions that
   * it has done.
   */
  sweep(layer: number, sweep: number, onDone: (positions: number) => void): Promise<void>;
  stop(): Promise<void>;
  /** Learns from a run of a solved layer, or counts in it by the prediction in use. */
  learn(run: Run): Promise<void>;
  count(run: Run): Promise<void>;
  /** What it has learned and counted since the last call. */
  takeTallies(): Promise<Tallies>;
  /** Uses a prediction for the runs that follow, or none. */
  use(prediction: Prediction | undefined): Promise<void>;
  /** The block of a file for a run of a solved layer. */
  encode(run: Run): Promise<Uint8Array>;
  /** Puts blocks of a file into the memory; throws `TablebaseCorrupt`. */
  decode(blocks: Blocks): Promise<void>;
  /** Takes part in a proof that another thread has begun, until it is answered or called off. */
  prove(question: Question): Promise<void>;
}

/** The hand of the thread that it is made in. */
export class CoreHand implements Hand {
  private isStopped = false;
  private isPredicted = false;

  constructor(
    private readonly core: Core,
    /** Whether another thread lays the memory out. */
    private readonly isGuest: boolean,
  ) {}

  follow(layout: Layout): Promise<void> {
    if (this.isGuest) this.core.follow(layout);
    return DONE;
  }

  async sweep(layer: number, sweep: number, onDone: (positions: number) => void): Promise<void> {
    const { core } = this;
    this.isStopped = false;
    core.joinSweep(layer, sweep);
    let unreported = 0;
    let reported = performance.now();
    while (!this.isAskedToStop()) {
      const more = core.runSweep(SLICE);
      if (more === 0) break;
      unreported += more;
      if (performance.now() - reported >= REPORT_MS) {
        onDone(unreported);
        unreported = 0;
        reported = performance.now();
      }
      await pause();
    }
    onDone(unreported);
  }

  /** Whether it has been asked to stop. */
  private isAskedToStop(): boolean {
    return this.isStopped;
  }

  stop(): Promise<void> {
    this.isStopped = true;
    return DONE;
  }

  learn(run: Run): Promise<void> {
    this.core.runs.learn(run);
    return DONE;
  }

  count(run: Run): Promise<void> {
    this.core.runs.count(run);
    return DONE;
  }

  takeTallies(): Promise<Tallies> {
    return Promise.resolve(this.core.runs.takeTallies());
  }

  use(prediction: Prediction | undefined): Promise<void> {
    this.isPredicted = prediction !== undefined;
    if (prediction !== undefined) this.core.runs.use(prediction);
    return DONE;
  }

  encode(run: Run): Promise<Uint8Array> {
    return Promise.resolve(encodeRun(this.core, run, this.isPredicted));
  }

  async prove({ rows, beta, mover }: Question): Promise<void> {
    const { core } = this;
    core.joinProof(rows, beta, mover);
    while (!core.runProof(PROOF_SLICE)) await pause();
  }

  decode({ file, from, runs, bytes }: Blocks): Promise<void> {
    const { core, isPredicted } = this;
    for (const [i, run] of runs.entries()) {
      core.runs.write(run, decodeBlock(core, file, from + i, run, isPredicted, bytes[i]!));
    }
    return DONE;
  }
}

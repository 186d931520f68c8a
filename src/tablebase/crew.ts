/**
 * Those who work on the layers of one core: its own thread alone, or workers beside it. Runs are handed out as
 * hands become free, and their results taken in order, so that what comes out does not depend on how many there
 * are.
 */
import type { Core, Layout } from '../core/core.js';
import type { Prediction, Run, Tallies } from '../core/runs.js';
import { GranaryError } from '../errors.js';
import { encodePrediction } from './codec.js';
import { CoreHand } from './hand.js';
import type { Hand, Question } from './hand.js';
import type { LayerFile } from './layer-file.js';
import { addTallies, isPredicted, listsFrom, scoresFrom } from './prediction.js';
import { runsOf } from './runs.js';

/** Runs that are in work or done before their turn, for each hand. */
const AHEAD = 4;

/** How often a layer is gone through where it is predicted: to learn, to count and to code. */
const PASSES = 3;

/** How far the layer in work is. */
export interface LayerProgress {
  readonly layer: number;
  /** Which sweep over the layer is in work, from 1; where positions come back there are a dozen or so. */
  readonly sweep: number;
  /** Positions of the layer that are done in this sweep, and all it has. */
  readonly done: number;
  readonly positions: number;
}

/** How work on layers is watched and ended. */
export interface LayerOptions {
  readonly onProgress?: ((progress: LayerProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Those who work on a core's layers. */
export class Crew {
  /** How the memory was laid out when all hands followed. */
  private followed: Layout | undefined;

  constructor(
    readonly core: Core,
    private readonly hands: readonly Hand[],
    private readonly onDispose: () => void = () => undefined,
  ) {}

  /** The core's own thread does everything. */
  static alone(core: Core): Crew {
    return new Crew(core, [new CoreHand(core, false)]);
  }

  /** How many work at the same time. */
  get size(): number {
    return this.hands.length;
  }

  /** Ends the workers. */
  dispose(): void {
    this.onDispose();
  }

  /** Solves a layer; all below it are covered. Throws `Interrupted`. */
  async solve(layer: number, { onProgress, signal }: LayerOptions = {}): Promise<void> {
    const { core, hands } = this;
    const positions = core.layerSize(layer);
    core.beginLayer(layer);
    await this.follow();
    const stop = (): void => {
      for (const hand of hands) void hand.stop();
    };
    signal?.addEventListener('abort', stop);
    try {
      for (let sweep = 1; ; sweep++) {
        let done = 0;
        const onDone = (more: number): void => {
          done += more;
          onProgress?.({ layer, sweep, done, positions });
        };
        throwIfInterrupted(signal, layer);
        const sweeps = hands.map((hand) => hand.sweep(layer, sweep, onDone));
        try {
          await Promise.all(sweeps);
        } catch (error) {
          stop();
          // Nobody may be at the memory when the caller goes on.
          await Promise.allSettled(sweeps);
          throw error;
        }
        throwIfInterrupted(signal, layer);
        if (!core.endSweep(layer)) return;
      }
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  }

  /** The blocks of a solved layer's file, in order. */
  async *encode(
    layer: number,
    { onProgress, signal }: LayerOptions = {},
  ): AsyncGenerator<Uint8Array> {
    const { core } = this;
    const runs = runsOf(core.pits, layer);
    const positions = core.layerSize(layer);
    const passes = isPredicted(positions) ? PASSES : 1;
    let passed = 0;
    const onRun = ({ entries }: Run): void => {
      passed += entries / passes;
      onProgress?.({ layer, sweep: 1, done: Math.round(passed), positions });
    };
    await this.follow();
    let prediction: Prediction | undefined;
    if (passes > 1) {
      await this.tally();
      await this.each(runs, (hand, run) => hand.learn(run), onRun, signal);
      const scores = scoresFrom((await this.tally()).learned);
      await this.use({ scores, lists: new Uint8Array(core.runs.predictionShape.lists) });
      await this.each(runs, (hand, run) => hand.count(run), onRun, signal);
      prediction = { scores, lists: listsFrom((await this.tally()).counts) };
      yield encodePrediction(prediction);
    }
    await this.use(prediction);
    let done = 0;
    for await (const block of this.inOrder(runs, (hand, run) => hand.encode(run), signal)) {
      yield block;
      onRun(runs[done++]!);
    }
  }

  /** Takes part in a proof that the core has begun, until it is answered or called off. Throws `WorkerFailed`. */
  async prove(question: Question): Promise<void> {
    if (this.followed?.covered !== this.core.covered) this.followed = undefined;
    await this.follow();
    const proofs = this.hands.map((hand) => hand.prove(question));
    try {
      await Promise.all(proofs);
    } catch (error) {
      this.core.callOffProof();
      // Nobody may be at the memory when the caller goes on.
      await Promise.allSettled(proofs);
      throw error;
    }
  }

  private async tally(): Promise<Tallies> {
    return addTallies(await Promise.all(this.hands.map((hand) => hand.takeTallies())));
  }

  private async use(prediction: Prediction | undefined): Promise<void> {
    await Promise.all(this.hands.map((hand) => hand.use(prediction)));
  }

  /** Puts a layer into the memory; throws `TablebaseMissing`, `TablebaseCorrupt` and `Interrupted`. */
  async decode(file: LayerFile, signal?: AbortSignal): Promise<void> {
    await this.follow();
    await this.use(await file.prediction(this.core));
    const work = async (hand: Hand, { from, to }: Group): Promise<void> => {
      const bytes = await file.readRuns(from, to);
      await hand.decode({ file: file.named, from, runs: file.runs.slice(from, to), bytes });
    };
    await this.each(groupsOf(file.runs), work, () => undefined, signal);
  }

  private async follow(): Promise<void> {
    const { layout } = this.core;
    if (layout.reservation === this.followed?.reservation) return;
    await Promise.all(this.hands.map((hand) => hand.follow(layout)));
    this.followed = layout;
  }

  private async each<Task>(
    tasks: readonly Task[],
    work: (hand: Hand, task: Task) => Promise<void>,
    onDone: (task: Task) => void,
    signal?: AbortSignal,
  ): Promise<void> {
    let done = 0;
    for await (const _ of this.inOrder(tasks, work, signal)) onDone(tasks[done++]!);
  }

  /** Does tasks, several at a time, and gives their results in order. */
  private async *inOrder<Task, Result>(
    tasks: readonly Task[],
    work: (hand: Hand, task: Task) => Promise<Result>,
    signal?: AbortSignal,
  ): AsyncGenerator<Result> {
    const free = [...this.hands.keys()];
    const waiting: ((hand: number) => void)[] = [];
    const take = (): Promise<number> => {
      const hand = free.shift();
      return hand === undefined ? new Promise((give) => waiting.push(give)) : Promise.resolve(hand);
    };
    const give = (hand: number): void => {
      const next = waiting.shift();
      if (next) next(hand);
      else free.push(hand);
    };
    const begin = async (task: Task): Promise<Result> => {
      const hand = await take();
      try {
        throwIfInterrupted(signal);
        return await work(this.hands[hand]!, task);
      } finally {
        give(hand);
      }
    };
    const ahead: Promise<Result>[] = [];
    try {
      for (const task of tasks) {
        const result = begin(task);
        // A failure is told when its turn comes.
        result.catch(() => undefined);
        ahead.push(result);
        if (ahead.length >= AHEAD * this.size) yield await ahead.shift()!;
      }
      while (ahead.length > 0) yield await ahead.shift()!;
    } finally {
      // Nobody may be at the memory when the caller goes on.
      await Promise.allSettled(ahead);
    }
  }
}

interface Group {
  readonly from: number;
  readonly to: number;
}

/** Runs of one block lie in words that they share: one thread writes them all. */
function groupsOf(runs: readonly Run[]): readonly Group[] {
  const groups: Group[] = [];
  for (let from = 0, to = 1; from < runs.length; from = to++) {
    while (runs[to]?.mover === runs[from]!.mover) to++;
    groups.push({ from, to });
  }
  return groups;
}

export function throwIfInterrupted(signal: AbortSignal | undefined, layer?: number): void {
  if (!signal?.aborted) return;
  const where = layer === undefined ? '' : ` in layer ${layer}; the layers before it are kept`;
  throw new GranaryError('Interrupted', `interrupted${where}`);
}

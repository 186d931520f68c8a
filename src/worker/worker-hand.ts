/** The hand of a worker, in Node as in a browser. */
import * as Comlink from 'comlink';
import type { Core, Layout } from '../core/core.js';
import type { Prediction, Run, Tallies } from '../core/runs.js';
import { GranaryError } from '../errors.js';
import { Crew } from '../tablebase/crew.js';
import type { Blocks, Hand, Question } from '../tablebase/hand.js';
import type { Service } from './service.js';

/** A worker that has been started. */
export interface WorkerPort {
  readonly endpoint: Comlink.Endpoint;
  /** Calls back once when the worker has ended, with the error where there was one. */
  onEnd(callback: (error?: Error) => void): void;
  terminate(): void;
}

/**
 * A crew for a core: workers where its memory is shared, as many as it was loaded with threads beside its own;
 * the core's own thread elsewhere.
 */
export async function gatherCrew(core: Core, start: () => WorkerPort): Promise<Crew> {
  const { shared } = core;
  if (shared === undefined || shared.threads < 2) return Crew.alone(core);
  const hands: WorkerHand[] = [];
  const dispose = (): void => hands.forEach((hand) => hand.dispose());
  try {
    for (let thread = 1; thread < shared.threads; thread++) hands.push(new WorkerHand(start()));
    await Promise.all(hands.map((hand, i) => hand.join(core, i + 1)));
  } catch (error) {
    dispose();
    throw error;
  }
  return new Crew(core, hands, dispose);
}

/** The hand of a worker. A worker that ends fails all calls that it has not answered. */
class WorkerHand implements Hand {
  private readonly remote: Comlink.Remote<Service>;
  /** Fails the calls that have no answer yet. */
  private readonly open = new Set<(error: GranaryError) => void>();
  private failure: GranaryError | undefined;

  constructor(private readonly worker: WorkerPort) {
    this.remote = Comlink.wrap<Service>(worker.endpoint);
    worker.onEnd((error) => this.fail(workerFailed(error)));
  }

  async join(core: Core, thread: number): Promise<void> {
    await this.answer(this.remote.join(core.shared!, thread));
  }

  follow(layout: Layout): Promise<void> {
    return this.answer(this.remote.follow(layout));
  }

  sweep(layer: number, sweep: number, onDone: (positions: number) => void): Promise<void> {
    return this.answer(this.remote.sweep(layer, sweep, Comlink.proxy(onDone)));
  }

  stop(): Promise<void> {
    return this.answer(this.remote.stop()).catch(() => undefined);
  }

  learn(run: Run): Promise<void> {
    return this.answer(this.remote.learn(run));
  }

  count(run: Run): Promise<void> {
    return this.answer(this.remote.count(run));
  }

  takeTallies(): Promise<Tallies> {
    return this.answer(this.remote.takeTallies());
  }

  use(prediction: Prediction | undefined): Promise<void> {
    return this.answer(this.remote.use(prediction));
  }

  encode(run: Run): Promise<Uint8Array> {
    return this.answer(this.remote.encode(run));
  }

  decode(blocks: Blocks): Promise<void> {
    return this.answer(this.remote.decode(blocks));
  }

  prove(question: Question): Promise<void> {
    return this.answer(this.remote.prove(question));
  }

  dispose(): void {
    this.worker.terminate();
  }

  private answer<T>(call: Promise<T>): Promise<T> {
    if (this.failure) return Promise.reject(this.failure);
    return new Promise((resolve, reject) => {
      this.open.add(reject);
      const close = (): boolean => this.open.delete(reject);
      call.then(resolve, reject).finally(close);
    });
  }

  private fail(error: GranaryError): void {
    this.failure ??= error;
    for (const reject of this.open) reject(this.failure);
    this.open.clear();
  }
}

function workerFailed(cause?: Error): GranaryError {
  const what =
    cause === undefined ? 'a worker has ended' : `a worker has failed (${cause.message})`;
  return new GranaryError('WorkerFailed', `${what}: try again with fewer workers`, { cause });
}

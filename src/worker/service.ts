/** What a worker does for others, over Comlink: the same in Node and in browsers. */
import * as Comlink from 'comlink';
import { Core } from '../core/core.js';
import type { Layout, SharedCore } from '../core/core.js';
import type { Prediction, Run, Tallies } from '../core/runs.js';
import { CoreHand } from '../tablebase/hand.js';
import type { Blocks, Hand, Question } from '../tablebase/hand.js';

export class Service {
  private hand: Hand | undefined;

  /** Joins the work on a core's memory as one of its threads, from 1 on. */
  async join(shared: SharedCore, thread: number): Promise<void> {
    this.hand = new CoreHand(await Core.attach(shared, thread), true);
  }

  follow(layout: Layout): Promise<void> {
    return this.joined().follow(layout);
  }

  sweep(layer: number, sweep: number, onDone: (positions: number) => void): Promise<void> {
    return this.joined().sweep(layer, sweep, onDone);
  }

  async stop(): Promise<void> {
    await this.hand?.stop();
  }

  learn(run: Run): Promise<void> {
    return this.joined().learn(run);
  }

  count(run: Run): Promise<void> {
    return this.joined().count(run);
  }

  async takeTallies(): Promise<Tallies> {
    const tallies = await this.joined().takeTallies();
    return Comlink.transfer(tallies, [tallies.learned.buffer, tallies.counts.buffer]);
  }

  use(prediction: Prediction | undefined): Promise<void> {
    return this.joined().use(prediction);
  }

  async encode(run: Run): Promise<Uint8Array> {
    const bytes = await this.joined().encode(run);
    return Comlink.transfer(bytes, [bytes.buffer]);
  }

  decode(blocks: Blocks): Promise<void> {
    return this.joined().decode(blocks);
  }

  prove(question: Question): Promise<void> {
    return this.joined().prove(question);
  }

  private joined(): Hand {
    if (this.hand === undefined) throw new Error('join first');
    return this.hand;
  }
}

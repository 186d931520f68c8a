/** A checkpoint of the proof in work, written every minute and at the end. */
import type { Core } from '../core/core.js';
import { Checkpoint } from '../solver/checkpoint.js';
import type { Effort } from '../solver/solver.js';
import { brief, count, duration } from './figures.js';
import type { Session } from './session.js';

const INTERVAL_MS = 60_000;

export class Keeper {
  private readonly started = performance.now();
  private saved = performance.now();

  private constructor(
    private readonly core: Core,
    private readonly checkpoint: Checkpoint,
    private readonly before: Pick<Effort, 'nodes' | 'lookups'>,
  ) {}

  /** Goes on from what a file holds, if it is there; throws what `Checkpoint.open` does. */
  static async open(session: Session, file: string, core: Core): Promise<Keeper> {
    const { nodes, lookups } = core;
    const checkpoint = await Checkpoint.open(file, core);
    const { before, entries } = checkpoint;
    if (entries > 0) {
      session.tell(
        `going on from ${file}: ${count(entries)} entries, found in ${brief(before.nodes)} nodes and ` +
          duration(before.seconds),
      );
    }
    const keeper = new Keeper(core, checkpoint, { nodes, lookups });
    await keeper.save();
    session.keep(`${file} has what was found: the same command goes on from there`);
    return keeper;
  }

  async saveIfDue(): Promise<void> {
    if (performance.now() - this.saved >= INTERVAL_MS) await this.save();
  }

  /** Saves for the last time. */
  close(): Promise<void> {
    return this.save();
  }

  private async save(): Promise<void> {
    const { core, before, started } = this;
    await this.checkpoint.save({
      nodes: core.nodes - before.nodes,
      lookups: core.lookups - before.lookups,
      seconds: (performance.now() - started) / 1000,
    });
    this.saved = performance.now();
  }
}

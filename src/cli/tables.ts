/** Building layers with progress, and the end of a build that is interrupted. */
import type { Core } from '../core/core.js';
import { GranaryError, isGranaryError } from '../errors.js';
import { largestIn } from '../tablebase/capacity.js';
import { nameOf } from '../tablebase/folders.js';
import { makeFolder, removeParts } from '../tablebase/folder.js';
import { buildLayers, countLayers } from '../tablebase/layers.js';
import type { BuildProgress, BuiltLayer } from '../tablebase/layers.js';
import { startCrew } from '../worker/workers.js';
import { brief, clock, count } from './figures.js';
import type { Session } from './session.js';

/** Layers of fewer positions take no time that says how long others will. */
const TELLING = 500_000;

const DONE: Readonly<Record<BuildProgress['task'], string>> = {
  reading: 'read',
  solving: 'solved',
  writing: 'written',
};

/** Sweeps that most layers take whose positions come back. */
const USUAL_SWEEPS = 13;

export interface TablesOptions {
  /** Memory for the transposition table that the core has afterwards. */
  readonly tableMib?: number | undefined;
  /** The mode that the folder is made with. */
  readonly mode?: number | undefined;
}

/**
 * Builds layers 0..`layers` into a folder and gives each when it is there. Afterwards the core is ready to
 * search. The folder is made if need be. Workers do it where the core was loaded with threads for them.
 */
export async function* buildTables(
  session: Session,
  core: Core,
  folder: string,
  layers: number,
  { tableMib = 0, mode }: TablesOptions = {},
): AsyncGenerator<BuiltLayer> {
  reserveFor(core, layers, tableMib);
  const { progress, signal } = session;
  const what = `layers 0 to ${layers} of ${nameOf(core)}`;
  const found = await countLayers(core.rules, core.pits, [folder], layers);
  const watch = new Watch(session, core, layers);
  if (found < layers) {
    await makeFolder(folder, mode);
    session.tell(`building ${what} (${count(positionsIn(core, layers))} positions) into ${folder}`);
  }
  session.kept = 'no layer was complete';
  session.atEnd(() => removeParts(folder));
  const crew = await startCrew(core);
  try {
    const onProgress = (now: BuildProgress): void => watch.show(now);
    for await (const layer of buildLayers(crew, folder, layers, { signal, onProgress })) {
      watch.pass(layer);
      if (!layer.kept && layer.layer <= found)
        session.tell(`${layer.file} was damaged, and is replaced`);
      session.kept = `layers 0 to ${layer.layer} are kept in ${folder}; the same command goes on from there`;
      yield layer;
    }
  } finally {
    crew.dispose();
    progress.clear();
  }
}

/** How far a build is, and how long it will take. */
class Watch {
  private readonly total: number;
  /** Positions of the layers that are done. */
  private done = 0;
  /** The last layer that was solved here: the next ones are most like it. */
  private last: BuiltLayer | undefined;
  private begun = performance.now();
  private task = '';

  constructor(
    private readonly session: Session,
    private readonly core: Core,
    private readonly layers: number,
  ) {
    this.total = positionsIn(core, layers);
  }

  show(now: BuildProgress): void {
    const { task, layer, positions } = now;
    const name = `${task} ${layer}`;
    if (name !== this.task) this.begun = performance.now();
    this.task = name;
    const part = this.partOf(now);
    const seconds = (performance.now() - this.begun) / 1000;
    // A layer is done when it is written.
    const share =
      task === 'writing'
        ? this.solvingShare() + part * (1 - this.solvingShare())
        : part * this.solvingShare();
    const passed = this.done + (task === 'reading' ? part : share) * positions;
    const left = this.left(positions * (1 - share));
    this.session.progress.show({
      task: `layer ${layer} of ${this.layers}: ${DONE[task]} ${Math.floor(100 * part)} %; in all`,
      part: passed / this.total,
      figures: [
        ...(left === undefined ? [] : [`${clock(Math.ceil(left))} left`]),
        ...(part > 0 ? [`${brief((part * positions) / seconds)} positions/s`] : []),
      ],
    });
  }

  pass(layer: BuiltLayer): void {
    this.done += layer.positions;
    if (!layer.kept) this.last = layer;
  }

  /** How far the task in work is, 0 to 1. */
  private partOf({ task, sweep, done, positions }: BuildProgress): number {
    if (task !== 'solving' || !this.core.isCyclic) return done / positions;
    return Math.min((sweep - 1 + done / positions) / USUAL_SWEEPS, 1);
  }

  /** The part of a layer's time that solving takes. */
  private solvingShare(): number {
    const { seconds = 1, writing = 1 } = this.last ?? {};
    return seconds / (seconds + writing);
  }

  /** Seconds for the layers to come and so many positions of this one; undefined while small layers say little. */
  private left(open: number): number | undefined {
    const { positions = 0, seconds = 0, writing = 0 } = this.last ?? {};
    if (positions < TELLING) return undefined;
    const layer = Number(this.task.split(' ')[1]);
    const after = this.total - this.done - this.core.layerSize(layer);
    return ((seconds + writing) / positions) * (after + open);
  }
}

/** Throws `OutOfMemory`, with what is needed and the largest layer that fits. */
function reserveFor(core: Core, layers: number, tableMib: number): void {
  try {
    core.reserve({ layers, tableMib, building: true });
  } catch (error) {
    if (!isGranaryError(error, 'OutOfMemory')) throw error;
    const beside = tableMib > 0 ? ` beside a table of ${tableMib} MiB (--table-mib)` : '';
    const most = largestIn(core, layers, tableMib);
    const needed = Math.ceil(core.memoryFor({ layers, tableMib, building: true }) / 2 ** 20);
    throw new GranaryError(
      'OutOfMemory',
      `layers 0 to ${layers} of ${nameOf(core)} need ${count(needed)} MiB${beside}, and there are ` +
        `${count(core.memoryMib)}: ` +
        (most < 0 ? 'no layer fits' : `use --layers ${most}, the largest that fits`),
      { cause: error },
    );
  }
}

/** Positions in layers 0..`layers`. */
export function positionsIn(core: Core, layers: number): number {
  let positions = 0;
  for (let layer = 0; layer <= layers; layer++) positions += core.layerSize(layer);
  return positions;
}

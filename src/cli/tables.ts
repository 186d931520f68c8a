/** Building layers with progress, and the end of a build that is interrupted. */
import type { Core } from '../core/core.js';
import { GranaryError, isGranaryError } from '../errors.js';
import { largestLayer } from '../tablebase/capacity.js';
import { makeFolder, removeParts } from '../tablebase/folder.js';
import { buildLayers, countLayers } from '../tablebase/layers.js';
import type { BuiltLayer } from '../tablebase/layers.js';
import { brief, bytes, clock } from './figures.js';
import { nameOf } from './folders.js';
import type { Session } from './session.js';

/** Sweeps that most layers take whose positions come back. */
const USUAL_SWEEPS = 13;

/**
 * Builds layers 0..`layers` into a folder and gives each when it is there. Afterwards the core is ready to
 * search, with a transposition table of `tableMib`. The folder is made if need be, with `mode`.
 */
export async function* buildTables(
  session: Session,
  core: Core,
  folder: string,
  layers: number,
  tableMib = 0,
  mode?: number,
): AsyncGenerator<BuiltLayer> {
  await reserveFor(core, layers, tableMib);
  const { progress, signal } = session;
  const total = positionsIn(core, layers);
  let started = performance.now();
  let done = 0;
  let solved = 0;

  const show = (task: string, layer: number, more: number): void => {
    const seconds = (performance.now() - started) / 1000;
    const rate = (solved + more) / seconds;
    const left = (total - done - more) / rate;
    const figures =
      solved + more > 0 ? [`${brief(rate)} positions/s`, `${clock(Math.ceil(left))} left`] : [];
    progress.show({
      task: `${task} layer ${layer} of ${layers}`,
      part: (done + more) / total,
      figures,
    });
  };

  const what = `layers 0 to ${layers} of ${nameOf(core)}`;
  const found = await countLayers(core.rules, core.pits, [folder], layers);
  if (found < layers) {
    await makeFolder(folder, mode);
    session.tell(`building ${what} (${bytes(total)}) into ${folder}`);
  }
  session.kept = `no layer was complete, ${folder} is as it was`;
  session.atEnd(() => removeParts(folder));
  const built = buildLayers(core, folder, layers, {
    signal,
    onProgress: ({ layer, sweep, done, positions }) => {
      const part = core.isCyclic
        ? Math.min((sweep - 1 + done / positions) / USUAL_SWEEPS, 1)
        : done / positions;
      show(part < 1 ? 'building' : 'writing', layer, part * positions);
    },
  });
  for await (const layer of built) {
    done += layer.positions;
    if (!layer.kept) solved += layer.positions;
    else if (solved === 0) started = performance.now();
    if (!layer.kept && layer.layer <= found)
      session.tell(`${layer.file} was damaged, and is replaced`);
    session.kept = `layers 0 to ${layer.layer} are kept in ${folder}; the same command goes on from there`;
    if (layer.layer < layers) show(layer.kept ? 'reading' : 'building', layer.layer + 1, 0);
    yield layer;
  }
  progress.clear();
}

/** Throws `OutOfMemory`, naming the largest layer that fits. */
async function reserveFor(core: Core, layers: number, tableMib: number): Promise<void> {
  try {
    core.reserve({ layers, tableMib, building: true });
  } catch (error) {
    if (!isGranaryError(error, 'OutOfMemory')) throw error;
    const most = await largestLayer(core.rules, core.pits, layers, tableMib);
    const beside = tableMib > 0 ? ` beside a table of ${tableMib} MiB (--table-mib)` : '';
    throw new GranaryError(
      'OutOfMemory',
      `layers 0 to ${layers} of ${nameOf(core)} do not fit into memory${beside}: ` +
        (most < 0 ? 'no layer does' : `use --layers ${most}, the largest that does`),
      { cause: error },
    );
  }
}

/** Positions in layers 0..`layers`; in a layer file each takes a byte. */
export function positionsIn(core: Core, layers: number): number {
  let positions = 0;
  for (let layer = 0; layer <= layers; layer++) positions += core.layerSize(layer);
  return positions;
}

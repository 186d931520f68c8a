import type { Core } from '../core/core.js';
import { runsOf } from './runs.js';

/** All gains of a layer that a core holds, in the order of its file. */
export function gainsOf(core: Core, layer: number): Int8Array {
  const gains = new Int8Array(core.layerSize(layer));
  let at = 0;
  for (const run of runsOf(core.pits, layer)) {
    for (const entry of core.runs.read(run)) gains[at++] = gainOf(core, layer, entry);
  }
  return gains;
}

/** The gain that an entry of a layer stands for. */
export function gainOf(core: Core, layer: number, entry: number): number {
  return (core.isCyclic ? entry : 2 * entry) - layer;
}

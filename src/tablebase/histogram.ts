import { GranaryError } from '../errors.js';
import { pause } from '../pause.js';
import type { LayerMemory } from './memory.js';
import { runsOf } from './runs.js';

/** How many positions of a layer have each gain, in rising order of the gains; throws as `load` does. */
export async function countGains(
  tables: LayerMemory,
  layer: number,
  signal?: AbortSignal,
): Promise<ReadonlyMap<number, number>> {
  const counts = new Map<number, number>();
  const byEntry = new Float64Array(256);
  await tables.load(layer);
  for (const run of runsOf(tables.pits, layer)) {
    tables.count(run, byEntry);
    await pause();
    if (signal?.aborted) throw new GranaryError('Interrupted', 'interrupted');
  }
  for (const [entry, count] of byEntry.entries()) {
    if (count > 0) counts.set(tables.gainOf(layer, entry), count);
  }
  return counts;
}

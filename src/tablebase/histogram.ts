import { GranaryError } from '../errors.js';
import { pause } from '../pause.js';
import type { Tablebase } from './tablebase.js';

/** Entries counted between two looks at the signal: some milliseconds. */
const SLICE = 8_000_000;

/** How many positions of a layer have each gain, in rising order of the gains; throws as `load` does. */
export async function countGains(
  tables: Tablebase,
  layer: number,
  signal?: AbortSignal,
): Promise<ReadonlyMap<number, number>> {
  const counts = new Map<number, number>();
  const byByte = new Float64Array(256);
  await tables.load(layer);
  for (let from = 0; from < tables.layerSize(layer); from += SLICE) {
    const gains = await tables.gains(layer);
    for (const gain of gains.subarray(from, from + SLICE)) byByte[gain + 128]!++;
    await pause();
    if (signal?.aborted) throw new GranaryError('Interrupted', 'interrupted');
  }
  for (const [index, count] of byByte.entries()) if (count > 0) counts.set(index - 128, count);
  return counts;
}

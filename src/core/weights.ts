import { readFile } from 'node:fs/promises';
import type { RuleSetId } from '../rules/options.js';

/**
 * Weights of a position's estimate, in quarters of a seed, by pit (from pit 1) and count (from 0). Counts
 * beyond a list go on by its last step. Made by `npm run estimates` (data/README.md).
 */
export interface Estimate {
  readonly mover: readonly (readonly number[])[];
  readonly other: readonly (readonly number[])[];
}

export async function readEstimates(): Promise<Partial<Record<RuleSetId, Estimate>>> {
  const text = await readFile(new URL('../../data/estimates.json', import.meta.url), 'utf8');
  return JSON.parse(text) as Partial<Record<RuleSetId, Estimate>>;
}

/**
 * The weights by which the core orders plies, in its layout (assembly/search/ordering.ts): [mover, other]
 * [places][counts]. Pits are taken by their distance from the store. Without an estimate only replies count.
 */
export function layOut(
  estimate: Estimate | undefined,
  reply: number,
  pits: number,
  places: number,
  counts: number,
): Int16Array {
  const weights = new Int16Array(2 * places * counts);
  [estimate?.mover ?? [], estimate?.other ?? []].forEach((row, side) => {
    for (let pit = 0; pit < pits; pit++) {
      const known = row[row.length - pits + pit] ?? [];
      const at = (side * places + pit) * counts;
      for (let count = 0; count < counts; count++) {
        weights[at + count] = extended(known, count) + (side === 0 && count > 0 ? reply : 0);
      }
    }
  });
  return weights;
}

function extended(known: readonly number[], count: number): number {
  const direct = known[count];
  if (direct !== undefined) return direct;
  const last = known.at(-1) ?? 0;
  const step = last - (known.at(-2) ?? 0);
  return last + step * (count - known.length + 1);
}

/**
 * How a layer is cut into runs, the blocks of its file: for each number of seeds of the mover, from 0 on, runs of as
 * many whole lines as have at most `RUN_ENTRIES` entries together, one at least. docs/tablebase-format.md is the
 * specification.
 */
import type { Run } from '../core/runs.js';

/** Most entries of a run, where a line has not more. */
const RUN_ENTRIES = 2 ** 17;

/** The runs of a layer, in the order of its file. */
export function runsOf(pits: number, seeds: number): readonly Run[] {
  const runs: Run[] = [];
  for (let mover = 0; mover <= seeds; mover++) {
    const other = seeds - mover;
    const { columns, lines, step } = cutOf(pits, mover, other);
    for (let first = 0; first < lines; first += step) {
      const rows = Math.min(step, lines - first);
      runs.push({ mover, other, first, rows, entries: rows * columns });
    }
  }
  return runs;
}

/** How many runs `runsOf` gives; of large layers they are more than memory holds. */
export function countRuns(pits: number, seeds: number): number {
  let count = 0;
  for (let mover = 0; mover <= seeds; mover++) {
    const { lines, step } = cutOf(pits, mover, seeds - mover);
    count += Math.ceil(lines / step);
  }
  return count;
}

/** Which run of a layer holds a line of those positions in which the mover has so many seeds. */
export function runOf(pits: number, seeds: number, mover: number, line: number): number {
  let before = 0;
  for (let fewer = 0; fewer < mover; fewer++) {
    const { lines, step } = cutOf(pits, fewer, seeds - fewer);
    before += Math.ceil(lines / step);
  }
  return before + Math.floor(line / cutOf(pits, mover, seeds - mover).step);
}

/** The lines of a pair of seeds, how many columns each has, and how many lines go into a run. */
function cutOf(
  pits: number,
  mover: number,
  other: number,
): { readonly columns: number; readonly lines: number; readonly step: number } {
  const columns = rowCount(pits, Math.min(mover, other));
  const lines = rowCount(pits, Math.max(mover, other));
  return { columns, lines, step: Math.max(1, Math.floor(RUN_ENTRIES / columns)) };
}

/** Rows of so many pits with so many seeds. */
export function rowCount(pits: number, seeds: number): number {
  return choose(seeds + pits - 1, pits - 1);
}

/** Positions with so many seeds on a board. */
export function layerSize(pits: number, seeds: number): number {
  return choose(seeds + 2 * pits - 1, 2 * pits - 1);
}

/** C(n, k), exact as long as C(n, k) * n is. */
function choose(n: number, k: number): number {
  let result = 1;
  for (let i = 1; i <= k; i++) result = (result * (n - k + i)) / i;
  return result;
}

/** The place of a row among those with as many seeds, in the order of a dictionary. */
export function rankOf(row: readonly number[]): number {
  let left = row.reduce((sum, seeds) => sum + seeds, 0);
  let rank = 0;
  for (const [pit, seeds] of row.entries()) {
    const after = row.length - 1 - pit;
    if (after === 0) break;
    for (let fewer = 0; fewer < seeds; fewer++) rank += rowCount(after, left - fewer);
    left -= seeds;
  }
  return rank;
}

import { describe, expect, it } from 'vitest';
import { Core } from '../../src/core/core.js';
import { rowsOf } from '../../src/core/rows.js';
import { perftRows } from '../vectors.js';
import { BUILDS } from './support.js';

/** Deep enough for the release build's whole rows, and for a second or so of the debug build. */
const MOST_LEAVES = { release: Infinity, debug: 200_000 };

const rows = [...perftRows()].filter(({ endedAreLeaves }) => !endedAreLeaves);

describe.each(BUILDS)('the %s build', (build) => {
  it.each(rows)('counts the leaves of $name', async ({ rules, board, leaves }) => {
    const core = await Core.load(rules, board.south.length, { wasm: build });
    const expected = leaves.filter((count) => count <= MOST_LEAVES[build]);
    const found = expected.map((_, depth) => core.perft(rowsOf(board), depth + 1));
    expect(found).toEqual(expected);
  });
});

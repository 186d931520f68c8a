import { expect, test } from 'vitest';
import { formatPosition } from '../../src/notation.js';
import { perftRows } from '../vectors.js';
import { granary, START } from './granary.js';

/** The rows of kalah on the boards that the core plays. */
const ROWS = [...perftRows()].filter(
  ({ rules, board, endedAreLeaves }) =>
    rules === 'kalah' && board.south.length <= 6 && !endedAreLeaves,
);

interface Perft {
  readonly rules: string;
  readonly position: string;
  readonly depth: number;
  readonly leaves: readonly number[];
  readonly divide?: readonly { readonly move: string; readonly leaves: number }[];
}

async function perft(args: readonly string[]): Promise<Perft> {
  const run = await granary(['perft', ...args, '--json']);
  expect(run).toMatchObject({ code: 0, stderr: '' });
  return JSON.parse(run.stdout) as Perft;
}

test.concurrent.each(ROWS.slice(0, 8))('$name', async ({ board, leaves }) => {
  const args = [formatPosition(board), '--depth', String(leaves.length)];
  expect(await perft(args)).toEqual({
    rules: 'kalah',
    position: formatPosition(board),
    depth: leaves.length,
    leaves,
  });
});

test('the start is made of pits and seeds', async () => {
  expect(await perft(['--depth', '3'])).toMatchObject({ leaves: [6, 35, 185] });
  expect(await perft(['--pits', '2', '--seeds', '1', '--depth', '4'])).toEqual(
    await perft(['1,1/1,1 0/0 s', '--depth', '4']),
  );
});

test('the leaves of the moves add up, also beyond what the core counts at once', async () => {
  for (const depth of [1, 2, 10]) {
    const { leaves, divide = [] } = await perft([START, '--depth', String(depth), '--divide']);
    expect(divide.map(({ move }) => move)).toEqual(['1', '2', '3', '4', '5', '6']);
    expect(divide.reduce((sum, move) => sum + move.leaves, 0)).toBe(leaves.at(-1));
  }
});

test('a finished game has no leaves', async () => {
  expect(await perft(['1,1/0,0 0/0 s', '--depth', '3', '--divide'])).toMatchObject({
    leaves: [0, 0, 0],
    divide: [],
  });
});

test('people get a line a depth', async () => {
  const { stdout } = await granary(['perft', '--depth', '8', '--divide']);
  expect(stdout).toMatch(/^ +8 +563,055 +\d+\.\d\d s$/m);
  expect(stdout).toMatch(/^ +6 +[\d,]+$/m);
});

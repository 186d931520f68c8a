import { expect, it } from 'vitest';
import { countRuns, layerSize, rankOf, rowCount, runOf, runsOf } from '../../src/tablebase/runs.js';

it.each([1, 2, 3, 4, 5, 6])(
  'runs on %i pits are as many as counted, and make up the layer',
  (pits) => {
    for (let seeds = 0; seeds <= (pits < 6 ? 40 : 24); seeds++) {
      const runs = runsOf(pits, seeds);
      expect(countRuns(pits, seeds)).toBe(runs.length);
      expect(runs.reduce((sum, { entries }) => sum + entries, 0)).toBe(layerSize(pits, seeds));
    }
  },
);

it('a position is found as the example of docs/tablebase-format.md finds it', () => {
  const line = rankOf([0, 0, 1, 2, 2, 1]);
  const column = rankOf([2, 1, 0, 0, 2, 0]);
  expect([line, column]).toEqual([41, 218]);
  expect([rowCount(6, 6), rowCount(6, 5)]).toEqual([462, 252]);
  const run = runOf(6, 11, 6, line);
  expect(run).toBe(6);
  expect(runsOf(6, 11)[run]).toMatchObject({ mover: 6, other: 5, first: 0 });
});

import { expect, it } from 'vitest';
import { countRuns, layerSize, runsOf } from '../../src/tablebase/runs.js';

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

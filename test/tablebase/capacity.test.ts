import { expect, it } from 'vitest';
import { Core } from '../../src/core/core.js';
import { largestIn, largestLayer } from '../../src/tablebase/capacity.js';

it.each([
  ['kalah', 6],
  ['oware', 5],
])('the largest layer of %s on %i pits fits, and the next does not', async (rules, pits) => {
  const most = await largestLayer(rules, pits);
  const core = await Core.load(rules, pits);
  expect(() => core.reserve({ layers: most + 1, building: true })).toThrow(/more than can be had/);
  core.reserve({ layers: most, building: true });
});

it('is no larger than asked, and smaller beside a large table', async () => {
  expect(await largestLayer('kalah', 6, 5)).toBe(5);
  const core = await Core.load('kalah', 6);
  expect(largestIn(core, 63, 2048)).toBeLessThan(largestIn(core));
});

it('a board without tables has none', async () => {
  await expect(largestLayer('kalah', 7)).rejects.toMatchObject({ name: 'InvalidOption' });
});

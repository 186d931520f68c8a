import { expect, it } from 'vitest';
import { Core, MAX_LAYER } from '../../src/core/core.js';
import { rowsOf } from '../../src/core/rows.js';
import { instantiateCore } from '../../src/core/wasm.js';
import { startPosition } from '../../src/position.js';
import { gainsOf } from '../../src/tablebase/gains.js';
import { coreWithLayers } from './support.js';

it('the host knows the largest layer that the core takes', async () => {
  expect((await instantiateCore('release')).maxLayer.value).toBe(MAX_LAYER);
});

it('layers stay in memory when more are reserved, or fewer', async () => {
  const core = await coreWithLayers('kalah', 6, 8);
  const rows = rowsOf(startPosition('kalah', 6, 0));
  const gains = gainsOf(core, 5);
  for (const layers of [10, 6, 12]) {
    core.reserve({ layers, tableMib: 2 });
    expect(core.covered).toBe(Math.min(layers, layers === 10 ? 8 : 6));
    expect(gainsOf(core, 5)).toEqual(gains);
    expect(core.probe(rows)).toBe(0);
  }
});

it('a table grown to 256 MiB and made small again leaves every view usable', async () => {
  const core = await Core.load('kalah', 4);
  const start = rowsOf(startPosition('kalah', 4, 2));
  const values = [1, 256, 1].map((tableMib) => {
    core.reserve({ layers: 6, tableMib, building: true });
    core.cover(-1);
    core.solveLayers(6);
    core.beginProof(start, 1);
    while (!core.runProof(1000));
    return [core.proofValue, gainsOf(core, 3), core.perft(start, 3)];
  });
  expect(values[1]).toEqual(values[0]);
  expect(values[2]).toEqual(values[0]);
});

it.each([
  [{ layers: 40 }, /layers 0 to 40 need \d+ MiB, more than can be had/],
  [{ layers: 20, tableMib: 4096 }, /layers 0 to 20 and a transposition table of 4096 MiB need/],
])('more memory than can be had is refused: %o', async (reservation, message) => {
  const core = await Core.load('kalah', 6);
  expect(() => core.reserve(reservation)).toThrow(message);
});

it('a layer beyond the largest is refused, whatever it would need', async () => {
  const core = await Core.load('kalah', 1);
  expect(() => core.reserve({ layers: MAX_LAYER + 1 })).toThrow(
    /layers is 64: expected a whole number from -1 to 63/,
  );
});

it.each([
  [{ layers: 3.5 }, /layers is 3.5/],
  [{ layers: NaN }, /layers is NaN/],
  [{ layers: -7 }, /layers is -7/],
  [{ layers: 3, tableMib: NaN }, /tableMib is NaN/],
  [{ layers: 3, tableMib: -5 }, /tableMib is -5/],
])('a reservation that is none is refused: %o', async (reservation, message) => {
  const core = await Core.load('kalah', 6);
  expect(() => core.reserve(reservation)).toThrow(message);
});

it.each([0, 9, 1.5, NaN])('a board of %f pits is refused', async (pits) => {
  await expect(Core.load('kalah', pits)).rejects.toThrow(
    /pits is .*: expected a whole number from 1/,
  );
});

it('layers are not solved in memory that was not reserved for it', async () => {
  const core = await Core.load('kalah', 6);
  core.reserve({ layers: 5 });
  expect(() => core.solveLayers(5)).toThrow(/reserve layers up to it, with building: true/);
});

it('there are no tables for boards of the general form', async () => {
  const core = await Core.load('kalah', 7);
  expect(() => core.reserve({ layers: 2 })).toThrow(/no tables of kalah on 7 pits/);
});

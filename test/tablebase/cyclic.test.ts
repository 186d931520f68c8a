import { describe, expect, it } from 'vitest';
import { BUILDS, coreWithLayers, CORE_PITS, CYCLIC_RULES } from '../core/support.js';
import { Fixpoint } from '../fixpoint.js';
import { expectLayers } from './cyclic.js';

describe.each(CYCLIC_RULES)('%s layers', (rules) => {
  it.each([
    [1, 24],
    [2, 16],
    [3, 9],
    [4, 8],
    [5, 7],
    [CORE_PITS, 7],
  ])('are the least fixpoint on %i pits to layer %i', async (pits, layers) => {
    const core = await coreWithLayers(rules, pits, layers);
    expectLayers(core, new Fixpoint(rules, pits), layers);
  });

  it.each([
    [1, 16],
    [2, 10],
    [3, 7],
    [CORE_PITS, 5],
  ])('of the debug build are the least fixpoint on %i pits to layer %i', async (pits, layers) => {
    const core = await coreWithLayers(rules, pits, layers, { build: 'debug' });
    expectLayers(core, new Fixpoint(rules, pits), layers);
  });

  it.each(BUILDS)(
    'have the same bytes when they are solved again, in the %s build',
    async (build) => {
      const layers = 8;
      const core = await coreWithLayers(rules, CORE_PITS, layers, { build });
      const bytes = core.layerEntries(layers).slice();
      core.layerEntries(layers).fill(0x55);
      core.cover(layers - 1);
      core.solveLayers(layers);
      expect(core.layerEntries(layers)).toEqual(bytes);
    },
  );

  it('take several sweeps, the last of which changes nothing', async () => {
    const core = await coreWithLayers(rules, CORE_PITS, 8);
    expect(core.layerSweep).toBeGreaterThan(2);
    expect(core.runLayer(1)).toBe(0);
  });
});

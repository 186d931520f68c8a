import { describe, expect, it } from 'vitest';
import { gainsOf } from '../../src/tablebase/gains.js';
import { alterLayer, BUILDS, coreWithLayers, CORE_PITS, CYCLIC_RULES } from '../core/support.js';
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
    'have the same entries when they are solved again, in the %s build',
    async (build) => {
      const layers = 8;
      const core = await coreWithLayers(rules, CORE_PITS, layers, { build });
      const gains = gainsOf(core, layers);
      alterLayer(core, layers, (altered) => altered.fill(5));
      core.cover(layers - 1);
      core.solveLayers(layers);
      expect(gainsOf(core, layers)).toEqual(gains);
    },
  );

  it('take several sweeps, the last of which changes nothing', async () => {
    const core = await coreWithLayers(rules, CORE_PITS, 7);
    core.reserve({ layers: 8, building: true });
    core.beginLayer(8);
    const after = [gainsOf(core, 8)];
    let hasChanged = true;
    for (let sweep = 1; hasChanged; sweep++) {
      core.joinSweep(8, sweep);
      while (core.runSweep(1000) > 0);
      expect(core.runSweep(1)).toBe(0);
      after.push(gainsOf(core, 8));
      hasChanged = core.endSweep(8);
      if (hasChanged) expect(after.at(-1)).not.toEqual(after.at(-2));
    }
    expect(after.length).toBeGreaterThan(3);
    expect(after.at(-1)).toEqual(after.at(-2));
    expect(gainsOf(core, 8)).toEqual(after.at(-1));
  });
});

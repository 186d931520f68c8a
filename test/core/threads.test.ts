import { describe, expect, it } from 'vitest';
import { Core } from '../../src/core/core.js';
import { gainsOf } from '../../src/tablebase/gains.js';
import { coreWithLayers, CORE_PITS, CORE_RULES, upTo } from './support.js';

describe.each(CORE_RULES)('%s layers of the build for threads', (rules) => {
  it.each([
    [1, 20],
    [2, 12],
    [3, 9],
    [4, 8],
    [5, 7],
    [CORE_PITS, 8],
  ])('are those of the release build on %i pits to layer %i', async (pits, layers) => {
    const whole = await coreWithLayers(rules, pits, layers);
    const core = await Core.load(rules, pits, { threads: 2, memoryMib: 64 });
    expect(core.shared).toMatchObject({ rules, pits, threads: 2 });
    expect(core.shared?.memory.buffer).toBeInstanceOf(SharedArrayBuffer);
    core.reserve({ layers, building: true });
    core.solveLayers(layers);
    for (const layer of upTo(layers)) {
      expect(gainsOf(core, layer), `layer ${layer}`).toEqual(gainsOf(whole, layer));
    }
  });

  it('are shared with another core on the memory, which solves them on', async () => {
    const whole = await coreWithLayers(rules, CORE_PITS, 7);
    const first = await Core.load(rules, CORE_PITS, { threads: 2, memoryMib: 64 });
    first.reserve({ layers: 7, building: true });
    first.solveLayers(6);
    const second = await Core.attach(first.shared!, 1);
    second.follow(first.layout);
    expect(second.covered).toBe(6);
    expect(gainsOf(second, 6)).toEqual(gainsOf(whole, 6));

    const done = [0, 0];
    first.beginLayer(7);
    for (let sweep = 1, isLeft = true; isLeft; sweep++) {
      for (const core of [first, second]) core.joinSweep(7, sweep);
      for (let hasWorked = true; hasWorked;) {
        hasWorked = false;
        for (const [i, core] of [first, second].entries()) {
          const more = core.runSweep(100);
          done[i]! += more;
          if (more > 0) hasWorked = true;
        }
      }
      isLeft = first.endSweep(7);
    }
    expect(Math.min(...done)).toBeGreaterThan(1000);
    for (const core of [first, second]) expect(gainsOf(core, 7)).toEqual(gainsOf(whole, 7));
  });
});

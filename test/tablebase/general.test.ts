import { describe, expect, it } from 'vitest';
import { Core } from '../../src/core/core.js';
import { gainsOf } from '../../src/tablebase/gains.js';
import { BUILDS, coreWithLayers, CORE_PITS, CORE_RULES } from '../core/support.js';

describe.each(CORE_RULES)('%s layers of the general form', (rules) => {
  it.each([
    [1, 40],
    [2, 20],
    [3, 13],
    [4, 10],
    [5, 9],
    [CORE_PITS, 8],
  ])('have the entries of the fast form on %i pits to layer %i', async (pits, layers) => {
    for (const build of BUILDS) {
      const most = build === 'release' ? layers : Math.ceil(layers / 2);
      const fast = await coreWithLayers(rules, pits, most, { build });
      const general = await Core.load(rules, pits, { wasm: build, seeds: 200 });
      general.reserve({ layers: most, building: true });
      general.solveLayers(most);
      expect([fast.isGeneral, general.isGeneral]).toEqual([false, true]);
      for (let layer = 0; layer <= most; layer++) {
        expect(gainsOf(general, layer), `${build} ${layer}`).toEqual(gainsOf(fast, layer));
      }
    }
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { rowsOf } from '../../src/core/rows.js';
import { gainsOf } from '../../src/tablebase/gains.js';
import {
  ACYCLIC_RULES,
  BUILDS,
  coreWithLayers,
  CORE_PITS,
  CORE_RULES,
  CYCLIC_RULES,
} from '../core/support.js';
import { Minimax } from '../minimax.js';
import { allBoards } from '../random.js';

interface LayerHistogram {
  readonly rules: string;
  readonly seeds: number;
  readonly histogram: Record<string, number>;
}

const published = readFileSync(new URL('../vectors/layers.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as LayerHistogram);

describe.each(CORE_RULES)('%s layers', (rules) => {
  describe.each(BUILDS)('of the %s build', (build) => {
    const most = build === 'release' ? 12 : 9;

    it(`have the published counts of each gain to layer ${most}`, async () => {
      const core = await coreWithLayers(rules, 6, most, { build });
      const expected = published.filter((layer) => layer.rules === rules && layer.seeds <= most);
      expect(expected.map(({ seeds }) => seeds)).toEqual(
        Array.from({ length: most + 1 }, (_, i) => i),
      );
      for (const { seeds, histogram } of expected) {
        expect(count(gainsOf(core, seeds)), `layer ${seeds}`).toEqual(histogram);
      }
    });
  });

  it.each([1, 7, 100, 10_000])('come out the same in slices of %i', async (slice) => {
    const whole = await coreWithLayers(rules, 6, 8);
    const core = await coreWithLayers(rules, 6, 7);
    core.reserve({ layers: 8, building: true });
    core.beginLayer(8);
    let sweep = 0;
    do {
      core.joinSweep(8, ++sweep);
      let done = 0;
      for (let more; (more = core.runSweep(slice)) > 0;) done += more;
      expect(done).toBe(core.layerSize(8));
    } while (core.endSweep(8));
    expect(gainsOf(core, 8)).toEqual(gainsOf(whole, 8));
    if (!CYCLIC_RULES.includes(rules)) expect(sweep).toBe(1);
  });
});

describe.each(ACYCLIC_RULES)('%s layers', (rules) => {
  it.each([
    [1, 12],
    [2, 12],
    [3, 9],
    [4, 8],
    [5, 7],
    [CORE_PITS, 7],
  ])('hold the minimax value of every position on %i pits to layer %i', async (pits, layers) => {
    const core = await coreWithLayers(rules, pits, layers);
    const minimax = new Minimax(rules);
    let positions = 0;
    for (let seeds = 0; seeds <= layers; seeds++) {
      let size = 0;
      for (const board of allBoards(pits, seeds)) {
        const found = core.probe(rowsOf(board));
        const expected = minimax.gain(board);
        if (found !== expected) expect(found, JSON.stringify(board)).toBe(expected);
        size++;
      }
      expect(core.layerSize(seeds)).toBe(size);
      positions += size;
    }
    expect(positions).toBe(choose(layers + 2 * pits, 2 * pits));
  });
});

function count(gains: Int8Array): Record<string, number> {
  const histogram: Record<string, number> = {};
  for (const gain of gains) histogram[gain] = (histogram[gain] ?? 0) + 1;
  return histogram;
}

function choose(n: number, k: number): number {
  let result = 1;
  for (let i = 1; i <= k; i++) result = (result * (n - k + i)) / i;
  return Math.round(result);
}

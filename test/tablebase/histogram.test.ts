import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { countGains } from '../../src/tablebase/histogram.js';
import { LayerMemory } from '../../src/tablebase/memory.js';
import { coreWithLayers, CORE_PITS, CORE_RULES, upTo, writeTables } from '../core/support.js';

const LAYERS = 8;

it.each(CORE_RULES)('%s layers have the published counts, in rising order', async (rules) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'granary-'));
  try {
    const core = await coreWithLayers(rules, CORE_PITS, LAYERS);
    await writeTables(core, folder, upTo(LAYERS));
    const tables = await LayerMemory.open([folder], rules, CORE_PITS);
    for (let layer = 0; layer <= LAYERS; layer++) {
      const counts = await countGains(tables, layer);
      expect(Object.fromEntries(counts)).toEqual(published(rules, layer));
      expect([...counts.keys()]).toEqual([...counts.keys()].sort((a, b) => a - b));
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

function published(rules: string, layer: number): Record<string, number> | undefined {
  const file = new URL('../vectors/layers.jsonl', import.meta.url);
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { rules: string; seeds: number; histogram: object })
    .find((row) => row.rules === rules && row.seeds === layer)?.histogram as
    Record<string, number> | undefined;
}

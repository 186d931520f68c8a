import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { rowsOf } from '../src/core/rows.js';
import { makePosition } from '../src/position.js';
import { SHIPPED_FOLDER } from '../src/tablebase/folders.js';
import { fileName } from '../src/tablebase/format.js';
import { Tablebase } from '../src/tablebase/tablebase.js';
import { coreWithLayers, CORE_PITS, CORE_RULES } from './core/support.js';
import { randomBoard, randomOf } from './random.js';

/** Every rule set has these at least. */
const LAYERS = 11;
const MOST_BYTES = 3 * 2 ** 20;

describe('the shipped tables', () => {
  it('are layers without a gap, of at most 3 MiB together', () => {
    const names = readdirSync(SHIPPED_FOLDER);
    let bytes = 0;
    for (const name of names) bytes += statSync(path.join(SHIPPED_FOLDER, name)).size;
    expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
    let found = 0;
    for (const rules of CORE_RULES) {
      let seeds = 0;
      while (names.includes(fileName({ rules, pits: CORE_PITS, seeds }))) seeds++;
      expect(seeds).toBeGreaterThan(LAYERS);
      found += seeds;
    }
    expect(found).toBe(names.length);
  });

  it.each(CORE_RULES)('of %s are found without being named', async (rules) => {
    const home = mkdtempSync(path.join(os.tmpdir(), 'granary-'));
    vi.stubEnv('XDG_CACHE_HOME', home);
    vi.stubEnv('GRANARY_TABLEBASE', '');
    try {
      const tables = await Tablebase.open(rules);
      expect(tables.layers.length).toBeGreaterThan(LAYERS);
      const core = await coreWithLayers(rules, CORE_PITS, LAYERS);
      const random = randomOf(11);
      for (let i = 0; i < 500; i++) {
        const position = makePosition(randomBoard(random, CORE_PITS, 1 + (i % LAYERS)), rules);
        expect(await tables.probe(position)).toBe(core.probe(rowsOf(position)));
      }
      await tables.close();
    } finally {
      vi.unstubAllEnvs();
      rmSync(home, { recursive: true });
    }
  });
});

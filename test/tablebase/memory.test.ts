import { mkdirSync, mkdtempSync, rmSync, truncateSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowsOf } from '../../src/core/rows.js';
import { parsePosition } from '../../src/notation.js';
import { LayerMemory } from '../../src/tablebase/memory.js';
import { coreWithLayers, CORE_RULES, upTo, writeTables } from '../core/support.js';
import { referenceOf } from '../fixpoint.js';
import { allBoards } from '../random.js';

const PITS = 3;
const LAYERS = 6;

let root = '';
beforeAll(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'granary-'));
});
afterAll(() => rmSync(root, { recursive: true }));

function makeFolder(name: string): string {
  const folder = path.join(root, name);
  mkdirSync(folder);
  return folder;
}

describe('layers in memory', () => {
  it.each(CORE_RULES)('have the gains of the plain rules, read in any order: %s', async (rules) => {
    const folder = makeFolder(rules);
    await writeTables(await coreWithLayers(rules, PITS, LAYERS), folder, upTo(LAYERS));
    const tables = await LayerMemory.open([folder], rules, PITS);
    const reference = referenceOf(rules, PITS);
    for (const seeds of [5, 2, 6, 0]) {
      expect(tables.holds(seeds)).toBe(false);
      await tables.load(seeds);
      expect(tables.holds(seeds)).toBe(true);
      for (const board of allBoards(PITS, seeds)) {
        const [found, expected] = [tables.gain(board), reference.gain(board)];
        if (found !== expected) expect(found, JSON.stringify(board)).toBe(expected);
      }
    }
    expect([1, 3, 4].filter((seeds) => tables.holds(seeds))).toEqual([]);
  });

  it('are asked for several at once, for which the memory must grow', async () => {
    const rising = makeFolder('rising');
    const core = await coreWithLayers('kalah', 6, 9);
    await writeTables(core, rising, [5, 7, 9]);
    const tables = await LayerMemory.open([rising], 'kalah', 6);
    const asked = ['0,0,0,0,1,1/0,2,1,0,0,0', '1,0,0,0,1,1/0,2,1,0,1,0', '1,3,0,0,1,0/0,2,1,0,1,0'];
    const positions = asked.map((counts) => parsePosition(`${counts} 0/0 s`, 'kalah'));
    await Promise.all([5, 7, 9].map((layer) => tables.load(layer)));
    expect(positions.map((position) => tables.gain(position))).toEqual(
      positions.map((position) => core.probe(rowsOf(position))),
    );
  });

  it('are read as far as is needed; what is damaged or missing is refused', async () => {
    const folder = makeFolder('damaged');
    const files = await writeTables(await coreWithLayers('kalah', PITS, 5), folder, [4, 5]);
    truncateSync(files[1]!, 60);
    const tables = await LayerMemory.open([folder], 'kalah', PITS);
    await tables.load(4);
    await expect(tables.load(5)).rejects.toMatchObject({ name: 'TablebaseCorrupt' });
    await expect(tables.load(3)).rejects.toMatchObject({
      name: 'NotCovered',
      message: expect.stringMatching(/layer 3 of kalah on 3 pits .* --layers 3/) as string,
    });
    expect([3, 4, 5].map((layer) => tables.holds(layer))).toEqual([false, true, false]);
  });

  it('are refused for boards that have none', async () => {
    await expect(LayerMemory.open([root], 'kalah', 7)).rejects.toMatchObject({
      name: 'InvalidOption',
    });
  });
});

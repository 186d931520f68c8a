import { mkdtempSync, rmSync, truncateSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowsOf } from '../../src/core/rows.js';
import { isOver, makePosition } from '../../src/position.js';
import type { Position } from '../../src/position.js';
import type { RuleSetId } from '../../src/rules/options.js';
import { Layouts } from '../../src/tablebase/layouts.js';
import { writeLayer } from '../../src/tablebase/folder.js';
import { Tablebase } from '../../src/tablebase/tablebase.js';
import { coreWithLayers, CORE_RULES } from '../core/support.js';
import { referenceOf } from '../fixpoint.js';
import { allBoards } from '../random.js';

const PITS = 3;
const LAYERS = 6;
const MISSING = 3;

let folder = '';
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'granary-'));
  for (const rules of CORE_RULES) {
    const core = await coreWithLayers(rules, PITS, LAYERS);
    for (let seeds = 0; seeds <= LAYERS; seeds++) {
      if (seeds === MISSING) continue;
      await writeLayer(folder, { rules, pits: PITS, seeds }, core.layerEntries(seeds));
    }
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

const open = (rules: RuleSetId = 'kalah'): Promise<Tablebase> =>
  Tablebase.open([folder], rules, PITS);

const positionOf = (counts: string, rules: RuleSetId = 'kalah'): Position => {
  const [south = [], north = []] = counts.split('/').map((row) => row.split(',').map(Number));
  return makePosition({ south, north }, rules);
};

describe.each(CORE_RULES)('a tablebase of %s with a layer missing', (rules) => {
  it.each(['s', 'n'] as const)(
    'has the score of every position by the plain rules, %s to move',
    async (mover) => {
      const tables = await open(rules);
      const reference = referenceOf(rules, PITS);
      let uncovered = 0;
      for (let seeds = LAYERS + 1; seeds >= 0; seeds--) {
        for (const { south, north } of allBoards(PITS, seeds)) {
          const position = makePosition({ south, north, stores: [7, 2], mover }, rules);
          const found = await tables.probe(position);
          const lead = mover === 's' ? 5 : -5;
          const expected = lead + reference.gain(position);
          expect(tables.covers(position)).toBe(seeds <= LAYERS && seeds !== MISSING);
          if (found === undefined) uncovered++;
          else if (found !== expected) expect(found, JSON.stringify(position)).toBe(expected);
          if (tables.covers(position)) expect(found).not.toBe(undefined);
        }
      }
      // Of layers that are not there only the games that are over have a score.
      const unsolved = [MISSING, LAYERS + 1]
        .flatMap((seeds) => [...allBoards(PITS, seeds)])
        .filter((board) => !isOver(makePosition(board, rules)));
      expect(unsolved.length).toBeGreaterThan(700);
      expect(uncovered).toBe(unsolved.length);
    },
  );
});

describe('a tablebase', () => {
  it('is asked for positions of several layers at once, for which its memory must grow', async () => {
    const rising = mkdtempSync(path.join(folder, 'rising-'));
    const core = await coreWithLayers('kalah', 6, 9);
    for (const seeds of [5, 7, 9]) {
      await writeLayer(rising, { rules: 'kalah', pits: 6, seeds }, core.layerEntries(seeds));
    }
    const tables = await Tablebase.open([rising], 'kalah', 6);
    const asked = ['0,0,0,0,1,1/0,2,1,0,0,0', '1,0,0,0,1,1/0,2,1,0,1,0', '1,3,0,0,1,0/0,2,1,0,1,0'];
    const positions = asked.map((counts) => positionOf(counts));
    const found = await Promise.all(positions.map((position) => tables.probe(position)));
    expect(found).toEqual(positions.map((position) => core.probe(rowsOf(position))));
  });

  it('does not cover other rule sets and boards', async () => {
    const tables = await open();
    expect(tables.covers(positionOf('1,0,1/1,0,1'))).toBe(true);
    for (const other of [
      positionOf('1,0,1/1,0,1', 'kalah-empty'),
      positionOf('1,1/1,1'),
      positionOf('9,9,9/9,9,9'),
    ]) {
      expect(tables.covers(other)).toBe(false);
      expect(await tables.probe(other)).toBe(undefined);
    }
  });

  it('reads only what is needed, and refuses what is damaged', async () => {
    const damaged = mkdtempSync(path.join(folder, 'damaged-'));
    const core = await coreWithLayers('kalah', PITS, 5);
    for (const seeds of [4, 5]) {
      const id = { rules: 'kalah', pits: PITS, seeds };
      const file = await writeLayer(damaged, id, core.layerEntries(seeds));
      if (seeds === 5) truncateSync(file, 60);
    }
    const tables = await Tablebase.open([damaged], 'kalah', PITS);
    expect(await tables.probe(positionOf('1,0,1/1,0,1'))).toBeTypeOf('number');
    const refused = tables.probe(positionOf('1,0,1/1,1,1'));
    await expect(refused).rejects.toMatchObject({ name: 'TablebaseCorrupt' });
    expect(await tables.probe(positionOf('1,0,1/1,0,1'))).toBeTypeOf('number');
    await expect(tables.load(3)).rejects.toMatchObject({
      name: 'NotCovered',
      message: expect.stringMatching(/layer 3 of kalah on 3 pits .* --layers 3/) as string,
    });
  });

  it('is refused for boards that have none', async () => {
    await expect(Tablebase.open([folder], 'kalah', 7)).rejects.toMatchObject({
      name: 'InvalidOption',
    });
  });
});

describe('layouts', () => {
  it.each([
    [1, 5],
    [2, 0],
    [4, 7],
    [6, 6],
  ])('lay seeds into %i pits, %i of them, in all ways and in order', (pits, seeds) => {
    const layouts = new Layouts(2 * pits, seeds);
    const laid = Array.from({ length: layouts.count }, (_, index) => {
      const counts: number[] = [];
      layouts.lay(index, counts);
      return counts;
    });
    expect(laid).toEqual(
      [...allBoards(pits, seeds)].map(({ south, north }) => [...south, ...north]),
    );
  });
});

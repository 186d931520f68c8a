/** Entries in memory: their order, which is that of files, and how they are packed. */
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { describe, expect, it } from 'vitest';
import { Core } from '../../src/core/core.js';
import { rowsOf } from '../../src/core/rows.js';
import { seedsIn } from '../../src/rules/board.js';
import type { Board } from '../../src/rules/board.js';
import { gainsOf } from '../../src/tablebase/gains.js';
import { layerSize, rankOf, rowCount, runsOf } from '../../src/tablebase/runs.js';
import { alterLayer, coreWithLayers, CORE_PITS, CORE_RULES, upTo } from '../core/support.js';
import { allBoards, randomOf } from '../random.js';

/** Pits, and the largest layer that is looked at. */
const BOARDS = [
  [1, 20],
  [2, 12],
  [3, 8],
  [4, 7],
  [5, 6],
  [6, 6],
] as const;

/** Where a position's entry lies in a layer's file. */
function placeOf({ south, north }: Board): number {
  const [mover, other] = [seedsIn(south), seedsIn(north)];
  const [outer, inner] = mover >= other ? [south, north] : [north, south];
  const pits = south.length;
  const line = rankOf(outer);
  let before = 0;
  for (const run of runsOf(pits, mover + other)) {
    if (run.mover === mover && line < run.first + run.rows) {
      return before + (line - run.first) * rowCount(pits, seedsIn(inner)) + rankOf(inner);
    }
    before += run.entries;
  }
  throw new Error('no run has it');
}

describe.each(CORE_RULES)('entries of %s', (rules) => {
  it.each(BOARDS)('lie where ranks say, on %i pits to layer %i', async (pits, layers) => {
    const core = await coreWithLayers(rules, pits, layers);
    for (const layer of upTo(layers)) {
      const gains = gainsOf(core, layer);
      const places = new Set<number>();
      for (const board of allBoards(pits, layer)) {
        const place = placeOf(board);
        places.add(place);
        const [found, expected] = [gains[place], core.probe(rowsOf(board))];
        if (found !== expected) expect(found, JSON.stringify(board)).toBe(expected);
      }
      expect(places.size).toBe(layerSize(pits, layer));
      expect(gains).toHaveLength(core.layerSize(layer));
    }
  });

  it.each(BOARDS)('are read as they were written, on %i pits to layer %i', async (pits, layers) => {
    const random = randomOf(pits);
    const core = await Core.load(rules, pits);
    core.reserve({ layers: layers + 1 });
    const step = core.isCyclic ? 1 : 2;
    const written = upTo(layers + 1).map((layer) => {
      const gains = new Int8Array(core.layerSize(layer)).map(
        () => step * uniformInt(random, 0, core.runs.maxEntry(layer)) - layer,
      );
      alterLayer(core, layer, (altered) => altered.set(gains));
      return gains;
    });
    for (const [layer, gains] of written.entries()) expect(gainsOf(core, layer)).toEqual(gains);

    // A run that is written leaves what lies before it and behind it.
    for (const layer of upTo(layers)) {
      const expected = written[layer]!.slice();
      let at = 0;
      for (const run of runsOf(pits, layer)) {
        const first = Math.floor(run.rows / 3);
        const rows = Math.ceil(run.rows / 3);
        const columns = run.entries / run.rows;
        const part = { ...run, first: run.first + first, rows, entries: rows * columns };
        core.runs.write(part, new Uint8Array(part.entries).fill(core.runs.maxEntry(layer)));
        const begin = at + first * columns;
        expected.fill(layer, begin, begin + part.entries);
        at += run.entries;
      }
      expect(gainsOf(core, layer)).toEqual(expected);
      expect(gainsOf(core, layer + 1)).toEqual(written[layer + 1]);
    }
  });
});

describe('ranks', () => {
  it.each(BOARDS)('count the rows of %i pits in the order of a dictionary', (pits, most) => {
    for (const seeds of upTo(most)) {
      const rows = [...allBoards(pits, seeds)]
        .filter(({ north }) => seedsIn(north) === 0)
        .map(({ south }) => south);
      expect(rows).toHaveLength(rowCount(pits, seeds));
      expect(rows.map((row) => rankOf(row))).toEqual([...rows.keys()]);
    }
  });
});

describe('runs', () => {
  it.each([
    [1, 40],
    [6, 7],
    [6, 24],
  ])('of a layer on %i pits, %i seeds, hold each line once and in order', (pits, seeds) => {
    const runs = runsOf(pits, seeds);
    let lines = 0;
    for (const [i, { mover, other, first, rows, entries }] of runs.entries()) {
      const before = runs[i - 1];
      if (before?.mover === mover) expect(first).toBe(before.first + before.rows);
      else expect([mover, first]).toEqual([(before?.mover ?? -1) + 1, 0]);
      const next = runs[i + 1];
      if (next?.mover !== mover) {
        expect(first + rows).toBe(rowCount(pits, Math.max(mover, other)));
      }
      expect(entries).toBe(rows * rowCount(pits, Math.min(mover, other)));
      expect(rows === 1 || entries <= 2 ** 17).toBe(true);
      lines += entries;
    }
    expect(runs.at(-1)?.mover).toBe(seeds);
    expect(lines).toBe(layerSize(pits, seeds));
  });
});

it('a run that has no room in memory is no run', async () => {
  const core = await Core.load('kalah', CORE_PITS);
  const { scores, lists } = core.runs.predictionShape;
  core.runs.use({ scores: new Uint8Array(scores), lists: new Uint8Array(lists) });
  const run = { mover: 9, other: 1, first: 0, rows: 2 ** 16, entries: 6 * 2 ** 16 };
  expect(core.runs.decode(run, new Uint8Array(run.entries / 2))).toBe(undefined);
});

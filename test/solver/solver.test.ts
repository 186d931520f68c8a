import { describe, expect, it } from 'vitest';
import { Core } from '../../src/core/core.js';
import { seedsInPlay, rowsOf } from '../../src/core/rows.js';
import { parseTurn } from '../../src/notation.js';
import { isOver, makePosition, play, score, startPosition } from '../../src/position.js';
import type { Position } from '../../src/position.js';
import type { Board } from '../../src/rules/board.js';
import type { RuleSetId } from '../../src/rules/options.js';
import { Prover } from '../../src/solver/prover.js';
import { solve } from '../../src/solver/solver.js';
import { ACYCLIC_RULES, alterLayer, coreWithLayers } from '../core/support.js';
import { Minimax } from '../minimax.js';
import { randomBoard, randomOf } from '../random.js';
import { caseValues } from '../vectors.js';

async function coreWithoutLayers(rules: RuleSetId, pits: number, tableMib = 1): Promise<Core> {
  const core = await Core.load(rules, pits);
  core.reserve({ layers: -1, tableMib });
  return core;
}

/**
 * The score, for the mover of `start`, of the finished game that a line leads to by the plain rules; each
 * turn must be the mover's.
 */
function scoreAfter(start: Position, line: readonly string[]): number {
  let position = start;
  for (const turn of line) {
    const { mover } = position;
    for (const pit of parseTurn(turn)) {
      expect(position.mover).toBe(mover);
      position = play(position, pit).position;
    }
  }
  expect(isOver(position)).toBe(true);
  return position.mover === start.mover ? score(position) : 0 - score(position);
}

describe('known values', () => {
  it.each([
    [6, 1, 2],
    [6, 2, 6],
    [6, 3, 2],
    [5, 3, 6],
    [4, 4, 2],
  ])('kalah(%i,%i) is %i', async (pits, seeds, value) => {
    const core = await coreWithoutLayers('kalah', pits, 16);
    const start = startPosition('kalah', pits, seeds);
    const solution = await solve(core, start);
    expect(solution).toMatchObject({ value, proof: 'exact', lookups: 0 });
    expect(scoreAfter(start, solution.pv)).toBe(value);
  });

  it('values every move of the positions of bug reports', async () => {
    const facts = [...caseValues()].filter(({ rules }) => ACYCLIC_RULES.includes(rules));
    expect(facts.length).toBeGreaterThan(4);
    for (const { rules, board, values, source } of facts) {
      const core = await coreWithoutLayers(rules, board.south.length);
      const position = makePosition({ ...board, stores: [0, 0] }, rules);
      const { value, moves, pv } = await solve(core, position, { moves: true });
      const found = new Map(moves?.map((move) => [Number(move.move), move.value]));
      expect(found, source).toEqual(values);
      expect(value, source).toBe(Math.max(...values.values()));
      expect(values.get(Number(pv[0]?.split(',')[0])), source).toBe(value);
    }
  });
});

describe.each(ACYCLIC_RULES)('%s: all ways to a value agree', (rules) => {
  it('search without tables, with tables, tables and minimax, for every move', async () => {
    const random = randomOf(14);
    const bare = await coreWithoutLayers(rules, 6);
    const tabled = await coreWithLayers(rules, 6, 7);
    const table = await coreWithLayers(rules, 6, 14);
    const minimax = new Minimax(rules);
    for (let i = 0; i < 120; i++) {
      const board = randomBoard(random, 6, 1 + (i % 14));
      const position = makePosition({ ...board, stores: [5, 3] }, rules);
      const [a, b, c] = [
        await solve(bare, position, { moves: true }),
        await solve(tabled, position, { moves: true }),
        await solve(table, position, { moves: true }),
      ];
      const text = JSON.stringify(board);
      expect(a.value - 2, text).toBe(minimax.gain(board));
      expect(table.probe(rowsOf(board)), text).toBe(a.value - 2);
      expect([b.value, b.moves], text).toEqual([a.value, a.moves]);
      expect([c.value, c.moves], text).toEqual([a.value, a.moves]);
      for (const move of a.moves ?? []) {
        expect(move.value - 2, text).toBe(minimax.gainBy(board, Number(move.move) - 1));
      }
      for (const solution of [a, b, c]) {
        expect(scoreAfter(position, solution.pv), text).toBe(solution.value);
      }
    }
  });

  it('with a tiny table and a large one, after abandoned searches, and around wrong guesses', async () => {
    const random = randomOf(20);
    const table = await coreWithLayers(rules, 6, 16);
    const small = await coreWithLayers(rules, 6, 6, { tableMib: 1 / 128 });
    const large = await coreWithLayers(rules, 6, 6, { tableMib: 32 });
    for (let i = 0; i < 150; i++) {
      const rows = rowsOf(randomBoard(random, 6, 9 + (i % 8)));
      if (table.isOver(rows)) continue;
      const gain = table.probe(rows);
      for (const core of [small, large]) {
        core.beginProof(rows, gain + 1);
        core.runProof(1 + (i % 50));
        for (const error of [0, 1, -1, 2, -2, 8, -8]) {
          const bounds = await new Prover(core, {}).bounds(rows, gain + error);
          expect(bounds).toEqual({ lower: gain, upper: gain });
        }
      }
    }
  });
});

describe('a search', () => {
  it('suspended at every few nodes does the same as one at a stretch', async () => {
    const rows = rowsOf(startPosition('kalah', 6, 2));
    const runs = [];
    for (const budget of [1, 7, 1000, 10_000_000]) {
      const core = await coreWithoutLayers('kalah', 6);
      core.beginProof(rows, 6);
      while (!core.runProof(budget));
      runs.push({ nodes: core.nodes, value: core.proofValue });
    }
    expect(new Set(runs.map((run) => JSON.stringify(run))).size).toBe(1);
    expect(runs[0]?.nodes).toBeGreaterThan(1000);
  });

  it('stopped by its budget states bounds that hold', async () => {
    const position = startPosition('kalah', 6, 2);
    const proofs = new Set<string>();
    for (let nodes = 1; nodes < 60_000; nodes = Math.ceil(nodes * 1.5)) {
      const core = await coreWithoutLayers('kalah', 6);
      const { value, proof, nodes: used } = await solve(core, position, { nodes });
      proofs.add(proof);
      expect(used).toBeLessThanOrEqual(nodes);
      if (proof === 'lower') expect(value).toBeLessThanOrEqual(6);
      else if (proof === 'upper') expect(value).toBeGreaterThanOrEqual(6);
      else expect(value).toBe(6);
    }
    expect(proofs).toContain('lower');
    expect(proofs).toContain('exact');
  });

  it('states an upper bound where that is what it has', async () => {
    // North to move at the start of (6,2) after South's best turn is lost by more than is in the stores.
    const board: Board = {
      south: [0, 0, 1, 0, 0, 1],
      north: [3, 3, 3, 3, 3, 3],
      stores: [0, 9],
      mover: 's',
    };
    const position = makePosition(board, 'kalah');
    const core = await coreWithoutLayers('kalah', 6);
    const { value } = await solve(core, position);
    const uppers: number[] = [];
    for (let nodes = 1; nodes < 400; nodes++) {
      const fresh = await coreWithoutLayers('kalah', 6);
      const found = await solve(fresh, position, { nodes });
      if (found.proof === 'upper') uppers.push(found.value);
    }
    expect(uppers.length).toBeGreaterThan(0);
    for (const upper of uppers) expect(upper).toBeGreaterThanOrEqual(value);
    expect(Math.min(...uppers)).toBeLessThan(0);
  });

  it('shares its budget among the position and its moves, whose bounds all hold', async () => {
    const position = startPosition('kalah', 6, 2);
    const core = await coreWithoutLayers('kalah', 6);
    const exact = await solve(core, position, { moves: true });
    for (let nodes = 1; nodes < 100_000; nodes = Math.ceil(nodes * 1.7)) {
      const fresh = await coreWithoutLayers('kalah', 6);
      const spent: number[] = [];
      const found = await solve(fresh, position, {
        nodes,
        moves: true,
        onValue: (value) => spent.push(value.nodes),
        onMove: (_, effort) => spent.push(effort.nodes),
      });
      expect(spent[0]).toBeLessThanOrEqual(Math.ceil(nodes / 2));
      expect(found.nodes).toBeLessThanOrEqual(nodes);
      const pairs = [found, ...found.moves!].map((one, i) => [one, [exact, ...exact.moves!][i]!]);
      for (const [one, right] of pairs) {
        expect(one!.lower).toBeLessThanOrEqual(right!.value);
        expect(one!.upper).toBeGreaterThanOrEqual(right!.value);
        expect([one!.lower, one!.upper]).toContain(one!.value);
        expect(one!.proof === 'exact').toBe(one!.lower === one!.upper);
      }
      if (nodes < 5000) continue;
      // Every move has had its share.
      for (const move of found.moves!) expect(move.lower > -24 || move.upper < 24).toBe(true);
      expect(Math.max(...spent.slice(1))).toBeGreaterThan(0);
    }
  });

  it('states the bound that says something, whatever lies in the stores', async () => {
    const board: Board = { ...startPosition('kalah', 6, 2), stores: [60, 0] };
    const position = makePosition(board, 'kalah');
    let uppers = 0;
    for (let nodes = 1; nodes < 3000; nodes = Math.ceil(nodes * 1.3)) {
      const core = await coreWithoutLayers('kalah', 6);
      const found = await solve(core, position, { nodes, moves: true });
      for (const { value, proof, lower, upper } of [found, ...found.moves!]) {
        if (lower > 60 - 22 || upper === 60 + 24) continue;
        expect([value, proof]).toEqual([upper, 'upper']);
        uppers++;
      }
    }
    expect(uppers).toBeGreaterThan(0);
  });

  it('ends at once when it is told to', async () => {
    const core = await coreWithoutLayers('kalah', 6);
    const controller = new AbortController();
    let seen = 0;
    const solving = solve(core, startPosition('kalah', 6, 5), {
      signal: controller.signal,
      onProgress: ({ nodes, lower, upper }) => {
        expect(lower).toBeLessThanOrEqual(upper);
        seen = nodes;
        if (nodes > 200_000) controller.abort();
      },
    });
    await expect(solving).rejects.toMatchObject({ name: 'Interrupted' });
    expect(seen).toBeLessThan(400_000);
  });

  it('answers a finished game at once, with its seeds swept', async () => {
    const core = await coreWithoutLayers('kalah', 6);
    const board: Board = {
      south: [0, 0, 0, 0, 0, 0],
      north: [1, 2, 0, 0, 0, 3],
      stores: [20, 22],
      mover: 's',
    };
    const solution = await solve(core, makePosition(board, 'kalah'), { moves: true });
    expect(solution).toMatchObject({ value: -8, proof: 'exact', pv: [], moves: [], nodes: 0 });
  });

  it('searches no position that the tables hold', async () => {
    const core = await coreWithLayers('kalah', 6, 10);
    const rows = rowsOf(randomBoard(randomOf(3), 6, 10));
    expect(seedsInPlay(rows)).toBe(10);
    const before = core.nodes;
    await new Prover(core, {}).bounds(rows, 0);
    expect(core.nodes - before).toBe(0);
  });
});

describe('a core refuses', () => {
  const start = startPosition('kalah', 6, 3);

  it.each([
    ['another board', startPosition('kalah', 5, 2), {}, /does not fit a core for kalah on 6/],
    [
      'another rule set',
      startPosition('kalah-empty', 6, 2),
      {},
      /kalah-empty on 6 pits does not fit/,
    ],
    ['too many seeds', startPosition('kalah', 6, 11), {}, /132 seeds in play: .* at most 127/],
    ['half a node', start, { nodes: 0.5 }, /nodes is 0.5: expected a whole number/],
    ['no number of nodes', start, { nodes: NaN }, /nodes is NaN/],
  ])('%s', async (_, position, options, message) => {
    const core = await coreWithoutLayers('kalah', 6);
    await expect(solve(core, position, options)).rejects.toThrow(message);
  });

  it('a second search while one is under way, and serves again afterwards', async () => {
    const core = await coreWithoutLayers('kalah', 6);
    const first = solve(core, start);
    await expect(solve(core, start)).rejects.toMatchObject({ name: 'CoreBusy' });
    expect(await first).toMatchObject({ value: 2 });
    expect(await solve(core, start)).toMatchObject({ value: 2 });
  });

  it('a search that was ended before it began', async () => {
    const core = await coreWithoutLayers('kalah', 6);
    const solving = solve(core, start, { signal: AbortSignal.abort() });
    await expect(solving).rejects.toMatchObject({ name: 'Interrupted' });
  });

  it('a line of best play over tables that are wrong', async () => {
    const core = await Core.load('kalah', 6);
    core.reserve({ layers: 8, tableMib: 1, building: true });
    alterLayer(core, 8, (gains) => gains.fill(8));
    core.cover(8);
    await expect(solve(core, startPosition('kalah', 6, 1))).rejects.toThrow(/tables/);
  });
});

describe.each(ACYCLIC_RULES)('%s with pits of many seeds', (rules) => {
  it.each([1 / 1024, 1 / 128, 1])(
    'and a table of %f MiB has the minimax values',
    async (tableMib) => {
      const core = await coreWithoutLayers(rules, 2, tableMib);
      const minimax = new Minimax(rules);
      const random = randomOf(32);
      for (let i = 0; i < 140; i++) {
        const rows = randomBoard(random, 2, 20 + (i % 70));
        const position = makePosition(rows, rules);
        const { value } = await solve(core, position);
        expect(value, JSON.stringify(rows)).toBe(minimax.gain(rows));
      }
    },
  );
});

describe.each(ACYCLIC_RULES)('%s in the general form', (rules) => {
  it.each([
    [8, 7],
    [7, 9],
    [6, 10],
    [2, 150],
  ])('on %i pits with up to %i seeds has the minimax values', async (pits, seeds) => {
    const core = await Core.load(rules, pits, { seeds: 255 });
    core.reserve({ layers: -1, tableMib: 1 });
    expect(core.isGeneral).toBe(true);
    const minimax = new Minimax(rules);
    const random = randomOf(8);
    for (let i = 0; i < 60; i++) {
      const board = randomBoard(random, pits, 1 + Math.floor((i * seeds) / 60));
      const position = makePosition(board, rules);
      const { value, pv } = await solve(core, position);
      expect(value, JSON.stringify(board)).toBe(minimax.gain(board));
      expect(scoreAfter(position, pv)).toBe(value);
    }
  });
});

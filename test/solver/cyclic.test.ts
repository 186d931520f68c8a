import { describe, expect, it } from 'vitest';
import { Core } from '../../src/core/core.js';
import { keyOf, rowsOf } from '../../src/core/rows.js';
import { parseTurn } from '../../src/notation.js';
import { isOver, legalPits, makePosition, moves, play, score } from '../../src/position.js';
import type { Position } from '../../src/position.js';
import type { RuleSetId } from '../../src/rules/options.js';
import { Prover } from '../../src/solver/prover.js';
import { solve } from '../../src/solver/solver.js';
import { BUILDS, coreWithLayers, CYCLIC_RULES } from '../core/support.js';
import { Fixpoint } from '../fixpoint.js';
import { allBoards, randomBoard, randomOf } from '../random.js';

async function coreWithoutLayers(rules: RuleSetId, pits: number, tableMib = 1): Promise<Core> {
  const core = await Core.load(rules, pits);
  core.reserve({ layers: -1, tableMib });
  return core;
}

/** Positions of a layer, South to move, that are not over. */
function positionsOf(rules: RuleSetId, pits: number, seeds: number): Position[] {
  return [...allBoards(pits, seeds)]
    .map((board) => makePosition(board, rules))
    .filter((position) => !isOver(position));
}

/** The score, for the mover of `start`, of the game after a line; `ends` if it is over then. */
function replay(start: Position, line: readonly string[]): { ends: boolean; score: number } {
  let position = start;
  for (const turn of line) {
    for (const pit of parseTurn(turn)) position = play(position, pit).position;
  }
  const sign = position.mover === start.mover ? 1 : -1;
  return { ends: isOver(position), score: 0 + sign * score(position) };
}

/** Whether moves that keep the value, of both sides, lead from a position to an end of the game. */
function canEnd(fixpoint: Fixpoint, start: Position): boolean {
  const seen = new Set<string>();
  const open = [start];
  for (let position; (position = open.pop()) !== undefined;) {
    const gain = fixpoint.gain(position);
    for (const move of moves(position)) {
      if (fixpoint.gainBy(position, Number(move.move) - 1) !== gain) continue;
      if (move.over) return true;
      const key = keyOf(rowsOf(move.position));
      if (!seen.has(key)) open.push(move.position);
      seen.add(key);
    }
  }
  return false;
}

describe.each(CYCLIC_RULES)('%s: search without tables', (rules) => {
  it.each([
    [1, 12],
    [2, 8],
    [3, 5],
  ])(
    'values every move of every position as the tables do, on %i pits to layer %i',
    async (pits, most) => {
      const fixpoint = new Fixpoint(rules, pits);
      const table = await coreWithLayers(rules, pits, most);
      const core = await coreWithoutLayers(rules, pits);
      for (let seeds = 1; seeds <= most; seeds++) {
        for (const position of positionsOf(rules, pits, seeds)) {
          const text = JSON.stringify(position);
          const { value, proof, moves } = await solve(core, position, { moves: true });
          expect([value, proof], text).toEqual([table.probe(rowsOf(position)), 'exact']);
          expect(moves?.map(({ move }) => Number(move))).toEqual(legalPits(position));
          for (const { move, value, proof } of moves ?? []) {
            const expected = fixpoint.gainBy(position, Number(move) - 1);
            expect([value, proof], `${text} ${move}`).toEqual([expected, 'exact']);
          }
        }
      }
    },
  );

  it('proves every position of 3 pits to layer 8, from any guess', async () => {
    const table = await coreWithLayers(rules, 3, 8);
    const core = await coreWithoutLayers(rules, 3);
    for (let seeds = 6; seeds <= 8; seeds++) {
      for (const [i, position] of positionsOf(rules, 3, seeds).entries()) {
        const gain = table.probe(rowsOf(position));
        const guess = (i % (2 * seeds + 1)) - seeds;
        const bounds = await new Prover(core, {}).bounds(rowsOf(position), guess);
        expect(bounds, JSON.stringify(position)).toEqual({ lower: gain, upper: gain });
      }
    }
  });
});

describe.each(CYCLIC_RULES)('%s: search over tables of lower layers', (rules) => {
  it('on 6 pits with few nodes has bounds that do not exclude the value', async () => {
    const random = randomOf(66);
    const table = await coreWithLayers(rules, 6, 12);
    const core = await coreWithLayers(rules, 6, 8);
    const proofs = new Set<string>();
    for (let i = 0; i < 300; i++) {
      const position = makePosition(randomBoard(random, 6, 9 + (i % 4)), rules);
      if (isOver(position)) continue;
      const gain = table.probe(rowsOf(position));
      const { lower, upper } = await new Prover(core, { nodes: 1 + 7 * i }).bounds(
        rowsOf(position),
        0,
      );
      expect(lower, JSON.stringify(position)).toBeLessThanOrEqual(gain);
      expect(upper, JSON.stringify(position)).toBeGreaterThanOrEqual(gain);
      const solution = await solve(core, position, { nodes: 1 + 7 * i });
      proofs.add(solution.proof);
      if (solution.proof !== 'upper') expect(solution.value).toBeLessThanOrEqual(gain);
      if (solution.proof !== 'lower') expect(solution.value).toBeGreaterThanOrEqual(gain);
    }
    expect(proofs).toContain('exact');
    expect(proofs).toContain('lower');
  });

  it('with a tiny table and a large one, after abandoned searches, and around wrong guesses', async () => {
    const random = randomOf(20);
    const table = await coreWithLayers(rules, 3, 12);
    const small = await coreWithLayers(rules, 3, 5, { tableMib: 1 / 128 });
    const large = await coreWithLayers(rules, 3, 5, { tableMib: 16 });
    for (let i = 0; i < 50; i++) {
      const rows = rowsOf(randomBoard(random, 3, 6 + (i % 5)));
      if (table.isOver(rows)) continue;
      const gain = table.probe(rows);
      for (const core of [small, large]) {
        core.beginProof(rows, gain + 1);
        core.runProof(1 + i);
        for (const error of [0, 1, -1, 2, -2, 8, -8]) {
          const bounds = await new Prover(core, {}).bounds(rows, gain + error);
          expect(bounds).toEqual({ lower: gain, upper: gain });
        }
      }
    }
  });
});

describe.each(CYCLIC_RULES)('%s: a search', (rules) => {
  it.each(BUILDS)(
    'suspended at every few nodes does the same as one at a stretch, %s',
    async (build) => {
      const random = randomOf(5);
      for (let i = 0; i < 6; i++) {
        const rows = rowsOf(randomBoard(random, 3, 6 + (i % 4)));
        const runs: object[] = [];
        for (const budget of [1, 7, 100, 10_000_000]) {
          const core = await Core.load(rules, 3, { wasm: build });
          if (core.isOver(rows)) continue;
          core.reserve({ layers: 2, tableMib: 1 / 8, building: true });
          core.solveLayers(2);
          const values: number[] = [];
          for (const beta of [-2, 0, 1, 2, 3]) {
            core.beginProof(rows, beta);
            while (!core.runProof(budget));
            values.push(core.proofValue);
          }
          runs.push({ nodes: core.nodes, values });
        }
        for (const run of runs) expect(run).toEqual(runs.at(-1));
      }
    },
  );
});

describe.each(CYCLIC_RULES)('%s: best play', (rules) => {
  it.each([
    [1, 12],
    [2, 9],
    [3, 6],
  ])('ends the game where any line of it does, on %i pits to layer %i', async (pits, most) => {
    const fixpoint = new Fixpoint(rules, pits);
    const core = await coreWithLayers(rules, pits, most);
    const seen = { split: 0, ends: 0 };
    for (let seeds = 1; seeds <= most; seeds++) {
      for (const { south, north } of positionsOf(rules, pits, seeds)) {
        const position = makePosition(
          { south: north, north: south, stores: [3, 5], mover: 'n' },
          rules,
        );
        const text = JSON.stringify(position);
        const { value, pv, split, moves } = await solve(core, position, { moves: true });
        expect(value, text).toBe(fixpoint.gain(position) + 2);
        expect(split, text).toBe(!canEnd(fixpoint, position));
        const end = replay(position, pv);
        expect(end.ends, text).toBe(!split);
        // Where play goes round, what is won is won before that, and the rest is split.
        expect(end.score, text).toBe(value);
        seen[split ? 'split' : 'ends']++;
        for (const move of moves ?? []) {
          const { position: after, over } = play(position, Number(move.move));
          expect(move.split, `${text} ${move.move}`).toBe(!over && !canEnd(fixpoint, after));
        }
      }
    }
    // On one pit there are grand slams only.
    if (pits > 1) expect(seen.ends).toBeGreaterThan(0);
    expect(seen.split).toBeGreaterThan(0);
  });
});

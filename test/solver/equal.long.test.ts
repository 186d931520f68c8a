import { expect, it } from 'vitest';
import { Core } from '../../src/core/core.js';
import { rowsOf } from '../../src/core/rows.js';
import { makePosition } from '../../src/position.js';
import { solve } from '../../src/solver/solver.js';
import { coreWithLayers, ACYCLIC_RULES } from '../core/support.js';
import { Minimax } from '../minimax.js';
import { randomBoard, randomOf } from '../random.js';

const POSITIONS = 5000;
const SEEDS = 14;

it.each(ACYCLIC_RULES)('%s: four ways to a value agree on every move', async (rules) => {
  const random = randomOf(5000);
  const bare = await Core.load(rules, 6);
  bare.reserve({ layers: -1, tableMib: 4 });
  const tabled = await coreWithLayers(rules, 6, 8);
  const table = await coreWithLayers(rules, 6, SEEDS, { tableMib: 4 });
  const minimax = new Minimax(rules);
  for (let i = 0; i < POSITIONS; i++) {
    const board = randomBoard(random, 6, 1 + (i % SEEDS));
    const position = makePosition(board, rules);
    const text = JSON.stringify(board);
    const bareSolution = await solve(bare, position, { moves: true });
    const tabledSolution = await solve(tabled, position, { moves: true });
    expect(tabledSolution.moves, text).toEqual(bareSolution.moves);
    expect([bareSolution.value, tabledSolution.value], text).toEqual(
      new Array(2).fill(minimax.gain(board)),
    );
    expect(table.probe(rowsOf(board)), text).toBe(bareSolution.value);
    expect((await solve(table, position, { moves: true })).moves, text).toEqual(bareSolution.moves);
    for (const { move, value } of bareSolution.moves ?? []) {
      if (value !== minimax.gainBy(board, Number(move) - 1)) expect.fail(`${text} move ${move}`);
    }
  }
});

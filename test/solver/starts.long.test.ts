import { expect, it } from 'vitest';
import { Core } from '../../src/core/core.js';
import { rowsOf } from '../../src/core/rows.js';
import { parseTurn } from '../../src/notation.js';
import { isOver, play, score, startPosition } from '../../src/position.js';
import { Prover } from '../../src/solver/prover.js';
import { solve } from '../../src/solver/solver.js';
import { coreWithLayers } from '../core/support.js';

/** Values of the first moves, as two programs of other authors give them for capture with seeds opposite. */
const FIRST_MOVES = [-14, -10, 8, -2, -8, 4];

it('kalah(6,4) is +8, and its first moves have their known values, over tables to 16', async () => {
  const core = await coreWithLayers('kalah', 6, 16, { tableMib: 64 });
  const { value, proof, moves } = await solve(core, startPosition('kalah', 6, 4), { moves: true });
  expect([value, proof]).toEqual([8, 'exact']);
  expect(moves?.map((move) => move.value)).toEqual(FIRST_MOVES);
});

it('the best line of kalah(6,4) keeps its value after every ply', async () => {
  const core = await coreWithLayers('kalah', 6, 20, { tableMib: 64 });
  const start = startPosition('kalah', 6, 4);
  const { pv } = await solve(core, start);
  let position = start;
  for (const pit of pv.flatMap((turn) => parseTurn(turn))) {
    position = play(position, pit).position;
    if (isOver(position)) break;
    const [south, north] = position.stores;
    const lead = position.mover === 's' ? south - north : north - south;
    const gain = (position.mover === 's' ? 8 : -8) - lead;
    const { lower, upper } = await new Prover(core, {}).bounds(rowsOf(position), gain);
    expect([lower, upper]).toEqual([gain, gain]);
  }
  expect(isOver(position)).toBe(true);
  expect(Math.abs(score(position))).toBe(8);
});

it('kalah(6,3) has the same value with tables of every size, and with none', async () => {
  const core = await Core.load('kalah', 6);
  for (let layers = -1; layers <= 16; layers++) {
    core.reserve({ layers, tableMib: 16, building: true });
    core.solveLayers(layers);
    expect(await solve(core, startPosition('kalah', 6, 3))).toMatchObject({
      value: 2,
      proof: 'exact',
    });
  }
});

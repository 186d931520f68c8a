import { describe, expect, it } from 'vitest';
import { Core } from '../../src/core/core.js';
import { Match } from '../../src/match.js';
import { parsePosition } from '../../src/notation.js';
import { isOver, makePosition, play, startPosition } from '../../src/position.js';
import type { Position } from '../../src/position.js';
import { solve } from '../../src/solver/solver.js';
import { coreWithLayers, CYCLIC_RULES } from '../core/support.js';
import { referenceOf } from '../fixpoint.js';
import { randomBoard, randomOf } from '../random.js';

async function bareCore(rules: string, pits: number, seeds?: number): Promise<Core> {
  const core = await Core.load(rules, pits, seeds === undefined ? {} : { seeds });
  core.reserve({ layers: -1, tableMib: 1 });
  return core;
}

describe.each(CYCLIC_RULES)('%s without tables', (rules) => {
  it.each([
    [2, 8],
    [3, 8],
    [4, 6],
    [6, 5],
  ])('tells on %i pits with up to %i seeds what tables tell, split or not', async (pits, seeds) => {
    const random = randomOf(pits);
    const bare = await bareCore(rules, pits);
    const tabled = await coreWithLayers(rules, pits, seeds);
    for (let i = 0; i < 60; i++) {
      const position = makePosition(randomBoard(random, pits, 1 + (i % seeds)), rules);
      if (isOver(position)) continue;
      const [found, right] = [
        await solve(bare, position, { moves: true }),
        await solve(tabled, position, { moves: true }),
      ];
      const text = JSON.stringify(position);
      expect([found.value, found.proof, found.split], text).toEqual([
        right.value,
        'exact',
        right.split,
      ]);
      expect(found.moves, text).toEqual(right.moves);
      expect(right.split, text).toBeDefined();
      // A line that ends is worth the value; one that goes round ends in a position it has been in.
      expect(replayed(position, found.pv), text).toBe(found.split ? 'round' : found.value);
    }
  });

  it('calls nothing split, or not, that a small budget does not show', async () => {
    const random = randomOf(9);
    const bare = await bareCore(rules, 3);
    const tabled = await coreWithLayers(rules, 3, 8);
    let unknown = 0;
    for (let i = 0; i < 200; i++) {
      const position = makePosition(randomBoard(random, 3, 4 + (i % 5)), rules);
      if (isOver(position)) continue;
      const right = await solve(tabled, position);
      bare.clearTable();
      const found = await solve(bare, position, { nodes: 20 + 13 * i });
      if (found.proof !== 'exact') continue;
      expect(found.value).toBe(right.value);
      if (found.split === undefined) unknown++;
      else expect(found.split, JSON.stringify(position)).toBe(right.split);
    }
    expect(unknown).toBeGreaterThan(0);
  });

  it('solves few seeds on seven pits, which have no tables', async () => {
    const random = randomOf(7);
    const core = await bareCore(rules, 7);
    const reference = referenceOf(rules, 7);
    for (let i = 0; i < 12; i++) {
      const position = makePosition(randomBoard(random, 7, 1 + (i % 4)), rules);
      if (isOver(position)) continue;
      const { value, proof } = await solve(core, position);
      expect([value, proof], JSON.stringify(position)).toEqual([reference.gain(position), 'exact']);
    }
  });
});

/** The score of the game that a line leads to for the side that begins, or `round` if a position comes back last. */
function replayed(start: Position, line: readonly string[]): number | string {
  const seen = new Set<string>();
  let position = start;
  for (const pit of line) {
    seen.add(`${position.south.join()}/${position.north.join()}`);
    position = play(position, Number(pit)).position;
  }
  const [south, north] = position.stores;
  if (isOver(position)) return start.mover === 's' ? south - north : north - south;
  const rows = [position.south.join(), position.north.join()];
  return seen.has(rows.join('/')) || seen.has(rows.reverse().join('/')) ? 'round' : 'broken off';
}

describe('a history', () => {
  const START = parsePosition('0,0,0,0,0,1/0,0,0,0,0,1 23/23 s', 'oware');
  const ROUND = [6, 6, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5];

  it('by which the game is over already is refused', async () => {
    const core = await bareCore('oware', 6);
    const match = Match.fromMoves(START, ROUND, { stopWhenDecided: false });
    const { position, positions } = match;
    const found = solve(core, position, { history: positions.slice(0, -1) });
    await expect(found).rejects.toMatchObject({
      name: 'InvalidHistory',
      message: 'the game is over by repetition, 24-24: there is nothing to solve',
    });
  });

  it('that is too long is refused every time', async () => {
    const core = await bareCore('oware', 6);
    const past = Array.from({ length: 1025 }, (_, i) => ({
      rows: { own: BigInt(i), opp: 1n },
      mover: 's' as const,
      gain: 0,
    }));
    for (let i = 0; i < 2; i++) {
      expect(() => {
        core.history.set(past);
      }).toThrow(/^a history of 1025 positions: at most 1024 are taken/);
    }
  });
});

it('nothing is solved before memory is laid out', async () => {
  const core = await Core.load('oware', 6);
  await expect(solve(core, startPosition('oware', 6, 4))).rejects.toMatchObject({
    name: 'InvalidOption',
    message: 'the core has no memory laid out: call core.reserve before solve',
  });
});

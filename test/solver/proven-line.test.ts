import { describe, expect, it } from 'vitest';
import { isOver, makePosition, play, startPosition } from '../../src/position.js';
import { otherSide, storeOf } from '../../src/rules/board.js';
import { proveLine } from '../../src/solver/proven-line.js';
import { ACYCLIC_RULES, coreWithLayers, CYCLIC_RULES } from '../core/support.js';
import { Minimax } from '../minimax.js';

describe.each(ACYCLIC_RULES)('a line of best play of %s', (rules) => {
  it('has the exact value after every ply, by minimax, to the end', async () => {
    const core = await coreWithLayers(rules, 3, 6);
    const minimax = new Minimax(rules);
    let position = startPosition(rules, 3, 3);
    const { value, plies } = await proveLine(core, position);
    expect(value).toBe(minimax.gain(position));
    for (const ply of plies) {
      expect(ply.mover).toBe(position.mover);
      position = play(position, Number(ply.move)).position;
      expect(ply.position).toEqual(position);
      const { mover } = position;
      const lead = storeOf(position, mover) - storeOf(position, otherSide(mover));
      expect(ply.value).toBe(lead + minimax.gain(position));
      expect(ply.value).toBe(mover === 's' ? value : 0 - value);
    }
    expect(isOver(position)).toBe(true);
    const sources = plies.map(({ source }) => source);
    expect(sources.at(-1)).toBe('end');
    expect(new Set(sources)).toEqual(new Set(['search', 'tables', 'end']));
  });
});

it('of a game that is over there is nothing to play', async () => {
  const core = await coreWithLayers('kalah', 3, -1);
  const over = makePosition({ south: [0, 0, 0], north: [1, 0, 0], stores: [3, 0] }, 'kalah');
  expect(await proveLine(core, over)).toEqual({ value: 2, plies: [] });
});

it.each(CYCLIC_RULES)('there is none of %s', async (rules) => {
  const core = await coreWithLayers(rules, 3, 2);
  const line = proveLine(core, startPosition(rules, 3, 1));
  await expect(line).rejects.toMatchObject({ name: 'InvalidOption' });
});

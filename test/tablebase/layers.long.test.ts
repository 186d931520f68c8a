import { expect, it } from 'vitest';
import { rowsOf } from '../../src/core/rows.js';
import { otherSide, storeOf } from '../../src/rules/board.js';
import { optionsOf } from '../../src/rules/options.js';
import { isOver, legalPits, playPit } from '../../src/rules/rules.js';
import { coreWithLayers } from '../core/support.js';
import { randomBoard, randomOf } from '../random.js';

/** Sums of all gains of a layer, by an independent native program. */
const SUMS = new Map([
  [13, 4_694_016],
  [14, 8_828_916],
  [15, 16_027_008],
  [16, 28_208_302],
  [17, 48_324_950],
  [18, 80_859_970],
]);

it('kalah layers 13 to 18 have the sums of gains of an independent program', async () => {
  const core = await coreWithLayers('kalah', 6, 18);
  for (const [layer, expected] of SUMS) {
    let sum = 0;
    for (const byte of core.layerEntries(layer)) sum += (byte << 24) >> 24;
    expect(sum, `layer ${layer}`).toBe(expected);
  }
});

it.each([
  ['kalah', 20],
  ['kalah-empty', 16],
  ['kalah-turn', 16],
  ['mangala', 16],
  ['oware', 16],
  ['awari', 16],
])(
  'entries of %s layers 8 to %i are the best of their successors by the plain rules',
  async (rules, most) => {
    const core = await coreWithLayers(rules, 6, most);
    const random = randomOf(most);
    const options = optionsOf(rules);
    let captured = 0;
    for (let i = 0; i < 100_000; i++) {
      const board = randomBoard(random, 6, 8 + (i % (most - 7)));
      if (isOver(options, board)) continue;
      const gains = legalPits(options, board).map((pit) => {
        const ply = playPit(options, board, pit);
        const { board: after, over } = ply;
        captured = Math.max(captured, ply.captured);
        const won = storeOf(after, board.mover) - storeOf(after, otherSide(board.mover));
        if (over) return won;
        const rest = core.probe(rowsOf(after));
        return after.mover === board.mover ? won + rest : won - rest;
      });
      const found = core.probe(rowsOf(board));
      if (found !== Math.max(...gains))
        expect(found, JSON.stringify(board)).toBe(Math.max(...gains));
    }
    expect(captured).toBeGreaterThan(7);
  },
);

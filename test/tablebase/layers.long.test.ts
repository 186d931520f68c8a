import { expect, it } from 'vitest';
import { rowsOf } from '../../src/core/rows.js';
import { otherSide, storeOf } from '../../src/rules/board.js';
import { optionsOf } from '../../src/rules/options.js';
import { isOver, legalPits, playPit } from '../../src/rules/rules.js';
import { gainsOf } from '../../src/tablebase/gains.js';
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
    for (const gain of gainsOf(core, layer)) sum += gain;
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

/** Layers with how many positions are won and lost for the mover, by an independent native program. */
const OUTCOMES: readonly (readonly [rules: string, layer: number, won: number, lost: number])[] = [
  ['kalah', 13, 1_577_707, 918_437],
  ['kalah', 14, 2_555_085, 1_393_046],
  ['kalah', 15, 4_871_281, 2_854_879],
  ['kalah-empty', 13, 1_553_318, 942_826],
  ['kalah-empty', 14, 2_536_914, 1_462_497],
  ['kalah-empty', 15, 4_780_006, 2_946_154],
  ['kalah-turn', 13, 1_579_504, 916_640],
  ['kalah-turn', 14, 2_557_078, 1_388_829],
  ['mangala', 13, 1_626_775, 869_369],
  ['mangala', 14, 2_608_307, 1_244_562],
  ['mangala', 15, 5_093_948, 2_632_212],
  ['mangala', 16, 7_724_561, 3_527_024],
];

it.each(OUTCOMES)(
  '%s layer %i has as many won and lost positions',
  async (rules, layer, ...expected) => {
    const core = await coreWithLayers(rules, 6, layer);
    let [won, lost] = [0, 0];
    for (const gain of gainsOf(core, layer)) {
      if (gain > 0) won++;
      if (gain < 0) lost++;
    }
    expect([won, lost]).toEqual(expected);
  },
);

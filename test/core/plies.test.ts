import { describe, expect, it } from 'vitest';
import { Core } from '../../src/core/core.js';
import { rowsOf } from '../../src/core/rows.js';
import type { Board } from '../../src/rules/board.js';
import { optionsOf } from '../../src/rules/options.js';
import { legalPits } from '../../src/rules/rules.js';
import { randomBoard, randomOf } from '../random.js';
import { caseFacts, moveVectors, peerFacts } from '../vectors.js';
import { coresOf, expectMoves, expectPly, playRandomMoves, VARIANTS } from './random-moves.js';
import { CORE_RULES } from './support.js';

/** Random moves a rule set; `plies.long.test.ts` plays more. */
const MOVES = {
  'release fast': 200_000,
  'release general': 60_000,
  'debug fast': 30_000,
  'debug general': 30_000,
};

/** Seeds that lie beside a pit of many. */
const MOST_BESIDE = 12;

describe.each(VARIANTS)('the $form form of the $build build', (variant) => {
  const { build, form, pits, seeds } = variant;
  const coreFor = coresOf(variant);
  const takes = ({ board }: { board: Board }): boolean => board.south.length <= pits;

  it('has the moves of the vectors, their results and their ends', async () => {
    const vectors = [...moveVectors()].filter(takes);
    expect(vectors.length).toBeGreaterThan(600);
    for (const { rules, board, moves, source } of vectors) {
      const core = await coreFor(rules, board.south.length);
      expect(core.isGeneral).toBe(form === 'general');
      const legal = core.moves(rowsOf(board)).map((pit) => pit + 1);
      expect(legal, source).toEqual(moves.map(({ pit }) => pit));
      for (const move of moves) {
        const ply = core.play(rowsOf(board), move.pit - 1);
        const [south, north] = move.after.stores;
        const gain = south - north - (board.stores[0] - board.stores[1]);
        expect([ply.gain, ply.over], source).toEqual([gain, move.over]);
        if (ply.over) continue;
        expect(ply.extraTurn, source).toBe(move.extraTurn);
        const next: Board = { ...move.after, mover: move.extraTurn ? 's' : 'n' };
        expect(ply.rows, source).toEqual(rowsOf(next));
      }
    }
  });

  it('agrees with the facts of other programs and of bug reports', async () => {
    const facts = [...peerFacts(), ...caseFacts()].filter(takes);
    expect(facts.length).toBeGreaterThan(400);
    for (const fact of facts) {
      const core = await coreFor(fact.rules, fact.board.south.length);
      const ply = core.play(rowsOf(fact.board), fact.pit - 1);
      const sign = fact.board.mover === 's' ? 1 : -1;
      const won = (stores: readonly [number, number]): number => sign * (stores[0] - stores[1]);
      expect(ply.gain, fact.source).toBe(won(fact.after.stores) - won(fact.board.stores));
      if (fact.over !== undefined) expect(ply.over, fact.source).toBe(fact.over);
      if (ply.over) continue;
      if (fact.extraTurn !== undefined) expect(ply.extraTurn, fact.source).toBe(fact.extraTurn);
      const other = fact.board.mover === 's' ? 'n' : 's';
      const mover = ply.extraTurn ? fact.board.mover : other;
      expect(ply.rows, fact.source).toEqual(rowsOf({ ...fact.after, mover }));
    }
  });

  it.each(CORE_RULES)('agrees with the plain rules on random moves: %s', async (rules) => {
    await playRandomMoves(variant, rules, MOVES[`${build} ${form}`]);
  });

  it.each(CORE_RULES)('sows any number of seeds from any pit of any board: %s', async (rules) => {
    const random = randomOf(seeds);
    for (let width = 1; width <= pits; width++) {
      const core = await coreFor(rules, width);
      for (let pit = 0; pit < width; pit++) {
        for (let count = 1; count <= seeds; count++) {
          for (const beside of [0, Math.min(seeds - count, count % (MOST_BESIDE + 1))]) {
            const { south, north } = randomBoard(random, width, beside);
            const board: Board = {
              south: south.with(pit, south[pit]! + count),
              north,
              stores: [0, 0],
              mover: 's',
            };
            expectMoves(core, board);
            if (legalPits(optionsOf(rules), board).includes(pit)) expectPly(core, board, pit);
          }
        }
      }
    }
  });
});

describe('a core is of the form', () => {
  it.each(CORE_RULES)('that the most seeds and the pits need: %s', async (rules) => {
    for (const width of [1, 6]) {
      expect(await Core.load(rules, width)).toMatchObject({ isGeneral: false, maxSeeds: 127 });
      for (const seeds of [127, 128]) {
        const core = await Core.load(rules, width, { seeds });
        expect(core.isGeneral).toBe(seeds === 128);
        expect(core.maxSeeds).toBe(seeds === 128 ? 255 : 127);
        const south = new Array<number>(width).fill(0).with(0, seeds - 1);
        const north = new Array<number>(width).fill(0).with(0, 1);
        const board: Board = { south, north, stores: [0, 0], mover: 's' };
        expectMoves(core, board);
        for (const pit of legalPits(optionsOf(rules), board)) expectPly(core, board, pit);
      }
    }
    expect((await Core.load(rules, 7)).isGeneral).toBe(true);
  });
});

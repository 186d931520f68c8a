import { describe, expect, it } from 'vitest';
import { Core } from '../../src/core/core.js';
import { rowsOf } from '../../src/core/rows.js';
import { MAX_SEEDS } from '../../src/position.js';
import type { Board } from '../../src/rules/board.js';
import { optionsOf, RULE_SETS } from '../../src/rules/options.js';
import type { RuleSetId } from '../../src/rules/options.js';
import { isOver, legalPits, playPit } from '../../src/rules/rules.js';
import { pick, randomBoard, randomOf } from '../random.js';
import { caseFacts, moveVectors, peerFacts } from '../vectors.js';
import { BUILDS, comparable, CORE_PITS, CORE_RULES, expectedPly, GENERAL_PITS } from './support.js';

/** The fast form, for the boards that it takes, and the general one, for all. */
const FORMS = [
  { form: 'fast', pits: CORE_PITS, seeds: 127 },
  { form: 'general', pits: GENERAL_PITS, seeds: MAX_SEEDS },
] as const;

/** Oware and Awari need not end. */
const MOST_OF_A_GAME = 1000;

/** Random moves a rule set. */
const MOVES = {
  'release fast': 1_000_000,
  'release general': 300_000,
  'debug fast': 30_000,
  'debug general': 30_000,
};

const VARIANTS = BUILDS.flatMap((build) => FORMS.map((form) => ({ build, ...form })));

describe.each(VARIANTS)('the $form form of the $build build', ({ build, form, pits, seeds }) => {
  const cores = new Map<string, Promise<Core>>();
  const coreFor = (rules: RuleSetId, width: number): Promise<Core> => {
    const key = `${rules} ${width}`;
    const core = cores.get(key) ?? Core.load(rules, width, { wasm: build, seeds });
    cores.set(key, core);
    return core;
  };
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
    const random = randomOf(build.length + form.length);
    const options = optionsOf(rules);
    const wanted = MOVES[`${build} ${form}`];
    let played = 0;
    for (let game = 0; played < wanted; game++) {
      const end = played + MOST_OF_A_GAME;
      const width = 1 + (game % pits);
      const core = await coreFor(rules, width);
      let board = randomBoard(random, width, game % (seeds + 1));
      while (played < end && !isOver(options, board)) {
        const rows = rowsOf(board);
        if (core.isOver(rows)) expect.fail(`over too early: ${JSON.stringify(board)}`);
        const legal = legalPits(options, board);
        if (core.moves(rows).join() !== legal.join()) expect(core.moves(rows)).toEqual(legal);
        const pit = pick(random, legal);
        const ply = playPit(options, board, pit);
        const expected = expectedPly(board, ply);
        const found = comparable(core.play(rows, pit));
        if (!same(found, expected)) expect(found, JSON.stringify(board)).toEqual(expected);
        board = ply.board;
        played++;
      }
      const rows = rowsOf(board);
      if (isOver(options, board) && !core.isOver(rows))
        expect.fail(`not over: ${JSON.stringify(board)}`);
    }
    expect(played).toBeGreaterThanOrEqual(wanted);
  });

  it('sows 200 seeds from one pit', async () => {
    if (form === 'fast') return;
    for (const width of [1, 6, 8]) {
      const core = await coreFor('kalah', width);
      for (let pit = 0; pit < width; pit++) {
        const south = new Array<number>(width).fill(1).with(pit, 200);
        const north = new Array<number>(width).fill(2);
        const board: Board = { south, north, stores: [0, 0], mover: 's' };
        const ply = playPit(RULE_SETS.kalah, board, pit);
        expect(comparable(core.play(rowsOf(board), pit))).toEqual(expectedPly(board, ply));
      }
    }
  });
});

/** `toEqual` is too slow for a million comparisons. */
function same(a: ReturnType<typeof expectedPly>, b: ReturnType<typeof expectedPly>): boolean {
  return (
    a.gain === b.gain &&
    a.over === b.over &&
    a.extraTurn === b.extraTurn &&
    a.rows?.own === b.rows?.own &&
    a.rows?.opp === b.rows?.opp
  );
}

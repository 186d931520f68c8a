import { describe, expect, it } from 'vitest';
import { Core } from '../../src/core/core.js';
import { rowsOf } from '../../src/core/rows.js';
import type { Board } from '../../src/rules/board.js';
import { RULE_SETS } from '../../src/rules/options.js';
import type { RuleSetId } from '../../src/rules/options.js';
import { isOver, legalPits, playPit } from '../../src/rules/rules.js';
import { pick, randomBoard, randomOf } from '../random.js';
import { caseFacts, moveVectors, peerFacts } from '../vectors.js';
import { BUILDS, comparable, CORE_PITS, CORE_RULES, expectedPly, playsInCore } from './support.js';

/** Random moves a rule set, over all sizes of board. */
const MOVES = { release: 1_000_000, debug: 30_000 };

describe.each(BUILDS)('the %s build', (build) => {
  const cores = new Map<string, Promise<Core>>();
  const coreFor = (rules: RuleSetId, pits: number): Promise<Core> => {
    const key = `${rules} ${pits}`;
    const core = cores.get(key) ?? Core.load(rules, pits, { wasm: build });
    cores.set(key, core);
    return core;
  };

  it('has the moves of the vectors, their results and their ends', async () => {
    const vectors = [...moveVectors()].filter(({ rules, board }) => playsInCore(rules, board));
    expect(vectors.length).toBeGreaterThan(100);
    for (const { rules, board, moves, source } of vectors) {
      const core = await coreFor(rules, board.south.length);
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
    const facts = [...peerFacts(), ...caseFacts()].filter(({ rules, board }) =>
      playsInCore(rules, board),
    );
    expect(facts.length).toBeGreaterThan(100);
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
    const random = randomOf(build.length);
    const options = RULE_SETS[rules];
    let played = 0;
    for (let game = 0; played < MOVES[build]; game++) {
      const pits = 1 + (game % CORE_PITS);
      const core = await coreFor(rules, pits);
      let board = randomBoard(random, pits, game % 128);
      while (!isOver(options, board)) {
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
    }
    expect(played).toBeGreaterThanOrEqual(MOVES[build]);
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

import { describe, expect, it } from 'vitest';
import { Allowance } from '../../src/claims/allowance.js';
import type { StoreCount } from '../../src/claims/claims.js';
import { Lab } from '../../src/claims/lab.js';
import { otherSide, storeOf } from '../../src/rules/board.js';
import type { Board } from '../../src/rules/board.js';
import { optionsOf } from '../../src/rules/options.js';
import { legalPits, playPit, sweep } from '../../src/rules/rules.js';
import { startPosition } from '../../src/position.js';
import { ACYCLIC_RULES } from '../core/support.js';
import { steppedClock } from './support.js';

const OUTCOMES = { '1': 'win', '0': 'draw', '-1': 'loss' } as const;

/** The same by the plain rules, with positions as text. */
function plainGraph(rules: string, pits: number, seeds: number): StoreCount[] {
  const options = optionsOf(rules);
  const all = 2 * pits * seeds;
  const results = new Map<string, number>();
  const counts = new Map<string, StoreCount>();
  const visit = (board: Board, over: boolean): number => {
    const key = JSON.stringify([board.south, board.north, board.stores, board.mover]);
    const known = results.get(key);
    if (known !== undefined) return known;
    const [south, north] = board.stores;
    const result =
      2 * Math.max(south, north) > all
        ? Math.sign(south - north)
        : over
          ? Math.sign(storeOf(sweep(options, board), 's') - storeOf(sweep(options, board), 'n'))
          : bestOf(board);
    results.set(key, result);
    const name = `${south + north} ${south}`;
    const before = counts.get(name) ?? { captured: south + north, south, win: 0, draw: 0, loss: 0 };
    const outcome = OUTCOMES[String(result) as keyof typeof OUTCOMES];
    counts.set(name, { ...before, [outcome]: before[outcome] + 1 });
    return result;
  };
  const bestOf = (board: Board): number => {
    const found = legalPits(options, board).map((pit) => {
      const { ending, board: next, last } = playPit(options, board, pit);
      if (ending === undefined) return visit(next, false);
      const mover = last.pit === 'store' ? board.mover : otherSide(board.mover);
      return visit({ ...ending.board, mover }, true);
    });
    return board.mover === 's' ? Math.max(...found) : Math.min(...found);
  };
  visit(startPosition(rules, pits, seeds), false);
  return [...counts.values()].sort((a, b) => a.captured - b.captured || a.south - b.south);
}

describe.each(ACYCLIC_RULES)('the graph of %s', (rules) => {
  it.each([
    [1, 3],
    [2, 2],
    [2, 3],
    [3, 1],
    [3, 2],
    [4, 1],
  ])('(%i,%i) is that of the plain rules', async (pits, seeds) => {
    const allowance = new Allowance(steppedClock(1e-6), 100, true);
    const graph = await new Lab().graph(rules, pits, seeds, allowance);
    const expected = plainGraph(rules, pits, seeds);
    expect(graph!.stores).toEqual(expected);
    const nodes = expected.reduce((sum, { win, draw, loss }) => sum + win + draw + loss, 0);
    expect(graph!.nodes).toBe(nodes);
  });
});

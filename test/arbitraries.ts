/** Random boards for property tests; the seed is fixed, so that a run can be repeated. */
import fc from 'fast-check';
import { MAX_PITS, MAX_SEEDS } from '../src/position.js';
import type { Board, Side } from '../src/rules/board.js';
import { RULE_SETS } from '../src/rules/options.js';
import type { RuleSetId } from '../src/rules/options.js';

export const RUNS = { seed: 1881, numRuns: 2000 };

export function ruleSets(): fc.Arbitrary<RuleSetId> {
  return fc.constantFrom(...(Object.keys(RULE_SETS) as RuleSetId[]));
}

/** Boards of every size: mostly few seeds and many empty pits, sometimes a pit with very many. */
export function boards(): fc.Arbitrary<Board> {
  return fc.integer({ min: 1, max: MAX_PITS }).chain((pits) => {
    const row = fc.array(seeds(), { minLength: pits, maxLength: pits });
    return fc
      .record({
        south: row,
        north: row,
        stores: fc.tuple(fc.nat({ max: 30 }), fc.nat({ max: 30 })),
        mover: fc.constantFrom<Side>('s', 'n'),
      })
      .filter((board) => seedsOf(board) <= MAX_SEEDS);
  });
}

export function seedsOf({ south, north, stores }: Board): number {
  return [...south, ...north, ...stores].reduce((sum, seeds) => sum + seeds, 0);
}

function seeds(): fc.Arbitrary<number> {
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant(0) },
    { weight: 8, arbitrary: fc.integer({ min: 1, max: 3 }) },
    { weight: 3, arbitrary: fc.integer({ min: 4, max: 20 }) },
    { weight: 1, arbitrary: fc.integer({ min: 21, max: 120 }) },
  );
}

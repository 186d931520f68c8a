import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import type { Board } from '../src/rules/board.js';

export { randomBoard, randomOf } from '../scripts/random.js';

export function pick<T>(random: RandomGenerator, items: readonly T[]): T {
  const item = items[uniformInt(random, 0, items.length - 1)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}

/** All boards with `seeds` seeds in their pits, South to move and empty stores. */
export function* allBoards(pits: number, seeds: number): Generator<Board> {
  for (const counts of compositions(2 * pits, seeds)) {
    yield { south: counts.slice(0, pits), north: counts.slice(pits), stores: [0, 0], mover: 's' };
  }
}

function* compositions(parts: number, sum: number): Generator<number[]> {
  if (parts === 1) {
    yield [sum];
    return;
  }
  for (let first = 0; first <= sum; first++) {
    for (const rest of compositions(parts - 1, sum - first)) yield [first, ...rest];
  }
}

import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import type { Board } from '../src/rules/board.js';

export function randomOf(seed: number): RandomGenerator {
  return xoroshiro128plus(seed);
}

export function pick<T>(random: RandomGenerator, items: readonly T[]): T {
  const item = items[uniformInt(random, 0, items.length - 1)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}

/** A board with `seeds` seeds in its pits, South to move and empty stores; all such are as likely. */
export function randomBoard(random: RandomGenerator, pits: number, seeds: number): Board {
  const bars = 2 * pits - 1;
  const places = seeds + bars;
  const chosen = new Set<number>();
  for (let last = places - bars; last < places; last++) {
    const place = uniformInt(random, 0, last);
    chosen.add(chosen.has(place) ? last : place);
  }
  const edges = [-1, ...[...chosen].sort((a, b) => a - b), places];
  const counts = edges.slice(1).map((edge, i) => edge - (edges[i] ?? 0) - 1);
  return { south: counts.slice(0, pits), north: counts.slice(pits), stores: [0, 0], mover: 's' };
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

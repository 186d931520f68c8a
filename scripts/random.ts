/** Boards drawn at random, the same ones for the same seed. */
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import type { Board } from '../src/rules/board.js';

export function randomOf(seed: number): RandomGenerator {
  return xoroshiro128plus(seed);
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

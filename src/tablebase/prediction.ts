/**
 * What entries of a layer are predicted by, made of what was counted in it; docs/tablebase-format.md says what it
 * means, and assembly/tablebase/predictor.ts uses it.
 */
import { DIFFERENCES } from '../core/runs.js';
import type { Tallies } from '../core/runs.js';

/** Layers with fewer entries are not worth the bytes of a prediction. */
const PREDICTED_FROM = 2 ** 18;
/** The likeliest differences that a list has. */
const PLACES = 15;
const LARGEST_SCORE = 254;

export function isPredicted(entries: number): boolean {
  return entries >= PREDICTED_FROM;
}

/** 0 for parents that never occur, else how often they are equal, from 1 to 255. */
export function scoresFrom(learned: Uint32Array): Uint8Array {
  const scores = new Uint8Array(learned.length / 2);
  for (let i = 0; i < scores.length; i++) {
    const parents = learned[2 * i]!;
    const equal = learned[2 * i + 1]!;
    if (parents > 0) scores[i] = 1 + Math.floor((equal * LARGEST_SCORE) / parents);
  }
  return scores;
}

/** The likeliest differences of each context, in order. */
export function listsFrom(counts: Uint32Array): Uint8Array {
  const contexts = counts.length / DIFFERENCES;
  const lists = new Uint8Array(contexts * PLACES);
  const zero = DIFFERENCES / 2;
  // Where counts are equal: the smaller difference, the negative one first.
  const bySize = Array.from({ length: DIFFERENCES }, (_, i) => i - zero).sort(
    (a, b) => Math.abs(a) - Math.abs(b) || a - b,
  );
  for (let context = 0; context < contexts; context++) {
    const count = (difference: number): number =>
      counts[context * DIFFERENCES + zero + difference]!;
    const likeliest = bySize.slice().sort((a, b) => count(b) - count(a));
    for (let place = 0; place < PLACES; place++) {
      lists[context * PLACES + place] = likeliest[place]! & 0xff;
    }
  }
  return lists;
}

/** Adds what several threads have counted. */
export function addTallies(all: readonly Tallies[]): Tallies {
  const [first, ...more] = all;
  const sum = { learned: first!.learned.slice(), counts: first!.counts.slice() };
  for (const { learned, counts } of more) {
    for (const [i, n] of learned.entries()) sum.learned[i]! += n;
    for (const [i, n] of counts.entries()) sum.counts[i]! += n;
  }
  return sum;
}

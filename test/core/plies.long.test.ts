import { describe, it } from 'vitest';
import { playRandomMoves, VARIANTS } from './random-moves.js';
import { CORE_RULES } from './support.js';

/** Random moves a rule set. */
const MOVES = {
  'release fast': 1_000_000,
  'release general': 1_000_000,
  'debug fast': 200_000,
  'debug general': 200_000,
};

describe.each(VARIANTS)('the $form form of the $build build', (variant) => {
  it.each(CORE_RULES)('agrees with the plain rules on random moves: %s', async (rules) => {
    await playRandomMoves(variant, rules, MOVES[`${variant.build} ${variant.form}`]);
  });
});

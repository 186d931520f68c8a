import { expect, test } from 'vitest';
import { limitsOf, outcome, provenText, scoreText } from '../../src/cli/outcome.js';
import type { Known } from '../../src/cli/outcome.js';
import { parsePosition } from '../../src/notation.js';

const LIMITS = { lower: -38, upper: 58 };

test('the limits are what the stores and the seeds in play allow', () => {
  const position = parsePosition('4,4,4,4,4,4/4,4,4,4,4,4 12/2 s', 'kalah');
  expect(limitsOf(position, 's')).toEqual(LIMITS);
  expect(limitsOf(position, 'n')).toEqual({ lower: -58, upper: 38 });
});

test.each([
  [-38, 58, 'nothing proven yet', '-', 'nothing proven yet'],
  [8, 8, 'South wins by 8', '+8', 'proven so far exactly +8'],
  [0, 0, 'draw', '0', 'proven so far exactly 0'],
  [-38, -38, 'North wins by 38', '-38', 'proven so far exactly -38'],
  [8, 58, 'South wins by at least 8', '>= +8', 'proven so far at least +8'],
  [0, 58, 'South wins or draws', '>= 0', 'proven so far at least 0'],
  [-4, 58, 'South loses by at most 4', '>= -4', 'proven so far at least -4'],
  [-38, 8, 'South wins by at most 8', '<= +8', 'proven so far at most +8'],
  [-38, 0, 'South draws or loses', '<= 0', 'proven so far at most 0'],
  [-38, -4, 'South loses by at least 4', '<= -4', 'proven so far at most -4'],
  [2, 8, 'South wins by 2 to 8', '+2..+8', 'proven so far from +2 to +8'],
  [-8, -2, 'North wins by 2 to 8', '-8..-2', 'proven so far from -8 to -2'],
  [-8, 2, 'North by 8 to South by 2', '-8..+2', 'proven so far from -8 to +2'],
  [0, 2, 'draw to South by 2', '0..+2', 'proven so far from 0 to +2'],
])('%i to %i: %s', (lower, upper, said, score, interrupted) => {
  const known: Known = { bounds: { lower, upper }, limits: LIMITS, side: 's' };
  expect([outcome(known), scoreText(known), provenText(known)]).toEqual([said, score, interrupted]);
});

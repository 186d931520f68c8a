import { expect, test } from 'vitest';
import { evaluate } from '../../src/claims/formula.js';

test.each<[string, number]>([
  ['1', 1],
  ['C(5,2)', 10],
  ['C(n+1,2)', 15],
  ['2*C(n,m)-3', 17],
  ['-C(2m,m) + C(n + 2m, 2m)', 120],
  ['C(m,n)', 0],
])('%s is %i for n = 5, m = 2', (formula, value) => {
  expect(evaluate(formula, { n: 5, m: 2 })).toBe(value);
});

test.each(['C(n', 'x', 'C(k,2)', '2*', 'n!'])('%s is no formula', (formula) => {
  expect(() => evaluate(formula, { n: 5, m: 2 })).toThrow(/is no formula: expected one like/);
});

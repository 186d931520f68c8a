/** Formulas of counts: sums of binomials, like `C(n+2m,2m)-2*C(n+m,m)+1`. */
import { GranaryError } from '../errors.js';

const TERM = /([+-]?)(?:(\d+)\*)?(?:C\(([^(),]+),([^(),]+)\)|(\d+))/y;
const PART = /([+-]?)(\d*)([a-z]?)/y;

/** The value of a formula; throws `InvalidOption` for one that is none. */
export function evaluate(formula: string, variables: Readonly<Record<string, number>>): number {
  const text = formula.replaceAll(' ', '');
  let sum = 0;
  for (const [, sign, factor = '1', from, take, number] of termsOf(text, TERM)) {
    const value =
      number === undefined
        ? choose(linear(from!, variables), linear(take!, variables))
        : Number(number);
    sum += (sign === '-' ? -1 : 1) * Number(factor) * value;
  }
  return sum;
}

/** The value of something like `n+2m`. */
function linear(text: string, variables: Readonly<Record<string, number>>): number {
  let sum = 0;
  for (const [, sign, factor, name] of termsOf(text, PART)) {
    const value = name ? variables[name] : 1;
    if (value === undefined) throw bad(text);
    sum += (sign === '-' ? -1 : 1) * Number(factor || 1) * value;
  }
  return sum;
}

/** What a pattern finds one after the other, all of the text. */
function termsOf(text: string, pattern: RegExp): RegExpExecArray[] {
  const terms: RegExpExecArray[] = [];
  pattern.lastIndex = 0;
  while (pattern.lastIndex < text.length) {
    const term = pattern.exec(text);
    if (term === null || term[0] === '') throw bad(text);
    terms.push(term);
  }
  return terms;
}

function bad(text: string): GranaryError {
  return new GranaryError(
    'InvalidOption',
    `'${text}' is no formula: expected one like 2*C(n+m,m)+1`,
  );
}

function choose(n: number, k: number): number {
  if (k < 0 || k > n) return 0;
  let result = 1;
  for (let i = 1; i <= k; i++) result = (result * (n - k + i)) / i;
  return result;
}

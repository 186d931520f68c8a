import { describe, expect, it, test } from 'vitest';
import { checkOf, claimText } from '../../src/claims/checks.js';
import { KINDS, parseClaims } from '../../src/claims/claims.js';
import { claimsOf, fileOf, shipped } from './support.js';

const START = { rules: 'kalah', what: 'start-value', pits: 6, seeds: 4, value: 8 };

describe('the claims of the package', () => {
  const { sources, claims } = shipped();

  it('are of every kind, from every source', () => {
    expect(claims.length).toBeGreaterThan(200);
    expect(new Set(claims.map(({ what }) => what))).toEqual(new Set(KINDS));
    expect(new Set(claims.flatMap((claim) => claim.sources))).toEqual(new Set(sources.keys()));
  });

  it('can each be said in words, and have a cost', () => {
    for (const claim of claims) {
      expect(claimText(claim).length, claim.id).toBeGreaterThan(5);
      const cost = (checkOf(claim) as { cost: (one: typeof claim) => number }).cost(claim);
      expect(cost, claim.id).toBeGreaterThanOrEqual(0);
    }
  });

  it('say nothing of whether they are true', () => {
    const words = JSON.stringify(claims.map(({ text, note }) => [text, note]));
    expect(words).not.toMatch(/reproduced|recomputed|confirmed|refuted|misprint|suspect/i);
  });
});

it('reads what a claim says', () => {
  const [claim] = claimsOf({ ...START, bound: 'lower', at: 'page 3' });
  expect(claim).toEqual({
    ...START,
    id: 'claim-1',
    sources: ['page'],
    bound: 'lower',
    at: 'page 3',
  });
});

test.each<[string, string, RegExp]>([
  ['no JSON', '{', /^no JSON: /],
  ['no object', '[]', /^the file: expected an object$/],
  ['no claims', '{"sources": {}}', /^claims: expected a list of 1 to/],
  ['no sources', '{"claims": []}', /^sources: expected an object$/],
  [
    'a source of another kind',
    '{"sources": {"a": {"kind": "dream", "title": "t", "where": "w"}}, "claims": []}',
    /^sources: a: kind: expected one of paper, thesis, page, post, program$/,
  ],
  ['a claim without an id', fileOf({ ...START, id: '' }), /^claims, item 1: id: expected a text/],
  [
    'a source that is not there',
    fileOf({ ...START, sources: ['b'] }),
    /^claim claim-1: sources, item 1: expected the id of a source/,
  ],
  [
    'a kind that is none',
    fileOf({ ...START, what: 'wish' }),
    /^claim claim-1: what: expected one of start-result, /,
  ],
  [
    'a rule set that is none',
    fileOf({ ...START, rules: 'chess' }),
    /^claim claim-1: rules: unknown rule set 'chess': expected kalah, /,
  ],
  ['no rule set', fileOf({ ...START, rules: null }), /^claim claim-1: rules: expected a rule set$/],
  [
    'a value that is none',
    fileOf({ ...START, value: '8' }),
    /^claim claim-1: value: expected a whole number from -255 to 255$/,
  ],
  [
    'too many pits',
    fileOf({ ...START, pits: 9 }),
    /^claim claim-1: pits: expected a whole number from 1 to 8$/,
  ],
  [
    'too many seeds',
    fileOf({ ...START, seeds: 30 }),
    /^claim claim-1: 360 seeds on the board: expected at most 255$/,
  ],
  [
    'a field that is none',
    fileOf({ ...START, verdict: 'true' }),
    /^claim claim-1: unknown field verdict: expected only id, /,
  ],
  [
    'the same id twice',
    fileOf(START, { ...START, id: 'claim-1' }),
    /^claim claim-1 comes twice: expected an id of its own/,
  ],
  [
    'a position that is none',
    fileOf({ rules: 'kalah', what: 'position-value', position: '1,1/1 0/0 s', value: 0 }),
    /^claim claim-1: position: South's row has 2 pits, North's has 1 pit/,
  ],
  [
    'an example that is none',
    fileOf({ rules: 'kalah', what: 'rule', text: 'a rule', examples: [{ position: 'x' }] }),
    /^claim claim-1: examples, item 1: position: /,
  ],
  [
    'a rule without words',
    fileOf({ rules: 'kalah', what: 'rule', examples: [] }),
    /^claim claim-1: text: expected a text/,
  ],
])('refuses a file with %s', (_, json, says) => {
  let message = '';
  try {
    parseClaims(json);
  } catch (error) {
    expect(error).toMatchObject({ name: 'InvalidOption' });
    message = (error as Error).message;
  }
  expect(message).toMatch(says);
  expect(message).not.toContain('\n');
});

import { describe, expect, it, test } from 'vitest';
import { claimText } from '../../src/claims/checks.js';
import type { Claim } from '../../src/claims/claims.js';
import { checkClaims } from '../../src/claims/run.js';
import type { Checked, CheckOptions } from '../../src/claims/run.js';
import { claimsOf, shipped, steppedClock } from './support.js';

/** Ample for small claims on any machine: by this clock hardly any time passes. */
const QUICK: CheckOptions = { budget: 100, clock: steppedClock(1e-6), layers: 26 };

async function check(claim: object, options = QUICK): Promise<Checked> {
  const [found] = await checkClaims(claimsOf(claim), options);
  return found!;
}

const EMPTY = { rules: 'kalah-empty' } as const;

describe('claims of the package', () => {
  const { claims } = shipped();
  const named = (...ids: string[]): readonly Claim[] => claims.filter(({ id }) => ids.includes(id));

  test.each([
    ['irving-wld-1-1', 'confirmed'],
    ['irving-wld-2-2', 'confirmed'],
    ['irving-wld-3-6', 'confirmed'],
    ['irving-value-4-2', 'confirmed'],
    ['irving-value-5-1', 'confirmed'],
    ['irving-line-4-3', 'confirmed'],
    ['irving-line-5-2', 'confirmed'],
    ['irving-line-4-6', 'half right'],
    ['irving-graph-2-6', 'confirmed'],
    ['irving-graph-2-5', 'refuted'],
    ['irving-nodes-2-1', 'confirmed'],
    ['irving-nodes-3-2', 'confirmed'],
    ['irving-nodes-2-5', 'refuted'],
    ['irving-dbcount-30', 'confirmed'],
    ['irving-dbformula', 'confirmed'],
    ['rawlings-dblayer-35', 'confirmed'],
    ['awari-layer-6', 'confirmed'],
    ['rule-irving-lap', 'confirmed'],
    ['rule-awari-cycle', 'confirmed'],
    ['rule-abapa-repetition', 'confirmed'],
    ['rule-mangala-match', 'half right'],
    ['page-mangala-pit4', 'confirmed'],
    ['page-mangala-reach', 'confirmed'],
    ['tchoukaillon-boards', 'confirmed'],
    ['kalah-chain-17', 'half right'],
  ])('%s: %s', async (id, verdict) => {
    const [found] = await checkClaims(named(id), QUICK);
    expect(found).toMatchObject({ verdict });
  });

  it('are answered in the order in which they are given', async () => {
    const some = named('rule-irving-lap', 'irving-graph-2-4', 'irving-wld-1-1').toReversed();
    const found = await checkClaims(some, QUICK);
    expect(found.map(({ claim }) => claim)).toEqual(some);
  });
});

describe('forged claims are refuted', () => {
  test.each<[string, object, RegExp]>([
    [
      'a result',
      { ...EMPTY, what: 'start-result', pits: 4, seeds: 1, value: 'draw' },
      /^score \+2$|at least/,
    ],
    ['a score', { ...EMPTY, what: 'start-value', pits: 4, seeds: 3, value: 6 }, /score/],
    [
      'a bound',
      { ...EMPTY, what: 'start-value', pits: 4, seeds: 1, value: 4, bound: 'lower' },
      /score/,
    ],
    [
      'a bound from above',
      { ...EMPTY, what: 'start-value', pits: 4, seeds: 1, value: 0, bound: 'upper' },
      /score/,
    ],
    [
      'the score of a position',
      { ...EMPTY, what: 'position-value', position: '1,0,1/1,0,1 2/2 s', value: 6 },
      /score/,
    ],
    ['a move', { ...EMPTY, what: 'move-value', pits: 3, seeds: 1, moves: '1', value: 6 }, /score/],
    [
      'a move that is none',
      { ...EMPTY, what: 'move-value', pits: 3, seeds: 1, moves: '7', value: 0 },
      /expected/,
    ],
    [
      'a line that gives value away',
      { ...EMPTY, what: 'best-line', pits: 3, seeds: 1, line: '2 1 1 3', value: 4 },
      /^replays to \+4, but ply \d gives value away$/,
    ],
    ['a graph', { ...EMPTY, what: 'graph-size', pits: 2, seeds: 3, value: 137 }, /^138 positions$/],
    [
      'shares',
      { ...EMPTY, what: 'graph-shares', pits: 2, seeds: 3, value: { win: 32, draw: 26, loss: 42 } },
      /won 42.0, drawn 26.1 and lost 31.9/,
    ],
    [
      'rows of a graph',
      {
        ...EMPTY,
        what: 'graph-layers',
        pits: 2,
        seeds: 1,
        value: [{ captured: 0, south: 0, win: 9, draw: 0, loss: 0 }],
      },
      /^0 of 1 rows/,
    ],
    [
      'a count',
      { rules: null, what: 'table-size', pits: 6, seeds: 17, value: 51694043 },
      /51,694,042/,
    ],
    [
      'a formula',
      { rules: null, what: 'table-formula', value: 'C(n+2m,2m)-2*C(n+m,m)' },
      /^m = 1, n = 0/,
    ],
    [
      'bytes',
      { rules: 'kalah', what: 'layer-bytes', pits: 6, seeds: 35, value: 13400000000, digits: 3 },
      /13,339,467,180/,
    ],
    [
      'a histogram',
      { rules: 'awari', what: 'layer-histogram', pits: 6, seeds: 1, value: { '-1': 5, '1': 7 } },
      /-1 have 7, not 5/,
    ],
    [
      'sweeps',
      { rules: 'awari', what: 'layer-sweeps', pits: 6, seeds: 3, value: 1, positions: 365 },
      /364 positions/,
    ],
    [
      'positions',
      { rules: 'awari', what: 'position-count', pits: 2, seeds: 1, value: 41 },
      /^40 positions/,
    ],
    ['a chain', { rules: null, what: 'longest-turn', pits: 3, value: 4 }, /: 5, from/],
    [
      'rows that clear',
      { rules: null, what: 'clearing-rows', pits: 1, value: [[2]] },
      /not 2; also 1/,
    ],
    [
      'a rule',
      {
        rules: 'kalah',
        what: 'rule',
        text: 'a last seed with nothing opposite is captured',
        examples: [{ position: '1,0,3/3,0,1 5/4 s', move: '1', becomes: '0,0,3/3,0,1 6/4 n' }],
      },
      /it becomes 0,1,3\/3,0,1 5\/4 n$/,
    ],
    [
      'legal moves',
      {
        rules: 'awari',
        what: 'rule',
        text: 'nothing has to be fed',
        examples: [{ position: '1,0,0,0,0,1/0,0,0,0,0,0 20/26 s', legal: [1, 6] }],
      },
      /legal are 6$/,
    ],
    [
      'an end',
      {
        rules: 'kalah',
        what: 'rule',
        text: 'all go to South',
        examples: [{ position: '0,0/1,1 1/1 s', scores: [3, 1] }],
      },
      /it ends 1-3$/,
    ],
    [
      'an extra turn',
      { rules: 'mangala', what: 'extra-turn-pits', pits: 6, seeds: 4, value: [3] },
      /: 4$/,
    ],
    ['no advantage', { ...EMPTY, what: 'small-edge', pits: 2, seeds: 2 }, /^no advantage/],
    [
      'who wins',
      { rules: null, what: 'first-player-wins', pits: 2, ruleSets: ['kalah-empty'], value: [1, 2] },
      /\(2,2\)/,
    ],
  ])('%s', async (_, claim, says) => {
    const { verdict, found } = await check(claim);
    expect({ verdict, found }).toEqual({
      verdict: 'refuted',
      found: expect.stringMatching(says) as string,
    });
  });
});

describe('what is only half right', () => {
  it('says which part of a first move is', async () => {
    const claim = { rules: 'kalah', what: 'best-first-move', pits: 4, seeds: 3, value: 1 };
    const { verdict, found } = await check(claim);
    expect(verdict).toBe('half right');
    expect(found).toMatch(
      /^(one part holds|the best move does earn one, but is another pit): scores/,
    );
  });

  it('says which pits reach the store as claimed', async () => {
    const value = [[3], [2, 3], [1]];
    const { verdict, found } = await check({ rules: 'kalah', what: 'store-reach', pits: 3, value });
    expect(verdict).toBe('half right');
    expect(found).toMatch(/^2 pits are right; .* not so: pit 2 with 2$/);
  });
});

describe('the budget', () => {
  const LARGE = { rules: 'kalah-empty', what: 'start-value', pits: 4, seeds: 14, value: 2 };
  /** With few layers nearly all that is done is searching. */
  const layers = 8;

  it('ends a search, with what is proven by then', async () => {
    const clock = steppedClock(0.25);
    const { verdict, bounds, nodes } = await check(LARGE, { budget: 10, clock, layers });
    expect(verdict).toBe('out of reach');
    expect(nodes).toBeGreaterThan(0);
    expect(bounds!.lower).toBeLessThan(bounds!.upper);
    expect(bounds!.lower).toBeGreaterThan(-112);
    expect(bounds!.upper).toBeLessThan(112);
  });

  it('gives the same bounds by the same clock', async () => {
    const run = (): Promise<Checked> =>
      check(LARGE, { budget: 10, clock: steppedClock(0.25), layers });
    expect(await run()).toEqual(await run());
  });

  it('is shared by claims that are out of reach, and overrun by none', async () => {
    const clock = steppedClock(0.25);
    const claims = claimsOf(LARGE, { ...LARGE, seeds: 13 }, { ...LARGE, seeds: 15 });
    const found = await checkClaims(claims, { budget: 10, clock, layers });
    expect(found.map(({ verdict }) => verdict)).toEqual(Array(3).fill('out of reach'));
    expect(clock()).toBeLessThan(15);
  });

  it('goes to cheap claims first', async () => {
    const small = { rules: 'kalah-empty', what: 'start-value', pits: 3, seeds: 1, value: 0 };
    const checked = await checkClaims(claimsOf(LARGE, small), {
      budget: 10,
      clock: steppedClock(0.25),
      layers,
    });
    expect(checked.map(({ verdict }) => verdict)).toEqual(['out of reach', 'confirmed']);
  });

  it('that is spent confirms nothing', async () => {
    const graph = { rules: 'kalah-empty', what: 'graph-size', pits: 3, seeds: 4, value: 190579 };
    const { verdict } = await check(graph, { budget: 1, clock: steppedClock(0.5) });
    expect(verdict).toBe('out of reach');
  });

  it('ends with an interruption', async () => {
    const stop = new AbortController();
    stop.abort();
    const run = checkClaims(claimsOf(LARGE), { ...QUICK, signal: stop.signal });
    await expect(run).rejects.toMatchObject({ name: 'Interrupted' });
  });
});

it('estimates from what the file says of the same start', async () => {
  const claims = claimsOf(
    { rules: 'kalah-empty', what: 'start-value', pits: 4, seeds: 14, value: 2 },
    {
      rules: 'kalah-empty',
      what: 'effort',
      pits: 4,
      seeds: 14,
      text: '9 days',
      value: { seconds: 777600 },
    },
  );
  const [found] = await checkClaims(claims, { budget: 2, clock: steppedClock(0.1), layers: 4 });
  expect(found!.estimate).toBe('published effort: 9 days (claim-2)');
  expect(claimText(claims[1]!)).toBe('9 days');
});

/** What a ply is told to do, in all rule sets; each line of a table is a clause. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawBoard } from '../../src/cli/drawing.js';
import { dropSeeds, tellPly } from '../../src/cli/telling.js';
import { explain, legalPits, makePosition } from '../../src/position.js';
import { addRuleSet, RULE_SETS } from '../../src/rules/options.js';
import type { RuleSetId } from '../../src/rules/options.js';
import { boards, ruleSets, RUNS } from '../arbitraries.js';
import { board } from '../rules/support.js';

function tell(rules: RuleSetId, text: string, pit: number): string[] {
  const position = makePosition(board(text), rules);
  return tellPly(position, explain(position, pit));
}

/** All sentences but that which says what pit is played, the same for every rule set. */
const CLAUSES: readonly [string, RuleSetId, string, number, readonly string[]][] = [
  [
    'a capture in an own empty pit',
    'kalah',
    '1,0,0,2,0,3/2,1,0,3,4,1 10/20 s',
    1,
    [
      "It falls into South's pit 2, which was empty.",
      "Opposite, North's pit 5 holds 4: South captures 5 seeds, 1 from South's pit 2 and 4 from North's pit 5.",
      'North is to move.',
    ],
  ],
  [
    'nothing opposite',
    'kalah',
    '1,0,1/1,0,1 0/0 s',
    1,
    [
      "It falls into South's pit 2, which was empty.",
      "Opposite, North's pit 2 holds nothing, so the seed stays: nothing is captured.",
      'North is to move.',
    ],
  ],
  [
    'nothing opposite, and a lone seed taken',
    'kalah-empty',
    '1,0,1/1,0,1 0/0 s',
    1,
    [
      "It falls into South's pit 2, which was empty.",
      "Opposite, North's pit 2 holds nothing, and in kalah-empty a lone seed is taken all the same: South captures 1 seed from South's pit 2.",
      'North is to move.',
    ],
  ],
  [
    'a lap that ends where it began',
    'kalah',
    '5,0/3,4 0/0 s',
    1,
    [
      "They fall into South's pit 2, then South's store, then North's pits 1, 2, then South's pit 1.",
      "The last seed falls into South's pit 1, which the move had emptied.",
      "Opposite, North's pit 2 holds 5: South captures 6 seeds, 1 from South's pit 1 and 5 from North's pit 2.",
      'North is to move.',
    ],
  ],
  [
    'an own pit that was not empty',
    'kalah',
    '1,2/3,4 0/0 s',
    1,
    [
      "It falls into South's pit 2, which held 2.",
      'It was not empty: nothing is captured.',
      'North is to move.',
    ],
  ],
  [
    "a pit of the other's",
    'kalah',
    '1,2/3,4 0/0 s',
    2,
    [
      "They fall into South's store, then North's pit 1.",
      "The last seed falls into North's pit 1, which held 3.",
      "It is not one of South's own pits: nothing is captured.",
      'North is to move.',
    ],
  ],
  [
    'an extra turn',
    'kalah',
    '1,1/3,4 0/0 s',
    2,
    ["It falls into South's store.", 'South moves again.'],
  ],
  [
    'an end with an extra turn in hand',
    'kalah',
    '0,1/3,4 5/0 s',
    2,
    [
      "It falls into South's store.",
      "South's row is empty: the game is over, without an extra turn.",
      'North takes the 7 seeds left in its own row.',
    ],
  ],
  [
    'an end where nothing is left',
    'kalah',
    '1,0/1,0 0/0 n',
    1,
    [
      "It falls into North's pit 2, which was empty.",
      "Opposite, South's pit 1 holds 1: North captures 2 seeds, 1 from North's pit 2 and 1 from South's pit 1.",
      'Both rows are empty: the game is over.',
      'No seeds are left in the pits.',
    ],
  ],
  [
    'an end at the turn of a side without seeds',
    'kalah-turn',
    '0,1/3,4 5/0 s',
    2,
    [
      "It falls into South's store.",
      'South would be to move and has no seeds: the game is over, without an extra turn.',
      'North takes the 7 seeds left in its own row.',
    ],
  ],
  [
    'no end while the side to move has seeds',
    'kalah-turn',
    '0,2/3,4 5/0 s',
    2,
    [
      "They fall into South's store, then North's pit 1.",
      "The last seed falls into North's pit 1, which held 3.",
      "It is not one of South's own pits: nothing is captured.",
      'North is to move.',
    ],
  ],
  [
    'first seed back, and an even pit taken',
    'mangala',
    '0,0,3/3,1,1 0/0 s',
    3,
    [
      "The first seed goes back into that pit, and the others fall into South's store, then North's pit 1.",
      "The last seed falls into North's pit 1, which held 3.",
      "It holds 4 now, an even number: South captures 4 seeds from North's pit 1.",
      'North is to move.',
    ],
  ],
  [
    'an odd pit',
    'mangala',
    '0,0,3/2,1,1 0/0 s',
    3,
    [
      "The first seed goes back into that pit, and the others fall into South's store, then North's pit 1.",
      "The last seed falls into North's pit 1, which held 2.",
      'It holds 3 now, an odd number: nothing is captured.',
      'North is to move.',
    ],
  ],
  [
    'one of two seeds back, and an own empty pit captures',
    'mangala',
    '0,2,0/1,1,1 0/0 s',
    2,
    [
      'The first seed goes back into that pit.',
      "The last seed falls into South's pit 3, which was empty.",
      "Opposite, North's pit 1 holds 1: South captures 2 seeds, 1 from South's pit 3 and 1 from North's pit 1.",
      'North is to move.',
    ],
  ],
  [
    'a lone seed that moves on, with nothing opposite',
    'mangala',
    '1,0,1/1,0,1 0/0 s',
    1,
    [
      "A lone seed moves on: it falls into South's pit 2, which was empty.",
      "Opposite, North's pit 2 holds nothing, so the seed stays: nothing is captured.",
      'North is to move.',
    ],
  ],
  [
    'a lone seed that moves into the store',
    'mangala',
    '1,0,1/1,1,1 0/0 s',
    3,
    ["A lone seed moves on: it falls into South's store.", 'South moves again.'],
  ],
  [
    'an even pit in the own row',
    'mangala',
    '2,1,0/0,0,3 0/0 s',
    1,
    [
      'The first seed goes back into that pit.',
      "The last seed falls into South's pit 2, which held 1.",
      'It was not empty: nothing is captured.',
      'North is to move.',
    ],
  ],
  [
    'a lap that gives the origin a seed',
    'mangala',
    '8,0,0/1,1,0 0/0 s',
    1,
    [
      "The first seed goes back into that pit, and the others fall into South's pits 2, 3, then South's store, then North's pits 1, 2, 3, then South's pit 1.",
      "The last seed falls into South's pit 1, which held 1.",
      'It was not empty: nothing is captured.',
      'North is to move.',
    ],
  ],
  [
    'a sweep to the side whose row is empty',
    'mangala',
    '0,0,1/2,1,1 0/0 s',
    3,
    [
      "A lone seed moves on: it falls into South's store.",
      "South's row is empty: the game is over, without an extra turn.",
      "South takes the 4 seeds left in North's row, because its own is empty.",
    ],
  ],
  [
    "a capture of the other's last seeds, who takes what is left",
    'mangala',
    '0,0,1,0,0,2/0,0,4,0,0,0 0/0 s',
    3,
    [
      "A lone seed moves on: it falls into South's pit 4, which was empty.",
      "Opposite, North's pit 3 holds 4: South captures 5 seeds, 1 from South's pit 4 and 4 from North's pit 3.",
      "North's row is empty: the game is over.",
      "North takes the 2 seeds left in South's row, because its own is empty.",
    ],
  ],
  [
    'pits of two and three, backwards',
    'oware',
    '1,0,0,0,1,13/0,1,0,1,4,4 10/10 s',
    6,
    [
      "They fall into North's pits 1, 2, 3, 4, 5, 6, then South's pits 1, 2, 3, 4, 5, then North's pits 1, 2.",
      "On the lap they pass over South's pit 6, from which they come.",
      "The last seed falls into North's pit 2, which held 2.",
      "It holds 3 now, and the pit before it holds two or three as well: South captures 5 seeds, 3 from North's pit 2 and 2 from North's pit 1.",
      'North is to move.',
    ],
  ],
  [
    'neither two nor three',
    'oware',
    '1,0,1/3,0,1 0/0 s',
    3,
    [
      "It falls into North's pit 1, which held 3.",
      'It holds 4 now, neither two nor three: nothing is captured.',
      'North is to move.',
    ],
  ],
  [
    'an own pit where there is no capture',
    'oware',
    '1,0,1/3,0,1 0/0 s',
    1,
    [
      "It falls into South's pit 2, which was empty.",
      "It is one of South's own pits: nothing is captured.",
      'North is to move.',
    ],
  ],
  [
    'a grand slam that takes nothing',
    'oware',
    '1,0,1/1,0,0 0/0 s',
    3,
    [
      "It falls into North's pit 1, which held 1.",
      'It holds 2 now: that is every seed that North has, and in oware such a grand slam takes nothing.',
      'North is to move.',
    ],
  ],
  [
    'a grand slam of several pits that takes nothing',
    'oware',
    '1,0,0,0,2,3/2,1,2,0,0,0 20/17 s',
    6,
    [
      "They fall into North's pits 1, 2, 3.",
      "The last seed falls into North's pit 3, which held 2.",
      'It holds 3 now, and the 2 pits before it hold two or three as well: that is every seed that North has, and in oware such a grand slam takes nothing.',
      'North is to move.',
    ],
  ],
  [
    'three pits of two and three, back to the end of the row',
    'oware',
    '0,0,0,1,0,3/1,2,1,4,0,1 10/25 s',
    6,
    [
      "They fall into North's pits 1, 2, 3.",
      "The last seed falls into North's pit 3, which held 1.",
      "It holds 2 now, and the 2 pits before it hold two or three as well: South captures 7 seeds, 2 from North's pit 3, 3 from North's pit 2 and 2 from North's pit 1.",
      'North is to move.',
    ],
  ],
  [
    'a pit in the way of a capture backwards',
    'oware',
    '0,0,0,1,0,3/1,3,1,4,0,1 10/24 s',
    6,
    [
      "They fall into North's pits 1, 2, 3.",
      "The last seed falls into North's pit 3, which held 1.",
      "It holds 2 now: South captures 2 seeds from North's pit 3.",
      "The next pit back, North's pit 2, holds 4: the capture stops there.",
      'North is to move.',
    ],
  ],
  [
    'eleven seeds, too few for a whole lap',
    'oware',
    '0,0,11,0,1,0/3,3,3,3,3,3 9/9 s',
    3,
    [
      "They fall into South's pits 4, 5, 6, then North's pits 1, 2, 3, 4, 5, 6, then South's pits 1, 2.",
      "The last seed falls into South's pit 2, which was empty.",
      "It is one of South's own pits: nothing is captured.",
      'North is to move.',
    ],
  ],
  [
    'two laps that pass over the origin',
    'oware',
    '0,0,1/11,0,0 9/9 n',
    1,
    [
      "They fall into North's pits 2, 3, then South's pits 1, 2, 3, then North's pits 2, 3, then South's pits 1, 2, 3, then North's pit 2.",
      "On each of the 2 laps they pass over North's pit 1, from which they come.",
      "The last seed falls into North's pit 2, which held 2.",
      "It is one of North's own pits: nothing is captured.",
      'South is to move.',
    ],
  ],
  [
    'one pit that feeds',
    'oware',
    '1,0,1,0,0,2/0,0,0,0,0,0 25/19 s',
    6,
    [
      'North has no seeds and must be fed: South may play only pit 6.',
      "They fall into North's pits 1, 2.",
      "The last seed falls into North's pit 2, which was empty.",
      'It holds 1 now, neither two nor three: nothing is captured.',
      'North is to move.',
    ],
  ],
  [
    'two pits that feed',
    'oware',
    '0,0,0,0,0,0/4,3,3,0,2,1 25/10 n',
    6,
    [
      'South has no seeds and must be fed: North may play pit 5 or 6.',
      "It falls into South's pit 1, which was empty.",
      'It holds 1 now, neither two nor three: nothing is captured.',
      'South is to move.',
    ],
  ],
  [
    'an end without a move that feeds',
    'oware',
    '0,0,0,0,0,1/1,0,0,2,0,0 22/22 s',
    6,
    [
      "It falls into North's pit 1, which held 1.",
      "It holds 2 now: South captures 2 seeds from North's pit 1.",
      'North would be to move, and none of its pits feeds South, who has no seeds: the game is over.',
      'North takes the 2 seeds left in its own row.',
    ],
  ],
  [
    'a capture with the last own seed, and no end while the other can feed',
    'oware',
    '0,0,1/1,4,4 23/3 s',
    3,
    [
      "It falls into North's pit 1, which held 1.",
      "It holds 2 now: South captures 2 seeds from North's pit 1.",
      'North is to move.',
    ],
  ],
  [
    'a reply left where another pit would leave none',
    'awari',
    '1,0,0,0,0,1/1,0,0,0,0,0 22/23 s',
    1,
    [
      'South must leave North a reply, and pit 6 would leave none.',
      "It falls into South's pit 2, which was empty.",
      "It is one of South's own pits: nothing is captured.",
      'North is to move.',
    ],
  ],
  [
    'a reply left to a side without seeds',
    'awari',
    '0,0,2,1,0,1/0,0,0,0,0,0 19/25 s',
    6,
    [
      'South must leave North a reply, and pits 3 and 4 would leave none.',
      "It falls into North's pit 1, which was empty.",
      'It holds 1 now, neither two nor three: nothing is captured.',
      'North is to move.',
    ],
  ],
  [
    'a grand slam that takes everything',
    'awari',
    '0,0,1/1,0,0 0/0 s',
    3,
    [
      "No pit of South's leaves North a reply, so any may be played.",
      "It falls into North's pit 1, which held 1.",
      "It holds 2 now: South captures 2 seeds from North's pit 1, every seed that North has.",
      'North would be to move and has no seeds: the game is over.',
      'No seeds are left in the pits.',
    ],
  ],
  [
    'a sweep to the side that cannot feed',
    'awari',
    '1,1,0/0,0,0 0/0 s',
    1,
    [
      "No pit of South's leaves North a reply, so any may be played.",
      "It falls into South's pit 2, which held 1.",
      "It is one of South's own pits: nothing is captured.",
      'North would be to move and has no seeds: the game is over.',
      'South takes the 2 seeds left in its own row.',
    ],
  ],
];

describe('a ply is told', () => {
  test.each(CLAUSES)('%s (%s)', (_clause, rules, text, pit, sentences) => {
    const all = tell(rules, text, pit);
    expect(all.filter((sentence) => !sentence.includes(' plays pit '))).toEqual(sentences);
  });

  test('whole, in sentences, of any board and rule set', () => {
    fc.assert(
      fc.property(boards(), ruleSets(), (setup, rules) => {
        const position = makePosition(setup, rules);
        const before = structuredClone(position);
        for (const pit of legalPits(position)) {
          const ply = explain(position, pit);
          const all = tellPly(position, ply);
          expect(all.every((line) => /^[A-Z][ -~]*[a-z0-9]\.$/.test(line))).toBe(true);
          const text = all.join(' ');
          expect(text.includes(' captures ')).toBe(ply.captured > 0);
          expect(text.includes('the game is over')).toBe(ply.over);
          expect(text.includes('moves again')).toBe(ply.extraTurn);
          expect(text.includes('grand slam takes nothing')).toBe(
            ply.capture !== undefined && ply.captured === 0,
          );
          expect(text).not.toContain('no legal move');
          expect(dropSeeds(position, ply).drops.map(({ place }) => place)).toEqual(ply.sown);
        }
        expect(position).toEqual(before);
      }),
      RUNS,
    );
  });
});

/** Rule sets from outside may combine options as none of the six does. */
describe('other options', () => {
  const illegal = { ...RULE_SETS.oware, grandSlam: 'illegal' } as const;
  addRuleSet('illegal', illegal);
  addRuleSet('illegal-other', { ...illegal, sweep: 'other-side' });
  addRuleSet('illegal-emptier', { ...illegal, sweep: 'emptier' });

  test.each([
    [
      'illegal',
      [
        'South takes the 1 seed left in its own row.',
        'North takes the 5 seeds left in its own row.',
      ],
    ],
    ['illegal-other', ['South takes the 6 seeds left in both rows.']],
    [
      'illegal-emptier',
      [
        "South takes the 5 seeds left in North's row.",
        "North takes the 1 seed left in South's row.",
      ],
    ],
  ])('an end where every pit would be a forbidden grand slam: %s', (rules, sweeps) => {
    expect(tell(rules, '1,0,0,1/3,0,0,1 0/0 s', 4).slice(1)).toEqual([
      "It falls into North's pit 1, which held 3.",
      'It holds 4 now, neither two nor three: nothing is captured.',
      'North would be to move and has no legal move: the game is over.',
      ...sweeps,
    ]);
  });

  test('a forbidden grand slam is named when it is played', () => {
    expect(() => tell('illegal', '1,0,1/1,0,0 0/0 s', 3)).toThrow(
      expect.objectContaining({
        name: 'IllegalMove',
        message:
          'pit 3 would capture every seed of the opponent, a grand slam, which is not allowed: expected one of 1',
      }),
    );
  });
});

test('a board is drawn as its players see it', () => {
  expect(drawBoard(board('1,2,33/4,5,6 111/9 n'))).toEqual([
    '          3   2   1',
    '  North   6   5   4',
    '      9             111',
    '          1   2  33   South',
    '          1   2   3',
  ]);
});

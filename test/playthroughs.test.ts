import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { files, gameOf, isRemark, linesOf, rewrite } from '../scripts/playthroughs.js';
import { Core } from '../src/core/core.js';
import { rowsOf } from '../src/core/rows.js';
import { explain, isOver, legalPits, MAX_SEEDS, play } from '../src/position.js';
import { RULE_SETS } from '../src/rules/options.js';
import { comparable, expectedPly } from './core/support.js';

const GAMES = files().map((file) => {
  const name = path.basename(file.pathname, '.txt');
  const text = readFileSync(file, 'utf8');
  return { name, text, lines: text.split('\n'), game: gameOf(text) };
});

/** What each game must show, in the words in which it is told. */
const KALAH = [
  'moves again',
  'It is not one of',
  'which the move had emptied',
  'captures',
  'own row',
];
const OWARE = ['On the lap they pass over', 'neither two nor three', 'as well', 'stops there'];
const SHOWS: Readonly<Record<keyof typeof RULE_SETS, readonly string[]>> = {
  kalah: [...KALAH, 'so the seed stays', 'is empty: the game is over, without an extra turn'],
  'kalah-empty': [...KALAH, 'a lone seed is taken all the same', 'is empty: the game is over.'],
  'kalah-turn': [...KALAH, 'so the seed stays', 'would be to move and has no seeds'],
  mangala: [
    'The first seed goes back',
    'A lone seed moves on',
    'an even number',
    'an odd number',
    'Opposite, ',
    'so the seed stays',
    'moves again',
    'because its own is empty',
  ],
  oware: [...OWARE, 'such a grand slam takes nothing', 'must be fed', 'none of its pits feeds'],
  awari: [
    ...OWARE,
    'must leave North a reply',
    'so any may be played',
    'every seed that North has',
    'would be to move and has no seeds',
  ],
};

it('each rule set has a game', () => {
  expect(GAMES.map(({ name }) => name).sort()).toEqual(Object.keys(RULE_SETS).sort());
  for (const { name, game } of GAMES) expect(game.start.rules).toBe(name);
});

describe.each(GAMES)('the game of $name', ({ name, text, lines, game }) => {
  it('is told line by line as the plain rules tell it', () => {
    const told = lines.filter((line) => !isRemark(line));
    expect(told).toEqual([...linesOf(game), '']);
  });

  it('is played alike by the core, in both its forms', async () => {
    for (const seeds of [0, MAX_SEEDS]) {
      const core = await Core.load(name, game.start.south.length, { seeds });
      expect(core.isGeneral).toBe(seeds > 0);
      let position = game.start;
      for (const pit of game.pits) {
        const rows = rowsOf(position);
        expect(core.isOver(rows)).toBe(false);
        expect(core.moves(rows).map((each) => each + 1)).toEqual(legalPits(position));
        const ply = explain(position, pit);
        expect(comparable(core.play(rows, pit - 1))).toEqual(expectedPly(position, ply));
        position = play(position, pit).position;
      }
      expect(isOver(position)).toBe(true);
      expect(core.isOver(rowsOf(position))).toBe(true);
    }
  });

  it('shows the clauses of its rule set', () => {
    for (const words of SHOWS[name as keyof typeof RULE_SETS]) expect(text).toContain(words);
  });

  it('has remarks, which are kept where they stand', () => {
    expect(lines.filter(isRemark).length).toBeGreaterThan(4);
    expect(rewrite(text)).toBe(text);
    const moved = text.replace(/^ .*\n/gm, '');
    expect(rewrite(moved)).toBe(text);
  });
});

import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { Book } from '../../src/book/book.js';
import { bookName, parseBookName, writeBook } from '../../src/book/format.js';
import { SHIPPED_BOOKS } from '../../src/book/folders.js';
import { leastSeedsIn } from '../../src/book/book.js';
import { lossesFrom } from '../../src/book/losses.js';
import { verifyBook } from '../../src/book/verify.js';
import { startPosition } from '../../src/position.js';
import { bareCore, bookFile, newFolder } from '../book/support.js';
import { granary, jsonLines, makeFolder, NO_TABLES_OR_NOTHING, QUICK } from './granary.js';

const SMALL = { rules: 'kalah', pits: 4, seeds: 3, plies: 4 } as const;
const NAME = bookName(SMALL);
const MOST_BYTES = 2 ** 20;

interface Answer {
  readonly value: number;
  readonly nodes: number;
  readonly book?: boolean;
  readonly moves: readonly { readonly move: string; readonly value: number }[];
}

let file: string;
beforeAll(async () => {
  file = await bookFile(newFolder(), SMALL);
});

/** A home whose cache folder has the book. */
function homeWithBook(): string {
  const home = makeFolder();
  const folder = path.join(home, 'granary', 'books');
  mkdirSync(folder, { recursive: true });
  copyFileSync(file, path.join(folder, NAME));
  return home;
}

describe('solve', () => {
  const args = ['solve', '--pits', '4', '--seeds', '3', '--moves', ...QUICK];

  test('takes values from the book in the cache folder, and says so', async () => {
    const env = { XDG_CACHE_HOME: homeWithBook() };
    const run = async (...more: string[]): Promise<Answer> => {
      const { code, stdout, stderr } = await granary([...args, '--json', ...more], { env });
      expect(code).toBe(0);
      expect(stderr).toMatch(NO_TABLES_OR_NOTHING);
      return jsonLines<Answer>(stdout)[0]!;
    };
    const booked = await run();
    const bare = await run('--no-book');
    expect(booked.book).toBe(true);
    expect(bare.book).toBeUndefined();
    expect([booked.value, booked.moves]).toEqual([bare.value, bare.moves]);
    expect(booked.nodes).toBeLessThan(bare.nodes);
  });

  test('tells people of it', async () => {
    const env = { XDG_CACHE_HOME: homeWithBook() };
    expect((await granary(args, { env })).stdout).toContain(', to move), by the book\n');
    const { stdout } = await granary([...args, '--no-book'], { env });
    expect(stdout).not.toContain('book');
  });

  test('in a stream each position is asked for, whatever its stores', async () => {
    const stdin = '3,3,3,3/3,3,3,3 7/2 s\n0,0,0,1/1,0,0,0 0/0 s\n';
    const env = { XDG_CACHE_HOME: homeWithBook() };
    const { stdout } = await granary(['solve', '-', ...QUICK], { stdin, env });
    const start = (await Book.open(file)).probe(startPosition('kalah', 4, 3))!;
    expect(jsonLines<Answer>(stdout)).toMatchObject([{ value: start + 5, book: true }, {}]);
    expect(jsonLines<Answer>(stdout)[1]!.book).toBeUndefined();
  });

  test('does not pass over a book that is damaged', async () => {
    const home = homeWithBook();
    const book = path.join(home, 'granary', 'books', NAME);
    writeFileSync(book, readFileSync(book).subarray(0, 70));
    const run = await granary(args, { env: { XDG_CACHE_HOME: home } });
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr).toMatch(
      /^granary: \S+kalah-4-3\.book has 70 bytes, expected \d+: remove .*\n$/,
    );
  });
});

describe('verify', () => {
  test('a sound book, and how much of it', async () => {
    const args = ['verify', file, '--sample', '7', '--json'];
    const { code, stdout, stderr } = await granary(args);
    expect(stderr).toMatch(NO_TABLES_OR_NOTHING);
    expect(code).toBe(0);
    const { size, opening } = await Book.open(file);
    const [checked] = opening.ply(SMALL.plies);
    const found = { positions: size, checked, proven: 7, open: 0, wrong: 0, file };
    expect(jsonLines(stdout)).toEqual([{ ...SMALL, ...found }]);

    const text = await granary(['verify', file, '--sample', '7', '--nodes', '1']);
    expect(text.code).toBe(0);
    expect(text.stdout).toMatch(/ of the last ply proven again, [1-7] not finished, 0 wrong, /);
  });

  test('a book that is wrong', async () => {
    const { opening, gains } = await Book.open(file);
    const wrong = gains.slice();
    wrong[3]! += 2;
    const losses = lossesFrom(opening, wrong);
    const folder = makeFolder();
    const bad = path.join(folder, NAME);
    writeFileSync(bad, await writeBook(SMALL, SMALL.plies, leastSeedsIn(opening), losses));
    const run = await granary(['verify', bad, '--json']);
    expect(run.code).toBe(1);
    expect(run.stderr).toMatch(/kalah-4-3\.book is wrong: remove it .*\n$/);
    const [found] = jsonLines<{ wrong: number; entries: object[] }>(run.stdout);
    expect(found!.wrong).toBeGreaterThan(0);
    expect(found!.entries).toContainEqual(
      expect.objectContaining({ found: wrong[3], expected: gains[3] }),
    );
    expect((await granary(['verify', bad])).stdout).toContain(': found ');
  });

  test.each([
    [['none.book'], 1, 'none.book cannot be read'],
    [['x.book', '--rules', 'kalah'], 2, '--rules and --pits choose tables'],
    [['tables', '--nodes', '5'], 2, '--nodes is for proofs of a book'],
  ])('%j', async (args, code, message) => {
    const run = await granary(['verify', ...args]);
    expect(run).toMatchObject({ code, stdout: '' });
    expect(run.stderr).toContain(message);
    expect(run.stderr.split('\n').length).toBe(2);
  });
});

describe('the shipped books', () => {
  const names = readdirSync(SHIPPED_BOOKS);

  test('are of kalah and kalah-empty, and small', () => {
    expect(names.sort()).toEqual(['kalah-6-4.book', 'kalah-empty-6-4.book']);
    const bytes = names.map((name) => statSync(path.join(SHIPPED_BOOKS, name)).size);
    expect(bytes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(MOST_BYTES);
  });

  test.each(names)('%s: every value before the last ply is the best of its moves', async (name) => {
    const book = await Book.open(path.join(SHIPPED_BOOKS, name));
    expect(parseBookName(name)).toEqual({ rules: book.rules, pits: book.pits, seeds: book.seeds });
    const core = await bareCore(book.rules, book.pits);
    const [checked] = book.opening.ply(book.plies);
    const nothing = { proven: 0, open: 0, wrong: 0, entries: [] };
    expect(await verifyBook(book, core, { sample: 0 })).toEqual({ checked, ...nothing });
  });

  test('is found without being named', async () => {
    const run = await granary(['solve', '--nodes', '1', '--json', ...QUICK]);
    const [answer] = jsonLines<Answer>(run.stdout);
    expect(answer).toMatchObject({ value: 8, proof: 'exact', book: true });
  });
});

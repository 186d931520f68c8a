import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { Book } from '../../src/book/book.js';
import { Books, findBook } from '../../src/book/folders.js';
import { parseBookHeader, writeBook } from '../../src/book/format.js';
import { Opening } from '../../src/book/opening.js';
import { verifyBook } from '../../src/book/verify.js';
import { Core } from '../../src/core/core.js';
import { keyOf, rowsOf } from '../../src/core/rows.js';
import { makePosition, moves, play, startPosition } from '../../src/position.js';
import type { Position } from '../../src/position.js';
import { solve } from '../../src/solver/solver.js';
import { ACYCLIC_RULES, coreWithLayers } from '../core/support.js';
import { Minimax } from '../minimax.js';
import { bareCore, bookFile, newBook, newFolder } from './support.js';

const SMALL = { rules: 'kalah', pits: 4, seeds: 3, plies: 4 } as const;

let small: Book;
let bytes: Uint8Array;
beforeAll(async () => {
  const file = await bookFile(newFolder(), SMALL);
  small = await Book.open(file);
  bytes = new Uint8Array(readFileSync(file));
});

describe('the positions of an opening', () => {
  it.each([...ACYCLIC_RULES])('%s: those of the plain rules, in their order', async (rules) => {
    const opening = Opening.layOut(await Core.load(rules, 3), 3, 5)!;
    let ply: readonly Position[] = [startPosition(rules, 3, 3)];
    const met = new Map([[keyOf(rowsOf(ply[0]!)), 0]]);
    for (let plies = 0; plies <= 5; plies++) {
      const [first, end] = opening.ply(plies);
      expect(end - first).toBe(ply.length);
      for (const [i, position] of ply.entries()) {
        expect(opening.rows(first + i)).toEqual(rowsOf(position));
        expect(opening.placeOf(rowsOf(position))).toBe(first + i);
      }
      const next: Position[] = [];
      for (const move of ply.flatMap(moves)) {
        const key = keyOf(rowsOf(move.position));
        if (move.over || met.has(key)) continue;
        met.set(key, met.size);
        next.push(move.position);
      }
      ply = next;
    }
    expect(opening.size).toBeGreaterThan(100);
    expect(opening.placeOf({ own: 0n, opp: 1n })).toBeUndefined();
  });

  it('of (6,4), by ply', async () => {
    const sizes = async (rules: string): Promise<number[]> => {
      const opening = Opening.layOut(await Core.load(rules, 6), 4, 5)!;
      return [0, 1, 2, 3, 4, 5].map((ply) => opening.ply(ply)[1] - opening.ply(ply)[0]);
    };
    expect(await sizes('kalah')).toEqual([1, 6, 35, 185, 941, 4671]);
    expect(await sizes('kalah-empty')).toEqual([1, 6, 35, 185, 941, 4665]);
  });

  it('are given up where they are too many', async () => {
    const core = await Core.load('kalah', 4);
    expect(Opening.layOut(core, 3, 4, small.size)?.size).toBe(small.size);
    expect(Opening.layOut(core, 3, 4, small.size - 1)).toBeUndefined();
  });
});

describe('a book', () => {
  it('has every value of the tables, and says how many', async () => {
    const tables = await coreWithLayers('kalah', 4, 24);
    expect(small).toMatchObject({ ...SMALL, size: small.gains.length });
    expect(small.size).toBeGreaterThan(200);
    for (let place = 0; place < small.size; place++) {
      const rows = small.opening.rows(place);
      expect(small.gain(rows)).toBe(tables.probe(rows));
    }
  });

  it.each([...ACYCLIC_RULES])('of %s has the values of plain minimax', async (rules) => {
    const book = await newBook({ rules, pits: 3, seeds: 2, plies: 5 });
    const minimax = new Minimax(rules);
    let found = 0;
    const walk = (position: Position, plies: number): void => {
      const { mover, stores } = position;
      const lead = (stores[0] - stores[1]) * (mover === 's' ? 1 : -1);
      expect(book.probe(position)).toBe(lead + minimax.gain(position));
      found++;
      if (plies === 0) return;
      for (const move of moves(position)) if (!move.over) walk(move.position, plies - 1);
    };
    walk(startPosition(rules, 3, 2), 5);
    expect(found).toBeGreaterThan(50);
  });

  it('to the end of the game, and of a single seed', async () => {
    for (const start of [
      { rules: 'kalah', pits: 2, seeds: 1, plies: 20 },
      { rules: 'kalah', pits: 1, seeds: 1, plies: 1 },
    ]) {
      const book = await newBook(start);
      const gain = new Minimax('kalah').gain(startPosition('kalah', start.pits, start.seeds));
      expect(book.probe(startPosition('kalah', start.pits, start.seeds))).toBe(gain);
    }
  });

  it('knows nothing of other positions', () => {
    const start = startPosition('kalah', 4, 3);
    expect(small.probe(startPosition('kalah-empty', 4, 3))).toBeUndefined();
    expect(small.probe(startPosition('kalah', 3, 3))).toBeUndefined();
    expect(small.probe(startPosition('kalah', 4, 2))).toBeUndefined();
    expect(small.probe(makePosition({ south: [0, 0, 0, 0], north: [1, 0, 0, 0] }, 'kalah'))).toBe(
      undefined,
    );
    const stored = makePosition({ ...start, stores: [5, 1] }, 'kalah');
    expect(small.probe(stored)).toBe(small.probe(start)! + 4);
  });

  it('of endless play there is none', async () => {
    const core = await bareCore('oware', 3);
    core.reserve({ layers: -1, tableMib: 1 });
    await expect(bookFile(newFolder(), { ...SMALL, rules: 'oware' })).rejects.toMatchObject({
      name: 'InvalidOption',
    });
  });
});

describe('its file', () => {
  it('has the same bytes each time it is made', async () => {
    const again = await bookFile(newFolder(), SMALL);
    expect(readFileSync(again).equals(bytes)).toBe(true);
  });

  it('is refused where any byte of it is another', async () => {
    for (let at = 0; at < bytes.length; at++) {
      const damaged = bytes.slice();
      damaged[at]! ^= 1 << (at % 8);
      const name = at < 10 ? 'TablebaseForeign' : 'TablebaseCorrupt';
      await expect(Book.load(damaged, 'x.book')).rejects.toMatchObject({
        name,
        message: expect.stringMatching(/^x\.book .*: (remove|name) /) as string,
      });
    }
  });

  it('is refused where it breaks off or goes on', async () => {
    for (let length = 0; length < bytes.length; length++) {
      await expect(Book.load(bytes.subarray(0, length))).rejects.toMatchObject({
        name: 'TablebaseCorrupt',
      });
    }
    await expect(Book.load(new Uint8Array([...bytes, 0]))).rejects.toMatchObject({
      name: 'TablebaseCorrupt',
    });
  });

  it('is refused where the rules do not give its positions', async () => {
    const { leastSeeds, positions } = small.header;
    const id = { rules: 'kalah', pits: 4, seeds: 3 };
    const forge = (plies: number, count: number, other = {}): Promise<Uint8Array> =>
      writeBook({ ...id, ...other }, plies, leastSeeds, new Uint8Array(count));
    expect((await Book.load(await forge(4, positions))).size).toBe(positions);
    for (const forged of [
      await forge(4, positions - 1),
      await forge(4, positions + 1),
      await forge(60000, positions),
      await forge(4, positions, { rules: 'oware' }),
      await forge(4, positions, { pits: 0 }),
      await forge(4, positions, { seeds: 0 }),
    ]) {
      await expect(Book.load(forged)).rejects.toMatchObject({ name: 'TablebaseCorrupt' });
    }
    const unknown = await forge(4, positions, { rules: 'kalah-99' });
    await expect(Book.load(unknown)).rejects.toMatchObject({ name: 'TablebaseForeign' });
  });

  it('is refused where it is no book', async () => {
    const text = new TextEncoder().encode(
      'a text that is longer than the header of a book, and no book',
    );
    await expect(Book.load(text)).rejects.toMatchObject({ name: 'TablebaseForeign' });
    await expect(Book.open(path.join(newFolder(), 'none.book'))).rejects.toMatchObject({
      name: 'TablebaseMissing',
    });
  });
});

describe('books in folders', () => {
  it('are found by start and by position, the first folder first', async () => {
    const [near, far] = [newFolder(), newFolder()];
    await bookFile(far, SMALL);
    await bookFile(far, { ...SMALL, seeds: 2, plies: 2 });
    await bookFile(near, { ...SMALL, plies: 2 });
    const folders = [near, far];
    expect((await findBook('kalah', { pits: 4, seeds: 3, folders }))?.plies).toBe(2);
    expect((await findBook('kalah', { pits: 4, seeds: 2, folders }))?.seeds).toBe(2);
    expect(await findBook('kalah', { pits: 4, seeds: 4, folders })).toBeUndefined();
    expect(await findBook('mangala', { pits: 4, seeds: 3, folders })).toBeUndefined();

    const books = new Books(folders);
    const late = play(play(startPosition('kalah', 4, 3), 1).position, 1).position;
    const book = await books.holding(late);
    expect(book?.name).toBe(path.join(near, 'kalah-4-3.book'));
    expect(await books.holding(late)).toBe(book);
    expect((await books.holding(startPosition('kalah', 4, 2)))?.seeds).toBe(2);
    expect(await books.holding(startPosition('kalah', 4, 4))).toBeUndefined();
    await expect(findBook('kalah', { folders: [path.join(near, 'none')] })).rejects.toMatchObject({
      name: 'TablebaseMissing',
    });
  });

  it('that are damaged are not passed over', async () => {
    const folder = newFolder();
    writeFileSync(path.join(folder, 'kalah-4-3.book'), bytes.subarray(0, 99));
    const options = { pits: 4, seeds: 3, folders: [folder] };
    await expect(findBook('kalah', options)).rejects.toMatchObject({ name: 'TablebaseCorrupt' });
    const holding = new Books([folder]).holding(startPosition('kalah', 4, 3));
    await expect(holding).rejects.toMatchObject({ name: 'TablebaseCorrupt' });
  });

  it('in the cache folder are found without being named', async () => {
    const home = newFolder();
    vi.stubEnv('XDG_CACHE_HOME', home);
    try {
      const { bookFolder } = await import('../../src/book/folders.js');
      expect(bookFolder()).toBe(path.join(home, 'granary', 'books'));
      expect(await findBook('kalah', { pits: 4, seeds: 3 })).toBeUndefined();
    } finally {
      vi.unstubAllEnvs();
    }
  });
});

describe('solve with a book', () => {
  it('takes values of it, at no nodes, and goes on from them', async () => {
    const start = startPosition('kalah', 4, 3);
    const bare = await solve(await bareCore('kalah', 4), start, { moves: true });
    const core = await bareCore('kalah', 4);
    const stages: string[] = [];
    const booked = await solve(core, start, {
      moves: true,
      book: small,
      onMove: (move, { nodes }) => {
        stages.push(move.move);
        expect(nodes).toBe(0);
      },
    });
    expect(stages).toEqual(bare.moves!.map(({ move }) => move));
    expect(booked).toMatchObject({
      value: bare.value,
      proof: 'exact',
      moves: bare.moves,
      book: true,
    });
    expect(booked.nodes).toBeLessThan(bare.nodes);
    expect(bare.book).toBeUndefined();
    // Both lines are best play to the end, though not the same.
    expect(scoreAfter(start, booked.pv)).toBe(bare.value);
  });

  it('needs no nodes for a position of the book', async () => {
    const start = startPosition('kalah', 6, 4);
    const { nodes, value, proof } = await solve(await bareCore('kalah', 6), start, {
      book: {
        rules: 'kalah',
        pits: 6,
        gain: (rows) => (keyOf(rows) === keyOf(rowsOf(start)) ? 8 : undefined),
      },
      nodes: 1,
    });
    expect({ value, proof }).toEqual({ value: 8, proof: 'exact' });
    expect(nodes).toBeLessThanOrEqual(1);
  });

  it('refuses that of another game', async () => {
    const core = await bareCore('kalah', 4);
    for (const book of [
      { rules: 'mangala', pits: 4, gain: () => 0 },
      { rules: 'kalah', pits: 3, gain: () => 0 },
    ]) {
      await expect(solve(core, startPosition('kalah', 4, 3), { book })).rejects.toThrow('book of');
    }
  });
});

/** The score, for the mover of `start`, of the finished game that a line leads to by the plain rules. */
function scoreAfter(start: Position, line: readonly string[]): number {
  let position = start;
  for (const pit of line.join(',').split(',')) position = play(position, Number(pit)).position;
  const [south, north] = position.stores;
  expect(south + north).toBe(24);
  return south - north;
}

describe('verifying a book', () => {
  it('finds nothing wrong in a sound one, and says what it did not finish', async () => {
    const core = await bareCore('kalah', 4);
    const [first] = small.opening.ply(4);
    const all = { sample: 1e6 };
    const leaves = small.size - first;
    expect(await verifyBook(small, core, all)).toEqual({
      checked: first,
      proven: leaves,
      open: 0,
      wrong: 0,
      entries: [],
    });
    const hasty = await verifyBook(small, await bareCore('kalah', 4), { sample: 10, nodes: 5 });
    expect(hasty.open).toBeGreaterThan(0);
    expect(hasty.open + hasty.proven).toBe(10);
    expect(hasty.wrong).toBe(0);
  });

  it('finds every value that is wrong', async () => {
    const core = await bareCore('kalah', 4);
    const [first] = small.opening.ply(4);
    for (const place of [0, 5, first - 1, first, small.size - 1]) {
      const book = await Book.load(bytes);
      book.gains[place]! += 2;
      const { wrong, entries } = await verifyBook(book, core, { sample: 1e6 });
      expect(wrong).toBeGreaterThan(0);
      const rows = book.opening.rows(place);
      const entry = entries.find(({ position }) => keyOf(rowsOf(position)) === keyOf(rows));
      expect(entry).toMatchObject({ found: book.gains[place], expected: book.gains[place]! - 2 });
    }
  });

  it('ends when it is told to', async () => {
    const signal = AbortSignal.abort();
    const verified = verifyBook(small, await bareCore('kalah', 4), { sample: 1, signal });
    await expect(verified).rejects.toThrow('interrupted');
  });
});

it('headers say what a book is', async () => {
  expect(await parseBookHeader(bytes, 'x')).toMatchObject({
    version: 1,
    rules: 'kalah',
    pits: 4,
    seeds: 3,
    plies: 4,
    positions: small.size,
    bytes: bytes.length,
  });
});

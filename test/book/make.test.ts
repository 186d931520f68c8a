import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { Book } from '../../src/book/book.js';
import { makeBook } from '../../src/book/make.js';
import { bareCore, bookFile, newBook, newFolder } from './support.js';

const SMALL = { rules: 'kalah', pits: 4, seeds: 3, plies: 4 } as const;
const NAME = 'kalah-4-3.book';
const JOURNAL = `${NAME}.journal`;

let whole: Buffer;
let leaves: number;
beforeAll(async () => {
  const file = await bookFile(newFolder(), SMALL);
  whole = readFileSync(file);
  const { opening, size, plies } = await Book.open(file);
  leaves = size - opening.ply(plies)[0];
});

/** Makes the book until so many positions of the last ply are proven, and returns its folder. */
async function stopAfter(proven: number): Promise<string> {
  const folder = newFolder();
  const onProgress = (progress: { proven: number }): void => {
    if (progress.proven === proven) throw new Error('stopped');
  };
  const made = bookFile(folder, SMALL, { onProgress });
  await expect(made).rejects.toThrow('stopped');
  return folder;
}

describe('a book in the making', () => {
  it.each([1, 17, 100])('that ends after %i proofs goes on from there', async (proven) => {
    const folder = await stopAfter(proven);
    expect(readdirSync(folder)).toEqual([JOURNAL]);
    const lines = readFileSync(path.join(folder, JOURNAL), 'utf8').split('\n');
    expect(lines[0]).toBe('book of kalah, 4 pits, 3 seeds, 4 plies');
    expect(lines.length).toBe(proven + 2);

    // What a kill leaves of a line.
    appendFileSync(path.join(folder, JOURNAL), '181 -');
    let here = 0;
    const file = await bookFile(folder, SMALL, { onProgress: (now) => (here = now.here) });
    expect(here).toBe(leaves - proven);
    expect(readFileSync(file).equals(whole)).toBe(true);
    expect(readdirSync(folder)).toEqual([NAME]);
  });

  it('whose title breaks off begins anew', async () => {
    const folder = newFolder();
    writeFileSync(path.join(folder, JOURNAL), 'book of ka');
    expect(readFileSync(await bookFile(folder, SMALL)).equals(whole)).toBe(true);
  });

  it('of which all is proven is only written', async () => {
    const folder = await stopAfter(leaves);
    let here = -1;
    const file = await bookFile(folder, SMALL, { onProgress: (now) => (here = now.here) });
    expect(here).toBe(-1);
    expect(readFileSync(file).equals(whole)).toBe(true);
  });

  it('is not mixed with another', async () => {
    const folder = await stopAfter(5);
    await expect(bookFile(folder, { ...SMALL, plies: 3 })).rejects.toMatchObject({
      name: 'TablebaseForeign',
      message: expect.stringContaining(JOURNAL) as string,
    });
  });

  it('with a journal that is damaged is refused', async () => {
    const folder = await stopAfter(5);
    const file = path.join(folder, JOURNAL);
    const lines = readFileSync(file, 'latin1').split('\n');
    const [place, gain, checksum] = lines[3]!.split(' ');
    for (const line of [
      '',
      'x',
      `${place} ${gain}`,
      `${Number(place) + 1} ${gain} ${checksum}`,
      `${place} ${Number(gain) + 2} ${checksum}`,
      `${place} ${gain} 0${checksum}`,
    ]) {
      const text = lines.with(3, line).join('\n');
      writeFileSync(file, text);
      await expect(bookFile(folder, SMALL)).rejects.toMatchObject({
        name: 'TablebaseCorrupt',
        message: expect.stringContaining(`${JOURNAL} is damaged in line 4:`) as string,
      });
      expect(readFileSync(file, 'latin1')).toBe(text);
    }
    // The same line again does no harm.
    writeFileSync(file, [...lines.slice(0, 4), ...lines.slice(3)].join('\n'));
    expect(readFileSync(await bookFile(folder, SMALL)).equals(whole)).toBe(true);
  });

  it('ends when it is told to', async () => {
    const core = await bareCore('kalah', 6);
    const out = path.join(newFolder(), 'kalah-6-4.book');
    const stop = new AbortController();
    const options = { seeds: 4, plies: 1, out, signal: stop.signal };
    const made = makeBook(core, { ...options, onProgress: () => stop.abort() });
    await expect(made).rejects.toMatchObject({ name: 'Interrupted' });
  });

  it('says where it cannot be written', async () => {
    const none = path.join(newFolder(), 'none', NAME);
    const core = await bareCore('kalah', 4);
    await expect(makeBook(core, { seeds: 3, plies: 1, out: none })).rejects.toMatchObject({
      name: 'NotWritable',
      message: expect.stringContaining(none) as string,
    });
    const folder = newFolder();
    mkdirSync(path.join(folder, NAME));
    await expect(bookFile(folder, SMALL)).rejects.toMatchObject({ name: 'NotWritable' });
    // What is proven is not lost.
    expect(readdirSync(folder).sort()).toEqual([NAME, JOURNAL]);
  });
});

describe('a book of fewer plies', () => {
  it('spares nodes, and leads to the same bytes', async () => {
    const known = await newBook({ ...SMALL, plies: 3 });
    const nodes = [];
    for (const options of [{}, { known }]) {
      const core = await bareCore('kalah', 4);
      const out = path.join(newFolder(), NAME);
      await makeBook(core, { seeds: 3, plies: 4, out, ...options });
      expect(readFileSync(out).equals(whole)).toBe(true);
      nodes.push(core.nodes);
    }
    expect(nodes[1]).toBeLessThan(nodes[0]!);
  });

  it('that is wrong is found out', async () => {
    const known = await newBook({ ...SMALL, plies: 2 });
    known.gains[0]! += 2;
    const folder = newFolder();
    await expect(bookFile(folder, SMALL, { known })).rejects.toMatchObject({
      name: 'TablebaseCorrupt',
    });
    expect(readdirSync(folder)).toEqual([JOURNAL]);
  });

  it('of another start is refused', async () => {
    const known = await newBook({ ...SMALL, seeds: 2, plies: 2 });
    await expect(bookFile(newFolder(), SMALL, { known })).rejects.toMatchObject({
      name: 'TablebaseForeign',
    });
  });
});

/** Values of the shipped books are proven again. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { Book } from '../../src/book/book.js';
import { SHIPPED_BOOKS } from '../../src/book/folders.js';
import { verifyBook } from '../../src/book/verify.js';
import { coreWithLayers } from '../core/support.js';

const LAYERS = 18;
const SAMPLE = 4;

it.each(readdirSync(SHIPPED_BOOKS))('%s: some of its last ply, by search', async (name) => {
  const book = await Book.open(path.join(SHIPPED_BOOKS, name));
  const core = await coreWithLayers(book.rules, book.pits, LAYERS, { tableMib: 256 });
  const found = await verifyBook(book, core, { sample: SAMPLE });
  expect(found).toMatchObject({ proven: SAMPLE, open: 0, wrong: 0, entries: [] });
});

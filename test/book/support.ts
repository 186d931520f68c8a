import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';
import { Book } from '../../src/book/book.js';
import { bookName } from '../../src/book/format.js';
import { makeBook } from '../../src/book/make.js';
import type { MakeBookOptions } from '../../src/book/make.js';
import { Core } from '../../src/core/core.js';
import type { RuleSetId } from '../../src/rules/options.js';

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** A folder of its own, removed after the tests of the file. */
export function newFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'granary-book-'));
  folders.push(folder);
  return folder;
}

export interface Start {
  readonly rules: RuleSetId;
  readonly pits: number;
  readonly seeds: number;
  readonly plies: number;
}

/** A core that searches without tables. */
export async function bareCore(rules: RuleSetId, pits: number): Promise<Core> {
  const core = await Core.load(rules, pits);
  core.reserve({ layers: -1, tableMib: 4 });
  return core;
}

/** Makes a book into a folder, and returns its file. */
export async function bookFile(
  folder: string,
  { rules, pits, seeds, plies }: Start,
  options: Partial<MakeBookOptions> = {},
): Promise<string> {
  const out = path.join(folder, bookName({ rules, pits, seeds }));
  await makeBook(await bareCore(rules, pits), { seeds, plies, out, ...options });
  return out;
}

export async function newBook(start: Start): Promise<Book> {
  return Book.open(await bookFile(newFolder(), start));
}

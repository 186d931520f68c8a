/**
 * Folders in which books are looked for: those that are named and nowhere else; else the user's cache folder, and after
 * it those that are shipped. A book is taken from the first that has it.
 */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Position } from '../position.js';
import type { RuleSetId } from '../rules/options.js';
import { cacheFolder, namesIn } from '../tablebase/folders.js';
import { Book, mayHold, readBook } from './book.js';
import { bookName, parseBookHeader, parseBookName } from './format.js';
import type { BookHeader, BookId } from './format.js';

const DEFAULT_PITS = 6;
const DEFAULT_SEEDS = 4;

/** The folder of the books that are shipped. */
export const SHIPPED_BOOKS = fileURLToPath(new URL('../../data/books', import.meta.url));

/** Which start a book is wanted of, and where it is looked for. */
export interface BookOptions {
  /** Pits a side; 6 if left out. */
  readonly pits?: number;
  /** Seeds in each pit of the start; 4 if left out. */
  readonly seeds?: number;
  /** Folders to look in, and nowhere else. */
  readonly folders?: readonly string[] | undefined;
}

/** The folder in the user's cache that keeps books. */
export function bookFolder(): string {
  return path.join(path.dirname(cacheFolder()), 'books');
}

/**
 * The book of a start: undefined if there is none. Throws as `Book.open` does, and `TablebaseMissing` for a folder that is
 * named and cannot be read.
 */
export async function findBook(
  rules: RuleSetId,
  { pits = DEFAULT_PITS, seeds = DEFAULT_SEEDS, folders }: BookOptions = {},
): Promise<Book | undefined> {
  const [file] = await filesOf(folders, (id) => bookName(id) === bookName({ rules, pits, seeds }));
  return file === undefined ? undefined : Book.open(file);
}

/** The books that are found, each read when it is first needed. */
export class Books {
  private readonly headers = new Map<string, Promise<BookHeader>>();
  private readonly books = new Map<string, Promise<Book>>();

  /** Looks in these folders and nowhere else, if they are given. */
  constructor(private readonly folders?: readonly string[]) {}

  /**
   * The book that has a position, of whichever start, and whatever its stores: undefined if none has. Throws as
   * `findBook` does.
   */
  async holding(position: Position): Promise<Book | undefined> {
    const { rules, south } = position;
    const files = await filesOf(
      this.folders,
      (id) => id.rules === rules && id.pits === south.length,
    );
    for (const file of files) {
      const header = await once(this.headers, file, async () =>
        parseBookHeader(await readBook(file), file),
      );
      if (!mayHold(header, position)) continue;
      const book = await once(this.books, file, () => Book.open(file));
      if (book.probe(position) !== undefined) return book;
    }
    return undefined;
  }
}

function once<T>(known: Map<string, Promise<T>>, file: string, read: () => Promise<T>): Promise<T> {
  const found = known.get(file) ?? read();
  known.set(file, found);
  return found;
}

/** The files of the starts wanted, each name from the first folder that has it, those of few seeds first. */
async function filesOf(
  folders: readonly string[] | undefined,
  isWanted: (id: BookId) => boolean,
): Promise<readonly string[]> {
  const files = new Map<number, string>();
  for (const folder of folders ?? [bookFolder(), SHIPPED_BOOKS]) {
    const names = await (folders ? namesIn(folder) : readdir(folder).catch(() => []));
    for (const name of names) {
      const id = parseBookName(name);
      if (!id || !isWanted(id) || files.has(id.seeds)) continue;
      files.set(id.seeds, path.join(folder, name));
    }
  }
  return [...files].sort(([a], [b]) => a - b).map(([, file]) => file);
}

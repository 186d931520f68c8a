/**
 * A book: the exact gains of all positions that a start leads to in some plies. Its file has only the gains, in the order
 * in which the rules lay the positions out.
 */
import { readFile } from 'node:fs/promises';
import { Core } from '../core/core.js';
import { rowsOf, seedsInPlay } from '../core/rows.js';
import type { Rows } from '../core/rows.js';
import { GranaryError } from '../errors.js';
import { isOver } from '../position.js';
import type { Position } from '../position.js';
import { otherSide, storeOf } from '../rules/board.js';
import { isCyclic, isRuleSet, optionsOf } from '../rules/options.js';
import type { RuleSetId } from '../rules/options.js';
import { corruptBook, lossesOf, parseBookHeader } from './format.js';
import type { BookHeader } from './format.js';
import { gainsFrom } from './losses.js';
import { Opening } from './opening.js';

/** The proven values of an opening. */
export class Book {
  private constructor(
    readonly rules: RuleSetId,
    /** What the file says of itself. */
    readonly header: BookHeader,
    /** Its positions, in order. */
    readonly opening: Opening,
    /** Their gains for the side to move. */
    readonly gains: Int16Array,
    /** The file, as it is named in messages. */
    readonly name: string,
  ) {}

  /** Reads a file. Throws as `load` does, and `TablebaseMissing` for one that cannot be read. */
  static async open(file: string): Promise<Book> {
    return Book.load(await readBook(file), file);
  }

  /**
   * Reads the bytes of a file, which `name` names in errors. Throws `TablebaseForeign` for what is no book, and
   * `TablebaseCorrupt` for one that is damaged.
   */
  static async load(bytes: Uint8Array, name = 'the book'): Promise<Book> {
    const header = await parseBookHeader(bytes, name);
    const losses = lossesOf(bytes, header, name);
    const rules = rulesOf(header, name);
    const { pits, seeds, plies, positions } = header;
    const core = await Core.load(rules, pits, { seeds: 2 * pits * seeds });
    const opening = Opening.layOut(core, seeds, plies, positions);
    if (opening?.size !== positions) {
      throw corruptBook(name, `has ${positions} positions, which the rules do not give`);
    }
    return new Book(rules, header, opening, gainsFrom(opening, losses), name);
  }

  get pits(): number {
    return this.header.pits;
  }

  /** Seeds in each pit of the start. */
  get seeds(): number {
    return this.header.seeds;
  }

  get plies(): number {
    return this.header.plies;
  }

  /** How many positions there are. */
  get size(): number {
    return this.opening.size;
  }

  /** The gain of the side to move: undefined for a position that is not in the book. */
  gain(rows: Rows): number | undefined {
    const place = this.opening.placeOf(rows);
    return place === undefined ? undefined : this.gains[place];
  }

  /** The mover's score under best play, stores included: undefined for a position that is not in the book. */
  probe(position: Position): number | undefined {
    const { rules, south, mover } = position;
    if (rules !== this.rules || south.length !== this.pits || isOver(position)) return undefined;
    const gain = this.gain(rowsOf(position));
    if (gain === undefined) return undefined;
    return storeOf(position, mover) - storeOf(position, otherSide(mover)) + gain;
  }
}

/** The bytes of a book's file. Throws `TablebaseMissing`. */
export async function readBook(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file);
  } catch (error) {
    const { message } = error as NodeJS.ErrnoException;
    throw new GranaryError(
      'TablebaseMissing',
      `${file} cannot be read (${message}): name a file made by npm run book`,
      { cause: error },
    );
  }
}

/** Whether a book with this header may have the position, by the seeds in its pits. */
export function mayHold({ pits, seeds, leastSeeds }: BookHeader, position: Position): boolean {
  const inPlay = seedsInPlay(rowsOf(position));
  return inPlay >= leastSeeds && inPlay <= 2 * pits * seeds;
}

/** The fewest seeds in the pits of any position of an opening. */
export function leastSeedsIn(opening: Opening): number {
  let least = Infinity;
  for (let place = 0; place < opening.size; place++) {
    least = Math.min(least, seedsInPlay(opening.rows(place)));
  }
  return least;
}

function rulesOf({ rules, pits, seeds }: BookHeader, name: string): RuleSetId {
  if (!isRuleSet(rules)) {
    throw new GranaryError(
      'TablebaseForeign',
      `${name} is a book of a rule set that is not known: add the rule set, or name another file`,
    );
  }
  if (isCyclic(optionsOf(rules)) || pits === 0 || seeds === 0) {
    throw corruptBook(name, 'is a book of a start that has none');
  }
  return rules;
}

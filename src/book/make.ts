/**
 * Makes a book: proves the positions of the last ply, from which all others follow. What is proven is kept in a journal
 * beside the file (journal.ts), so that a run that ended goes on where it was.
 */
import type { Core } from '../core/core.js';
import { seedsInPlay } from '../core/rows.js';
import { GranaryError } from '../errors.js';
import { isExact } from '../solver/bounds.js';
import type { Bounds } from '../solver/bounds.js';
import { Prover } from '../solver/prover.js';
import { writeFileSafely } from '../tablebase/folder.js';
import type { Book } from './book.js';
import { leastSeedsIn } from './book.js';
import { bookName, writeBook } from './format.js';
import type { BookId } from './format.js';
import { Journal } from './journal.js';
import { lossesFrom } from './losses.js';
import { Opening } from './opening.js';

/** Which book is made, and how that is watched and ended. */
export interface MakeBookOptions {
  /** Seeds in each pit of the start. */
  readonly seeds: number;
  readonly plies: number;
  /** The file to make. */
  readonly out: string;
  /** A book of the same start, which spares some of the work. */
  readonly known?: Book | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (progress: MakeBookProgress) => void;
}

/** How far it is. */
export interface MakeBookProgress {
  /** Positions of the last ply that are proven, those of earlier runs with them, and how many there are. */
  readonly proven: number;
  readonly leaves: number;
  /** Of those, how many were proven in this run. */
  readonly here: number;
  /** Nodes of this run. */
  readonly nodes: number;
}

/** What a book has that was made. */
export interface MadeBook {
  readonly positions: number;
  readonly leaves: number;
  readonly bytes: number;
}

/** Makes a book with a core that has its tables and a transposition table. Throws `InvalidOption`, and what `Journal.open` does. */
export async function makeBook(core: Core, options: MakeBookOptions): Promise<MadeBook> {
  if (core.isCyclic) {
    throw new GranaryError(
      'InvalidOption',
      `no book of ${core.rules}: there are books for rule sets in which no position comes back`,
    );
  }
  const { seeds, plies, out } = options;
  const { rules, pits } = core;
  checkKnown(options.known, { rules, pits, seeds });
  const opening = Opening.layOut(core, seeds, plies)!;
  const [first, end] = opening.ply(plies);
  const isGain = (place: number, gain: number): boolean => {
    if (place < first || place >= end) return false;
    const inPlay = seedsInPlay(opening.rows(place));
    return Math.abs(gain) <= inPlay && (inPlay - gain) % 2 === 0;
  };
  const journal = await Journal.open(out, { rules, pits, seeds }, plies, isGain);
  try {
    const gains = await proveLeaves(core, opening, journal, options);
    settle(core, opening, gains);
    checkAgrees(options.known, gains);
    const losses = lossesFrom(opening, gains);
    const bytes = await writeBook({ rules, pits, seeds }, plies, leastSeedsIn(opening), losses);
    await writeFileSafely(out, [bytes]);
    await journal.remove();
    return { positions: opening.size, leaves: end - first, bytes: bytes.length };
  } finally {
    await journal.close();
  }
}

function checkKnown(known: Book | undefined, id: BookId): void {
  if (known === undefined || bookName(known) === bookName(id)) return;
  throw new GranaryError(
    'TablebaseForeign',
    `${known.name} is the book of another start: remove it, or name another file`,
  );
}

/** Each order of positions begins with those of fewer plies. Throws `TablebaseCorrupt`. */
function checkAgrees(known: Book | undefined, gains: Int16Array): void {
  if (known === undefined || gains.every((gain, i) => gain === (known.gains[i] ?? gain))) return;
  throw new GranaryError(
    'TablebaseCorrupt',
    `${known.name} has other values than are proven now: remove it and its journal, and make it again`,
  );
}

/** The gains of the last ply's positions, at their places. */
async function proveLeaves(
  core: Core,
  opening: Opening,
  journal: Journal,
  { plies, known, signal, onProgress }: MakeBookOptions,
): Promise<Int16Array> {
  const gains = new Int16Array(opening.size);
  const [first, end] = opening.ply(plies);
  const began = core.nodes;
  let here = 0;
  const progress = (): void => {
    const proven = journal.gains.size + here;
    onProgress?.({ proven, leaves: end - first, here, nodes: core.nodes - began });
  };
  const prover = new Prover(core, { signal, onProgress: progress });
  /** South's score, by what was proven last: the best guess at the next, which is mostly of the same family. */
  let score = known?.gains[0] ?? 0;
  for (let place = first; place < end; place++) {
    const { lead, sign } = leadAt(opening, place);
    const kept = journal.gains.get(place);
    const gain = kept ?? (await prove(prover, opening, place, sign * (score - lead), known));
    if (kept === undefined) {
      await journal.add(place, gain);
      here++;
      progress();
    }
    gains[place] = gain;
    score = lead + sign * gain;
  }
  return gains;
}

async function prove(
  prover: Prover,
  opening: Opening,
  place: number,
  guess: number,
  known: Book | undefined,
): Promise<number> {
  const rows = opening.rows(place);
  const inBook = known?.gain(rows);
  if (inBook !== undefined) return inBook;
  const bounds = await prover.bounds(rows, guess, known && boundsAfter(opening, place, known));
  if (!isExact(bounds)) throw new Error('a proof without a budget has ended early');
  return bounds.lower;
}

/** What the gain of the position before says of one: its best ply gains no more. */
function boundsAfter(opening: Opening, place: number, known: Book): Partial<Bounds> {
  const step = opening.step(place);
  const before = step && known.gain(opening.rows(step.from));
  if (before === undefined) return {};
  return step!.extraTurn ? { upper: before - step!.gain } : { lower: step!.gain - before };
}

/** South's lead at a position, on the way on which it was first met, and whether South is to move there, 1, or North, -1. */
function leadAt(opening: Opening, place: number): { readonly lead: number; readonly sign: 1 | -1 } {
  const step = opening.step(place);
  if (step === undefined) return { lead: 0, sign: 1 };
  const before = leadAt(opening, step.from);
  return {
    lead: before.lead + before.sign * step.gain,
    sign: step.extraTurn ? before.sign : before.sign === 1 ? -1 : 1,
  };
}

/** Finds the gains of all positions from those of the last ply. */
function settle(core: Core, opening: Opening, gains: Int16Array): void {
  const [first, end] = opening.ply(opening.plies);
  const isKnown = new Uint8Array(opening.size).fill(1, first, end);
  const find = (place: number): number => {
    if (isKnown[place]) return gains[place]!;
    const rows = opening.rows(place);
    let best = -Infinity;
    for (const pit of core.moves(rows)) {
      const ply = core.play(rows, pit);
      // A ply of an earlier position leads to one of the opening.
      const rest = ply.over ? 0 : find(opening.placeOf(ply.rows)!);
      best = Math.max(best, ply.extraTurn && !ply.over ? ply.gain + rest : ply.gain - rest);
    }
    isKnown[place] = 1;
    return (gains[place] = best);
  };
  for (let place = 0; place < first; place++) find(place);
}

/**
 * Verifies a book. Every value before the last ply must be the best that its successors allow, by the plain rules, which
 * know nothing of the core; and some of the last ply's are proven again by search.
 */
import type { Core } from '../core/core.js';
import { rowsOf } from '../core/rows.js';
import type { Rows } from '../core/rows.js';
import { GranaryError } from '../errors.js';
import { pause } from '../pause.js';
import { makePosition, moves } from '../position.js';
import type { Position } from '../position.js';
import type { RuleSetId } from '../rules/options.js';
import { Prover } from '../solver/prover.js';
import type { Book } from './book.js';

/** Positions between two looks at the signal. */
const STEP = 512;
/** Most wrong entries that are named. */
const MAX_NAMED = 5;

/** How much is proven again, and how that is watched and ended. */
export interface VerifyBookOptions {
  /** Positions of the last ply to prove again, evenly drawn. */
  readonly sample: number;
  /** Most nodes for each; none if left out. */
  readonly nodes?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (progress: VerifyBookProgress) => void;
}

/** How far it is. */
export interface VerifyBookProgress {
  readonly task: 'checking' | 'proving';
  /** Positions done with, of `positions`. */
  readonly done: number;
  readonly positions: number;
}

/** A value that is not what it should be. */
export interface WrongValue {
  /** South to move, with empty stores: values are gains. */
  readonly position: Position;
  readonly found: number;
  readonly expected: number;
}

/** What verifying a book has found. */
export interface VerifiedBook {
  /** Values before the last ply, all compared with the best of their successors. */
  readonly checked: number;
  /** Values of the last ply that were proven again, with those that were not as proven. */
  readonly proven: number;
  /** Those whose proof was not finished, and does not say otherwise. */
  readonly open: number;
  readonly wrong: number;
  /** The first wrong values; `expected` is a bound where a proof was not finished. */
  readonly entries: readonly WrongValue[];
}

/** Verifies a book with a core that has tables and a transposition table. Throws `Interrupted`. */
export async function verifyBook(
  book: Book,
  core: Core,
  options: VerifyBookOptions,
): Promise<VerifiedBook> {
  const { rules, opening } = book;
  const [first, end] = opening.ply(book.plies);
  const wrong: WrongValue[] = [];
  const compare = (rows: Rows, found: number, expected: number): void => {
    if (found !== expected)
      wrong.push({ position: positionOf(rows, rules, book.pits), found, expected });
  };
  for (let place = 0; place < first; place++) {
    if (place % STEP === 0) await breathe(options, 'checking', place, first);
    const rows = opening.rows(place);
    compare(rows, book.gains[place]!, bestOf(book, positionOf(rows, rules, book.pits)));
  }

  const sample = Math.min(options.sample, end - first);
  let proven = 0;
  let open = 0;
  for (let i = 0; i < sample; i++) {
    const report = (): void =>
      options.onProgress?.({ task: 'proving', done: i, positions: sample });
    report();
    const place = first + Math.floor((i * (end - first)) / sample);
    const rows = opening.rows(place);
    const found = book.gains[place]!;
    const { nodes, signal } = options;
    const prover = new Prover(core, { nodes, signal, onProgress: report });
    const { lower, upper } = await prover.bounds(rows, found);
    if (lower === upper) proven++;
    else if (lower <= found && found <= upper) open++;
    compare(rows, found, Math.min(Math.max(found, lower), upper));
  }
  return {
    checked: first,
    proven,
    open,
    wrong: wrong.length,
    entries: wrong.slice(0, MAX_NAMED),
  };
}

/** South's gain by the best of the moves, in a position with empty stores. Throws `TablebaseCorrupt` where one leads out of the book. */
function bestOf(book: Book, position: Position): number {
  const gains = moves(position).map((move) => {
    const [south, north] = move.position.stores;
    const won = south - north;
    if (move.over) return won;
    const rest = book.gain(rowsOf(move.position));
    if (rest === undefined) {
      throw new GranaryError(
        'TablebaseCorrupt',
        `${book.name} lacks a position that a move leads to: remove the file and make it again`,
      );
    }
    return move.position.mover === 's' ? won + rest : won - rest;
  });
  return Math.max(...gains);
}

function positionOf({ own, opp }: Rows, rules: RuleSetId, pits: number): Position {
  return makePosition({ south: pitsOf(own, pits), north: pitsOf(opp, pits) }, rules);
}

function pitsOf(row: bigint, pits: number): number[] {
  return Array.from({ length: pits }, (_, pit) => Number((row >> BigInt(8 * pit)) & 0xffn));
}

async function breathe(
  { signal, onProgress }: VerifyBookOptions,
  task: VerifyBookProgress['task'],
  done: number,
  positions: number,
): Promise<void> {
  onProgress?.({ task, done, positions });
  await pause();
  if (signal?.aborted) throw new GranaryError('Interrupted', 'interrupted');
}

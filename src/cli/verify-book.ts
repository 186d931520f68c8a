/** Verifying a book: what `granary verify` does with a file. */
import { Book } from '../book/book.js';
import { verifyBook } from '../book/verify.js';
import type { VerifiedBook, VerifyBookProgress, WrongValue } from '../book/verify.js';
import { formatPosition } from '../notation.js';
import { startPosition } from '../position.js';
import { nameOf } from '../tablebase/folders.js';
import { Cores } from './cores.js';
import { count, duration, signed } from './figures.js';
import type { Session } from './session.js';

/** Positions of the last ply that are proven again, and nodes for each, where nothing is said. */
const SAMPLE = 4;
const NODES = 20_000_000;
const TABLE_MIB = 256;

export interface VerifyBookChoice {
  readonly sample?: number;
  readonly nodes?: number;
  readonly json?: true;
}

/** Whether a place that is named is a book, and no folder of tables. */
export function isBookName(name: string): boolean {
  return name.endsWith('.book');
}

export async function runVerifyBook(
  session: Session,
  file: string,
  { sample = SAMPLE, nodes = NODES, json }: VerifyBookChoice,
): Promise<void> {
  const book = await Book.open(file);
  const start = startPosition(book.rules, book.pits, book.seeds);
  const { core } = await new Cores(session, book.rules, { tableMib: TABLE_MIB }).prepare(start);
  const { signal, progress } = session;
  const onProgress = ({ task, done, positions }: VerifyBookProgress): void =>
    progress.show({
      task: `${task} ${file}`,
      part: done / positions,
      figures: [`${count(done)} of ${count(positions)} positions`],
    });
  const started = performance.now();
  session.kept = 'nothing was found wrong so far, or it would be printed';
  const found = await verifyBook(book, core, { sample, nodes, signal, onProgress });
  progress.clear();
  if (json) await session.printJson(bookJson(book, found));
  else session.print(bookText(book, found, (performance.now() - started) / 1000));
  if (found.wrong === 0) return;
  session.tell(`granary: ${file} is wrong: remove it and make it again with npm run book`);
  session.markFailed();
}

function bookJson({ name, rules, pits, seeds, plies, size }: Book, found: VerifiedBook): object {
  const { checked, proven, open, wrong, entries } = found;
  return {
    rules,
    pits,
    seeds,
    plies,
    positions: size,
    checked,
    proven,
    open,
    wrong,
    file: name,
    ...(entries.length > 0 && { entries: entries.map(entryJson) }),
  };
}

function entryJson({ position, found, expected }: WrongValue): object {
  return { position: formatPosition(position), found, expected };
}

function bookText(book: Book, found: VerifiedBook, seconds: number): string {
  const { checked, proven, open, wrong, entries } = found;
  const lines = entries.map(
    ({ position, found: said, expected }) =>
      `  ${formatPosition(position)}: found ${signed(said)}, expected ${signed(expected)}`,
  );
  if (wrong > entries.length) lines.push(`  and ${count(wrong - entries.length)} more`);
  return [
    `${nameOf(book)}, ${book.seeds} seeds, ${book.plies} plies, ${count(book.size)} positions, in ${book.name}`,
    `${count(checked)} checked against their moves, ${count(proven)} of the last ply proven again` +
      `${open > 0 ? `, ${count(open)} not finished` : ''}, ${count(wrong)} wrong, ${duration(seconds)}`,
    ...lines,
  ].join('\n');
}

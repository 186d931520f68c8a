/**
 * The `-` of a command: questions from standard input, one a line, each answered by a line of JSON in its
 * place. A line that cannot be answered, a blank one too, is answered by what is wrong with it.
 */
import { isGranaryError } from '../errors.js';
import type { ErrorKind } from '../errors.js';
import { pause } from '../pause.js';
import { openStdin, readLines } from './lines.js';
import type { Line } from './lines.js';
import type { Session } from './session.js';

export const STDIN = '-';

export const STREAM_HELP = `
With - positions are read from standard input, one a line. Each line is answered
by a line of JSON in its place; one that is no position, also a blank one or one
that begins with #, by {"line": n, "error": "..."}, and then the exit code is 1.
`;

/** Faults of a line, or of a layer that it needs; any other error ends the stream. */
const LINE_FAULTS: readonly ErrorKind[] = [
  'InvalidPosition',
  'IllegalMove',
  'InvalidOption',
  'TablebaseMissing',
  'TablebaseForeign',
  'TablebaseCorrupt',
  'OutOfMemory',
];

/** `answer` gets what `parse` makes of a line, and the number of the line, from 1. */
export async function answerLines<Question>(
  session: Session,
  parse: (line: string) => Question,
  answer: (question: Question, line: number) => unknown,
): Promise<void> {
  session.kept = 'the lines answered so far stand';
  let number = 0;
  for await (const line of readLines(openStdin())) {
    number++;
    try {
      await session.printJson(await answer(parse(textOf(line)), number));
    } catch (error) {
      if (!(error instanceof LineFault) && !isLineFault(error)) throw error;
      session.markFailed();
      await session.printJson({ line: number, error: error.message });
    }
    await pause();
  }
}

class LineFault extends Error {}

function textOf(line: Line): string {
  if ('fault' in line) throw new LineFault(line.fault);
  if (line.text.trim() === '') throw new LineFault('blank line: expected a position');
  return line.text;
}

function isLineFault(error: unknown): error is Error {
  return LINE_FAULTS.some((kind) => isGranaryError(error, kind));
}

/** Lines of a stream of bytes from strangers: of any length, ended by LF, not always text. */

import { fstatSync } from 'node:fs';
import { UsageError } from './failure.js';

/** A line, or why it cannot be read. */
export type Line = { readonly text: string } | { readonly fault: string };

/** Bytes kept of a line; what goes beyond is counted and dropped. */
export const MAX_LINE = 4096;

const STDIN_FD = 0;
const LF = 0x0a;
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Standard input; throws `UsageError` for a folder, which Node takes for an empty file. */
export function openStdin(): AsyncIterable<Buffer> {
  if (fstatSync(STDIN_FD).isDirectory()) throw new UsageError('standard input is a folder');
  return process.stdin;
}

export async function* readLines(input: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  const line = new PartialLine();
  for await (const chunk of input) {
    let from = 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, from)) {
      line.add(chunk.subarray(from, end));
      yield line.take();
      from = end + 1;
    }
    line.add(chunk.subarray(from));
  }
  if (line.length > 0) yield line.take();
}

class PartialLine {
  length = 0;
  private pieces: Buffer[] = [];

  add(piece: Buffer): void {
    if (this.length < MAX_LINE)
      this.pieces.push(Buffer.from(piece.subarray(0, MAX_LINE - this.length)));
    this.length += piece.length;
  }

  take(): Line {
    const { length, pieces } = this;
    this.length = 0;
    this.pieces = [];
    if (length > MAX_LINE) {
      return { fault: `line of ${length} bytes: expected at most ${MAX_LINE}` };
    }
    try {
      return { text: UTF8.decode(Buffer.concat(pieces)) };
    } catch {
      return { fault: 'line is not UTF-8 text: expected a position' };
    }
  }
}

/**
 * The file beside a book in the making that keeps what is proven: a line that says of which book, then a line a position,
 * its place, its gain and a checksum. Each line is written when its position is proven. A last line that breaks off is dropped.
 */
import { open, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { GranaryError } from '../errors.js';
import type { BookId } from './format.js';

const LINE = /^(\d+) (-?\d+) [0-9a-f]{8}$/;

export class Journal {
  private constructor(
    private readonly handle: FileHandle,
    readonly file: string,
    private readonly title: string,
    /** Gains by place. */
    readonly gains: ReadonlyMap<number, number>,
  ) {}

  /**
   * Opens the journal of the book that is to become `book`, made if need be. `isGain` says whether a position can have a
   * gain. Throws `TablebaseForeign` for the journal of another book, `TablebaseCorrupt` for what is none, and
   * `NotWritable`.
   */
  static async open(
    book: string,
    id: BookId,
    plies: number,
    isGain: (place: number, gain: number) => boolean,
  ): Promise<Journal> {
    const file = `${book}.journal`;
    const title = `book of ${id.rules}, ${id.pits} pits, ${id.seeds} seeds, ${plies} plies`;
    const handle = await open(file, 'a+').catch((error: unknown) => {
      throw notWritable(file, error);
    });
    try {
      const gains = await readGains(handle, file, title, isGain);
      return new Journal(handle, file, title, gains);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async add(place: number, gain: number): Promise<void> {
    try {
      await this.handle.appendFile(`${lineOf(this.title, place, gain)}\n`);
    } catch (error) {
      throw notWritable(this.file, error);
    }
  }

  close(): Promise<void> {
    return this.handle.close();
  }

  /** Removes the file: the book is there. */
  async remove(): Promise<void> {
    await this.close();
    await rm(this.file, { force: true });
  }
}

async function readGains(
  handle: FileHandle,
  file: string,
  title: string,
  isGain: (place: number, gain: number) => boolean,
): Promise<Map<number, number>> {
  const text = await handle.readFile('latin1');
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  await handle.truncate(whole.length);
  const [first, ...lines] = whole.split('\n').slice(0, -1);
  if (first === undefined) await handle.appendFile(`${title}\n`);
  else if (first !== title) {
    throw new GranaryError(
      'TablebaseForeign',
      `${file} is not the journal of the ${title}: remove it, or name another --out`,
    );
  }
  const gains = new Map<number, number>();
  for (const [i, line] of lines.entries()) {
    const [place, gain] = (LINE.exec(line) ?? []).slice(1).map(Number);
    const isSound =
      place !== undefined &&
      gain !== undefined &&
      line === lineOf(title, place, gain) &&
      isGain(place, gain) &&
      (gains.get(place) ?? gain) === gain;
    if (!isSound) {
      throw new GranaryError(
        'TablebaseCorrupt',
        `${file} is damaged in line ${i + 2}: remove that line and those after it, or the file`,
      );
    }
    gains.set(place, gain);
  }
  return gains;
}

/** Its checksum covers the title: a line of another journal is not taken. */
function lineOf(title: string, place: number, gain: number): string {
  const text = `${place} ${gain}`;
  return `${text} ${crc32(`${title} ${text}`).toString(16).padStart(8, '0')}`;
}

/** Says that a file of a book cannot be written. */
function notWritable(file: string, error: unknown): GranaryError {
  const { message } = error as NodeJS.ErrnoException;
  return new GranaryError(
    'NotWritable',
    `cannot write ${file} (${message}): name a file in a folder that can be written, and with room`,
    { cause: error },
  );
}

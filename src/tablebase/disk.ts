/** Layer files on disk. */
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { GranaryError } from '../errors.js';
import { breaksOff } from './source.js';
import type { Source } from './source.js';

export class FileSource implements Source {
  private constructor(
    readonly name: string,
    private readonly handle: FileHandle,
  ) {}

  /** Throws `TablebaseMissing` for a file that cannot be read. */
  static async open(file: string): Promise<FileSource> {
    try {
      return new FileSource(file, await open(file, 'r'));
    } catch (error) {
      throw unreadable(file, error);
    }
  }

  async size(): Promise<number> {
    return (await this.handle.stat()).size;
  }

  async read(at: number, length: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(length);
    for (let done = 0; done < length;) {
      const { bytesRead } = await this.readSome(bytes, done, at + done);
      if (bytesRead === 0) throw breaksOff(this.name, at + done);
      done += bytesRead;
    }
    return bytes;
  }

  close(): Promise<void> {
    return this.handle.close();
  }

  private async readSome(
    bytes: Uint8Array,
    done: number,
    at: number,
  ): Promise<{ bytesRead: number }> {
    try {
      return await this.handle.read(bytes, done, bytes.length - done, at);
    } catch (error) {
      throw unreadable(this.name, error);
    }
  }
}

function unreadable(file: string, error: unknown): GranaryError {
  const { message } = error as NodeJS.ErrnoException;
  return new GranaryError(
    'TablebaseMissing',
    `${file} cannot be read (${message}): allow it to be read, or build the layer again`,
    { cause: error },
  );
}

/** Layer files on disk. */
import { open, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { GranaryError } from '../errors.js';
import { breaksOff, foreign, IN_FOLDER, unreadable } from './refusal.js';
import type { Named, Remedies } from './refusal.js';
import type { Source } from './source.js';

export class FileSource implements Source {
  private constructor(
    readonly name: string,
    readonly remedies: Remedies,
    private readonly handle: FileHandle,
  ) {}

  /** Throws `TablebaseMissing` for a file that cannot be read, and `TablebaseForeign` for what is no file. */
  static async open(name: string, remedies = IN_FOLDER): Promise<FileSource> {
    try {
      // First, because opening a pipe waits for a writer.
      if (!(await stat(name)).isFile()) throw foreign({ name, remedies }, 'is no file');
      return new FileSource(name, remedies, await open(name, 'r'));
    } catch (error) {
      throw faultOf({ name, remedies }, error);
    }
  }

  async size(): Promise<number> {
    return (await this.handle.stat()).size;
  }

  async read(at: number, length: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(length);
    for (let done = 0; done < length;) {
      const { bytesRead } = await this.readSome(bytes, done, at + done);
      if (bytesRead === 0) throw breaksOff(this, at + done);
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
      throw faultOf(this, error);
    }
  }
}

function faultOf(file: Named, error: unknown): GranaryError {
  if (error instanceof GranaryError) return error;
  return unreadable(file, (error as Error).message, error);
}

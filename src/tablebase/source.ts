/** Where the bytes of a layer file come from: a disk (disk.ts), a server (http.ts), or memory. */
import { breaksOff, IN_FOLDER } from './refusal.js';
import type { Named } from './refusal.js';

export interface Source extends Named {
  /** Bytes of the file; undefined if that cannot be known. Throws `TablebaseMissing`. */
  size(): Promise<number | undefined>;
  /** Bytes from `at` on, all of them; throws `TablebaseMissing`, or `TablebaseCorrupt` where the file ends before. */
  read(at: number, length: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** A file that is in memory. */
export class MemorySource implements Source {
  readonly remedies = IN_FOLDER;

  constructor(
    readonly name: string,
    private readonly bytes: Uint8Array,
  ) {}

  size(): Promise<number> {
    return Promise.resolve(this.bytes.length);
  }

  read(at: number, length: number): Promise<Uint8Array> {
    const piece = this.bytes.subarray(at, at + length);
    return piece.length === length
      ? Promise.resolve(piece)
      : Promise.reject(breaksOff(this, this.bytes.length));
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

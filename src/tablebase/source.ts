/** Where the bytes of a layer file come from: a disk (disk.ts), a server (http.ts), or memory. */
import { GranaryError } from '../errors.js';

export interface Source {
  /** Names the file in errors: a path or an address. */
  readonly name: string;
  /** Bytes of the file; undefined if that cannot be known. Throws `TablebaseMissing`. */
  size(): Promise<number | undefined>;
  /** Bytes from `at` on, all of them; throws `TablebaseMissing`, or `TablebaseCorrupt` where the file ends before. */
  read(at: number, length: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** A file that is in memory. */
export class MemorySource implements Source {
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
      : Promise.reject(breaksOff(this.name, this.bytes.length));
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

export function breaksOff(name: string, bytes: number): GranaryError {
  return new GranaryError(
    'TablebaseCorrupt',
    `${name} breaks off after ${bytes} bytes: remove the file and build the layer again`,
  );
}

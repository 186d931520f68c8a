/**
 * What the transposition table knows, on its way to a file and back: records of 12 bytes, each the key of a position and
 * proven bounds of its gain (assembly/search/saved.ts).
 */
import type { WasmExports } from './wasm.js';

export const RECORD_BYTES = 12;
const WORKS = 32;

export class Saved {
  constructor(private readonly wasm: WasmExports) {}

  /** The least work, log2 of nodes, of which the table has at most `most` entries. */
  leastWorkOf(most: number): number {
    const { wasm } = this;
    wasm.savedCount();
    const counts = new Float64Array(wasm.memory.buffer, wasm.savedAddress(), WORKS);
    let least = WORKS;
    for (let left = most; least > 0 && counts[least - 1]! <= left; least--)
      left -= counts[least - 1]!;
    return least;
  }

  /** Records of entries of at least so much work, in pieces; each piece is to be used before the next is asked for. */
  *read(leastWork: number): Generator<Uint8Array> {
    const { wasm } = this;
    wasm.savedRewind();
    for (let count; (count = wasm.savedRead(leastWork)) > 0;) {
      yield this.bytes(RECORD_BYTES * count);
    }
  }

  /** Puts records into the table. */
  write(records: Uint8Array): void {
    const { wasm } = this;
    const most = RECORD_BYTES * wasm.maxSavedRecords.value;
    for (let at = 0; at < records.length; at += most) {
      const piece = records.subarray(at, at + most);
      this.bytes(piece.length).set(piece);
      wasm.savedWrite(piece.length / RECORD_BYTES);
    }
  }

  private bytes(length: number): Uint8Array {
    return new Uint8Array(this.wasm.memory.buffer, this.wasm.savedAddress(), length);
  }
}

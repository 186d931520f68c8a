/**
 * The bytes of a layer file; nothing else knows them. docs/tablebase-format.md is their specification.
 * Numbers are little-endian.
 *
 *     0   8   magic: "GRANARY", 0x1a
 *     8   2   format version, 1: readers of other versions refuse it
 *     10  1   pits a side
 *     11  1   seeds in play
 *     12  4   bytes of this header and the index together
 *     16  8   entries
 *     24  16  rule set id, ASCII, zeros after it
 *     40  4   blocks
 *     44  4   1 where entries are halved gains, else 0
 *     48  8   bytes of the file
 *     56  8   XXH64, seed 0, of bytes 0..55 and of the index
 *     64      index: for each block its bytes (u32) and their XXH64 (u64)
 *     then    the blocks, one after another, as codec.ts makes them: that of the prediction where the layer has
 *             one, then one for each run (runs.ts)
 *
 * The header's checksum covers the index, and so all checksums. Equal layers have equal bytes: there is no
 * date and no name of a machine.
 */
import { createXXHash64 } from 'hash-wasm';
import type { IHasher } from 'hash-wasm';
import { breaksOff, corrupt, foreign } from './refusal.js';
import type { Named } from './refusal.js';
import { layerSize } from './runs.js';

export const HEADER_BYTES = 64;
const VERSION = 1;
const MAGIC = new Uint8Array([...new TextEncoder().encode('GRANARY'), 0x1a]);
const RULES_AT = 24;
const RULES_BYTES = 16;
const SIZE_AT = 48;
const CHECKSUM_AT = 56;
const INDEX_BYTES = 12;

/** Which layer a file holds. */
export interface LayerId {
  readonly rules: string;
  readonly pits: number;
  readonly seeds: number;
}

/** What a header says. */
export interface Header extends LayerId {
  readonly version: number;
  readonly entries: number;
  readonly isHalved: boolean;
  readonly blocks: number;
  /** Bytes of the file. */
  readonly bytes: number;
  readonly checksum: bigint;
}

/** One block: where it lies in the file, and its checksum. */
export interface BlockPlace {
  readonly at: number;
  readonly length: number;
  readonly checksum: bigint;
}

/** The name of a layer's file. */
export function fileName({ rules, pits, seeds }: LayerId): string {
  return `${rules}-${pits}-${String(seeds).padStart(2, '0')}.layer`;
}

/** The layer that a file's name promises; undefined for a name that `fileName` does not give. */
export function parseFileName(name: string): LayerId | undefined {
  const [, rules, pits, seeds] = /^(.+)-(\d+)-(\d+)\.layer$/.exec(name) ?? [];
  if (rules === undefined) return undefined;
  const id = { rules, pits: Number(pits), seeds: Number(seeds) };
  return fileName(id) === name ? id : undefined;
}

/** XXH64 with seed 0. */
export class Checksum {
  private constructor(private readonly hasher: IHasher) {}

  static async load(): Promise<Checksum> {
    return new Checksum(await createXXHash64());
  }

  of(...pieces: readonly Uint8Array[]): bigint {
    this.hasher.init();
    for (const piece of pieces) this.hasher.update(piece);
    return BigInt(`0x${this.hasher.digest('hex')}`);
  }
}

/** Bytes of the header and the index of a layer with so many blocks. */
export function headBytes(blocks: number): number {
  return HEADER_BYTES + INDEX_BYTES * blocks;
}

/** Header and index of a layer whose blocks have these lengths and checksums. */
export function makeHead(
  { rules, pits, seeds }: LayerId,
  isHalved: boolean,
  blocks: readonly Omit<BlockPlace, 'at'>[],
  checksum: Checksum,
): Uint8Array {
  const bytes = new Uint8Array(headBytes(blocks.length));
  const view = viewOf(bytes);
  let size = bytes.length;
  for (const [i, block] of blocks.entries()) {
    view.setUint32(HEADER_BYTES + INDEX_BYTES * i, block.length, true);
    view.setBigUint64(HEADER_BYTES + INDEX_BYTES * i + 4, block.checksum, true);
    size += block.length;
  }
  bytes.set(MAGIC);
  view.setUint16(8, VERSION, true);
  view.setUint8(10, pits);
  view.setUint8(11, seeds);
  view.setUint32(12, bytes.length, true);
  view.setBigUint64(16, BigInt(layerSize(pits, seeds)), true);
  bytes.set(new TextEncoder().encode(rules), RULES_AT);
  view.setUint32(40, blocks.length, true);
  view.setUint32(44, isHalved ? 1 : 0, true);
  view.setBigUint64(SIZE_AT, BigInt(size), true);
  view.setBigUint64(CHECKSUM_AT, sumOf(bytes, checksum), true);
  return bytes;
}

/**
 * Reads the first `HEADER_BYTES` of a file. Throws `TablebaseForeign` for what is no
 * layer file or of another version, and `TablebaseCorrupt` for a header that cannot be.
 */
export function parseHeader(bytes: Uint8Array, file: Named): Header {
  // A machine that lost power may leave files so.
  if (bytes.length >= HEADER_BYTES && bytes.every((byte) => byte === 0)) {
    throw corrupt(file, 'begins with zeros');
  }
  if (MAGIC.some((byte, i) => i < bytes.length && bytes[i] !== byte)) {
    throw foreign(file, 'is no layer file');
  }
  if (bytes.length < HEADER_BYTES) throw breaksOff(file, bytes.length);
  const view = viewOf(bytes);
  const version = view.getUint16(8, true);
  if (version !== VERSION) {
    throw foreign(file, `has format version ${version}, this program reads version ${VERSION}`);
  }
  const name = bytes.subarray(RULES_AT, RULES_AT + RULES_BYTES);
  return {
    version,
    // What is no id is told in errors, on one line.
    rules: new TextDecoder()
      .decode(name)
      .replace(/\0+$/, '')
      .replace(/[^ -~]/g, '?'),
    pits: view.getUint8(10),
    seeds: view.getUint8(11),
    entries: Number(view.getBigUint64(16, true)),
    isHalved: view.getUint32(44, true) !== 0,
    blocks: view.getUint32(40, true),
    bytes: Number(view.getBigUint64(SIZE_AT, true)),
    checksum: view.getBigUint64(CHECKSUM_AT, true),
  };
}

/**
 * Reads header and index of the layer wanted, `headBytes` of its `count` blocks. `size` is what the file has, where that is
 * known. Throws `TablebaseForeign` and `TablebaseCorrupt`.
 */
export function parseHead(
  bytes: Uint8Array,
  wanted: LayerId,
  isHalved: boolean,
  count: number,
  size: number | undefined,
  file: Named,
  checksum: Checksum,
): readonly BlockPlace[] {
  const header = parseHeader(bytes.subarray(0, HEADER_BYTES), file);
  const { rules, pits, seeds } = header;
  if (rules !== wanted.rules || pits !== wanted.pits || seeds !== wanted.seeds) {
    throw foreign(
      file,
      `holds ${rules} on ${pits} pits, layer ${seeds}, ` +
        `not ${wanted.rules} on ${wanted.pits} pits, layer ${wanted.seeds}`,
    );
  }
  const view = viewOf(bytes);
  const isSound =
    header.checksum === sumOf(bytes, checksum) &&
    header.entries === layerSize(pits, seeds) &&
    view.getUint32(44, true) === (isHalved ? 1 : 0) &&
    view.getUint32(12, true) === bytes.length &&
    view.getUint32(40, true) === count;
  if (!isSound) throw corrupt(file, 'has a damaged header or index');
  const blocks: BlockPlace[] = [];
  let at = bytes.length;
  for (let i = 0; i < count; i++) {
    const length = view.getUint32(HEADER_BYTES + INDEX_BYTES * i, true);
    const sum = view.getBigUint64(HEADER_BYTES + INDEX_BYTES * i + 4, true);
    blocks.push({ at, length, checksum: sum });
    at += length;
  }
  if (header.bytes !== at) throw corrupt(file, 'has an index that does not fit its header');
  if (size !== undefined && size !== at) throw corrupt(file, `has ${size} bytes, expected ${at}`);
  return blocks;
}

/** Refuses a block whose checksum is not the index's. */
export function checkBlock(
  { checksum: expected }: BlockPlace,
  bytes: Uint8Array,
  block: number,
  file: Named,
  checksum: Checksum,
): void {
  if (checksum.of(bytes) === expected) return;
  throw corrupt(file, `is damaged in block ${block}: its checksum is not the index's`);
}

/** What the header's checksum covers. */
function sumOf(bytes: Uint8Array, checksum: Checksum): bigint {
  return checksum.of(bytes.subarray(0, CHECKSUM_AT), bytes.subarray(HEADER_BYTES));
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

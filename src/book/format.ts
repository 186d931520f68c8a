/**
 * The bytes of a book; nothing else knows them. docs/book-format.md is their specification. Numbers are little-endian.
 *
 *     0   8   magic: "GRANBOOK"
 *     8   2   format version, 1: readers of other versions refuse it
 *     10  1   pits a side
 *     11  1   seeds in each pit of the start
 *     12  2   plies
 *     14  2   fewest seeds in the pits of a position
 *     16  16  rule set id, ASCII, zeros after it
 *     32  4   positions
 *     36  4   0
 *     40  8   bytes of the file
 *     48  8   XXH64, seed 0, of bytes 0..47 and of all from byte 56 on
 *     56      a byte a position, its loss (losses.ts), compressed by DEFLATE (RFC 1951)
 */
import { inflateRawSync } from 'node:zlib';
import { deflateRaw } from 'pako';
import { GranaryError } from '../errors.js';
import { Checksum } from '../tablebase/format.js';

const HEADER_BYTES = 56;
const VERSION = 1;
const MAGIC = new TextEncoder().encode('GRANBOOK');
const RULES_AT = 16;
const RULES_BYTES = 16;
const CHECKSUM_AT = 48;

/** The start that a book opens. */
export interface BookId {
  readonly rules: string;
  readonly pits: number;
  /** In each pit of the start. */
  readonly seeds: number;
}

/** What a header says. */
export interface BookHeader extends BookId {
  readonly version: number;
  readonly plies: number;
  /** Fewest seeds in the pits of any position. */
  readonly leastSeeds: number;
  readonly positions: number;
  /** Bytes of the file. */
  readonly bytes: number;
  readonly checksum: bigint;
}

/** The name of a book's file. */
export function bookName({ rules, pits, seeds }: BookId): string {
  return `${rules}-${pits}-${seeds}.book`;
}

/** The start that a file's name promises; undefined for a name that `bookName` does not give. */
export function parseBookName(name: string): BookId | undefined {
  const [, rules, pits, seeds] = /^(.+)-(\d+)-(\d+)\.book$/.exec(name) ?? [];
  if (rules === undefined) return undefined;
  const id = { rules, pits: Number(pits), seeds: Number(seeds) };
  return bookName(id) === name ? id : undefined;
}

/** The file of a book with these losses. */
export async function writeBook(
  { rules, pits, seeds }: BookId,
  plies: number,
  leastSeeds: number,
  losses: Uint8Array,
): Promise<Uint8Array> {
  const packed = deflateRaw(losses, { level: 9, memLevel: 9 });
  const bytes = new Uint8Array(HEADER_BYTES + packed.length);
  const view = viewOf(bytes);
  bytes.set(MAGIC);
  view.setUint16(8, VERSION, true);
  view.setUint8(10, pits);
  view.setUint8(11, seeds);
  view.setUint16(12, plies, true);
  view.setUint16(14, leastSeeds, true);
  bytes.set(new TextEncoder().encode(rules), RULES_AT);
  view.setUint32(32, losses.length, true);
  view.setBigUint64(40, BigInt(bytes.length), true);
  bytes.set(packed, HEADER_BYTES);
  view.setBigUint64(CHECKSUM_AT, sumOf(bytes, await Checksum.load()), true);
  return bytes;
}

/**
 * Reads the header of a file, which `file` names in errors. Throws `TablebaseForeign` for what is no book or of another
 * version, and `TablebaseCorrupt` for what is damaged: the checksum covers all.
 */
export async function parseBookHeader(bytes: Uint8Array, file: string): Promise<BookHeader> {
  if (bytes.length === 0) throw corruptBook(file, 'is empty');
  if (MAGIC.some((byte, i) => i < bytes.length && bytes[i] !== byte)) {
    throw foreign(file, 'is no book');
  }
  if (bytes.length < HEADER_BYTES)
    throw corruptBook(file, `breaks off after ${bytes.length} bytes`);
  const view = viewOf(bytes);
  const version = view.getUint16(8, true);
  if (version !== VERSION) {
    throw foreign(file, `has format version ${version}, this program reads version ${VERSION}`);
  }
  const size = Number(view.getBigUint64(40, true));
  if (size !== bytes.length) {
    throw corruptBook(file, `has ${bytes.length} bytes, expected ${size}`);
  }
  const checksum = view.getBigUint64(CHECKSUM_AT, true);
  if (checksum !== sumOf(bytes, await Checksum.load())) {
    throw corruptBook(file, 'is damaged: its checksum is not what its header says');
  }
  return {
    version,
    rules: new TextDecoder()
      .decode(bytes.subarray(RULES_AT, RULES_AT + RULES_BYTES))
      .replace(/\0+$/, ''),
    pits: view.getUint8(10),
    seeds: view.getUint8(11),
    plies: view.getUint16(12, true),
    leastSeeds: view.getUint16(14, true),
    positions: view.getUint32(32, true),
    bytes: size,
    checksum,
  };
}

/** The losses in a file whose header was read. Throws `TablebaseCorrupt`. */
export function lossesOf(bytes: Uint8Array, { positions }: BookHeader, file: string): Uint8Array {
  const losses = inflate(bytes.subarray(HEADER_BYTES), positions, file);
  if (losses.length === positions) return losses;
  throw corruptBook(file, `has values of ${losses.length} positions, expected ${positions}`);
}

/** At most so many bytes. */
function inflate(packed: Uint8Array, most: number, file: string): Uint8Array {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(most, 1) });
  } catch (error) {
    throw corruptBook(file, `cannot be decoded (${(error as Error).message})`);
  }
}

/** What the checksum covers. */
function sumOf(bytes: Uint8Array, checksum: Checksum): bigint {
  return checksum.of(bytes.subarray(0, CHECKSUM_AT), bytes.subarray(HEADER_BYTES));
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Says that a book is not sound. */
export function corruptBook(file: string, what: string): GranaryError {
  return new GranaryError('TablebaseCorrupt', `${file} ${what}: remove the file and make it again`);
}

function foreign(file: string, what: string): GranaryError {
  return new GranaryError('TablebaseForeign', `${file} ${what}: name a file made by npm run book`);
}

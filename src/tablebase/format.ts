/**
 * The bytes of a layer file; nothing else knows them. Numbers are little-endian.
 *
 *     0   8   magic: "GRANARY", 0x1a
 *     8   2   format version, 0: readers of other versions refuse it
 *     10  1   pits a side
 *     11  1   seeds in play
 *     12  4   bytes of this header, 48
 *     16  8   entries that follow, a byte each: the mover's gain, i8
 *     24  16  rule set id, ASCII, zeros after it
 *     40  8   XXH64, seed 0, of bytes 0..39 and all entries
 *     48      entries, in the core's order (assembly/tablebase/rank.ts)
 *
 * Equal layers have equal bytes: there is no date and no name of a machine.
 */
import { createXXHash64 } from 'hash-wasm';
import type { IHasher } from 'hash-wasm';
import { GranaryError } from '../errors.js';

export const HEADER_BYTES = 48;
const VERSION = 0;
const MAGIC = new Uint8Array([...new TextEncoder().encode('GRANARY'), 0x1a]);
const RULES_AT = 24;
const RULES_BYTES = 16;
const CHECKSUM_AT = 40;

/** Which layer a file holds. */
export interface LayerId {
  readonly rules: string;
  readonly pits: number;
  readonly seeds: number;
}

export interface Header extends LayerId {
  readonly entries: number;
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

/** The checksum of a layer; feed it the entries in order, in pieces of any size. */
export class Checksum {
  private constructor(private readonly hasher: IHasher) {}

  static async of(id: LayerId, entries: number): Promise<Checksum> {
    const hasher = await createXXHash64();
    hasher.init();
    hasher.update(headOf(id, entries));
    return new Checksum(hasher);
  }

  update(piece: Uint8Array): void {
    this.hasher.update(piece);
  }

  value(): bigint {
    return BigInt(`0x${this.hasher.digest('hex')}`);
  }
}

export function makeHeader({ checksum, entries, ...id }: Header): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES);
  bytes.set(headOf(id, entries));
  viewOf(bytes).setBigUint64(CHECKSUM_AT, checksum, true);
  return bytes;
}

/** Reads a header; `file` names the file in errors. Throws `TablebaseCorrupt` or `TablebaseForeign`. */
export function parseHeader(bytes: Uint8Array, file: string): Header {
  if (bytes.length < HEADER_BYTES) throw corrupt(file, `breaks off after ${bytes.length} bytes`);
  if (MAGIC.some((byte, i) => bytes[i] !== byte)) throw foreign(file, 'is no layer file');
  const view = viewOf(bytes);
  const version = view.getUint16(8, true);
  if (version !== VERSION) {
    throw foreign(file, `has format version ${version}, this program reads version ${VERSION}`);
  }
  if (view.getUint32(12, true) !== HEADER_BYTES) throw corrupt(file, 'has a damaged header');
  const name = bytes.subarray(RULES_AT, RULES_AT + RULES_BYTES);
  return {
    rules: new TextDecoder().decode(name).replace(/\0+$/, ''),
    pits: view.getUint8(10),
    seeds: view.getUint8(11),
    entries: Number(view.getBigUint64(16, true)),
    checksum: view.getBigUint64(CHECKSUM_AT, true),
  };
}

/** Refuses a header that is not the layer wanted, or a file that is not as long as it says. */
export function checkHeader(
  header: Header,
  wanted: LayerId,
  entries: number,
  bytes: number,
  file: string,
): void {
  const { rules, pits, seeds } = header;
  if (rules !== wanted.rules || pits !== wanted.pits || seeds !== wanted.seeds) {
    throw foreign(
      file,
      `holds ${rules} on ${pits} pits, layer ${seeds}, ` +
        `not ${wanted.rules} on ${wanted.pits} pits, layer ${wanted.seeds}`,
    );
  }
  if (header.entries !== entries) {
    throw corrupt(file, `says it has ${header.entries} entries, the layer has ${entries}`);
  }
  if (bytes !== HEADER_BYTES + entries) {
    throw corrupt(file, `has ${bytes} bytes, expected ${HEADER_BYTES + entries}`);
  }
}

/** Refuses entries whose checksum is not the header's. */
export function checkSum(header: Header, found: bigint, file: string): void {
  if (header.checksum === found) return;
  throw corrupt(
    file,
    `has checksum ${found.toString(16)}, its header says ${header.checksum.toString(16)}`,
  );
}

/** What the checksum covers of a header. */
function headOf({ rules, pits, seeds }: LayerId, entries: number): Uint8Array {
  const bytes = new Uint8Array(CHECKSUM_AT);
  const view = viewOf(bytes);
  bytes.set(MAGIC);
  view.setUint16(8, VERSION, true);
  view.setUint8(10, pits);
  view.setUint8(11, seeds);
  view.setUint32(12, HEADER_BYTES, true);
  view.setBigUint64(16, BigInt(entries), true);
  bytes.set(new TextEncoder().encode(rules), RULES_AT);
  return bytes;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

const REMEDY = 'remove the file and build the layer again';

function corrupt(file: string, what: string): GranaryError {
  return new GranaryError('TablebaseCorrupt', `${file} ${what}: ${REMEDY}`);
}

function foreign(file: string, what: string): GranaryError {
  return new GranaryError('TablebaseForeign', `${file} ${what}: ${REMEDY} or name another folder`);
}

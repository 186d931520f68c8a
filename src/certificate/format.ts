/**
 * The bytes of a certificate; nothing else knows them. docs/certificate-format.md is their specification.
 * Numbers are little-endian.
 *
 *     0   8   magic: "GRANCER", 0x1a
 *     8   2   format version, 1: readers of other versions refuse it
 *     10  1   pits a side
 *     11  1   layers 0 to this one are looked up in tables; 255 for none
 *     12  16  rule set id, ASCII, zeros after it
 *     28  8   South's pits from pit 1 on, zeros after them
 *     36  8   North's
 *     44  2   South's store, North's store
 *     46  1   the side to move: 0 South, 1 North
 *     47  1   0
 *     48  2   the mover's score is at least this (i16)
 *     50  2   and at most this (i16)
 *     52  4   claims
 *     56  4   moves named
 *     60  4   CRC-32 of bytes 0..59 and of what follows the header
 *     64      the moves named, a byte each, compressed by DEFLATE (RFC 1951)
 *
 * Equal certificates have equal bytes: there is no date and no name of a machine.
 */
import { inflateRawSync } from 'node:zlib';
import { createCRC32 } from 'hash-wasm';
import { deflateRaw } from 'pako';
import { MAX_LAYER } from '../core/core.js';
import { GranaryError, isGranaryError } from '../errors.js';
import { makePosition, MAX_PITS } from '../position.js';
import type { Position } from '../position.js';
import { isRuleSet } from '../rules/options.js';
import type { Bounds } from '../solver/bounds.js';

export const HEADER_BYTES = 64;
/** Most moves that a certificate may name: each takes a byte of memory. */
export const MAX_NAMED = 2 ** 28;

const VERSION = 1;
const MAGIC = new Uint8Array([...new TextEncoder().encode('GRANCER'), 0x1a]);
const RULES_AT = 12;
const RULES_BYTES = 16;
const SOUTH_AT = 28;
const NORTH_AT = 36;
const CHECKSUM_AT = 60;
const NO_LAYERS = 255;
/** DEFLATE grows by 5 bytes a block of 16 KiB at most. */
const DEFLATE_BLOCK = 2 ** 14;

/** A proof of a position's score that needs no search to be checked: which moves to look at. */
export interface Certificate {
  readonly position: Position;
  /** What is proven of the mover's score, stores included; equal where it is the value. */
  readonly score: Bounds;
  /** Layers 0 to this one are looked up in tables; -1 where it goes down to the ends. */
  readonly layers: number;
  /** How many bounds of positions it claims. */
  readonly claims: number;
  /** The moves named, each by its number among those that are open. */
  readonly named: Uint8Array;
}

/** The bytes of a certificate. */
export async function encodeCertificate(certificate: Certificate): Promise<Uint8Array> {
  const { position, score, layers, claims, named } = certificate;
  const body = deflateRaw(named, { level: 9, memLevel: 9 });
  const bytes = new Uint8Array(HEADER_BYTES + body.length);
  const view = viewOf(bytes);
  bytes.set(MAGIC);
  view.setUint16(8, VERSION, true);
  bytes[10] = position.south.length;
  bytes[11] = layers < 0 ? NO_LAYERS : layers;
  bytes.set(new TextEncoder().encode(position.rules), RULES_AT);
  bytes.set(position.south, SOUTH_AT);
  bytes.set(position.north, NORTH_AT);
  bytes.set(position.stores, 44);
  bytes[46] = position.mover === 's' ? 0 : 1;
  view.setInt16(48, score.lower, true);
  view.setInt16(50, score.upper, true);
  view.setUint32(52, claims, true);
  view.setUint32(56, named.length, true);
  bytes.set(body, HEADER_BYTES);
  view.setUint32(CHECKSUM_AT, await checksumOf(bytes), true);
  return bytes;
}

/**
 * Reads a certificate, which `file` names in errors. Throws `CertificateForeign` for what is none, of another version, or
 * of a rule set that is not there, and `CertificateCorrupt` for one that is damaged.
 */
export async function decodeCertificate(bytes: Uint8Array, file: string): Promise<Certificate> {
  checkHeader(bytes.subarray(0, HEADER_BYTES), bytes.length, file);
  const view = viewOf(bytes);
  if (view.getUint32(CHECKSUM_AT, true) !== (await checksumOf(bytes))) {
    throw corrupt(file, 'has a checksum that does not fit what it holds');
  }
  const layers = bytes[11] === NO_LAYERS ? -1 : bytes[11]!;
  if (layers > MAX_LAYER) throw corrupt(file, `needs layer ${layers}: there are 0 to ${MAX_LAYER}`);
  return {
    position: positionOf(bytes, file),
    score: { lower: view.getInt16(48, true), upper: view.getInt16(50, true) },
    layers,
    claims: view.getUint32(52, true),
    named: inflate(bytes.subarray(HEADER_BYTES), view.getUint32(56, true), file),
  };
}

/** Refuses what is no certificate, or cannot be one of `size` bytes, by the first bytes of it. */
export function checkHeader(header: Uint8Array, size: number, file: string): void {
  if (header.length === 0 || MAGIC.some((byte, i) => i < header.length && header[i] !== byte)) {
    throw foreign(file, 'is no certificate: name a file made by granary certify');
  }
  if (header.length < HEADER_BYTES) throw corrupt(file, `breaks off after ${header.length} bytes`);
  const view = viewOf(header);
  const version = view.getUint16(8, true);
  if (version !== VERSION) {
    throw foreign(
      file,
      `has format version ${version}, this program reads version ${VERSION}: make it again`,
    );
  }
  const named = view.getUint32(56, true);
  if (named > MAX_NAMED) throw corrupt(file, `names ${named} moves: at most ${MAX_NAMED} are read`);
  const most = HEADER_BYTES + named + 5 * Math.ceil(named / DEFLATE_BLOCK) + 16;
  if (size > most) throw corrupt(file, `has ${size} bytes: expected at most ${most}`);
}

function positionOf(bytes: Uint8Array, file: string): Position {
  // What is no id is told in errors, on one line.
  const rules: string = new TextDecoder()
    .decode(bytes.subarray(RULES_AT, RULES_AT + RULES_BYTES))
    .replace(/\0+$/, '')
    .replace(/[^ -~]/g, '?');
  if (!isRuleSet(rules)) {
    throw foreign(file, `is of rule set '${String(rules)}', which is not known here: add it first`);
  }
  const pits = Math.min(bytes[10]!, MAX_PITS + 1);
  try {
    return makePosition(
      {
        south: [...bytes.subarray(SOUTH_AT, SOUTH_AT + pits)],
        north: [...bytes.subarray(NORTH_AT, NORTH_AT + pits)],
        stores: [bytes[44]!, bytes[45]!],
        mover: bytes[46] === 0 ? 's' : 'n',
      },
      rules,
    );
  } catch (error) {
    if (!isGranaryError(error)) throw error;
    throw corrupt(file, `has a position that cannot be (${error.message})`);
  }
}

function inflate(body: Uint8Array, count: number, file: string): Uint8Array {
  let named: Uint8Array;
  try {
    named = Uint8Array.from(inflateRawSync(body, { maxOutputLength: Math.max(count, 1) }));
  } catch (error) {
    throw corrupt(file, `cannot be decompressed (${(error as Error).message})`);
  }
  if (named.length === count) return named;
  throw corrupt(file, `holds ${named.length} moves, its header says ${count}`);
}

/** CRC-32 of all but the checksum. */
async function checksumOf(bytes: Uint8Array): Promise<number> {
  const hasher = await createCRC32();
  hasher.update(bytes.subarray(0, CHECKSUM_AT));
  hasher.update(bytes.subarray(HEADER_BYTES));
  return parseInt(hasher.digest('hex'), 16);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function corrupt(file: string, what: string): GranaryError {
  return new GranaryError('CertificateCorrupt', `${file} ${what}: get or make it anew`);
}

function foreign(file: string, what: string): GranaryError {
  return new GranaryError('CertificateForeign', `${file} ${what}`);
}

/** The bytes of certificates: what is damaged, foreign or too large is told before it is believed. */
import { mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCertificate, writeCertificate } from '../../src/certificate/disk.js';
import {
  decodeCertificate,
  encodeCertificate,
  HEADER_BYTES,
} from '../../src/certificate/format.js';
import type { Certificate } from '../../src/certificate/format.js';
import { certify } from './support.js';

const FILE = 'x.certificate';
const folder = mkdtempSync(path.join(os.tmpdir(), 'granary-'));
const file = path.join(folder, FILE);
let certificate: Certificate;
let bytes: Uint8Array;
beforeAll(async () => {
  certificate = await certify({ rules: 'kalah', pits: 3, seeds: 3, layers: -1 });
  bytes = await encodeCertificate(certificate);
});
afterAll(() => rmSync(folder, { recursive: true }));

function altered(at: number, ...values: number[]): Uint8Array {
  const copy = bytes.slice();
  copy.set(values, at);
  return copy;
}

function reading(copy: Uint8Array): Promise<Certificate> {
  return decodeCertificate(copy, FILE);
}

describe('a certificate', () => {
  it('is read as it was written', async () => {
    expect(await reading(bytes)).toEqual(certificate);
    expect(await writeCertificate(file, certificate)).toBe(bytes.length);
    expect(await readCertificate(file)).toEqual(certificate);
    expect(readdirSync(folder)).toEqual([FILE]);
  });

  it('is refused with any one bit flipped', async () => {
    for (let bit = 0; bit < 8 * bytes.length; bit++) {
      const copy = bytes.slice();
      copy[bit >> 3]! ^= 1 << (bit & 7);
      const name = expect.stringMatching(/^Certificate(Foreign|Corrupt)$/) as unknown;
      await expect(reading(copy)).rejects.toMatchObject({ name });
    }
  });

  it('is refused where it breaks off, as bytes and as a file', async () => {
    for (let length = 0; length < bytes.length; length += 7) {
      const name = length === 0 ? 'CertificateForeign' : 'CertificateCorrupt';
      await expect(reading(bytes.slice(0, length))).rejects.toMatchObject({ name });
      writeFileSync(file, bytes);
      truncateSync(file, length);
      await expect(readCertificate(file)).rejects.toMatchObject({ name });
    }
  });

  it('is refused with bytes after it', async () => {
    const longer = new Uint8Array(bytes.length + 1);
    longer.set(bytes);
    await expect(reading(longer)).rejects.toMatchObject({ name: 'CertificateCorrupt' });
  });
});

describe('what is no certificate', () => {
  it.each([
    [
      'other text',
      (): Uint8Array => new TextEncoder().encode('hello '.repeat(40)),
      /no certificate/,
    ],
    ['nothing', (): Uint8Array => new Uint8Array(0), /is no certificate/],
    [
      'a file of tables',
      () => altered(0, ...new TextEncoder().encode('GRANARY')),
      /no certificate/,
    ],
    [
      'another version',
      () => altered(8, 2, 0),
      /has format version 2, this program reads version 1/,
    ],
    ['too many moves', () => altered(56, 255, 255, 255, 255), /names 4294967295 moves: at most/],
  ])('is told from one: %s', async (_name, make, says) => {
    await expect(reading(make())).rejects.toThrow(says);
    writeFileSync(file, make());
    await expect(readCertificate(file)).rejects.toThrow(says);
  });

  it('is not read: a file larger than its header can mean', async () => {
    writeFileSync(file, bytes);
    truncateSync(file, 2 ** 33);
    await expect(readCertificate(file)).rejects.toThrow(/has 8589934592 bytes: expected at most/);
  });

  it('is not read: a file that is not there, and a folder', async () => {
    for (const name of [path.join(folder, 'none'), folder]) {
      await expect(readCertificate(name)).rejects.toMatchObject({ name: 'CertificateMissing' });
    }
  });
});

describe('with a right checksum', () => {
  it.each([
    ['another rule set', { position: { rules: 'chess' } }, /is of rule set 'chess', which is not/],
    ['no pits', { position: { south: [], north: [] } }, /has a position that cannot be/],
    ['a large layer', { layers: 64 }, /needs layer 64: there are 0 to 63/],
  ])(
    '%s is refused',
    async (_name, { position, ...more }: object & { position?: object }, says) => {
      const other = { ...certificate, ...more, position: { ...certificate.position, ...position } };
      await expect(reading(await encodeCertificate(other))).rejects.toThrow(says);
    },
  );

  it('is the same whatever it lies in', async () => {
    const shifted = new Uint8Array(bytes.length + 3);
    shifted.set(bytes, 3);
    expect(await reading(shifted.subarray(3))).toEqual(certificate);
    expect(bytes.length).toBeGreaterThan(HEADER_BYTES);
  });
});

it('what cannot be written says so and leaves nothing behind', async () => {
  const nowhere = path.join(folder, 'none', FILE);
  await expect(writeCertificate(nowhere, certificate)).rejects.toMatchObject({
    name: 'NotWritable',
  });
  await expect(writeCertificate(folder, certificate)).rejects.toMatchObject({
    name: 'NotWritable',
  });
  expect(readdirSync(path.dirname(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
});

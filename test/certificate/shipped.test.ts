import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { checkCertificate } from '../../src/certificate/check.js';
import { readCertificate } from '../../src/certificate/disk.js';
import { startPosition } from '../../src/position.js';
import { SHIPPED_FOLDER } from '../../src/tablebase/folders.js';
import { LayerMemory } from '../../src/tablebase/memory.js';

const FOLDER = path.join(import.meta.dirname, '../../data/certificates');
const FILE = path.join(FOLDER, 'kalah-6-3.certificate');
const MOST_BYTES = 10_000;

it('the shipped certificate proves that kalah(6,3) is +2, with the shipped tables', async () => {
  expect(readdirSync(FOLDER)).toEqual([path.basename(FILE)]);
  expect(statSync(FILE).size).toBeLessThan(MOST_BYTES);
  const certificate = await readCertificate(FILE);
  expect(certificate).toMatchObject({
    position: startPosition('kalah', 6, 3),
    score: { lower: 2, upper: 2 },
  });
  const tables = await LayerMemory.open([SHIPPED_FOLDER], 'kalah', 6);
  const checked = await checkCertificate(certificate, tables);
  expect(checked).toMatchObject({ failure: undefined, claims: certificate.claims });
});

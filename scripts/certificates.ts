/**
 * Makes the certificates that are shipped, `data/certificates`: of starts whose proof needs no tables but those that are
 * shipped, so that anyone can check it.
 *
 *     npm run certificates -- [--out DIR]
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { writeCertificate } from '../src/certificate/disk.js';
import { makeCertificate } from '../src/certificate/make.js';
import { Core } from '../src/core/core.js';
import { startPosition } from '../src/position.js';
import { SHIPPED_FOLDER } from '../src/tablebase/folders.js';
import { loadLayers } from '../src/tablebase/layers.js';

const LAYERS = 12;
const TABLE_MIB = 64;
const STARTS = [{ rules: 'kalah', pits: 6, seeds: 3 }];
const FOLDER = path.join(import.meta.dirname, '../data/certificates');

const { values } = parseArgs({ options: { out: { type: 'string', default: FOLDER } } });
await mkdir(values.out, { recursive: true });
for (const { rules, pits, seeds } of STARTS) {
  const core = await Core.load(rules, pits);
  core.reserve({ layers: LAYERS, tableMib: TABLE_MIB });
  for await (const { layer } of loadLayers(core, [SHIPPED_FOLDER], LAYERS)) {
    if (layer === LAYERS) console.log(`${rules}: layers 0 to ${layer}`);
  }
  const { certificate } = await makeCertificate(core, startPosition(rules, pits, seeds));
  const file = path.join(values.out, `${rules}-${pits}-${seeds}.certificate`);
  const bytes = await writeCertificate(file, certificate);
  console.log(`${file}: ${bytes} bytes, ${certificate.claims} claims`);
}

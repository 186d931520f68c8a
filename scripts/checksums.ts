/**
 * Builds layers 0 to 16 of the six rule sets on 6 pits and writes `data/checksums.txt`, the SHA-256 of each file, in the
 * form that `sha256sum -c` reads.
 *
 *     npm run checksums
 */
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Core } from '../src/core/core.js';
import { RULE_SETS } from '../src/rules/options.js';
import { Crew } from '../src/tablebase/crew.js';
import { buildLayers } from '../src/tablebase/layers.js';

const PITS = 6;
const LAYERS = 16;

const folder = await mkdtemp(path.join(os.tmpdir(), 'granary-checksums-'));
const lines: string[] = [];
try {
  for (const rules of Object.keys(RULE_SETS)) {
    const crew = Crew.alone(await Core.load(rules, PITS));
    for await (const { file } of buildLayers(crew, folder, LAYERS)) {
      const digest = createHash('sha256')
        .update(await readFile(file))
        .digest('hex');
      lines.push(`${digest}  ${path.basename(file)}\n`);
    }
  }
} finally {
  await rm(folder, { recursive: true });
}
await writeFile(new URL('../data/checksums.txt', import.meta.url), lines.join(''));

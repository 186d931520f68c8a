/**
 * Builds the tables that are shipped, `data/tables`: layer after layer, those of all six rule sets on 6 pits, as long
 * as they fit together. A rule set ends with the first layer that does not fit.
 *
 *     npm run tables -- [--out DIR]
 */
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Core } from '../src/core/core.js';
import { RULE_SETS } from '../src/rules/options.js';
import { Crew } from '../src/tablebase/crew.js';
import { isLayerName, SHIPPED_FOLDER } from '../src/tablebase/folders.js';
import { buildLayers } from '../src/tablebase/layers.js';

const MOST_BYTES = 3 * 2 ** 20;
const MOST_LAYERS = 14;
const PITS = 6;

const values = readOptions();
if (values.help) {
  console.log('npm run tables -- [--out DIR]   (default: data/tables, whose layers are made anew)');
  process.exit();
}
await mkdir(values.out, { recursive: true });
for (const name of (await readdir(values.out)).filter(isLayerName)) {
  await rm(path.join(values.out, name));
}
const builds = new Map(
  await Promise.all(
    Object.keys(RULE_SETS).map(async (rules) => {
      const crew = Crew.alone(await Core.load(rules, PITS));
      return [rules, buildLayers(crew, values.out, MOST_LAYERS)] as const;
    }),
  ),
);
let total = 0;
for (let layer = 0; builds.size > 0; layer++) {
  for (const [rules, build] of builds) {
    const next = await build.next();
    if (next.done) throw new Error(`${rules} ends before the bytes do`);
    const { bytes, file } = next.value;
    if (total + bytes <= MOST_BYTES) {
      total += bytes;
      continue;
    }
    await rm(file);
    builds.delete(rules);
    console.log(`${rules}: layers 0 to ${layer - 1}`);
  }
}
console.log(`${total} bytes of ${MOST_BYTES}`);

function readOptions(): { readonly out: string; readonly help?: boolean } {
  try {
    return parseArgs({
      options: { out: { type: 'string', default: SHIPPED_FOLDER }, help: { type: 'boolean' } },
    }).values;
  } catch (error) {
    console.error((error as Error).message);
    process.exit(2);
  }
}

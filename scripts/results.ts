/**
 * Computes what `docs/results.md` holds and writes it: all of it, or the parts that are named, the others staying as they
 * are. All take half an hour, 4 GiB of memory and 3 GB of disk, on a machine that does nothing else; times are its own.
 *
 *     npm run results -- [PART...]
 */
import { readFile, writeFile } from 'node:fs/promises';
import { certificates } from './results/certificates.js';
import { histograms } from './results/histograms.js';
import { mangalaStarts } from './results/mangala.js';
import { proofs } from './results/proofs.js';
import { tables } from './results/tables.js';

/** Each makes a section that begins with its title. */
const PARTS: Readonly<Record<string, () => Promise<string>>> = {
  mangala: mangalaStarts,
  proofs,
  tables,
  certificates,
  awari: () => histograms('awari', 24),
  oware: () => histograms('oware', 20),
};

const HEAD = `# Results

Computed by \`npm run results\`; values are proven. Times are those of an AMD EPYC (Zen 5), two cores, and mean little by
themselves.
`;

const FILE = new URL('../docs/results.md', import.meta.url);

const asked = process.argv.slice(2);
for (const name of asked) {
  if (!(name in PARTS)) throw new Error(`${name}: expected ${Object.keys(PARTS).join(', ')}`);
}
const [, ...before] = (await readFile(FILE, 'utf8')).split(/^(?=## )/m);
const sections = new Map(before.map((section) => [titleOf(section), section.trimEnd()]));
for (const [name, make] of Object.entries(PARTS)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const section = await make();
  sections.set(titleOf(section), section.trimEnd());
  await writeFile(FILE, [HEAD, ...[...sections.values()].map((text) => `${text}\n`)].join('\n'));
}

function titleOf(section: string): string {
  return section.split('\n')[0]!;
}

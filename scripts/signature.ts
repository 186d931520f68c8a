/**
 * Runs the fixed searches of `bench/signature.json` and writes their nodes and the signature into it. To be
 * run when a change of the search is meant; values must stay as they are.
 *
 *     npm run signature
 */
import { writeFile } from 'node:fs/promises';
import { readSignature, runSearch } from '../src/solver/signature.js';

const { searches } = await readSignature();
const updated = [];
for (const search of searches) {
  const { value, nodes } = await runSearch(search);
  if (value !== search.value) {
    throw new Error(
      `${search.name}: the value is ${value}, not ${search.value}: the search is wrong`,
    );
  }
  updated.push({ ...search, nodes });
}
const signature = updated.reduce((sum, { nodes }) => sum + nodes, 0);
await writeFile(
  new URL('../bench/signature.json', import.meta.url),
  `${JSON.stringify({ signature, searches: updated }, null, 2)}\n`,
);
console.log(`Bench: ${signature}`);

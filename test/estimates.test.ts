import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { fitEstimate, formatEstimates } from '../scripts/estimates.js';

it('data/estimates.json is what npm run estimates makes', async () => {
  const made = formatEstimates({ kalah: await fitEstimate('kalah') });
  expect(await readFile(new URL('../data/estimates.json', import.meta.url), 'utf8')).toBe(made);
});

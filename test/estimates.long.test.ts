import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ESTIMATED, fitEstimate, formatEstimates } from '../scripts/estimates.js';
import type { Estimate } from '../src/core/weights.js';

it('data/estimates.json is, byte for byte, what npm run estimates makes', async () => {
  const fitted: Record<string, Estimate> = {};
  for (const id of ESTIMATED) fitted[id] = await fitEstimate(id);
  const text = readFileSync(new URL('../data/estimates.json', import.meta.url), 'utf8');
  expect(formatEstimates(fitted)).toBe(text);
});

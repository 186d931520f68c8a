import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ESTIMATED, fitEstimate } from '../scripts/estimates.js';

const text = readFileSync(new URL('../data/estimates.json', import.meta.url), 'utf8');
const estimates = JSON.parse(text) as Record<string, unknown>;

it('data/estimates.json has an estimate of each rule set, and no other', () => {
  expect(Object.keys(estimates)).toEqual(ESTIMATED);
});

it.each(['kalah', 'kalah-empty'] as const)('npm run estimates makes that of %s', async (rules) => {
  expect(estimates[rules]).toEqual(await fitEstimate(rules));
});

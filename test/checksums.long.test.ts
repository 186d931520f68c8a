import { expect, it } from 'vitest';
import { RULE_SETS } from '../src/rules/options.js';
import { builtChecksums, publishedChecksums } from './checksums.js';

const LAYERS = 16;

it('all layers are remade with their published checksums', async () => {
  const built = new Map<string, string>();
  for (const rules of Object.keys(RULE_SETS)) {
    for (const [name, checksum] of await builtChecksums(rules, LAYERS)) built.set(name, checksum);
  }
  expect(built).toEqual(publishedChecksums());
});

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { RULE_SETS } from '../src/rules/options.js';
import { SHIPPED_FOLDER } from '../src/tablebase/folders.js';
import { builtChecksums, checksumOf, publishedChecksums } from './checksums.js';

it.each(Object.keys(RULE_SETS))(
  'the small layers of %s are remade with their published checksums',
  async (rules) => {
    const published = publishedChecksums();
    const built = await builtChecksums(rules, 10);
    expect(built.size).toBe(11);
    for (const [name, checksum] of built)
      expect([name, published.get(name)]).toEqual([name, checksum]);
  },
);

it('the shipped tables have their published checksums', () => {
  const published = publishedChecksums();
  for (const name of readdirSync(SHIPPED_FOLDER)) {
    const checksum = checksumOf(readFileSync(path.join(SHIPPED_FOLDER, name)));
    expect([name, checksum]).toEqual([name, published.get(name)]);
  }
});

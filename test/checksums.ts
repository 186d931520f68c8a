import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Core } from '../src/core/core.js';
import type { RuleSetId } from '../src/rules/options.js';
import { Crew } from '../src/tablebase/crew.js';
import { buildLayers } from '../src/tablebase/layers.js';
import { CORE_PITS } from './core/support.js';

/** The SHA-256 of layer files by their names. */
export type Checksums = ReadonlyMap<string, string>;

/** What data/checksums.txt says. */
export function publishedChecksums(): Checksums {
  const text = readFileSync(new URL('../data/checksums.txt', import.meta.url), 'utf8');
  return new Map(
    text
      .trim()
      .split('\n')
      .map((line) => line.split('  '))
      .map(([checksum = '', name = '']) => [name, checksum]),
  );
}

export async function builtChecksums(rules: RuleSetId, layers: number): Promise<Checksums> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'granary-checksums-'));
  try {
    const found = new Map<string, string>();
    const crew = Crew.alone(await Core.load(rules, CORE_PITS));
    for await (const { file } of buildLayers(crew, folder, layers)) {
      found.set(path.basename(file), checksumOf(readFileSync(file)));
    }
    return found;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export function checksumOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../..');
const FOLDER = path.join(ROOT, 'data/certificates');

it('the shipped certificates are made anew byte for byte', () => {
  const out = mkdtempSync(path.join(os.tmpdir(), 'granary-'));
  try {
    const script = path.join(ROOT, 'scripts/certificates.ts');
    execFileSync(process.execPath, ['--import', 'tsx', script, '--out', out], { cwd: ROOT });
    const names = readdirSync(FOLDER);
    expect(readdirSync(out)).toEqual(names);
    for (const name of names) {
      const made = readFileSync(path.join(out, name));
      expect(made.equals(readFileSync(path.join(FOLDER, name)))).toBe(true);
    }
  } finally {
    rmSync(out, { recursive: true });
  }
});

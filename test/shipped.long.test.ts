import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { SHIPPED_FOLDER } from '../src/tablebase/folders.js';

it('all shipped tables are remade byte for byte', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'granary-shipped-'));
  try {
    execFileSync(process.execPath, ['--import', 'tsx', 'scripts/tables.ts', '--out', folder]);
    const names = readdirSync(SHIPPED_FOLDER);
    expect(readdirSync(folder)).toEqual(names);
    for (const name of names) {
      const [made, shipped] = [folder, SHIPPED_FOLDER].map((at) =>
        readFileSync(path.join(at, name)),
      );
      expect(made!.equals(shipped!), name).toBe(true);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** `npm run book`, killed again and again, makes the same book. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, watch } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { bookFile, newFolder } from './support.js';

const START = { rules: 'kalah', pits: 4, seeds: 3, plies: 7 } as const;
const NAME = 'kalah-4-3.book';
const KILLS = 4;

/** Runs the script until the journal has grown by so many bytes, if any are given, and kills it then. */
async function run(folder: string, growth = Infinity): Promise<void> {
  const journal = path.join(folder, `${NAME}.journal`);
  const length = (): number => (existsSync(journal) ? readFileSync(journal).length : 0);
  const enough = length() + growth;
  const args = ['--pits', '4', '--seeds', '3', '--plies', '7', '--table-mib', '1'];
  const child = spawn(process.execPath, [
    ...['--import', 'tsx', 'scripts/book.ts', '--no-tablebase', '--out', path.join(folder, NAME)],
    ...args,
  ]);
  const watcher = watch(folder, () => {
    if (length() >= enough) child.kill('SIGKILL');
  });
  const [code] = (await once(child, 'close')) as [number | null];
  watcher.close();
  expect(code).toBe(growth === Infinity ? 0 : null);
}

it('a killed run goes on where it was', async () => {
  const folder = newFolder();
  for (let kill = 0; kill < KILLS; kill++) {
    await run(folder, 4000);
    expect(readdirSync(folder)).toEqual([`${NAME}.journal`]);
  }
  await run(folder);
  expect(readdirSync(folder)).toEqual([NAME]);
  const [made, whole] = [path.join(folder, NAME), await bookFile(newFolder(), START)];
  expect(readFileSync(made).equals(readFileSync(whole))).toBe(true);
});

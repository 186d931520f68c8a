import { statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { filesIn, finish, granary, makeFolder, printed, QUICK, start } from './granary.js';

const ARGS = ['prove', '--pits', '3', '--seeds', '3', '--layers', '6', ...QUICK];

test('tables go to the cache folder, and a second run builds none', async () => {
  const home = makeFolder();
  const env = { HOME: home, XDG_CACHE_HOME: home };
  const first = await granary(ARGS, { env });
  expect(first.code).toBe(0);
  expect(first.stdout).toMatch(
    /^kalah {2}3,3,3\/3,3,3 0\/0 s\nSouth wins by at least 2: \d+ nodes, .*\nSouth wins by 2 /,
  );
  expect(first.stdout).toMatch(/^best play {2}\d/m);
  expect(first.stdout.match(/^ +\d .* s( {2}best)?$/gm)).toHaveLength(3);
  expect(first.stderr).toMatch(
    /^building layers 0 to 6 of kalah on 3 pits \(\d+ positions\) into .*\n/,
  );
  expect(first.stderr).toMatch(
    /^tables: layers 0 to 6 \(\d+ positions\) ready in .*, 7 of them built, in /m,
  );
  expect(first.stderr).not.toContain('\r');

  const second = await granary(ARGS, { env });
  expect(second.code).toBe(0);
  expect(second.stderr).toMatch(/^tables: layers 0 to 6 \(\d+ positions\) read in .*\n$/);
});

test.runIf(process.platform === 'linux')('the cache folder is for its user alone', async () => {
  const home = makeFolder();
  await granary(ARGS, { env: { HOME: home, XDG_CACHE_HOME: home } });
  const tables = path.join(home, 'granary', 'tables');
  expect(filesIn(tables)).toHaveLength(7);
  expect(statSync(tables).mode & 0o777).toBe(0o700);
  expect(statSync(path.dirname(tables)).mode & 0o777).toBe(0o700);
});

test('--tablebase names another folder, and --json gives what solve gives', async () => {
  const folder = makeFolder();
  const proven = await granary([...ARGS, '--tablebase', folder, '--json']);
  expect(proven.code).toBe(0);
  expect(filesIn(folder)).toHaveLength(7);
  const args = ['--pits', '3', '--seeds', '3', '--moves', '--tablebase', folder, ...QUICK];
  const solved = await granary(['solve', ...args, '--json']);
  const withoutTime = (text: string): object => ({ ...(JSON.parse(text) as object), seconds: 0 });
  expect(withoutTime(proven.stdout)).toEqual(withoutTime(solved.stdout));
  expect(Object.keys(JSON.parse(proven.stdout) as object)).toEqual(
    Object.keys(JSON.parse(solved.stdout) as object),
  );
});

test('no more layers are built than there are seeds', async () => {
  const folder = makeFolder();
  const args = ['prove', '--pits', '2', '--seeds', '1', '--tablebase', folder, ...QUICK];
  const run = await granary(args);
  expect(run.code).toBe(0);
  expect(run.stderr).not.toMatch(/^granary: /m);
  expect(filesIn(folder)).toHaveLength(5);
  const asked = await granary([...args, '--layers', '6']);
  expect(asked.stderr).toMatch(
    /^granary: only layers 0 to 4 are built: the start has 4 seeds, and needs no more\n/,
  );
  const large = ['prove', '--pits', '7', '--seeds', '1', '--layers', '6', ...QUICK];
  expect((await granary(large)).stderr).toMatch(/^granary: no layers are built: .*\n$/);
});

test('what cannot be proven is said before the tables are built', async () => {
  const args = ['prove', '--rules', 'oware', '--layers', '10', '--tablebase', makeFolder()];
  const child = start([...args, ...QUICK]);
  const said = await printed(child.stderr, /building layers/);
  child.kill('SIGINT');
  await finish(child);
  expect(said).toMatch(/^granary: oware has no proof in sight .*\nbuilding layers 0 to 10 /);
});

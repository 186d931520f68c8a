/** What a build will take, and that it then takes that. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { CYCLIC_RULES } from '../core/support.js';
import { filesIn, granary, makeFolder } from './granary.js';

interface Plan {
  readonly positions: number;
  readonly tableBytes: number;
  readonly memoryBytes: number;
  readonly memoryMib: number;
  readonly diskBytes: number;
  readonly workers: number;
  readonly solveSeconds: number;
  readonly writeSeconds: number;
  readonly fits: boolean;
  readonly largest: number;
}

const MIB = 2 ** 20;
const RESOURCES = ['--workers', '1', '--memory', '4096'];

async function plan(...args: readonly string[]): Promise<Plan> {
  const run = await granary(['plan', ...args, '--json']);
  const found = JSON.parse(run.stdout) as Plan;
  expect(run).toMatchObject({ code: found.fits ? 0 : 1, stderr: '' });
  return found;
}

function choose(n: number, k: number): number {
  let result = 1;
  for (let i = 1; i <= k; i++) result = (result * (n - k + i)) / i;
  return result;
}

test('one object, with the keys that the help has, in their order', async () => {
  const { stdout } = await granary(['plan', '--help']);
  const [example = ''] = /\{[^}]+\}/.exec(stdout) ?? [];
  const documented = JSON.parse(example) as Plan;
  const found = await plan('--layers', '20', '--workers', '2', '--memory', '4096');
  expect(Object.keys(found)).toEqual(Object.keys(documented));
  expect(found).toEqual(documented);
});

test.concurrent.each([0, 1, 12, 20, 28, 30])('layers 0 to %i of 6 pits', async (layers) => {
  const found = await plan('--layers', String(layers), ...RESOURCES);
  expect(found.positions).toBe(choose(layers + 12, 12));
  expect(found.fits).toBe(found.memoryBytes <= 4096 * MIB);
  expect(found.fits).toBe(layers <= found.largest);
  expect(found.tableBytes).toBeGreaterThanOrEqual(found.positions / 4);
  expect(found.tableBytes).toBeLessThan(found.memoryBytes);
});

test.concurrent.each([1, 2, 3, 4, 5])('boards of %i pits', async (pits) => {
  const found = await plan('--pits', String(pits), '--layers', '14', ...RESOURCES);
  expect(found.positions).toBe(choose(14 + 2 * pits, 2 * pits));
  expect(found.fits).toBe(true);
  expect(Number.isInteger(found.diskBytes)).toBe(true);
});

test.concurrent.each(CYCLIC_RULES)('%s: an entry for every gain, many sweeps', async (rules) => {
  const found = await plan('--rules', rules, '--layers', '16', ...RESOURCES);
  const kalah = await plan('--layers', '16', ...RESOURCES);
  expect(found.positions).toBe(kalah.positions);
  expect(found.tableBytes).toBeGreaterThan(kalah.tableBytes);
  expect(found.solveSeconds).toBeGreaterThan(kalah.solveSeconds);
});

test('workers share the time, and each needs memory', async () => {
  const one = await plan('--layers', '20', ...RESOURCES);
  const four = await plan('--layers', '20', '--workers', '4', '--memory', '4096');
  expect(four.workers).toBe(4);
  expect(four.solveSeconds).toBeCloseTo(one.solveSeconds / 4, 5);
  expect(four.writeSeconds).toBeCloseTo(one.writeSeconds / 4, 5);
  expect(four.memoryBytes).toBeGreaterThan(one.memoryBytes);
  expect(four.tableBytes).toBe(one.tableBytes);
});

test('the disk is estimated to within a tenth of the tables that are shipped', async () => {
  const { diskBytes } = await plan('--layers', '12', ...RESOURCES);
  const shipped = path.join(import.meta.dirname, '../../data/tables');
  const bytes = filesIn(shipped)
    .filter((name) => /^kalah-6-/.test(name))
    .reduce((sum, name) => sum + readFileSync(path.join(shipped, name)).length, 0);
  expect(Math.abs(diskBytes / bytes - 1)).toBeLessThan(0.1);
});

describe.each(['1', '3'])('what a build with --workers %s needs', (workers) => {
  const game = ['--layers', '16', '--workers', workers];

  test('is planned to the MiB: it is refused with one less', async () => {
    const needed = Math.ceil((await plan(...game)).memoryBytes / MIB);
    const enough = await plan(...game, '--memory', String(needed));
    expect(enough).toMatchObject({ fits: true, memoryMib: needed, largest: 16 });
    const short = await plan(...game, '--memory', String(needed - 1));
    expect(short).toMatchObject({ fits: false, memoryMib: needed - 1, largest: 15 });

    const folder = makeFolder();
    const build = ['build', ...game, '--out', folder, '--memory'];
    const refused = await granary([...build, String(needed - 1)]);
    expect(refused).toEqual({
      code: 1,
      stdout: '',
      stderr:
        `granary: layers 0 to 16 of kalah on 6 pits need ${needed} MiB, and there are ` +
        `${needed - 1}: use --layers 15, the largest that fits\n`,
    });
    expect(filesIn(folder)).toEqual([]);
    expect((await granary([...build, String(needed)])).code).toBe(0);
    expect(filesIn(folder)).toHaveLength(17);
  });
});

test('build refuses what plan says does not fit, with the same figures', async () => {
  const args = ['--layers', '20', '--memory', '100', '--workers', '2'];
  const planned = await granary(['plan', ...args]);
  const [, mib] = /^memory +(\d+ MiB), /m.exec(planned.stdout) ?? [];
  const [, last] = /not fit into 100 MiB; .* is (\d+)$/m.exec(planned.stdout) ?? [];
  const built = await granary(['build', ...args, '--out', makeFolder()]);
  expect(built).toMatchObject({ code: 1, stdout: '' });
  expect(built.stderr).toContain(` need ${mib}, and there are 100: use --layers ${last}, `);
});

test.each([0, 3])('the disk of layers 0 to %i is not less than their heads', async (layers) => {
  const folder = makeFolder();
  await granary(['build', '--layers', String(layers), '--out', folder]);
  const bytes = filesIn(folder).reduce(
    (sum, name) => sum + readFileSync(path.join(folder, name)).length,
    0,
  );
  const { diskBytes } = await plan('--layers', String(layers), ...RESOURCES);
  expect(Math.abs(diskBytes / bytes - 1)).toBeLessThan(0.15);
});

test('for people to read', async () => {
  const { code, stdout, stderr } = await granary(['plan', '--layers', '28', ...RESOURCES]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.split('\n')).toEqual([
    'kalah on 6 pits, layers 0 to 28',
    'positions  5,586,853,480',
    expect.stringMatching(/^memory {5}[\d,]+ MiB, [\d,]+ MiB of them for the entries$/),
    expect.stringMatching(/^ {11}and about 250 MiB for the rest of the process$/),
    expect.stringMatching(/^disk {7}about [\d.]+ GB$/),
    expect.stringMatching(/^time {7}about .* with 1 worker: .* to solve, .* to write$/),
    'it fits into 4,096 MiB; the largest layer that does is 28',
    '',
  ]);
});

test('memory that does not even hold the threads', async () => {
  const args = ['--layers', '3', '--workers', '63', '--memory', '100'];
  for (const command of [['plan'], ['build', '--out', makeFolder()]]) {
    const run = await granary([...command, ...args]);
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr).toMatch(
      /^granary: a core for 64 threads needs \d+ MiB, .*100 MiB.*: use fewer workers\n$/,
    );
  }
});

test.concurrent.each([
  [['--pits', '7', '--layers', '3'], /no tables of kalah on 7 pits: there are tables for 1 to 6/],
  [['--pits', '8', '--layers', '3'], /no tables of kalah on 8 pits/],
  [[], /required option '--layers <n>'/],
  [['--layers', '64'], /--layers '64': .* 0 to 63/],
  [['--layers', '3', '--workers', '0'], /--workers '0': .* 1 to 63/],
  [['--layers', '3', '--workers', '64'], /--workers '64': .* 1 to 63/],
  [['--layers', '3', '--memory', '15'], /--memory '15': .* 16 to 4096/],
  [['--layers', '3', '--memory', '4097'], /--memory '4097': .* 16 to 4096/],
  [['--layers', '3', 'more'], /too many arguments/],
])('plan %j is refused', async (args, says) => {
  const run = await granary(['plan', ...args]);
  expect(run).toMatchObject({ code: 2, stdout: '' });
  expect(run.stderr).toMatch(/^granary: .*\n$/);
  expect(run.stderr).toMatch(says);
});

test.each(['kalah', 'oware'])('%s has the same bytes with 1, 2 and 3 workers', async (rules) => {
  const [one, ...more] = await Promise.all(
    ['1', '2', '3'].map(async (workers) => {
      const folder = makeFolder();
      const args = ['--rules', rules, '--layers', '11', '--out', folder, '--workers', workers];
      expect((await granary(['build', ...args])).code).toBe(0);
      return new Map(filesIn(folder).map((name) => [name, readFileSync(path.join(folder, name))]));
    }),
  );
  expect(one!.size).toBe(12);
  for (const files of more) expect(files).toEqual(one);
});

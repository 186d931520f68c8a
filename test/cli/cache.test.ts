import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { filesIn, granary, makeFolder } from './granary.js';
import type { Run } from './granary.js';

interface Table {
  readonly rules: string;
  readonly pits: number;
  readonly layers: readonly number[];
  readonly unfinished: number;
  readonly bytes: number;
}

interface Answer {
  readonly folder: string;
  readonly tables?: readonly Table[];
  readonly removed?: readonly Table[];
  readonly bytes: number;
}

/** No process has it: it is larger than any system allows. */
const NO_PROCESS = 2 ** 30;

let home: string;
/** Where the program keeps tables when `home` is its home. */
let folder: string;
let belowHome: string;

beforeAll(async () => {
  home = makeFolder();
  const { folder } = JSON.parse((await cache('--json')).stdout) as Answer;
  belowHome = path.relative(home, folder);
});

beforeEach(() => {
  home = makeFolder();
  folder = path.join(home, belowHome);
});

function cache(...args: readonly string[]): Promise<Run> {
  return granary(['cache', ...args], { env: { HOME: home, XDG_CACHE_HOME: home } });
}

async function answer(...args: readonly string[]): Promise<Answer> {
  const { code, stdout, stderr } = await cache(...args, '--json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout) as Answer;
}

async function build(rules: string, pits: number, layers: number): Promise<void> {
  const args = ['--rules', rules, '--pits', String(pits), '--layers', String(layers)];
  expect((await granary(['build', ...args, '--out', folder])).code).toBe(0);
}

function put(name: string, bytes = 10): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, name), 'x'.repeat(bytes));
  return name;
}

function sizeOf(names: readonly string[]): number {
  return names.reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0);
}

test('a folder that is not there, or empty, is no error', async () => {
  expect(belowHome).toMatch(/^[^.].*\btables$/);
  for (const make of [() => undefined, () => mkdirSync(folder, { recursive: true })]) {
    make();
    expect(await answer()).toEqual({ folder, tables: [], bytes: 0 });
    expect(await answer('--remove')).toEqual({ folder, removed: [], bytes: 0 });
    expect((await cache()).stdout).toBe(`${folder}: no tables\n`);
    expect((await cache('--remove')).stdout).toBe(`${folder}: nothing to remove\n`);
  }
});

test('what prove and build have made is listed by rule set and board', async () => {
  await build('kalah-empty', 2, 3);
  await build('kalah', 3, 5);
  await build('kalah', 2, 2);
  const named = (start: string) => filesIn(folder).filter((name) => name.startsWith(start));
  const table = (rules: string, pits: number, last: number): Table => ({
    rules,
    pits,
    layers: Array.from({ length: last + 1 }, (_, layer) => layer),
    unfinished: 0,
    bytes: sizeOf(named(`${rules}-${pits}-`)),
  });
  const tables = [table('kalah', 2, 2), table('kalah', 3, 5), table('kalah-empty', 2, 3)];
  const bytes = sizeOf(filesIn(folder));
  expect(await answer()).toEqual({ folder, tables, bytes });
  expect(await answer('--pits', '2')).toMatchObject({ tables: [tables[0], tables[2]] });
  expect(await answer('--rules', 'kalah-empty')).toMatchObject({ tables: [tables[2]] });

  const { stdout } = await cache();
  expect(stdout).toMatch(/^kalah +3 +\S+ K?B {2}0-5$/m);
  expect(stdout).toMatch(/^in all +\S+ KB$/m);
});

describe('--remove', () => {
  const MINE = ['notes.txt', 'kalah-3-02.layer.bak', 'kalah-3-2.layer', 'kalah-9-02.layer'];
  const MORE = [
    'kalah-3-64.layer',
    'chess-3-02.layer',
    'xkalah-3-02.layer',
    'kalah-3-02.layer.part',
  ];

  test('takes every layer and leaves everything else', async () => {
    await build('kalah', 3, 4);
    for (const name of [...MINE, ...MORE]) put(name);
    mkdirSync(path.join(folder, 'kalah-3-09.layer'));
    const { tables, bytes } = await answer();
    expect(tables).toHaveLength(1);
    expect(await answer('--remove')).toEqual({ folder, removed: tables, bytes });
    expect(filesIn(folder)).toEqual([...MINE, ...MORE, 'kalah-3-09.layer'].sort());
    expect(await answer()).toEqual({ folder, tables: [], bytes: 0 });
  });

  test('takes only the rule set and board that are named', async () => {
    const names = ['kalah-2-00', 'kalah-3-00', 'kalah-3-01', 'kalah-turn-3-00'];
    const [a = '', b = '', c = '', d = ''] = names.map((name) => put(`${name}.layer`));
    const one = { rules: 'kalah', pits: 3, layers: [0, 1], unfinished: 0, bytes: 20 };
    expect(await answer('--remove', '--rules', 'kalah', '--pits', '3')).toEqual({
      folder,
      removed: [one],
      bytes: 20,
    });
    expect(filesIn(folder)).toEqual([a, d]);
    put(b);
    put(c);
    await answer('--remove', '--pits', '3');
    expect(filesIn(folder)).toEqual([a]);
  });

  test('takes damaged layers like others, and tells people of all', async () => {
    await build('kalah', 3, 5);
    truncateSync(path.join(folder, 'kalah-3-02.layer'), 7);
    appendFileSync(path.join(folder, 'kalah-3-04.layer'), 'x'.repeat(5000));
    put('kalah-3-11.layer', 0);
    expect((await answer()).bytes).toBe(sizeOf(filesIn(folder)));
    const { code, stdout } = await cache('--remove');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^kalah +3 +\S+ KB {2}0-5, 11$/m);
    expect(stdout).toMatch(/^removed +\S+ KB$/m);
    expect(filesIn(folder)).toEqual([]);
  });

  test('takes what a killed build left, and not what a build is writing', async () => {
    put(`kalah-3-05.layer.${NO_PROCESS}.part`, 30);
    const written = put(`kalah-3-06.layer.${process.pid}.part`, 5);
    const table = { rules: 'kalah', pits: 3, layers: [], unfinished: 2, bytes: 35 };
    expect(await answer()).toEqual({ folder, tables: [table], bytes: 35 });
    expect((await cache()).stdout).toMatch(/^kalah +3 +35 B {2}2 unfinished$/m);
    expect((await answer('--remove')).removed).toEqual([{ ...table, unfinished: 1, bytes: 30 }]);
    expect(filesIn(folder)).toEqual([written]);
  });
});

describe.skipIf(process.platform === 'win32')('a symbolic link', () => {
  test('that has the name of a layer is neither listed nor removed', async () => {
    const outside = path.join(home, 'precious');
    writeFileSync(outside, 'kept');
    put('kalah-3-00.layer');
    symlinkSync(outside, path.join(folder, 'kalah-3-01.layer'));
    expect((await answer()).tables?.[0]?.layers).toEqual([0]);
    await answer('--remove');
    expect(filesIn(folder)).toEqual(['kalah-3-01.layer']);
    expect(readFileSync(outside, 'utf8')).toBe('kept');
  });

  test.each([
    ['the folder', 0],
    ['the folder above', 1],
  ])('in place of %s', async (_place, above) => {
    const target = path.join(home, 'elsewhere');
    const link = above ? path.dirname(folder) : folder;
    mkdirSync(path.join(target, path.relative(link, folder)), { recursive: true });
    mkdirSync(path.dirname(link), { recursive: true });
    symlinkSync(target, link);
    put('kalah-3-00.layer');
    expect((await answer()).tables).toHaveLength(1);
    const run = await cache('--remove', '--json');
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr).toMatch(/^granary: .* is a symbolic link, and nothing is removed .*\n$/);
    expect(existsSync(path.join(folder, 'kalah-3-00.layer'))).toBe(true);
  });
});

test.runIf(process.platform === 'linux')('a file anywhere on the path is one, too', async () => {
  const file = path.join(home, 'file');
  writeFileSync(file, 'kept');
  const run = await granary(['cache'], { env: { HOME: home, XDG_CACHE_HOME: file } });
  expect(run).toMatchObject({ code: 1, stdout: '' });
  expect(run.stderr).toMatch(/^granary: the cache folder cannot be .*file: move the file away\n$/);
});

test.runIf(process.platform === 'linux')('a relative XDG_CACHE_HOME is ignored', async () => {
  for (const XDG_CACHE_HOME of ['here', './here', '']) {
    const run = await granary(['cache', '--json'], { env: { HOME: home, XDG_CACHE_HOME } });
    const { folder } = JSON.parse(run.stdout) as Answer;
    expect(folder).toBe(path.join(home, '.cache', 'granary', 'tables'));
  }
});

test('a file in place of the folder is an error of one line', async () => {
  mkdirSync(path.dirname(folder), { recursive: true });
  writeFileSync(folder, 'kept');
  for (const args of [[], ['--remove']]) {
    const run = await cache(...args);
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr).toMatch(
      /^granary: the cache folder cannot be .*tables, since a part of .* is a file: .*\n$/,
    );
  }
  expect(readFileSync(folder, 'utf8')).toBe('kept');
});

test.skipIf(process.getuid?.() === 0 || process.platform === 'win32')(
  'what may not be removed is an error of one line',
  async () => {
    put('kalah-3-00.layer');
    chmodSync(folder, 0o500);
    const run = await cache('--remove');
    chmodSync(folder, 0o700);
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr).toMatch(/^granary: cannot remove .*kalah-3-00\.layer .*permissions.*\n$/);
  },
);

test.each(['cache', 'check', 'verify'])('%s is for boards that have tables', async (command) => {
  const run = await granary([command, '--pits', '7']);
  expect(run).toMatchObject({ code: 2, stdout: '' });
  expect(run.stderr).toBe("granary: --pits '7': expected a whole number from 1 to 6\n");
});

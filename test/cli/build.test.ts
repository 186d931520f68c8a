import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { filesIn, granary, jsonLines, makeFolder } from './granary.js';

interface Layer {
  readonly rules: string;
  readonly pits: number;
  readonly layer: number;
  readonly positions: number;
  readonly seconds: number;
  readonly file: string;
  readonly kept?: boolean;
}

async function build(folder: string, layers: number): Promise<Layer[]> {
  const args = ['--rules', 'kalah', '--pits', '3', '--layers', String(layers), '--out', folder];
  const run = await granary(['build', ...args, '--json']);
  expect(run.code).toBe(0);
  return jsonLines<Layer>(run.stdout);
}

test('a layer a line, each with its file; sound ones are kept the next time', async () => {
  const folder = path.join(makeFolder(), 'not', 'yet', 'there');
  const built = await build(folder, 4);
  expect(built.map((layer) => Object.keys(layer))).toEqual(
    Array<string[]>(5).fill([
      ...['rules', 'pits', 'layer', 'positions'],
      ...['seconds', 'writing', 'bytes', 'file'],
    ]),
  );
  expect(built[0]).toMatchObject({ rules: 'kalah', pits: 3 });
  // C(n + 5, 5) positions have n seeds in 6 pits.
  expect(built.map(({ positions }) => positions)).toEqual([1, 6, 21, 56, 126]);
  expect(built.map(({ file }) => path.basename(file))).toEqual(filesIn(folder));
  expect(built.every(({ file }) => statSync(file).isFile())).toBe(true);

  const times = built.map(({ file }) => statSync(file).mtimeMs);
  const again = await build(folder, 5);
  expect(again.map(({ kept }) => kept)).toEqual([true, true, true, true, true, undefined]);
  expect(built.map(({ file }) => statSync(file).mtimeMs)).toEqual(times);
});

test('a damaged layer is told and replaced', async () => {
  const folder = makeFolder();
  const built = await build(folder, 3);
  const { file } = built[2]!;
  const sound = readFileSync(file);
  const damaged = Buffer.from(sound);
  damaged[sound.length - 1]! ^= 1;
  writeFileSync(file, damaged);

  const args = ['build', '--pits', '3', '--layers', '3', '--out', folder];
  const run = await granary([...args, '--json']);
  expect(run.code).toBe(0);
  expect(run.stderr).toBe(`${file} was damaged, and is replaced\n`);
  expect(jsonLines<Layer>(run.stdout).map(({ kept }) => kept)).toEqual([
    true,
    true,
    undefined,
    true,
  ]);
  expect(readFileSync(file)).toEqual(sound);
});

test('a layer of zeros is replaced, and what is no layer file is left alone', async () => {
  const folder = makeFolder();
  const built = await build(folder, 3);
  const { file } = built[2]!;
  const sound = readFileSync(file);
  writeFileSync(file, Buffer.alloc(sound.length));
  const args = ['build', '--pits', '3', '--layers', '3', '--out', folder];
  const run = await granary(args);
  expect(run).toMatchObject({ code: 0, stderr: `${file} was damaged, and is replaced\n` });
  expect(readFileSync(file)).toEqual(sound);

  writeFileSync(file, 'something else');
  const refused = await granary(args);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toBe(
    `granary: ${file} is no layer file: remove it and build the layer again, or name another folder\n`,
  );
  expect(readFileSync(file, 'utf8')).toBe('something else');
});

test('a folder in the place of a layer is said before anything is solved', async () => {
  const folder = makeFolder();
  mkdirSync(path.join(folder, 'kalah-3-03.layer'));
  const run = await granary(['build', '--pits', '3', '--layers', '3', '--out', folder]);
  expect(run).toMatchObject({ code: 1, stdout: '' });
  expect(run.stderr).toMatch(/^granary: .*kalah-3-03\.layer is a folder, where a layer is to be/m);
  expect(filesIn(folder)).toEqual(['kalah-3-03.layer']);
});

test.skipIf(process.platform === 'win32')('a link that leads to itself is replaced', async () => {
  const folder = makeFolder();
  const [name, file] = ['kalah-3-03.layer', path.join(folder, 'kalah-3-03.layer')];
  symlinkSync(name, file);
  expect(await build(folder, 3)).toHaveLength(4);
  expect(lstatSync(file).isFile()).toBe(true);
});

test.skipIf(process.platform === 'win32')('names of folders are told on one line', async () => {
  const folder = path.join(makeFolder(), 'two\nlines\u001b[31m');
  const run = await granary(['build', '--pits', '3', '--layers', '1', '--out', folder]);
  expect(run.code).toBe(0);
  expect(run.stdout).toMatch(/^kalah on 3 pits, in .*two lines\?\[31m\nlayer /);
  expect(run.stderr).toMatch(/^building .* into .*two lines\?\[31m\n$/);
});

test.skipIf(process.platform === 'win32')(
  'a folder whose name is too long is refused',
  async () => {
    const folder = path.join(makeFolder(), 'a'.repeat(300));
    const run = await granary(['build', '--pits', '3', '--layers', '1', '--out', folder]);
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr).toMatch(
      /^granary: cannot write into .*a \(ENAMETOOLONG[^,]*\): a name in the path is too long, .*\n$/,
    );
  },
);

test('names of files that are there only while they are written are not told', async () => {
  const file = path.join(makeFolder(), 'file');
  writeFileSync(file, '');
  const run = await granary(['build', '--pits', '3', '--layers', '1', '--out', file]);
  expect(run).toMatchObject({ code: 1, stdout: '' });
  expect(run.stderr).toMatch(/^granary: cannot write into .*file \(ENOTDIR[^,]*\): /);
  expect(run.stderr).not.toContain('.part');
});

test('for people to read', async () => {
  const folder = makeFolder();
  const args = ['build', '--pits', '3', '--out', folder, '--layers'];
  await granary([...args, '3']);
  const run = await granary([...args, '4']);
  expect(run.code).toBe(0);
  const [title, header, ...lines] = run.stdout.split('\n');
  expect(title).toBe(`kalah on 3 pits, in ${folder}`);
  expect(header).toMatch(/^layer +positions +solved +written +size +bits {2}file$/);
  expect(lines).toHaveLength(6);
  expect(lines[3]).toMatch(/^ {4}3 +56 +kept +\d+ B +[\d.]+ {2}kalah-3-03\.layer$/);
  expect(lines[4]).toMatch(
    /^ {4}4 +126 +\d+\.\d\d s +\d+\.\d\d s +\d+ B +[\d.]+ {2}kalah-3-04\.layer$/,
  );
});

test.skipIf(process.getuid?.() === 0 || process.platform === 'win32')(
  'a folder that may not be written is refused',
  async () => {
    const folder = makeFolder();
    chmodSync(folder, 0o500);
    const run = await granary(['build', '--layers', '3', '--out', folder]);
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr).toMatch(/^granary: cannot write into .*\n$/);
  },
);

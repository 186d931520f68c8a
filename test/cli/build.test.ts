import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
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

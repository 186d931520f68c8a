/** Damage of every kind is found and named. */
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { filesIn, granary, jsonLines, makeFolder } from './granary.js';
import type { Run } from './granary.js';

interface Checked {
  readonly file: string;
  readonly bytes?: number;
  readonly blocks?: number;
  readonly sound: boolean;
  readonly faults?: readonly string[];
}

const SHIPPED = path.join(import.meta.dirname, '../../data/tables');
/** A layer whose first block is the prediction of the others. */
const PREDICTED = 'kalah-6-10.layer';
const PLAIN = 'kalah-3-04.layer';
const HEADER = 64;
const INDEX = 12;

let small: string;
beforeAll(async () => {
  small = makeFolder();
  for (const rules of ['kalah', 'oware']) {
    const args = ['--rules', rules, '--pits', '3', '--layers', '4', '--out', small];
    expect((await granary(['build', ...args])).code).toBe(0);
  }
});

function copy(): string {
  const folder = makeFolder();
  for (const name of filesIn(small)) copyFileSync(path.join(small, name), path.join(folder, name));
  return folder;
}

/** A folder with the predicted layer alone, altered. */
function damaged(alter: (bytes: Buffer) => void, name = PREDICTED): string {
  const folder = makeFolder();
  const bytes = readFileSync(path.join(name === PREDICTED ? SHIPPED : small, name));
  alter(bytes);
  writeFileSync(path.join(folder, name), bytes);
  return folder;
}

/** Flips a bit in the middle of each block. */
function flip(bytes: Buffer, ...wanted: readonly number[]): void {
  let at = bytes.readUInt32LE(12);
  for (let block = 0; block < bytes.readUInt32LE(40); block++) {
    const length = bytes.readUInt32LE(HEADER + INDEX * block);
    if (wanted.includes(block)) bytes[at + (length >> 1)]! ^= 1;
    at += length;
  }
}

/** Checks a folder with one file, and gives the faults that are found in it, on stdout as on stderr. */
async function faultsIn(folder: string): Promise<readonly string[]> {
  const run = await granary(['check', folder, '--json']);
  expect(run.code).toBe(1);
  const [checked, ...more] = jsonLines<Checked>(run.stdout);
  expect(more).toEqual([]);
  expect(checked!.sound).toBe(false);
  expect(linesOf(run)).toEqual(checked!.faults!.map((fault) => `granary: ${fault}`));
  return checked!.faults!;
}

function linesOf({ stderr }: Run): string[] {
  return stderr.split('\n').slice(0, -1);
}

const inBlock = (block: number): unknown =>
  expect.stringMatching(
    new RegExp(`\\.layer is damaged in block ${block}: its checksum .*: build the layer again$`),
  );

test('a sound folder, a line a file', async () => {
  const run = await granary(['check', small, '--json']);
  expect(run).toMatchObject({ code: 0, stderr: '' });
  const found = jsonLines<Checked>(run.stdout);
  expect(found.map(({ file }) => file)).toEqual(
    filesIn(small).map((name) => path.join(small, name)),
  );
  for (const checked of found) {
    expect(Object.keys(checked)).toEqual(['file', 'bytes', 'blocks', 'sound']);
    expect(checked).toMatchObject({ bytes: readFileSync(checked.file).length, sound: true });
  }
});

test('the example of the help has the keys of what is printed', async () => {
  const { stdout } = await granary(['check', '--help']);
  const [example = ''] = /\{[^}]+\}/.exec(stdout) ?? [];
  const documented = JSON.parse(example) as Checked;
  const run = await granary(['check', SHIPPED, '--rules', 'kalah', '--json']);
  const found = jsonLines<Checked>(run.stdout).at(-1);
  expect(Object.keys(documented)).toEqual(Object.keys(found));
  expect({ ...documented, file: path.basename(documented.file) }).toEqual({
    ...found,
    file: path.basename(found.file),
  });
});

test('one flipped bit in a block of a predicted layer', async () => {
  expect(await faultsIn(damaged((bytes) => flip(bytes, 5)))).toEqual([inBlock(5)]);
});

test('one flipped bit in the last byte of a plain layer', async () => {
  const folder = damaged((bytes) => (bytes[bytes.length - 1]! ^= 1), PLAIN);
  expect(await faultsIn(folder)).toEqual([inBlock(4)]);
});

test('one flipped bit in the index, and in the header', async () => {
  for (const at of [HEADER + INDEX * 3 + 5, 20]) {
    expect(await faultsIn(damaged((bytes) => (bytes[at]! ^= 1)))).toEqual([
      expect.stringMatching(
        /kalah-6-10\.layer has a damaged header or index: build the layer again$/,
      ),
    ]);
  }
});

test('a damaged prediction, without which nothing is decoded, is one fault', async () => {
  expect(await faultsIn(damaged((bytes) => flip(bytes, 0)))).toEqual([inBlock(0)]);
});

test('every damaged block of a file is named', async () => {
  const blocks = [2, 5, 11];
  expect(await faultsIn(damaged((bytes) => flip(bytes, ...blocks)))).toEqual(blocks.map(inBlock));
});

test('so are those beside a damaged prediction', async () => {
  expect(await faultsIn(damaged((bytes) => flip(bytes, 0, 5, 6)))).toEqual([0, 5, 6].map(inBlock));
});

test('the name of a folder is not taken for a block', async () => {
  const folder = path.join(makeFolder(), 'in block 0');
  mkdirSync(folder);
  copyFileSync(
    path.join(
      damaged((b) => flip(b, 2, 3)),
      PREDICTED,
    ),
    path.join(folder, PREDICTED),
  );
  expect(await faultsIn(folder)).toEqual([2, 3].map(inBlock));
});

test.each([
  [0, /breaks off after 0 bytes/],
  [40, /breaks off after 40 bytes/],
  [100, /breaks off after 100 bytes/],
  [5000, /has 5000 bytes, expected \d+/],
])('a file that is cut after %i bytes', async (length, says) => {
  const folder = damaged(() => undefined);
  truncateSync(path.join(folder, PREDICTED), length);
  expect(await faultsIn(folder)).toEqual([expect.stringMatching(says)]);
});

test('what cannot be opened has neither bytes nor blocks', async () => {
  const folder = damaged((bytes) => bytes.fill('x'));
  const run = await granary(['check', folder, '--json']);
  expect(Object.keys(jsonLines<Checked>(run.stdout)[0]!)).toEqual(['file', 'sound', 'faults']);
  expect(await faultsIn(folder)).toEqual([expect.stringContaining('is no layer file')]);
});

test('another layer under the name of one', async () => {
  const folder = makeFolder();
  copyFileSync(path.join(small, PLAIN), path.join(folder, 'kalah-3-03.layer'));
  expect(await faultsIn(folder)).toEqual([
    expect.stringMatching(/holds kalah on 3 pits, layer 4, not kalah on 3 pits, layer 3: /),
  ]);
  const other = makeFolder();
  copyFileSync(path.join(small, PLAIN), path.join(other, 'oware-3-04.layer'));
  expect(await faultsIn(other)).toEqual([expect.stringContaining('not oware on 3 pits, layer 4')]);
});

test('a file of another format version', async () => {
  expect(await faultsIn(damaged((bytes) => bytes.writeUInt16LE(9, 8)))).toEqual([
    expect.stringMatching(/has format version 9, this program reads version \d+: /),
  ]);
});

test('a folder under the name of a layer', async () => {
  const folder = makeFolder();
  mkdirSync(path.join(folder, PLAIN));
  expect(await faultsIn(folder)).toEqual([expect.stringContaining('is no file: remove it and ')]);
});

test.skipIf(process.platform === 'win32')('a pipe, and a link that leads to itself', async () => {
  const folder = makeFolder();
  execFileSync('mkfifo', [path.join(folder, PLAIN)]);
  expect(await faultsIn(folder)).toEqual([expect.stringContaining('is no file: remove it and ')]);
  const other = makeFolder();
  symlinkSync(PLAIN, path.join(other, PLAIN));
  expect(await faultsIn(other)).toEqual([expect.stringContaining('cannot be read (ELOOP: ')]);
});

test('damage does not end the check of the files after it', async () => {
  const folder = copy();
  truncateSync(path.join(folder, 'kalah-3-01.layer'), 10);
  truncateSync(path.join(folder, 'oware-3-02.layer'), 70);
  const run = await granary(['check', folder, '--json']);
  expect(run.code).toBe(1);
  const found = jsonLines<Checked>(run.stdout);
  expect(found).toHaveLength(10);
  expect(found.filter(({ sound }) => !sound).map(({ file }) => path.basename(file))).toEqual([
    'kalah-3-01.layer',
    'oware-3-02.layer',
  ]);
  expect(linesOf(run)).toEqual([
    expect.stringMatching(/^granary: .*kalah-3-01\.layer breaks off after 10 bytes: /),
    expect.stringMatching(/^granary: .*oware-3-02\.layer breaks off after 70 bytes: /),
  ]);
});

test('only the games that are asked for', async () => {
  const folder = copy();
  await granary(['build', '--pits', '2', '--layers', '1', '--out', folder]);
  const names = async (...args: string[]): Promise<string[]> => {
    const run = await granary(['check', folder, ...args, '--json']);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    return jsonLines<Checked>(run.stdout).map(({ file }) => path.basename(file));
  };
  expect(await names('--pits', '2')).toEqual(['kalah-2-00.layer', 'kalah-2-01.layer']);
  expect((await names('--rules', 'oware')).every((name) => name.startsWith('oware-3-'))).toBe(true);
  expect(await names('--rules', 'kalah')).toHaveLength(7);
  expect(await names('--rules', 'kalah', '--pits', '3')).toHaveLength(5);
  const none = await granary(['check', folder, '--rules', 'awari']);
  expect(none).toMatchObject({ code: 1, stdout: '' });
  expect(none.stderr).toMatch(/has only layers of other games: .* --pits\n$/);
});

test('names that are no layers of this program', async () => {
  const folder = copy();
  const names = ['chess-3-02', 'kalah-3-2', 'kalah-3-64', 'kalah-7-02', 'x\u001b[31m'];
  for (const name of names) writeFileSync(path.join(folder, `${name}.layer`), 'x');
  const run = await granary(['check', folder, '--json']);
  expect(run.code).toBe(1);
  expect(jsonLines<Checked>(run.stdout)).toHaveLength(10);
  expect(run.stderr).toMatch(
    /^granary: chess-3-02\.layer, .*, x\?\[31m\.layer in .* are no layers that this program has: .*\n$/,
  );

  const alone = makeFolder();
  writeFileSync(path.join(alone, 'chess-3-02.layer'), 'x');
  const one = await granary(['check', alone]);
  expect(one).toMatchObject({ code: 1, stdout: '' });
  expect(one.stderr).toMatch(/^granary: .*chess-3-02\.layer is no layer that this program has: /);
});

test.each([
  ['a folder without layers', () => makeFolder(), 1, /has no layers: name a folder made by gran/],
  ['a folder that is not there', () => path.join(makeFolder(), 'x'), 1, /does not exist: name a/],
  ['a file', () => path.join(small, PLAIN), 1, /is no folder: name a folder made by granary/],
  ['an empty name', () => '', 2, /the name of the folder is empty/],
])('%s is refused', async (_, place, code, says) => {
  const run = await granary(['check', place()]);
  expect(run).toMatchObject({ code, stdout: '' });
  expect(run.stderr).toMatch(/^granary: .*\n$/);
  expect(run.stderr).toMatch(says);
});

test('without a folder it is the cache folder', async () => {
  const home = makeFolder();
  const env = { HOME: home, XDG_CACHE_HOME: home, LOCALAPPDATA: home };
  expect((await granary(['check'], { env })).stderr).toMatch(/^granary: .* does not exist: /);
  await granary(['build', '--pits', '2', '--layers', '2'], { env });
  const run = await granary(['check', '--json'], { env });
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(jsonLines(run.stdout)).toHaveLength(3);
});

test('for people to read', async () => {
  const sound = await granary(['check', small, '--rules', 'kalah']);
  expect(sound).toMatchObject({ code: 0, stderr: '' });
  const [title, header, first, ...rest] = sound.stdout.split('\n');
  expect(title).toBe(`in ${small}`);
  expect(header).toMatch(/^ +size +blocks +damaged {2}file$/);
  expect(first).toMatch(/^ +\d+ B +1 +0 {2}kalah-3-00\.layer$/);
  expect(rest.at(-2)).toMatch(/^5 files, .*B: all sound$/);

  const folder = damaged((bytes) => flip(bytes, 5));
  const one = await granary(['check', folder]);
  expect(one.code).toBe(1);
  expect(one.stdout).toMatch(/ KB +12 +1 {2}kalah-6-10\.layer\n\n1 file, .* KB: 1 fault\n$/);
  truncateSync(path.join(folder, PREDICTED), 10);
  const cut = await granary(['check', folder]);
  expect(cut.stdout).toMatch(/^ +- +- +the file {2}kalah-6-10\.layer$/m);
});

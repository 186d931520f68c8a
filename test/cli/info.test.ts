/** What files of tables say of themselves. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { filesIn, granary, jsonLines, makeFolder } from './granary.js';

interface Info {
  readonly file: string;
  readonly bytes: number;
  readonly layer: number;
  readonly positions: number;
  readonly halved: boolean;
}

const SHIPPED = path.join(import.meta.dirname, '../../data/tables');
const FILE = path.join(SHIPPED, 'kalah-6-12.layer');
const RULES_AT = 24;

/** A file whose first layer was altered. */
function forged(alter: (bytes: Buffer) => void, name = 'kalah-6-12.layer'): string {
  const file = path.join(makeFolder(), name);
  const bytes = readFileSync(FILE).subarray(0, 1000);
  alter(bytes);
  writeFileSync(file, bytes);
  return file;
}

test('a file as JSON is as the help has it', async () => {
  const { stdout } = await granary(['info', '--help']);
  const [example = ''] = /\{[^}]+\}/.exec(stdout) ?? [];
  const documented = JSON.parse(example) as Info;
  const run = await granary(['info', FILE, '--json']);
  expect(run).toMatchObject({ code: 0, stderr: '' });
  const found = JSON.parse(run.stdout) as Info;
  expect(Object.keys(found)).toEqual(Object.keys(documented));
  expect(found).toEqual({ ...documented, file: FILE });
  expect(found.bytes).toBe(readFileSync(FILE).length);
});

test('a file for people to read', async () => {
  const run = await granary(['info', FILE]);
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(run.stdout.split('\n')).toEqual([
    FILE,
    '  layer 12 of kalah on 6 pits, format version 1',
    expect.stringMatching(
      /^ {2}1,352,078 positions, gains of the parity of the seeds, in \d+ blocks$/,
    ),
    expect.stringMatching(/^ {2}[\d,]+ bytes, \d\.\d{3} bits a position$/),
    expect.stringMatching(/^ {2}checksum [\da-f]{16}$/),
    '',
  ]);
});

test('all layers of a folder, and what is no layer is passed over', async () => {
  const folder = makeFolder();
  await granary(['build', '--rules', 'oware', '--pits', '2', '--layers', '3', '--out', folder]);
  const names = filesIn(folder);
  writeFileSync(path.join(folder, 'README'), 'x');
  const run = await granary(['info', folder, '--json']);
  expect(run).toMatchObject({ code: 0, stderr: '' });
  const found = jsonLines<Info>(run.stdout);
  expect(found.map(({ file }) => file)).toEqual(names.map((name) => path.join(folder, name)));
  expect(found.map(({ layer }) => layer)).toEqual([0, 1, 2, 3]);
  expect(found.map(({ positions }) => positions)).toEqual([1, 4, 10, 20]);
  expect(found.every(({ halved }) => !halved)).toBe(true);

  const text = await granary(['info', folder, FILE]);
  expect(text.stdout.split('\n\n')).toHaveLength(5);
  expect(text.stdout).toContain('1 positions, all gains, in 1 block\n');
});

test('only headers are read: a damaged block is not seen', async () => {
  const run = await granary(['info', forged((bytes) => bytes.fill(0, 500)), '--json']);
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(run.stdout)).toMatchObject({ rules: 'kalah', layer: 12 });
});

test('what a header holds reaches the terminal only in print', async () => {
  const file = forged((bytes) => bytes.write('\u001b[31mred\u0007\n\u009b', RULES_AT, 'latin1'));
  for (const args of [[], ['--json']]) {
    const run = await granary(['info', file, ...args]);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).toContain('?[31mred??');
    expect(run.stdout.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  }
});

test.skipIf(process.platform === 'win32')('nor does what the name of a file holds', async () => {
  const file = forged(() => undefined, '\u001b[31mred.layer');
  const run = await granary(['info', path.dirname(file)]);
  expect(run.code).toBe(0);
  expect(run.stdout).toContain('?[31mred.layer');
  expect(run.stdout).not.toContain('\u001b');
});

test.each([
  ['no layer file', () => forged((bytes) => bytes.fill('x')), /is no layer file: name a layer f/],
  ['what is no file', () => '/dev/null', /\/dev\/null is no file: name a layer file/],
  [
    'another format version',
    () => forged((bytes) => bytes.writeUInt16LE(9, 8)),
    /has format version 9, this program reads version 1: /,
  ],
  [
    'a missing file',
    () => path.join(makeFolder(), 'x.layer'),
    /x\.layer cannot be read \(ENOENT.*\): name a layer file that can be read/,
  ],
  ['a folder without layers', () => makeFolder(), /has no layers: name a folder made by granary/],
])('%s is refused', async (_, place, says) => {
  const run = await granary(['info', place()]);
  expect(run).toMatchObject({ code: 1, stdout: '' });
  expect(run.stderr).toMatch(/^granary: .*\n$/);
  expect(run.stderr).toMatch(says);
});

test.each([0, 7, 8, 63])('a file of %i bytes breaks off', async (length) => {
  const file = path.join(makeFolder(), 'short.layer');
  writeFileSync(file, readFileSync(FILE).subarray(0, length));
  const run = await granary(['info', file]);
  expect(run).toMatchObject({ code: 1, stdout: '' });
  expect(run.stderr).toContain(`short.layer breaks off after ${length} bytes: `);
});

test.each([
  [[], /missing required argument 'files' \(see granary info --help\)/],
  [[''], /the name of a file is empty/],
])('info %j is wrong usage', async (args, says) => {
  const run = await granary(['info', ...args]);
  expect(run).toMatchObject({ code: 2, stdout: '' });
  expect(run.stderr).toMatch(says);
});

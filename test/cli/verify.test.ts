import {
  cpSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { parsePosition } from '../../src/notation.js';
import { CORE_RULES, coreWithLayers, CYCLIC_RULES, writeAltered } from '../core/support.js';
import { Minimax } from '../minimax.js';
import { granary, jsonLines, makeFolder } from './granary.js';

interface Layer {
  readonly rules: string;
  readonly pits: number;
  readonly layer: number;
  readonly positions: number;
  readonly checked: number;
  readonly wrong: number;
  readonly file: string;
  readonly entries?: readonly { position: string; found: number; expected: number }[];
  readonly missing?: readonly number[];
  readonly error?: string;
}

const LAYERS = 5;
const SIZES = [1, 6, 21, 56, 126, 252];

let sound: string;
beforeAll(async () => {
  sound = makeFolder();
  for (const rules of CORE_RULES) {
    const args = ['--rules', rules, '--pits', '3', '--layers', String(LAYERS), '--out', sound];
    expect((await granary(['build', ...args])).code).toBe(0);
  }
});

/** A folder with the sound layers. */
function copy(): string {
  const folder = makeFolder();
  cpSync(sound, folder, { recursive: true });
  return folder;
}

test('all layers of all games in a folder, a line each', async () => {
  const run = await granary(['verify', sound, '--json']);
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(jsonLines<Layer>(run.stdout)).toEqual(
    [...CORE_RULES].sort().flatMap((rules) =>
      SIZES.map((positions, layer) => ({
        rules,
        pits: 3,
        layer,
        positions,
        checked: positions,
        wrong: 0,
        file: path.join(sound, `${rules}-3-0${layer}.layer`),
        ...(CYCLIC_RULES.includes(rules) && { unconfirmed: 0 }),
      })),
    ),
  );
});

test('only those that are asked for, and a sample of them', async () => {
  const folder = copy();
  await granary(['build', '--pits', '2', '--layers', '2', '--out', folder]);
  const run = await granary([
    'verify',
    folder,
    '--rules',
    'kalah',
    '--pits',
    '3',
    '--sample',
    '30',
    '--json',
  ]);
  expect(run).toMatchObject({ code: 0, stderr: '' });
  const layers = jsonLines<Layer>(run.stdout);
  expect(layers.map(({ checked }) => checked)).toEqual([1, 6, 21, 30, 30, 30]);
  expect(layers.every(({ file }) => path.basename(file).startsWith('kalah-3-'))).toBe(true);

  const pits = await granary(['verify', folder, '--pits', '2', '--json']);
  expect(jsonLines<Layer>(pits.stdout).map(({ checked }) => checked)).toEqual([1, 4, 10]);
});

test('a wrong entry is named with what it says and what it should say', async () => {
  const folder = copy();
  const core = await coreWithLayers('kalah', 3, LAYERS);
  const file = await writeAltered(core, folder, LAYERS, (gains) => (gains[100]! += 2));

  const run = await granary(['verify', folder, '--json']);
  expect(run.code).toBe(1);
  expect(run.stderr).toMatch(
    /^granary: .*kalah-3-05\.layer has .*wrong entr.*: remove the file.*\n$/,
  );
  const wrong = jsonLines<Layer>(run.stdout).filter((layer) => layer.wrong > 0);
  expect(wrong).toHaveLength(1);
  expect(wrong[0]).toMatchObject({ layer: LAYERS, checked: 252, file });
  const minimax = new Minimax('kalah');
  const right = wrong[0]!.entries!.map(({ position }) =>
    minimax.gain(parsePosition(position, 'kalah')),
  );
  const lies = wrong[0]!.entries!.filter(({ found }, i) => found !== right[i]);
  expect(lies).toHaveLength(1);
  expect(lies[0]!.found).toBe(lies[0]!.expected + 2);

  const text = await granary(['verify', folder]);
  expect(text.code).toBe(1);
  const { position, expected } = lies[0]!;
  expect(text.stdout).toMatch(
    new RegExp(`^ +${position}: found [-+]?\\d+, expected [-+]?${Math.abs(expected)}$`, 'm'),
  );
});

test('a missing and a damaged layer are each said, and the rest goes on', async () => {
  const folder = copy();
  rmSync(path.join(folder, 'kalah-3-02.layer'));
  truncateSync(path.join(folder, 'kalah-3-04.layer'), 60);
  const run = await granary(['verify', folder, '--rules', 'kalah', '--json']);
  expect(run.code).toBe(1);
  const layers = jsonLines<Layer>(run.stdout);
  expect(layers.map(({ layer, missing }) => [layer, missing])).toEqual([
    [0, undefined],
    [1, undefined],
    [3, [2]],
    [4, undefined],
    [5, [2, 4]],
  ]);
  expect(layers[3]).toMatchObject({
    checked: 0,
    error: expect.stringContaining('60 bytes') as string,
  });
  expect(run.stderr.split('\n')).toEqual([
    expect.stringMatching(
      /^granary: .*-04\.layer breaks off after 60 bytes: build the layer again$/,
    ),
    expect.stringMatching(
      /^granary: layers 3, 5 of kalah on 3 pits in .* need layer 2, not there: build with .* --layers 2 --out /,
    ),
    '',
  ]);
});

test('a folder of damaged files has one remedy', async () => {
  const folder = copy();
  for (let layer = 0; layer <= LAYERS; layer++) {
    truncateSync(path.join(folder, `kalah-3-0${layer}.layer`), 40);
  }
  const run = await granary(['verify', folder, '--rules', 'kalah']);
  expect(run.code).toBe(1);
  expect(run.stderr).toMatch(
    /^granary: layers 0-5 of kalah on 3 pits in .* are damaged: build them again with granary build .*\n$/,
  );
  expect(run.stdout.match(/^ +the file breaks off after 40 bytes$/gm)).toHaveLength(6);
});

test('damaged and foreign files have a remedy each, and each is said once', async () => {
  const folder = copy();
  const change = (layer: number, alter: (bytes: Buffer) => void): void => {
    const file = path.join(folder, `kalah-3-0${layer}.layer`);
    const bytes = readFileSync(file);
    alter(bytes);
    writeFileSync(file, bytes);
  };
  for (const layer of [2, 3]) change(layer, (bytes) => (bytes[bytes.length - 1]! ^= 1));
  for (const layer of [4, 5]) change(layer, (bytes) => (bytes[0]! ^= 1));
  const run = await granary(['verify', folder, '--rules', 'kalah']);
  expect(run.code).toBe(1);
  expect(run.stdout).toMatch(
    /^ +the file is damaged in block 2: its checksum is not the index's$/m,
  );
  expect(run.stdout.match(/^ +the file is no layer file$/gm)).toHaveLength(2);
  expect(run.stderr.split('\n')).toEqual([
    expect.stringMatching(/^granary: layers 2-3 of .* are damaged: build them again with granary/),
    expect.stringMatching(
      /^granary: layers 4-5 of .* are something else: remove their files and build them with /,
    ),
    '',
  ]);
});

test.skipIf(process.platform === 'win32')(
  'what bears the name of a layer and cannot be opened is said, and the rest goes on',
  async () => {
    const folder = copy();
    mkdirSync(path.join(folder, 'kalah-3-06.layer'));
    symlinkSync('kalah-3-07.layer', path.join(folder, 'kalah-3-07.layer'));
    const run = await granary(['verify', folder, '--rules', 'kalah', '--json']);
    expect(run.code).toBe(1);
    expect(jsonLines<Layer>(run.stdout)).toHaveLength(SIZES.length);
    expect(run.stderr.split('\n')).toEqual([
      expect.stringMatching(/^granary: .*-06\.layer is no file: remove it and build the layer/),
      expect.stringMatching(/^granary: .*-07\.layer cannot be read \(ELOOP: /),
      '',
    ]);
  },
);

test('what a header holds reaches the terminal only in print', async () => {
  const folder = copy();
  const file = path.join(folder, 'kalah-3-02.layer');
  const bytes = readFileSync(file);
  bytes.write('\u001b[31mred', 24);
  writeFileSync(file, bytes);
  const run = await granary(['verify', folder, '--rules', 'kalah']);
  expect(run.stdout).toContain('the file holds ?[31mred');
  expect(run.stdout + run.stderr).not.toContain('\u001b');
});

test('layers that rest on damaged ones alone need no remedy of their own', async () => {
  const folder = copy();
  truncateSync(path.join(folder, 'kalah-3-02.layer'), 60);
  const run = await granary(['verify', folder, '--rules', 'kalah', '--json']);
  expect(run.code).toBe(1);
  expect(run.stderr).toMatch(/^granary: .*-02\.layer breaks off after 60 bytes.*\n$/);
  expect(jsonLines<Layer>(run.stdout).some(({ missing }) => missing?.includes(2))).toBe(true);
});

test('without a folder it is the cache folder', async () => {
  const home = makeFolder();
  const env = { HOME: home, XDG_CACHE_HOME: home, LOCALAPPDATA: home };
  const cache = JSON.parse((await granary(['cache', '--json'], { env })).stdout) as {
    folder: string;
  };
  expect((await granary(['verify'], { env })).stderr).toMatch(/^granary: .* does not exist: /);
  mkdirSync(cache.folder, { recursive: true });
  expect((await granary(['verify'], { env })).stderr).toMatch(
    /has no layers: make some with granary prove/,
  );
  await granary(['build', '--pits', '2', '--layers', '2', '--out', cache.folder]);
  const run = await granary(['verify', '--json'], { env });
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(jsonLines<Layer>(run.stdout).map(({ checked }) => checked)).toEqual([1, 4, 10]);
});

test('a file that is called a layer and is none that is known is an error', async () => {
  const folder = copy();
  for (const name of ['chess-3-02.layer', 'kalah-7-02.layer', 'x.layer', 'kalah-3-64.layer']) {
    writeFileSync(path.join(folder, name), 'x');
  }
  const run = await granary(['verify', folder, '--json']);
  expect(run.code).toBe(1);
  expect(jsonLines<Layer>(run.stdout)).toHaveLength(CORE_RULES.length * SIZES.length);
  expect(run.stderr).toMatch(
    /^granary: chess-3-02\.layer, .*, x\.layer in .* are no layers that this program has: .*\n$/,
  );
});

test('for people to read', async () => {
  const run = await granary(['verify', sound, '--rules', 'kalah', '--sample', '20']);
  expect(run).toMatchObject({ code: 0, stderr: '' });
  const [title, header, ...lines] = run.stdout.split('\n');
  expect(title).toBe(`kalah on 3 pits, in ${sound}`);
  expect(header).toMatch(/^layer +positions +checked +wrong {2}file$/);
  expect(lines[5]).toMatch(/^ {4}5 +252 +20 +0 {2}kalah-3-05\.layer$/);
  expect(lines.at(-2)).toMatch(/^in all 87 checked, 0 wrong, .* positions\/s$/);
});

test('a file that says it is too large to read is damaged, and the others are verified', async () => {
  const folder = copy();
  writeFileSync(path.join(folder, 'kalah-3-60.layer'), '');
  const run = await granary(['verify', folder, '--rules', 'kalah', '--json']);
  expect(run.code).toBe(1);
  const layers = jsonLines<Layer & { error?: string }>(run.stdout);
  expect(layers.map(({ layer, wrong }) => [layer, wrong])).toEqual([
    ...SIZES.map((_, layer) => [layer, 0]),
    [60, 0],
  ]);
  expect(layers.at(-1).error).toMatch(/kalah-3-60\.layer breaks off after 0 bytes/);
});

test('layers in which positions come back are confirmed, which is said', async () => {
  const run = await granary(['verify', sound, '--rules', 'awari']);
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(run.stdout).toMatch(/^in all 462 checked, 0 wrong, 462 confirmed, .* positions\/s$/m);
});

/** The package as a program imports it. */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { buildLayers, Core, Crew, formatPosition, moves } from '../../src/index.js';
import { parsePosition, solve } from '../../src/index.js';
import type { MoveValue, Position, Solution } from '../../src/index.js';
import { isGranaryError } from '../../src/index.js';
import { filesIn, makeFolder } from './granary.js';

const ROOT = path.join(import.meta.dirname, '../..');

test('the example of the library', async () => {
  const position: Position = parsePosition('3,3,3/3,3,3 0/0 s', 'kalah');
  const next: readonly string[] = moves(position).map((move) => formatPosition(move.position));
  expect(next).toHaveLength(3);

  const core = await Core.load(position.rules, position.south.length);
  core.reserve({ layers: -1, tableMib: 1 });
  const solution: Solution = await solve(core, position, { moves: true });
  expect(solution).toMatchObject({ value: 2, proof: 'exact' });
  const best: MoveValue | undefined = solution.moves?.find(({ value }) => value === 2);
  expect(best?.move).toBe('1');
});

test('layers are built into a folder and used by what follows', async () => {
  const folder = makeFolder();
  const core = await Core.load('kalah', 3);
  const layers: number[] = [];
  for await (const { layer } of buildLayers(Crew.alone(core), folder, 6)) layers.push(layer);
  expect(layers).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(filesIn(folder)).toHaveLength(7);
  core.reserve({ layers: 6, tableMib: 1 });
  const solution = await solve(core, parsePosition('3,3,3/3,3,3 0/0 s', 'kalah'));
  expect(solution.value).toBe(2);
  expect(solution.lookups).toBeGreaterThan(0);
});

test('failures say what kind they are', () => {
  try {
    parsePosition('4,4/4 0/0 s', 'kalah');
    expect.unreachable();
  } catch (error) {
    expect(isGranaryError(error, 'InvalidPosition')).toBe(true);
  }
});

test('the examples of the README run and print what they say', async () => {
  const readme = readFileSync(path.join(ROOT, 'README.md'), 'utf8');
  const examples = [...readme.matchAll(/```js\n(import [^`]+(?:`[^`]+)*?)```/g)].map(
    ([, js]) => js!,
  );
  const library = pathToFileURL(path.join(ROOT, 'dist/index.js')).href;
  const home = makeFolder();
  const printed = [];
  for (const [i, example] of examples.entries()) {
    const file = path.join(home, `example-${i}.mjs`);
    writeFileSync(file, example.replace("'granary'", `'${library}'`));
    const env = { ...process.env, HOME: home, XDG_CACHE_HOME: home, GRANARY_TABLEBASE: '' };
    printed.push((await promisify(execFile)(process.execPath, [file], { env })).stdout);
  }
  expect(printed).toEqual([expect.stringMatching(/^7 6 6,/), expect.stringMatching(/^2 exact \d/)]);
});

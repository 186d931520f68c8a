import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { CORE_RULES } from '../core/support.js';
import { granary, makeFolder } from './granary.js';

const LAYERS = 6;

interface Published {
  readonly rules: string;
  readonly seeds: number;
  readonly histogram: Readonly<Record<string, number>>;
}

const published = readFileSync(new URL('../vectors/layers.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Published);

let tables: string;
beforeAll(async () => {
  tables = makeFolder();
  for (const rules of CORE_RULES) {
    await granary(['build', '--rules', rules, '--layers', String(LAYERS), '--out', tables]);
  }
});

function histogram(args: readonly string[]): ReturnType<typeof granary> {
  return granary(['histogram', ...args, '--tablebase', tables]);
}

describe.each(CORE_RULES)('%s', (rules) => {
  test.each([0, 1, 4, LAYERS])('layer %i has the published counts', async (layer) => {
    const run = await histogram(['--rules', rules, '--layer', String(layer), '--json']);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    const row = published.find(({ rules: id, seeds }) => id === rules && seeds === layer);
    expect(JSON.parse(run.stdout)).toEqual(row?.histogram);
    const gains = [...run.stdout.matchAll(/"(-?\d+)":/g)].map(([, gain]) => Number(gain));
    expect(gains).toEqual([...gains].sort((a, b) => a - b));
    expect(gains).toHaveLength(Object.keys(row!.histogram).length);
  });
});

test('for people to read', async () => {
  const run = await histogram(['--layer', '3']);
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(run.stdout).toMatchInlineSnapshot(`
    "kalah on 6 pits, layer 3
     gain       positions
       -3              84  ###############################
       -1              72  ###########################
       +1              99  #####################################
       +3             109  ########################################
    "
  `);
});

test('a layer that is not there is said to be missing', async () => {
  const run = await histogram(['--layer', '7', '--json']);
  expect(run).toMatchObject({ code: 1, stdout: '' });
  expect(run.stderr).toMatch(
    /^granary: layer 7 of kalah on 6 pits is not there: build it with granary build --rules kalah --pits 6 --layers 7 --out \S+\n$/,
  );
});

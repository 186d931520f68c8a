import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fileOf } from '../claims/support.js';
import { granary, jsonLines, makeFolder } from './granary.js';

const RULES = 'kalah-empty';
const RIGHT = { id: 'right', rules: RULES, what: 'start-value', pits: 3, seeds: 1, value: 0 };
const WRONG = { id: 'wrong', rules: RULES, what: 'graph-size', pits: 2, seeds: 3, value: 137 };

function write(text: string): string {
  const file = path.join(makeFolder(), 'claims.json');
  writeFileSync(file, text);
  return file;
}

test('a table, in the order of the file', async () => {
  const { code, stdout, stderr } = await granary(['claims', '--file', write(fileOf(WRONG, RIGHT))]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.replace(/[\d.]+ s$/m, '0 s')).toMatchInlineSnapshot(`
    "refuted       wrong  138 positions
                         claimed: (2,3): 137 positions can come up
    confirmed     right  score 0

    2 claims: 1 confirmed, 0 half right, 1 refuted, 0 out of reach; 0 s
    "
  `);
});

test('JSON, an object a claim', async () => {
  const { code, stdout } = await granary([
    'claims',
    '--file',
    write(fileOf(WRONG, RIGHT)),
    '--json',
  ]);
  expect(code).toBe(0);
  expect(jsonLines(stdout)).toMatchObject([
    {
      id: 'wrong',
      what: 'graph-size',
      rules: RULES,
      claimed: '(2,3): 137 positions can come up',
      verdict: 'refuted',
      found: '138 positions',
      nodes: 0,
    },
    { id: 'right', claimed: '(3,1) has score 0', verdict: 'confirmed', found: 'score 0' },
  ]);
});

test('Markdown, with the command that made it', async () => {
  const args = ['claims', '--only', 'rule-abapa', '--markdown', '--budget', '10'];
  const { code, stdout } = await granary(args);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^# Claims\n\nMade by `granary claims --budget 10 --only rule-abapa --markdown`/,
  );
  expect(stdout).toContain('| confirmed | 3 |');
  expect(stdout.match(/^\| rule-abapa-.*\*\*confirmed\*\*/gm)).toHaveLength(3);
  expect((await granary(args)).stdout).toBe(stdout);
});

test.each([
  ['rule', 14],
  ['rule-awari', 3],
  ['clearing-rows', 1],
  ['ludoteka', 2],
])('--only %s', async (only, claims) => {
  const { stdout } = await granary(['claims', '--only', only, '--json']);
  expect(jsonLines(stdout)).toHaveLength(claims);
});

test.each<[string, readonly string[], RegExp]>([
  [
    'nothing meant',
    ['--only', 'nothing'],
    /^granary: --only 'nothing': expected the beginning of an id/,
  ],
  ['no budget', ['--budget', '0'], /^granary: --budget '0': expected a whole number from 1 to/],
  [
    'two forms',
    ['--json', '--markdown'],
    /^granary: option '--markdown' cannot be used with option '--json'/,
  ],
  ['no JSON', ['--file', write('{')], /^granary: .*claims\.json: no JSON: /],
  [
    'a bad claim',
    ['--file', write(fileOf({ ...RIGHT, pits: 9 }))],
    /^granary: .*claims\.json: claim right: pits: expected a whole number from 1 to 8$/m,
  ],
])('%s is one clear line', async (_, args, says) => {
  const { code, stdout, stderr } = await granary(['claims', ...args]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(says);
  expect(stderr.trim().split('\n')).toHaveLength(1);
});

test('a file that is not there', async () => {
  const { code, stderr } = await granary(['claims', '--file', '/nowhere/claims.json']);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^granary: ENOENT.*: check the path and its permissions\n$/);
});

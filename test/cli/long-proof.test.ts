/** Proofs with workers, to a limit and from a checkpoint. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { granary, jsonLines, makeFolder, QUICK } from './granary.js';

interface Answer {
  readonly value: number;
  readonly proof: string;
  readonly lower: number;
  readonly upper: number;
  readonly nodes: number;
  readonly moves?: readonly { readonly move: string; readonly value: number }[];
}

const SOLVE = ['solve', '--pits', '5', '--seeds', '3', '--no-tablebase', '--json', ...QUICK];

async function answer(args: readonly string[]): Promise<Answer> {
  const run = await granary(args);
  expect(run.code, run.stderr).toBe(0);
  return jsonLines<Answer>(run.stdout)[0]!;
}

test('one worker and two find the same values, of every move', async () => {
  const one = await answer([...SOLVE, '--moves']);
  const two = await answer([...SOLVE, '--moves', '--workers', '2']);
  expect(one).toMatchObject({ value: 6, proof: 'exact' });
  expect(two.value).toBe(6);
  const values = ({ moves }: Answer): unknown => moves?.map(({ move, value }) => [move, value]);
  expect(values(two)).toEqual(values(one));
});

test('a search that ran out of time says what is proven', async () => {
  const start = ['solve', '--seeds', '6', '--no-tablebase', '--json', ...QUICK];
  const found = await answer([...start, '--time', '0.2']);
  expect(found.proof).not.toBe('exact');
  expect(found.lower).toBeLessThan(found.upper);
});

test('a proof goes on from its checkpoint', async () => {
  const file = path.join(makeFolder(), 'proof');
  const whole = await answer(SOLVE);
  const half = Math.floor(whole.nodes / 2);
  const first = await granary([...SOLVE, '--nodes', String(half), '--checkpoint', file]);
  expect(jsonLines<Answer>(first.stdout)[0]!.proof).not.toBe('exact');
  expect(existsSync(file)).toBe(true);
  const second = await granary([...SOLVE, '--checkpoint', file]);
  expect(second.stderr).toMatch(/^going on from .*proof: [\d,]+ entries, found in .* nodes and /m);
  const rest = jsonLines<Answer>(second.stdout)[0]!;
  expect(rest).toMatchObject({ value: whole.value, proof: 'exact' });
  expect(rest.nodes).toBeLessThan(0.8 * whole.nodes);
});

test('prove says who wins before it says by how much', async () => {
  const folder = makeFolder();
  const args = ['prove', '--pits', '4', '--seeds', '4', '--layers', '8', '--tablebase', folder];
  const { stdout } = await granary([...args, ...QUICK, '--checkpoint', path.join(folder, 'proof')]);
  expect(stdout).toMatch(
    /^South wins( by at least \d+)?: [\d,]+ nodes.*\nSouth wins by 2 \(\+2 for South, to move\)$/m,
  );
});

test.each([
  [['--time', '0'], '--time: 0 is no number of seconds above 0'],
  [['--time', 'soon'], '--time: soon is no number of seconds above 0'],
  [['--time', '-1'], '--time: -1 is no number of seconds above 0'],
  [['--time', 'Infinity'], '--time: Infinity is no number of seconds above 0'],
  [['--checkpoint', ''], '--checkpoint: the name of the file is empty'],
  [['--workers', '0'], '--workers'],
  [['-', '--checkpoint', 'x'], '--checkpoint beside several positions'],
  [['--played', '3', '--checkpoint', 'x'], '--checkpoint beside --played'],
])('solve %j is wrong usage', async (args, message) => {
  const run = await granary(['solve', ...args]);
  expect(run.code).toBe(2);
  expect(run.stderr).toContain(message);
  expect(run.stderr.trim().split('\n')).toHaveLength(1);
});

test('what is no checkpoint is refused and stays', async () => {
  const file = path.join(makeFolder(), 'proof');
  writeFileSync(file, 'mine\n');
  const run = await granary([...SOLVE, '--checkpoint', file]);
  expect(run.code).toBe(1);
  expect(run.stderr).toContain(`${file} is no checkpoint of a proof: name another file`);
  expect(readFileSync(file, 'utf8')).toBe('mine\n');
  const nowhere = await granary([...SOLVE, '--checkpoint', path.join(file, 'proof')]);
  expect(nowhere.code).toBe(1);
  expect(nowhere.stderr).toMatch(/^granary: cannot .*\n$/);
});

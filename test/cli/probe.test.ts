import path from 'node:path';
import { rmSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { formatPosition, parsePosition } from '../../src/notation.js';
import { legalPits, makePosition } from '../../src/position.js';
import { isCyclic, optionsOf } from '../../src/rules/options.js';
import type { RuleSetId } from '../../src/rules/options.js';
import { CORE_RULES } from '../core/support.js';
import { referenceOf } from '../fixpoint.js';
import { pick, randomBoard, randomOf } from '../random.js';
import { granary, jsonLines, makeFolder } from './granary.js';

interface Answer {
  readonly rules: string;
  readonly position: string;
  readonly layer: number;
  readonly covered: boolean;
  readonly value: number | null;
  readonly moves: readonly { readonly move: string; readonly value: number | null }[];
}

const LAYERS = 8;
const MISSING = 5;
/** Seven seeds; each move is a way on into layer 6, or stays in layer 7. */
const SEVEN = '1,0,2/1,2,1 4/3 n';
/** Its second move leads into layer 5. */
const SIX = '1,0,1/1,1,2 0/0 s';

let tables: string;
beforeAll(async () => {
  tables = makeFolder();
  for (const rules of CORE_RULES) {
    const args = ['--rules', rules, '--pits', '3', '--layers', String(LAYERS), '--out', tables];
    expect((await granary(['build', ...args])).code).toBe(0);
    rmSync(path.join(tables, `${rules}-3-0${MISSING}.layer`));
  }
});

async function probe(args: readonly string[], stdin?: string): Promise<Answer[]> {
  const run = await granary(['probe', ...args, '--json', '--tablebase', tables], {
    stdin: stdin ?? '',
  });
  expect(run).toMatchObject({ code: 0, stderr: '' });
  return jsonLines<Answer>(run.stdout);
}

const references = new Map<RuleSetId, ReturnType<typeof referenceOf>>();

function referenceFor(rules: RuleSetId): ReturnType<typeof referenceOf> {
  const reference = references.get(rules) ?? referenceOf(rules, 3);
  references.set(rules, reference);
  return reference;
}

/** What must be answered, by an independent reference on the plain rules. */
function expected(text: string, rules: RuleSetId): Answer {
  const position = parsePosition(text, rules);
  const { south, north, stores, mover } = position;
  const layer = [...south, ...north].reduce((sum, seeds) => sum + seeds);
  const reference = referenceFor(rules);
  const lead = mover === 's' ? stores[0] - stores[1] : stores[1] - stores[0];
  const covered = layer <= LAYERS && layer !== MISSING;
  const pits = legalPits(position);
  return {
    rules,
    position: text,
    layer,
    covered,
    ...(isCyclic(optionsOf(rules)) && { endless: 'split' }),
    value: covered || pits.length === 0 ? lead + reference.gain(position) : null,
    moves: pits.map((pit) => ({
      move: String(pit),
      value: lead + reference.gainBy(position, pit - 1),
    })),
  };
}

describe.each(CORE_RULES)('%s', (rules) => {
  test('a stream is answered as by the plain rules, or not covered', async () => {
    const random = randomOf(3);
    const texts = Array.from({ length: 300 }, () => {
      const board = randomBoard(random, 3, pick(random, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 10]));
      const stores = [pick(random, [0, 3, 20]), pick(random, [0, 1, 15])];
      return formatPosition(
        makePosition({ ...board, stores, mover: pick(random, ['s', 'n']) }, rules),
      );
    });
    const answers = await probe(['-', '--rules', rules], texts.join('\n'));
    expect(answers).toHaveLength(texts.length);
    let nulls = 0;
    for (const [i, answer] of answers.entries()) {
      const right = expected(texts[i]!, rules);
      const moves = answer.moves.map((move, at) => {
        if (move.value !== null) return move;
        nulls++;
        return { ...move, value: right.moves[at]!.value };
      });
      expect({ ...answer, moves }).toEqual(right);
    }
    expect(nulls).toBeGreaterThan(50);
    expect(new Set(answers.map(({ covered }) => covered)).size).toBe(2);
  });
});

test('a layer below that is missing leaves the others as they are', async () => {
  const [answer] = await probe([SEVEN]);
  expect(answer).toEqual(expected(SEVEN, 'kalah'));
});

test('a move into a layer that is missing is not covered, in its place', async () => {
  const [answer] = await probe([SIX]);
  const right = expected(SIX, 'kalah');
  expect(Object.keys(answer!)).toEqual(['rules', 'position', 'layer', 'covered', 'value', 'moves']);
  expect(answer).toEqual({ ...right, moves: [right.moves[0], { move: '3', value: null }] });
});

test('a position that is not covered has no value, and that is no error', async () => {
  const [answer] = await probe(['3,3,3/3,3,3 0/0 s']);
  expect(answer).toMatchObject({ layer: 18, covered: false, value: null });
  expect(answer!.moves.map(({ value }) => value)).toEqual([null, null, null]);
});

test('a game that is over has its result, covered or not, with tables or without', async () => {
  expect(
    await probe(['0,0,0/2,0,1 4/3 n', '0,0,0/5,0,0 4/3 s', '0,0,0/9,0,9 4/3 s']),
  ).toMatchObject([
    { position: '0,0,0/2,0,1 4/3 n', layer: 3, covered: true, value: 2, moves: [] },
    { position: '0,0,0/5,0,0 4/3 s', layer: 5, covered: false, value: -4, moves: [] },
    { position: '0,0,0/9,0,9 4/3 s', layer: 18, covered: false, value: -17, moves: [] },
  ]);
  const over = '0,0,0,0,0,0,0,0/1,0,0,0,0,0,0,0 4/3 s';
  const run = await granary(['probe', over, '--json']);
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(JSON.parse(run.stdout)).toMatchObject({ covered: false, value: 0 });
});

test('a bad line is answered in its place', async () => {
  const stdin = `${SEVEN}\nx\n1/1 0/0 s\n${SEVEN}\n`;
  const run = await granary(['probe', '-', '--tablebase', tables], { stdin });
  expect(run).toMatchObject({ code: 1, stderr: '' });
  const [first, bad, other, last] = jsonLines<{ line?: number; error?: string }>(run.stdout);
  expect(bad).toMatchObject({ line: 2, error: expect.stringContaining("is 'x'") as string });
  expect(other).toMatchObject({
    line: 3,
    error: expect.stringContaining('none of kalah on 1 pit') as string,
  });
  expect(last).toEqual(first);
});

test('several folders, and those of the variable', async () => {
  const other = makeFolder();
  await granary(['build', '--pits', '3', '--layers', String(MISSING), '--out', other]);
  const args = ['probe', SIX, '--json'];
  const named = await granary([...args, '--tablebase', tables, '--tablebase', other]);
  const listed = await granary(args, {
    env: { GRANARY_TABLEBASE: [tables, other].join(path.delimiter) },
  });
  expect(JSON.parse(named.stdout)).toEqual(expected(SIX, 'kalah'));
  expect(listed).toEqual(named);
});

test('for people to read', async () => {
  const run = await granary(['probe', SIX, '0,0,0/2,0,1_4/3_n', '--tablebase', tables]);
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(run.stdout).toMatchInlineSnapshot(`
    "kalah  1,0,1/1,1,2 0/0 s
    layer 6: draw (0 for South, to move)

    move   value  outcome
       1       0  draw  best
       3       -  not covered

    kalah  0,0,0/2,0,1 4/3 n
    the game is over, South 4, North 6: North wins by 2
    "
  `);
});

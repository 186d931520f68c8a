import { truncateSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { finish, granary, jsonLines, makeFolder, printed, QUICK, start } from './granary.js';

interface Answer {
  readonly line?: number;
  readonly error?: string;
  readonly position?: string;
}

/** Runs a command over standard input and tells each answer by its position or its fault. */
async function answersTo(
  stdin: string | Uint8Array,
): Promise<{ answers: string[]; code: number | null }> {
  const run = await granary(['moves', '-'], { stdin });
  expect(run.stderr).toBe('');
  const answers = jsonLines<Answer>(run.stdout).map(
    ({ line, error, position }) => position ?? `${line ?? '?'}: ${error ?? '?'}`,
  );
  return { answers, code: run.code };
}

describe('one answer a line, in order', () => {
  test('an empty input has none', async () => {
    expect(await answersTo('')).toEqual({ answers: [], code: 0 });
  });

  test('a bad line is answered in its place and the rest goes on', async () => {
    const found = await answersTo('1/1 0/0 s\n1/1 0/0\nno\n2/2 0/0 n\n');
    expect(found).toEqual({
      answers: [
        '1/1 0/0 s',
        '2: position ends before the mover: expected s or n',
        expect.stringMatching(/^3: South's pit 1 is 'no'/),
        '2/2 0/0 n',
      ],
      code: 1,
    });
  });

  test('a blank line is a bad one; the end of the last line may be missing', async () => {
    expect(await answersTo('1/1 0/0 s\n\n \t\n2/2 0/0 n')).toEqual({
      answers: [
        '1/1 0/0 s',
        '2: blank line: expected a position',
        '3: blank line: expected a position',
        '2/2 0/0 n',
      ],
      code: 1,
    });
  });

  test('lines may end in CRLF and the input may begin with a byte order mark', async () => {
    expect(await answersTo('\ufeff1/1 0/0 s\r\n2/2 0/0 n\r\n')).toEqual({
      answers: ['1/1 0/0 s', '2/2 0/0 n'],
      code: 0,
    });
  });

  test('a line may be of any length', async () => {
    const long = 8 * 2 ** 20;
    const { answers, code } = await answersTo(`1/1 0/0 s\n${'4,'.repeat(long / 2)}\n2/2 0/0 n\n`);
    expect(answers).toEqual([
      '1/1 0/0 s',
      `2: line of ${long} bytes: expected at most 4096`,
      '2/2 0/0 n',
    ]);
    expect(code).toBe(1);
  });

  test('what is not text is a bad line', async () => {
    const bytes = Buffer.concat([
      Buffer.from('1/1 0/0 s\n'),
      Buffer.from([0xff, 0xfe, 0x0a, 0, 0x0a]),
    ]);
    const { answers, code } = await answersTo(bytes);
    expect(answers).toHaveLength(3);
    expect(answers[1]).toBe('2: line is not UTF-8 text: expected a position');
    expect(answers[2]).toMatch(/^3: South's pit 1 is '\?'/);
    expect(code).toBe(1);
  });

  test('solve answers boards of every size', async () => {
    const stdin = '1,1/1,1 0/0 s\n1,1,1,1,1,1,1/1,1,1,1,1,1,1 0/0 s\n99,99/0,1 0/0 s\nx\n';
    const run = await granary(['solve', '-', '--no-tablebase', ...QUICK], { stdin });
    expect(run).toMatchObject({ code: 1, stderr: '' });
    const answers = jsonLines<Answer>(run.stdout);
    expect(answers.slice(0, 3)).toMatchObject([
      { position: '1,1/1,1 0/0 s', proof: 'exact' },
      { position: '1,1,1,1,1,1,1/1,1,1,1,1,1,1 0/0 s', proof: 'exact' },
      { position: '99,99/0,1 0/0 s', proof: 'exact' },
    ]);
    expect(answers.slice(3)).toEqual([
      { line: 4, error: expect.stringContaining("South's pit 1") as string },
    ]);
  });
});

test('perft counts the leaves of every position', async () => {
  const stdin = '4,4,4,4,4,4/4,4,4,4,4,4 0/0 s\n\nx\n1,1/1,1 0/0 n\n1,1/0,0 0/0 s\n';
  const run = await granary(['perft', '-', '--depth', '3'], { stdin });
  expect(run).toMatchObject({ code: 1, stderr: '' });
  expect(jsonLines(run.stdout)).toEqual([
    {
      rules: 'kalah',
      position: '4,4,4,4,4,4/4,4,4,4,4,4 0/0 s',
      depth: 3,
      leaves: [6, 35, 185],
    },
    { line: 2, error: 'blank line: expected a position' },
    { line: 3, error: expect.stringContaining("is 'x'") as string },
    { rules: 'kalah', position: '1,1/1,1 0/0 n', depth: 3, leaves: [2, 3, 2] },
    { rules: 'kalah', position: '1,1/0,0 0/0 s', depth: 3, leaves: [0, 0, 0] },
  ]);
  const args = ['perft', '-', '--depth', '2', '--divide', '--rules', 'oware'];
  const divided = await granary(args, { stdin: '2,2/2,2 0/0 s\n' });
  expect(JSON.parse(divided.stdout)).toMatchObject({
    rules: 'oware',
    divide: [{ move: '1' }, { move: '2' }],
  });
});

test('explain tells of every position and its move', async () => {
  const lines = [
    '4,4,4,4,4,4/4,4,4,4,4,4 0/0 s 3,6',
    '4,4/4,4_0/0_s A',
    '<2,0,0,4,4,4,4> 2',
    '',
    '4,4/4,4 0/0 s',
    '4,4/4,4_0/0_s',
    '4,0/4,4 0/0 s 2',
    '4,4/4,4 0/0 s 1,2,1',
    '4,4/4 0/0 s 1',
  ];
  const run = await granary(['explain', '-'], { stdin: lines.join('\n') });
  expect(run).toMatchObject({ code: 1, stderr: '' });
  const answers = jsonLines<Answer>(run.stdout);
  expect(answers.slice(0, 3)).toMatchObject([
    { position: '4,4,4,4,4,4/4,4,4,4,4,4 0/0 s', plies: [{ move: '3' }, { move: '6' }] },
    { position: '4,4/4,4 0/0 s', plies: [{ move: '1' }] },
    { position: '4,4/4,4 0/0 s', plies: [{ move: '2' }] },
  ]);
  const errors = answers.slice(3).map(({ line, error }) => `${line ?? '?'}: ${error ?? '?'}`);
  expect(errors).toEqual([
    '4: blank line: expected a position',
    '5: empty turn: expected pits joined by commas, like 3,6',
    '6: empty turn: expected pits joined by commas, like 3,6',
    '7: pit 2 is empty: expected one of 1',
    expect.stringMatching(/^8: South's pit 1 ends the turn/),
    expect.stringMatching(/^9: South's row has 2 pits/),
  ]);
  const [line = ''] = lines;
  const at = line.lastIndexOf(' ');
  const alone = await granary(['explain', line.slice(0, at), line.slice(at + 1), '--json']);
  expect(JSON.parse(alone.stdout)).toEqual(answers[0]);
});

test('an answer comes as soon as it is known, not at the end of the input', async () => {
  const child = start(['solve', '-', ...QUICK]);
  const first = printed(child.stdout, /\n/);
  child.stdin.write('1,1/1,1 0/0 s\n');
  expect(await first).toContain('"position":"1,1/1,1 0/0 s"');
  const second = printed(child.stdout, /\n/);
  child.stdin.write('2,2/2,2 0/0 s\n');
  expect(await second).toContain('"position":"2,2/2,2 0/0 s"');
  const end = finish(child);
  child.stdin.end();
  expect((await end).code).toBe(0);
});

test('a line that needs a damaged layer is answered in its place, and the rest goes on', async () => {
  const folder = makeFolder();
  await granary(['build', '--pits', '3', '--layers', '7', '--out', folder]);
  truncateSync(path.join(folder, 'kalah-3-06.layer'), 150);
  const stdin = '1,1,1/1,1,0 0/0 s\n1,1,1/1,1,1 0/0 s\n1,1,1/1,0,0 0/0 s\n';
  for (const command of ['probe', 'solve']) {
    const run = await granary([command, '-', '--tablebase', folder], { stdin });
    const answers = jsonLines<Answer>(run.stdout);
    expect(run.code).toBe(1);
    expect(answers.map(({ position, line }) => position ?? line)).toEqual([
      '1,1,1/1,1,0 0/0 s',
      2,
      '1,1,1/1,0,0 0/0 s',
    ]);
    expect(answers[1]?.error).toMatch(/kalah-3-06\.layer has 150 bytes, expected \d+: /);
  }
});

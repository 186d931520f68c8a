import { expect, test } from 'vitest';
import { formatPosition } from '../../src/notation.js';
import { moveVectors } from '../vectors.js';
import { granary, jsonLines, START } from './granary.js';

interface Answer {
  readonly position: string;
  readonly over: boolean;
  readonly moves: readonly {
    readonly move: string;
    readonly position: string;
    readonly extraTurn: boolean;
    readonly captured: number;
    readonly over: boolean;
  }[];
}

test('a stream of positions is answered as in the vectors, in order', async () => {
  const vectors = [...moveVectors()].filter(({ rules }) => rules === 'kalah');
  expect(vectors.length).toBeGreaterThan(50);
  const stdin = vectors.map(({ board }) => formatPosition(board)).join('\n');
  const run = await granary(['moves', '-'], { stdin });
  expect(run.stderr).toBe('');
  expect(run.code).toBe(0);

  const answers = jsonLines<Answer>(run.stdout);
  expect(answers.map(({ position }) => position)).toEqual(stdin.split('\n'));
  const found = answers.map(({ moves }) =>
    moves.map(({ position, ...move }) => ({ ...move, seeds: seedsOf(position) })),
  );
  const expected = vectors.map(({ moves }) =>
    moves.map(({ pit, after, extraTurn, captured, over }) => ({
      move: String(pit),
      extraTurn,
      captured,
      over,
      seeds: seedsOf(formatPosition({ ...after, mover: 's' })),
    })),
  );
  expect(found).toEqual(expected);
});

test('the keys come in the order that is documented', async () => {
  const { stdout } = await granary(['moves', '1,1/1,1 0/0 n', '--json']);
  expect(stdout).toBe(
    '{"rules":"kalah","position":"1,1/1,1 0/0 n","over":false,"moves":[' +
      '{"move":"1","position":"1,1/0,2 0/0 s","extraTurn":false,"captured":0,"over":false},' +
      '{"move":"2","position":"1,1/1,0 0/1 n","extraTurn":true,"captured":0,"over":false}]}\n',
  );
});

test('several positions give a line each; spaces may be written as _', async () => {
  const run = await granary(['moves', '1/1_0/0_s', '2,0/0,1 3/4 n', '--json']);
  expect(run.code).toBe(0);
  expect(jsonLines<Answer>(run.stdout).map(({ position }) => position)).toEqual([
    '1/1 0/0 s',
    '2,0/0,1 3/4 n',
  ]);
});

test('a finished game has its result and no moves', async () => {
  const { code, stdout } = await granary(['moves', '0,0/1,2 3/4 s', '--json']);
  expect(stdout).toBe(
    '{"rules":"kalah","position":"0,0/1,2 3/4 s","over":true,' +
      '"result":{"south":3,"north":7},"moves":[]}\n',
  );
  expect(code).toBe(0);
});

test('boards of 8 pits and 255 seeds, more than the core takes, are played', async () => {
  const position = '1,0,0,0,0,0,0,200/0,0,0,0,0,0,0,54 0/0 s';
  const { code, stdout } = await granary(['moves', position, '--json']);
  expect(code).toBe(0);
  const [answer] = jsonLines<Answer>(stdout);
  expect(answer?.moves.map(({ move }) => move)).toEqual(['1', '8']);
});

test('people get a table', async () => {
  const { stdout } = await granary(['moves', START]);
  expect(stdout).toMatch(/^kalah {2}4,4,4,4,4,4\/4,4,4,4,4,4 0\/0 s\nmove/);
  expect(stdout).toMatch(/^ +3 +- +South again +4,4,0,5,5,5\/4,4,4,4,4,4 1\/0 s$/m);
  const over = await granary(['moves', '0,0/1,2 3/4 s']);
  expect(over.stdout).toContain('the game is over: South 3, North 7\n');
});

test('the board text of the Kalah Game Protocol is read and, on demand, written', async () => {
  const kgp = '<2,0,3,1,1,1,0>';
  const plain = await granary(['moves', kgp, '--json']);
  expect(jsonLines<Answer>(plain.stdout)[0]?.position).toBe('1,1/1,0 0/3 s');

  // The other side's turn is seen from there, an extra turn from here.
  const answer =
    '{"rules":"kalah","position":"<2,0,3,1,1,1,0>","over":false,"moves":[' +
    '{"move":"1","position":"<2,3,0,1,0,0,2>","extraTurn":false,"captured":0,"over":false},' +
    '{"move":"2","position":"<2,1,3,1,0,1,0>","extraTurn":true,"captured":0,"over":false}]}\n';
  const args = ['--notation', 'kgp'];
  for (const position of [kgp, '1,1/1,0 0/3 s', '1,0/1,1 3/0 n']) {
    const run = await granary(['moves', position, ...args, '--json']);
    expect(run).toEqual({ code: 0, stderr: '', stdout: answer });
    const stream = await granary(['moves', '-', ...args], { stdin: `${position}\n` });
    expect(stream.stdout).toBe(answer);
  }
  // The result is that of the sides as they are printed.
  const over = { stdin: '1,2/0,0 3/4 n\n' };
  for (const given of ['1,2/0,0 3/4 n', '-']) {
    const run = await granary(['moves', given, ...args, '--json'], over);
    expect(JSON.parse(run.stdout)).toMatchObject({ result: { south: 4, north: 6 } });
  }
  const text = await granary(['moves', '1,0/1,1 3/0 n', ...args]);
  expect(text.stdout).toMatch(/^kalah {2}<2,0,3,1,1,1,0>\nmove/);
  expect(text.stdout).toMatch(/^ +2 +- +South again +<2,1,3,1,0,1,0>$/m);
});

test('the board text of Aualé is read and, on demand, written', async () => {
  const auale = '0-1-2-1-2-1-3-4-N';
  const plain = await granary(['moves', auale, '--rules', 'oware', '--json']);
  expect(jsonLines<Answer>(plain.stdout)[0]?.position).toBe('0,1,2/1,2,1 3/4 n');

  // Pit 2 reaches South's pit 1, pit 3 the same; neither makes two or three of it.
  const rest =
    '"position":"0-1-2-1-2-1-3-4-N","over":false,"moves":[' +
    '{"move":"1","position":"0-1-2-0-3-1-3-4-S","extraTurn":false,"captured":0,"over":false},' +
    '{"move":"2","position":"1-1-2-1-0-2-3-4-S","extraTurn":false,"captured":0,"over":false},' +
    '{"move":"3","position":"1-1-2-1-2-0-3-4-S","extraTurn":false,"captured":0,"over":false}]}\n';
  for (const rules of ['oware', 'awari']) {
    const answer = `{"rules":"${rules}",${rest}`;
    const args = ['--notation', 'auale', '--rules', rules];
    for (const position of [auale, '0,1,2/1,2,1 3/4 n']) {
      const run = await granary(['moves', position, ...args, '--json']);
      expect(run).toEqual({ code: 0, stderr: '', stdout: answer });
      const stream = await granary(['moves', '-', ...args], { stdin: `${position}\n` });
      expect(stream.stdout).toBe(answer);
    }
    const text = await granary(['moves', auale, ...args]);
    expect(text.stdout).toMatch(/^(oware|awari) {2}0-1-2-1-2-1-3-4-N\nmove/);
    expect(text.stdout).toMatch(/^ +3 +- +South +1-1-2-1-2-0-3-4-S$/m);
  }
});

test('a stream says of a line why its board text is of another game', async () => {
  const stdin = '4-4-4-4-0-0-S\n1,1/1,1 0/0 n\n';
  const { code, stdout } = await granary(['moves', '-'], { stdin });
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /^\{"line":1,"error":"Auale board text is of Oware, not of kalah: .*\}\n\{/,
  );
});

/** A position without its mover, which the vectors do not tell. */
function seedsOf(position: string): string {
  return position.slice(0, -2);
}

import { rmSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { play } from '../../src/position.js';
import { parsePosition, parseTurn } from '../../src/notation.js';
import {
  granary,
  jsonLines,
  makeFolder,
  NO_TABLES_OR_NOTHING,
  QUICK,
  SMALL,
  START,
} from './granary.js';

interface Answer {
  readonly rules: string;
  readonly position: string;
  readonly value: number;
  readonly proof: string;
  readonly lower: number;
  readonly upper: number;
  readonly pv: readonly string[];
  readonly nodes: number;
  readonly lookups: number;
  readonly seconds: number;
  readonly moves?: readonly {
    readonly move: string;
    readonly value: number;
    readonly proof: string;
    readonly lower: number;
    readonly upper: number;
  }[];
}

async function solve(args: readonly string[], env?: Record<string, string>): Promise<Answer> {
  const run = await granary(['solve', ...args, '--json'], env ? { env } : {});
  expect(run.code).toBe(0);
  expect(run.stderr).toMatch(NO_TABLES_OR_NOTHING);
  const [answer, ...more] = jsonLines<Answer>(run.stdout);
  expect(more).toEqual([]);
  return answer!;
}

/** The score after a line of best play, for the side to move in `position`. */
function replay(text: string, pv: readonly string[]): number {
  const pits = pv.flatMap((turn) => parseTurn(turn));
  const first = parsePosition(text, 'kalah');
  const last = pits.reduce((position, pit) => play(position, pit).position, first);
  const [south, north] = last.stores;
  return first.mover === 's' ? south - north : north - south;
}

describe('known values', () => {
  test.each([
    { seeds: 3, value: 2 },
    { seeds: 2, value: 6 },
    { seeds: 1, value: 2 },
  ])('kalah(6,$seeds) is $value', async ({ seeds, value }) => {
    const answer = await solve(['--seeds', String(seeds), '--no-tablebase', '--table-mib', '64']);
    expect(answer).toMatchObject({ value, proof: 'exact', lookups: 0 });
    expect(replay(answer.position, answer.pv)).toBe(value);
  });
});

test('the keys come in the order that is documented', async () => {
  const plain = await solve([SMALL, ...QUICK]);
  const bounds = ['value', 'proof', 'lower', 'upper'];
  const keys = ['rules', 'position', ...bounds, 'pv', 'nodes', 'lookups', 'seconds'];
  expect(Object.keys(plain)).toEqual(keys);
  const all = await solve([SMALL, '--moves', ...QUICK]);
  expect(Object.keys(all)).toEqual([...keys, 'moves']);
  expect(all.moves?.map((move) => Object.keys(move))).toEqual(
    Array<string[]>(3).fill(['move', ...bounds]),
  );
});

test('the best of the moves has the value of the position', async () => {
  const { value, moves = [] } = await solve(['--pits', '4', '--seeds', '3', '--moves', ...QUICK]);
  expect(moves.map(({ move }) => move)).toEqual(['1', '2', '3', '4']);
  expect(Math.max(...moves.map((move) => move.value))).toBe(value);
});

test('values are seen by the mover and hold what lies in the stores', async () => {
  const south = await solve(['3,3,3/3,3,3 0/10 s', ...QUICK]);
  const north = await solve(['3,3,3/3,3,3 10/0 n', ...QUICK]);
  expect(south.value).toBe(2 - 10);
  expect(north.value).toBe(2 - 10);
  expect(replay(north.position, north.pv)).toBe(north.value);
});

test('a finished game is answered with its result, on any board', async () => {
  const board = '0,0,0,0,0,0,0,0/9,0,0,0,0,0,0,200 30/0 s';
  expect(await solve([board, '--moves'])).toMatchObject({
    value: 30 - 209,
    proof: 'exact',
    pv: [],
    nodes: 0,
    moves: [],
  });
});

test('a search that may not go on says what it has proven', async () => {
  const answer = await solve([
    ...['--seeds', '3', '--nodes', '2000', '--moves', '--no-tablebase'],
    ...QUICK,
  ]);
  expect(answer.proof).not.toBe('exact');
  expect(answer.pv).toEqual([]);
  expect(answer.nodes).toBeLessThanOrEqual(2000);
  const { value, proof, lower, upper } = answer;
  expect(proof === 'lower' ? value <= 2 : value >= 2).toBe(true);
  expect(value).toBe(proof === 'lower' ? lower : upper);
});

describe('people are told of a search that may not go on', () => {
  const args = ['solve', START, '--moves', '--no-tablebase', '--no-book', ...QUICK, '--nodes'];

  test('that nothing is proven', async () => {
    const { stdout } = await granary([...args, '1']);
    expect(stdout).toContain('\nnothing proven yet (South to move)\n');
    expect(stdout.match(/^ +[1-6] +- {2}nothing proven yet /gm)).toHaveLength(6);
    expect(stdout).not.toMatch(/[<>]=|\.\./);
  });

  test('which bounds are, of every move and by the moves', async () => {
    const { stdout } = await granary([...args, '20000']);
    expect(
      stdout.match(/^ +[1-6] +(<=|>=) [+-]\d+ {2}South (wins|loses) by at \w+ \d+ /gm),
    ).toHaveLength(6);
    expect(stdout).toMatch(
      /^by the moves: South wins by at most \d+ \(<= \+\d+ for South, to move\)$/m,
    );
    expect(stdout).not.toMatch(/[+-]4[678]\b/);
  });
});

describe('tables', () => {
  let folder: string;
  let home: string;

  beforeAll(async () => {
    folder = makeFolder();
    home = makeFolder();
    await granary(['build', '--pits', '3', '--layers', '9', '--out', folder]);
    const cache = path.join(home, 'granary', 'tables');
    await granary(['build', '--pits', '3', '--layers', '4', '--out', cache]);
  });

  test('are used where --tablebase names them, as far as --layers allows', async () => {
    const without = await solve([SMALL, ...QUICK]);
    const all = await solve([SMALL, '--tablebase', folder, ...QUICK]);
    const some = await solve([SMALL, '--tablebase', folder, '--layers', '5', ...QUICK]);
    expect([all.value, some.value]).toEqual([without.value, without.value]);
    expect(without.lookups).toBe(0);
    expect(some.lookups).toBeGreaterThan(0);
    expect(all.nodes).toBeLessThan(some.nodes);
    expect(some.nodes).toBeLessThan(without.nodes);
  });

  test('are found by GRANARY_TABLEBASE, then in the cache folder', async () => {
    const named = await solve([SMALL, '--tablebase', folder, ...QUICK]);
    const list = [makeFolder(), folder].join(path.delimiter);
    const byVariable = await solve([SMALL, ...QUICK], { GRANARY_TABLEBASE: list, HOME: home });
    expect(byVariable.nodes).toBe(named.nodes);
    const byCache = await solve([SMALL, ...QUICK], {
      GRANARY_TABLEBASE: makeFolder(),
      HOME: home,
      XDG_CACHE_HOME: home,
    });
    expect(byCache.lookups).toBeGreaterThan(0);
    expect(byCache.nodes).toBeGreaterThan(named.nodes);
  });

  test('are not used with --no-tablebase', async () => {
    const args = [SMALL, '--no-tablebase', ...QUICK];
    expect(await solve(args, { GRANARY_TABLEBASE: folder })).toMatchObject({ lookups: 0 });
  });

  test('that are not there are hinted at, once a board', async () => {
    const stdin = `${SMALL}\n${SMALL}\n1/1 0/0 s\n`;
    const stream = await granary(['solve', '-', ...QUICK], { stdin });
    expect(stream.stderr).toMatch(
      /^granary: no tables of kalah on 3 pits were found, .*: granary build --rules kalah --pits 3 .*\ngranary: .*1 pit .*\n$/,
    );
    const quiet = await granary(['solve', '-', '--no-tablebase', ...QUICK], { stdin });
    expect(quiet.stderr).toBe('');
    const large = await granary(['solve', '1,1,1,1,1,1,1/0,0,0,0,0,0,1 0/0 s', ...QUICK]);
    expect(large.stderr).toBe('');
  });

  test('that are shipped are used, and larger ones hinted at', async () => {
    const small = await granary(['solve', '--seeds', '1', '--json', ...QUICK]);
    expect(small.stderr).toBe('');
    expect(JSON.parse(small.stdout)).toMatchObject({ value: 2, proof: 'exact', nodes: 0 });
    const large = await granary(['solve', '--seeds', '2', '--json', ...QUICK]);
    expect(large.stderr).toMatch(
      /^granary: only the shipped tables of kalah on 6 pits are used, layers 0 to 12: granary prove \(or npm start\) makes larger ones\n$/,
    );
    expect(JSON.parse(large.stdout)).toMatchObject({ value: 6, proof: 'exact' });
  });

  test('of another board are none, and it is said', async () => {
    const args = ['1,1,1,1/1,1,1,1 0/0 s', ...QUICK];
    const run = await granary(['solve', ...args, '--json', '--tablebase', folder]);
    expect(run.code).toBe(0);
    expect(run.stderr).toMatch(
      /^granary: .* has no tables of kalah on 4 pits: searching without\n$/,
    );
    expect(JSON.parse(run.stdout)).toMatchObject({ proof: 'exact', lookups: 0 });
  });

  test('with a gap are used below it, and it is said', async () => {
    const gapped = makeFolder();
    await granary(['build', '--pits', '3', '--layers', '6', '--out', gapped]);
    rmSync(path.join(gapped, 'kalah-3-04.layer'));
    const run = await granary(['solve', SMALL, '--tablebase', gapped, ...QUICK]);
    expect(run.code).toBe(0);
    expect(run.stderr).toMatch(
      /^granary: layer 4 of kalah on 3 pits is missing, and those above it are not used: granary build .* --layers 4 --out .* makes it\n$/,
    );
    for (const args of [
      ['--layers', '3'],
      ['--layers', '4'],
    ]) {
      const fewer = await granary(['solve', SMALL, ...args, '--tablebase', gapped, ...QUICK]);
      expect(fewer.stderr).toBe('');
    }
    const few = await granary(['solve', '1,0,1/1,0,1 0/0 s', '--tablebase', gapped, ...QUICK]);
    expect(few.stderr).toBe('');
  });

  test('of a position that they cover leave nothing to search', async () => {
    const answer = await solve(['0,2,1/1,0,3 2/0 s', '--tablebase', folder, '--moves', ...QUICK]);
    expect(answer).toMatchObject({ proof: 'exact', nodes: 0 });
    expect(await solve(['0,2,1/1,0,3 2/0 s', ...QUICK])).toMatchObject({ value: answer.value });
  });

  test('serve a whole stream, whatever its boards and seeds', async () => {
    const stdin = '0,2,1/1,0,3 2/0 s\n1,2/2,1 0/0 n\n3,3,3/3,3,3 0/0 s\n0,0,1/1,0,0 2/0 n\n';
    const args = ['solve', '-', ...QUICK];
    const bare = await granary(args, { stdin });
    const tabled = await granary(args, { stdin, env: { GRANARY_TABLEBASE: folder } });
    expect(tabled.code).toBe(0);
    expect(tabled.stderr).toMatch(/^granary: no tables of kalah on 2 pits were found, .*\n$/);
    const values = (text: string): number[] => jsonLines<Answer>(text).map(({ value }) => value);
    expect(values(tabled.stdout)).toEqual(values(bare.stdout));
    const lookups = jsonLines<Answer>(tabled.stdout).map((answer) => answer.lookups > 0);
    expect(lookups).toEqual([true, false, true, true]);
  });
});

test('people read who wins, a line of best play and a table of moves', async () => {
  const { stdout } = await granary(['solve', SMALL, '--moves', ...QUICK]);
  expect(stdout).toMatch(
    /^kalah {2}3,3,3\/3,3,3 0\/0 s\nSouth wins by 2 \(\+2 for South, to move\)$/m,
  );
  expect(stdout).toMatch(/^best play {2}[1-3](,[1-3])*( [1-3](,[1-3])*)*$/m);
  expect(stdout).toMatch(/^ +1 +\+2 {2}South wins by 2 .* best$/m);
  expect(stdout).toMatch(/^ +3 +-4 {2}North wins by 4 .* s$/m);
  const over = await granary(['solve', '0,0/1,2 3/4 s']);
  expect(over.stdout).toContain('the game is over, South 3, North 7: North wins by 4\n');
});

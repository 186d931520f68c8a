/** Every kind of bad input: one line on stderr that names the thing and the remedy, and nothing done. */
import { copyFileSync, existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { filesIn, granary, jsonLines, makeFolder, QUICK, SMALL } from './granary.js';

const ERROR = 1;
const USAGE = 2;

interface Case {
  readonly args: string;
  readonly code: number;
  readonly says: RegExp;
}

/** Arguments are separated by spaces; a _ in a position stands for a space of its own. */
const CASES: readonly Case[] = [
  { args: 'moves 4,4/4_0/0_s', code: USAGE, says: /South's row has 2 pits, North's has 1/ },
  { args: 'moves 4,4/4,x_0/0_s', code: USAGE, says: /North's pit 2 is 'x': expected a whole/ },
  { args: 'moves 4,4/4,4_0/0', code: USAGE, says: /ends before the mover/ },
  { args: 'moves 4,4/4,4', code: USAGE, says: /ends before the stores/ },
  { args: 'moves 4,4/4,-4_0/0_s', code: USAGE, says: /North's pit 2 is '-4'/ },
  { args: 'moves -4,4/4,4_0/0_s', code: USAGE, says: /no number is negative/ },
  { args: 'moves 99,99/99,99_0/0_s', code: USAGE, says: /396 seeds .* at most 255/ },
  { args: 'moves 1/1_0/0_s 1/1', code: USAGE, says: /ends before the stores/ },
  {
    args: 'moves 4,4/4,4 0/0 s',
    code: USAGE,
    says: /came as 3 arguments: quote it, '4,4\/4,4 0\/0 s'/,
  },
  { args: 'solve 4,4/4,4 0/0 s --moves', code: USAGE, says: /write _ .*, 4,4\/4,4_0\/0_s/ },
  { args: 'perft 4,4/4,4 0/0 s --depth 2', code: USAGE, says: /came as 3 arguments/ },
  {
    args: 'perft 1/1_0/0_s 1/1_0/0_s --depth 2',
    code: USAGE,
    says: /2 positions: expected at most one/,
  },
  { args: 'moves <1,0,0,4,4', code: USAGE, says: /KGP board has no > at its end: expected text/ },
  {
    args: 'solve <2,0,0,4,4,4>',
    code: USAGE,
    says: /says 2 pits a side and goes on with 5 numbers: expected 6/,
  },
  { args: 'perft <1,0,0,x,4> --depth 2', code: USAGE, says: /South's pit 1 is 'x': expected/ },
  { args: 'moves <1,0,0,200,56>', code: USAGE, says: /256 seeds .* at most 255/ },
  {
    args: 'moves 1/1_0/0_s --notation pgn',
    code: USAGE,
    says: /'pgn': expected granary, kgp, auale$/,
  },
  {
    args: 'moves 4-4-4-4-0-0-S',
    code: USAGE,
    says: /^Auale board text is of Oware, not of kalah: choose the rule set oware or awari, or/,
  },
  {
    args: 'solve 4-4-4-4-0-S --rules oware',
    code: USAGE,
    says: /^Auale board has 5 numbers: expected two equal rows of 1 to 8 pits and two stores/,
  },
  { args: 'moves 4-4-0-0 --rules awari', code: USAGE, says: /^Auale board ends in '0': expected/ },
  {
    args: 'moves 1/1_0/0_s --notation auale',
    code: USAGE,
    says: /^--notation auale: .* of Oware, not of kalah: expected --rules oware or awari$/,
  },
  {
    args: 'moves - --notation auale --rules mangala',
    code: USAGE,
    says: /of Oware, not of mangala: expected --rules oware or awari$/,
  },
  { args: 'explain', code: USAGE, says: /missing required argument 'position' \(see granary exp/ },
  { args: 'explain - 3', code: USAGE, says: /- reads standard input: expected no move/ },
  { args: 'explain 1/1_0/0_s', code: USAGE, says: /missing required argument 'move'/ },
  { args: 'explain 4,4/4,4 0/0 s 2', code: USAGE, says: /quote it, '4,4\/4,4 0\/0 s'/ },
  { args: 'explain 4,4/4,4 0/0 s', code: USAGE, says: /quote it, '4,4\/4,4 0\/0 s'/ },
  {
    args: 'explain 4,4/4,4_0/0_s 2 1',
    code: USAGE,
    says: /3 arguments: expected a position and a/,
  },
  { args: 'explain 4,4/4_0/0_s 2', code: USAGE, says: /South's row has 2 pits, North's has 1/ },
  { args: 'explain 4,4/4,4_0/0_s 3', code: USAGE, says: /no pit '3': expected 1 to 2 or A to B/ },
  { args: 'explain 4,4/4,4_0/0_s -1', code: USAGE, says: /no pit '-1': expected 1 to 2/ },
  { args: 'explain 4,4/4,4_0/0_s 2,', code: USAGE, says: /a pit is missing: expected 1 to 2/ },
  { args: 'explain 4,0/4,4_0/0_s 2', code: USAGE, says: /^pit 2 is empty: expected one of 1$/ },
  {
    args: 'explain 1,0,2/0,0,0_0/0_s 1 --rules oware',
    code: USAGE,
    says: /^pit 1 does not feed the opponent, who has no seeds and must be fed: expected one of 3$/,
  },
  {
    args: 'explain 1,0,1/1,0,0_0/0_s 3 --rules awari',
    code: USAGE,
    says: /^pit 3 would leave the opponent without a reply while another .* one: expected one of 1$/,
  },
  {
    args: 'explain 1,1,0/0,0,0_3/0_s 1 --rules oware',
    code: USAGE,
    says: /^the game is over, 5-0: no pit feeds the opponent, who has no seeds$/,
  },
  {
    args: 'explain 4,4/4,4_0/0_s 1,2 --rules oware',
    code: USAGE,
    says: /^South's pit 1 ends the turn: expected no ply after it, found 2$/,
  },
  {
    args: 'explain 0,0/4,4_3/0_s 2',
    code: USAGE,
    says: /the game is over, 3-8: no pit can be played/,
  },
  {
    args: 'explain 4,1/4,4_0/0_s 2,2',
    code: USAGE,
    says: /^ply 2 of 2,2: pit 2 is empty: expected one of 1$/,
  },
  {
    args: 'explain 4,4/4,4_0/0_s 1,2,1',
    code: USAGE,
    says: /^South's pit 1 ends the turn: expected no ply after it, found 2,1$/,
  },
  {
    args: 'explain 0,1/4,4_0/0_s 2,1',
    code: USAGE,
    says: /^South's pit 2 ends the game, South 1, North 8: expected no ply after it, found 1$/,
  },
  { args: 'explain 4/4_0/0_s 1 --rules chess', code: USAGE, says: /'chess': expected kalah/ },
  { args: 'cache --pits 9', code: USAGE, says: /--pits '9': .* 1 to 6/ },
  { args: 'cache --rules kalha --remove', code: USAGE, says: /did you mean kalah\?/ },
  { args: 'cache --remove kalah', code: USAGE, says: /too many arguments/ },
  { args: 'moves', code: USAGE, says: /missing required argument .* \(see granary moves --help\)/ },
  { args: 'moves - 1/1_0/0_s', code: USAGE, says: /- reads standard input/ },
  { args: 'slove', code: USAGE, says: /unknown command 'slove': did you mean solve\?/ },
  { args: 'xyzzy', code: USAGE, says: /unknown command 'xyzzy' \(see granary --help\)/ },
  { args: 'solve --pit 3', code: USAGE, says: /unknown option '--pit': did you mean --pits\?/ },
  { args: 'build --layers 3 more --out x', code: USAGE, says: /too many arguments/ },
  { args: 'build', code: USAGE, says: /required option '--layers <n>'/ },
  { args: 'perft', code: USAGE, says: /required option '--depth <n>'/ },
  {
    args: 'solve --rules kalha',
    code: USAGE,
    says: /'kalha': expected kalah, .*; did you mean kalah\?/,
  },
  {
    args: 'solve --rules chess',
    code: USAGE,
    says: /'chess': expected kalah, kalah-empty, kalah-turn, mangala, oware, awari$/,
  },
  { args: 'solve --pits 0', code: USAGE, says: /--pits '0': expected a whole number from 1 to 8/ },
  { args: 'solve --pits 9', code: USAGE, says: /--pits '9': .* 1 to 8/ },
  { args: 'solve --seeds -1', code: USAGE, says: /--seeds '-1': .* 1 to 127/ },
  { args: 'solve --seeds 1.5', code: USAGE, says: /--seeds '1.5'/ },
  { args: 'solve --table-mib 1e3', code: USAGE, says: /--table-mib '1e3': .* 1 to 2048/ },
  { args: 'solve --table-mib 4096', code: USAGE, says: /--table-mib '4096'/ },
  { args: 'solve --nodes 0', code: USAGE, says: /--nodes '0': .* from 1 to/ },
  { args: 'solve --layers 64', code: USAGE, says: /--layers '64': .* 0 to 63/ },
  { args: 'build --layers two --out x', code: USAGE, says: /--layers 'two'/ },
  { args: 'perft --depth 0', code: USAGE, says: /--depth '0': .* 1 to 60/ },
  { args: 'perft --depth 99', code: USAGE, says: /--depth '99'/ },
  {
    args: 'build --pits 7 --layers 3 --out x',
    code: USAGE,
    says: /no tables of kalah on 7 pits: there are tables for 1 to 6 pits/,
  },
  { args: 'solve --pits 8 --seeds 16', code: USAGE, says: /256 seeds .* at most 255/ },
  {
    args: 'prove --layers 40',
    code: ERROR,
    says: /layers 0 to 40 of kalah on 6 pits need [\d,]+ MiB .* 256 MiB \(--table-mib\), .*: use --layers 2\d,/,
  },
  {
    args: 'build --layers 40 --out x',
    code: ERROR,
    says: /layers 0 to 40 of kalah on 6 pits need [\d,]+ MiB, and there are [\d,]+: use --layers 2\d, the largest/,
  },
  {
    args: 'build --rules mangala --pits 5 --layers 60 --out x',
    code: ERROR,
    says: /layers 0 to 60 of mangala on 5 pits need [\d,]+ MiB, .*: use --layers 3\d, the largest/,
  },
  {
    args: 'solve 1/1_0/0_s --tablebase . --no-tablebase',
    code: USAGE,
    says: /--tablebase and --no-tablebase: give one of them only/,
  },
  {
    args: 'solve --no-tablebase 1/1_0/0_s --tablebase .',
    code: USAGE,
    says: /--tablebase and --no-tablebase: give one of them only/,
  },
  {
    args: 'solve 1/1_0/0_s --pits 1 --seeds 1',
    code: USAGE,
    says: /--pits and --seeds beside a position: /,
  },
  { args: 'solve - --seeds 4', code: USAGE, says: /^--seeds beside a position: / },
  { args: 'perft 1/1_0/0_s --pits 6 --depth 2', code: USAGE, says: /^--pits beside a position: / },
  { args: 'solve a garbage', code: USAGE, says: /^argument 1: South's pit 1 is 'a': expected/ },
  {
    args: 'solve 1/1_0/0_s garbage',
    code: USAGE,
    says: /^argument 2: South's pit 1 is 'garbage': expected/,
  },
  { args: 'help nope', code: USAGE, says: /^unknown command 'nope' \(see granary --help\)$/ },
  { args: 'help slove', code: USAGE, says: /^unknown command 'slove': did you mean solve\?$/ },
  {
    args: 'histogram --layer 30',
    code: ERROR,
    says: /layer 30 of kalah on 6 pits is not there: it does not fit into memory; 2\d is the largest/,
  },
  { args: 'build --layers 3 --out ', code: USAGE, says: /--out: .* is empty/ },
  { args: 'solve --tablebase ', code: USAGE, says: /--tablebase: .* is empty/ },
  {
    args: 'solve --tablebase nowhere',
    code: ERROR,
    says: /names nowhere, which does not exist: name/,
  },
  { args: 'probe', code: USAGE, says: /missing required argument .* \(see granary probe --help\)/ },
  { args: 'probe 4,4/4_0/0_s', code: USAGE, says: /South's row has 2 pits, North's has 1/ },
  { args: 'probe 4,4/4,-4_0/0_s', code: USAGE, says: /North's pit 2 is '-4'/ },
  { args: 'probe 4,4/4,4 0/0 s', code: USAGE, says: /came as 3 arguments: quote it/ },
  { args: 'probe 200/56_0/0_s', code: USAGE, says: /256 seeds .* at most 255/ },
  { args: 'probe - 1/1_0/0_s', code: USAGE, says: /- reads standard input/ },
  { args: 'probe 1/1_0/0_s --rules kalha', code: USAGE, says: /did you mean kalah\?/ },
  {
    args: 'probe 1/1_0/0_s --tablebase nowhere',
    code: ERROR,
    says: /names nowhere, which does not exist: name/,
  },
  {
    args: 'probe 1/1_0/0_s',
    code: ERROR,
    says: /no tables of kalah on 1 pit: build some with .* --pits 1 --layers \d+$/,
  },
  {
    args: 'probe 1,1,1,1,1,1,1/1,1,1,1,1,1,1_0/0_s',
    code: USAGE,
    says: /no tables of kalah on 7 pits: there are tables for 1 to 6/,
  },
  { args: 'histogram', code: USAGE, says: /required option '--layer <n>'/ },
  { args: 'histogram 3', code: USAGE, says: /too many arguments|required option '--layer <n>'/ },
  { args: 'histogram --layer 64', code: USAGE, says: /--layer '64': .* 0 to 63/ },
  { args: 'histogram --layer -3', code: USAGE, says: /--layer '-3'/ },
  { args: 'histogram --layer 3 --pits 9', code: USAGE, says: /--pits '9': .* 1 to 8/ },
  { args: 'histogram --layer 3 --pits 8', code: USAGE, says: /no tables of kalah on 8 pits/ },
  { args: 'histogram --layer 3 --rules chess', code: USAGE, says: /'chess': expected kalah/ },
  {
    args: 'histogram --layer 3 --pits 5',
    code: ERROR,
    says: /no tables of kalah on 5 pits: build some/,
  },
  {
    args: 'histogram --layer 3 --tablebase nowhere',
    code: ERROR,
    says: /names nowhere, which does not exist: name/,
  },
  {
    args: 'verify',
    code: ERROR,
    says: /tables does not exist: name a folder made by granary build/,
  },
  { args: 'verify a b', code: USAGE, says: /too many arguments/ },
  { args: 'verify nowhere', code: ERROR, says: /^nowhere does not exist: name a folder/ },
  { args: 'verify package.json', code: ERROR, says: /^package.json is no folder: name/ },
  { args: 'verify test', code: ERROR, says: /^test has no layers: name a folder made by granary/ },
  { args: 'verify test --sample 0', code: USAGE, says: /--sample '0': .* from 1 to/ },
  { args: 'verify test --sample some', code: USAGE, says: /--sample 'some'/ },
  { args: 'verify test --rules chess', code: USAGE, says: /'chess': expected kalah/ },
  { args: 'verify test --pits 0', code: USAGE, says: /--pits '0': .* 1 to 6/ },
];

test.concurrent.each(CASES)('granary $args', async ({ args, code, says }) => {
  const run = await granary(args.split(' '));
  expect(run.stdout).toBe('');
  expect(run.stderr).toMatch(/^granary: .*\n$/);
  expect(run.stderr.slice('granary: '.length, -1)).toMatch(says);
  expect(run.code).toBe(code);
});

test('what an argument holds reaches the terminal only in print', async () => {
  const { stderr } = await granary(['solve', '--\u001b[31mred\nline']);
  expect(stderr).toMatch(/^granary: unknown option '--\?\[31mred line' .*\n$/);
});

describe('tables', () => {
  const ARGS = ['solve', SMALL, ...QUICK];
  let sound: string;

  beforeAll(async () => {
    sound = makeFolder();
    await granary(['build', '--pits', '3', '--layers', '5', '--out', sound]);
  });

  /** A folder with the sound layers. */
  function copy(): string {
    const folder = makeFolder();
    for (const name of filesIn(sound))
      copyFileSync(path.join(sound, name), path.join(folder, name));
    return folder;
  }

  async function refused(folder: string, args: readonly string[] = ARGS): Promise<string> {
    const run = await granary([...args, '--tablebase', folder]);
    expect(run).toMatchObject({ code: ERROR, stdout: '' });
    expect(run.stderr).toMatch(/^granary: .*\n$/);
    return run.stderr;
  }

  test.each([
    ['probe', ['probe', SMALL]],
    ['probe of a stream', ['probe', '-']],
    ['histogram', ['histogram', '--pits', '3', '--layer', '4']],
  ])('%s refuses a damaged layer and tables of another board', async (_name, args) => {
    const folder = copy();
    for (const name of ['kalah-3-04.layer', 'kalah-3-05.layer']) {
      truncateSync(path.join(folder, name), 60);
    }
    const stdin = '1,0,1/1,1,1 0/0 s\n';
    const given = args.map((arg) => (arg === SMALL ? stdin.trim() : arg));
    const damaged = await granary([...given, '--tablebase', folder], { stdin });
    expect(damaged.code).toBe(ERROR);
    const fault = /kalah-3-0[45]\.layer breaks off after 60 bytes: build the layer.*/;
    if (args.includes('-')) {
      expect(jsonLines(damaged.stdout)).toEqual([
        { line: 1, error: expect.stringMatching(fault) as unknown },
      ]);
      return;
    }
    expect(damaged.stdout).toBe('');
    expect(damaged.stderr).toMatch(new RegExp(`^granary: .*${fault.source}\\n$`));
    const others = makeFolder();
    copyFileSync(path.join(sound, 'kalah-3-04.layer'), path.join(others, 'kalah-2-04.layer'));
    expect(await refused(others, given)).toMatch(/has only layers of other games, none of kalah/);
  });

  test('verify refuses options that leave no layer', async () => {
    const run = await granary(['verify', sound, '--rules', 'kalah-empty']);
    expect(run).toMatchObject({ code: ERROR, stdout: '' });
    expect(run.stderr).toMatch(/^granary: .* has only layers of other games: .* --pits\n$/);
  });

  test('a folder that is a file', async () => {
    expect(await refused(path.join(sound, 'kalah-3-00.layer'))).toContain('which is no folder');
  });

  test('an empty folder', async () => {
    expect(await refused(makeFolder())).toMatch(
      /has no layers, none of kalah on 3 pits: build them with granary build --rules kalah --pits 3/,
    );
  });

  test('a layer that is missing and does not fit into memory is not to be built', async () => {
    const folder = makeFolder();
    await granary(['build', '--layers', '3', '--out', folder]);
    const most = await refused(folder, ['histogram', '--layer', '30']);
    expect(most).toMatch(
      /is not there: it does not fit into memory; 2\d is the largest .* does\n$/,
    );
    const next = await refused(folder, ['histogram', '--layer', '4']);
    expect(next).toMatch(/is not there: build it with granary build .* --layers 4 --out \S+\n$/);
  });

  test('a folder without the first layer', async () => {
    const folder = makeFolder();
    copyFileSync(path.join(sound, 'kalah-3-03.layer'), path.join(folder, 'kalah-3-03.layer'));
    expect(await refused(folder)).toContain('layer 0 of kalah on 3 pits is in none of');
  });

  test('a file of another layer under the name of one', async () => {
    const folder = copy();
    copyFileSync(path.join(sound, 'kalah-3-04.layer'), path.join(folder, 'kalah-3-03.layer'));
    expect(await refused(folder)).toMatch(/kalah-3-03\.layer holds .* layer 4, not .* layer 3: /);
  });

  test('a file that is no layer', async () => {
    const folder = copy();
    writeFileSync(path.join(folder, 'kalah-3-02.layer'), 'x'.repeat(100));
    expect(await refused(folder)).toMatch(/kalah-3-02\.layer is no layer file: /);
  });

  test.each([0, 20, 60, 140])('a file that is cut after %i bytes', async (length) => {
    const folder = copy();
    truncateSync(path.join(folder, 'kalah-3-05.layer'), length);
    expect(await refused(folder)).toMatch(
      /kalah-3-05\.layer (breaks off|has \d+ bytes).*: build the layer again/,
    );
  });

  test.each([
    ['its index', 100, /kalah-3-05\.layer has a damaged header or index: build the layer again/],
    [
      'a block',
      -1,
      /kalah-3-05\.layer is damaged in block 5: its checksum .*: build the layer again/,
    ],
  ])('a file that has been altered in %s', async (_, at, message) => {
    const folder = copy();
    const file = path.join(folder, 'kalah-3-05.layer');
    const bytes = readFileSync(file);
    bytes[at < 0 ? bytes.length + at : at]! ^= 1;
    writeFileSync(file, bytes);
    expect(await refused(folder)).toMatch(message);
  });

  test('only layers that the seeds in play can need are read', async () => {
    const folder = copy();
    truncateSync(path.join(folder, 'kalah-3-05.layer'), 60);
    const args = ['--tablebase', folder, ...QUICK];
    const run = await granary(['solve', '1,0,1/1,1,0 0/0 s', ...args]);
    expect(run).toMatchObject({ code: 0, stderr: '' });
  });

  test('a variable that names no folder', async () => {
    const run = await granary(ARGS, { env: { GRANARY_TABLEBASE: 'nowhere' } });
    expect(run).toMatchObject({ code: ERROR, stdout: '' });
    expect(run.stderr).toMatch(/^granary: GRANARY_TABLEBASE names nowhere, which does not exist: /);
  });

  test('a stream is not answered from damaged tables', async () => {
    const folder = copy();
    truncateSync(path.join(folder, 'kalah-3-05.layer'), 60);
    const args = ['solve', '-', '--tablebase', folder, ...QUICK];
    const run = await granary(args, { stdin: `${SMALL}\n${SMALL}\n` });
    expect(run.code).toBe(ERROR);
    const error = expect.stringMatching(/kalah-3-05\.layer /) as unknown;
    expect(jsonLines(run.stdout)).toEqual([1, 2].map((line) => ({ line, error })));
  });
});

describe('a folder to write into', () => {
  test.each(['build', 'prove'])('%s refuses a file', async (command) => {
    const file = path.join(makeFolder(), 'file');
    writeFileSync(file, 'kept');
    const option = command === 'build' ? '--out' : '--tablebase';
    const run = await granary([command, '--pits', '3', '--layers', '3', option, file]);
    expect(run.code).toBe(ERROR);
    expect(run.stderr).toMatch(
      /^granary: cannot write into .*: a part of the path is a file, name a folder$/m,
    );
    expect(readFileSync(file, 'utf8')).toBe('kept');
  });

  test('prove refuses a cache that is a file', async () => {
    const file = path.join(makeFolder(), 'file');
    writeFileSync(file, 'kept');
    const run = await granary(['prove', '--pits', '3', '--layers', '3', ...QUICK], {
      env: { XDG_CACHE_HOME: file, HOME: file },
    });
    expect(run).toMatchObject({ code: ERROR, stdout: '' });
    expect(run.stderr).toMatch(/^granary: cannot write into .*: a part of the path is a file/);
  });

  test('a build that cannot be leaves nothing', async () => {
    const folder = makeFolder();
    const file = path.join(folder, 'kalah-3-02.layer');
    const mine = 'mine'.repeat(20);
    writeFileSync(file, mine);
    const run = await granary(['build', '--pits', '3', '--layers', '3', '--out', folder]);
    expect(run.code).toBe(ERROR);
    expect(run.stderr).toMatch(/kalah-3-02\.layer .*\n$/);
    expect(readFileSync(file, 'utf8')).toBe(mine);
    expect(existsSync(path.join(folder, 'kalah-3-03.layer'))).toBe(false);
    expect(filesIn(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });
});

test('GRANARY_DEBUG shows where an error comes from', async () => {
  const run = await granary(['moves', 'x'], { env: { GRANARY_DEBUG: '1' } });
  expect(run.stderr).toMatch(/^granary: South's pit 1 .*\n.*Error|at /s);
  expect(run.code).toBe(USAGE);
});

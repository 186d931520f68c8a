import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { explainTurn, turnJson } from '../../src/cli/explanation.js';
import { formatPosition, formatTurn } from '../../src/notation.js';
import { legalPits, makePosition, play } from '../../src/position.js';
import type { Position } from '../../src/position.js';
import { ruleSetIds } from '../../src/rules/options.js';
import type { RuleSetId } from '../../src/rules/options.js';
import { boards, ruleSets, RUNS, seedsOf } from '../arbitraries.js';
import { board } from '../rules/support.js';
import { granary, START } from './granary.js';

interface Place {
  readonly side: 's' | 'n';
  readonly pit: number | 'store';
}

interface ToldPly {
  readonly move: string;
  readonly side: 's' | 'n';
  readonly seeds: number;
  readonly sown: readonly (Place & { readonly holds: number })[];
  readonly last: Place & { readonly held: number };
  readonly capture: {
    readonly reason: string;
    readonly grandSlam: boolean;
    readonly pits: readonly (Place & { readonly seeds: number })[];
  } | null;
  readonly captured: number;
  readonly extraTurn: boolean;
  readonly end: {
    readonly reason: string;
    readonly sweep: { readonly south: number; readonly north: number };
  } | null;
  readonly over: boolean;
  readonly position: string;
}

interface Told {
  readonly rules: string;
  readonly position: string;
  readonly plies: readonly ToldPly[];
}

async function told(position: string, move: string, rules = 'kalah'): Promise<Told> {
  const run = await granary(['explain', position, move, '--rules', rules, '--json']);
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(run.stdout.match(/\n/g)).toHaveLength(1);
  return JSON.parse(run.stdout) as Told;
}

async function text(position: string, move: string, rules = 'kalah'): Promise<string> {
  const { code, stdout, stderr } = await granary(['explain', position, move, '--rules', rules]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

/** The rows and stores after a ply that is told, by nothing but what is told. */
function replay(before: string, ply: ToldPly): string {
  const { south, north, stores } = board(before);
  const rows = { s: [...south], n: [...north] };
  const banks = { s: stores[0], n: stores[1] };
  const add = ({ side, pit }: Place, seeds: number): number =>
    pit === 'store' ? (banks[side] += seeds) : (rows[side][pit - 1]! += seeds);

  expect(add({ side: ply.side, pit: Number(ply.move) }, -ply.seeds)).toBe(0);
  for (const place of ply.sown) expect(add(place, 1)).toBe(place.holds);
  const { side, pit, holds } = ply.sown.at(-1)!;
  expect(ply.last).toEqual({ side, pit, held: holds - 1 });
  let captured = 0;
  const pits = ply.captured > 0 ? (ply.capture?.pits ?? []) : [];
  for (const place of pits) {
    expect(add(place, -place.seeds)).toBe(0);
    captured += place.seeds;
  }
  expect(captured).toBe(ply.captured);
  banks[ply.side] += captured;
  if (ply.end) {
    const { south, north } = ply.end.sweep;
    banks.s += south;
    banks.n += north;
    rows.s.fill(0);
    rows.n.fill(0);
  }
  expect(ply.over).toBe(ply.end !== null);
  return `${rows.s.join()}/${rows.n.join()} ${banks.s}/${banks.n}`;
}

test('one object, with its keys in the order that is documented', async () => {
  const { stdout } = await granary(['explain', '1,0/2,2 0/0 s', 'a', '--json']);
  expect(stdout).toBe(
    '{"rules":"kalah","position":"1,0/2,2 0/0 s","plies":[{"move":"1","side":"s","seeds":1,' +
      '"sown":[{"side":"s","pit":2,"holds":1}],"last":{"side":"s","pit":2,"held":0},' +
      '"capture":{"reason":"opposite","grandSlam":false,"pits":[{"side":"s","pit":2,"seeds":1},' +
      '{"side":"n","pit":1,"seeds":2}]},"captured":3,"extraTurn":false,"end":{"reason":"row-empty",' +
      '"sweep":{"south":0,"north":2}},"over":true,"position":"0,0/0,0 3/2 n"}]}\n',
  );
});

describe('a board that its player distrusted', () => {
  test('is told ply by ply', async () => {
    const first = await told('3,2,1,4,2,4/2,1,2,0,2,0 0/1 s', '2');
    expect(first.plies.map(({ position }) => position)).toEqual(['3,0,2,5,2,4/2,1,2,0,2,0 0/1 n']);
    expect(first.plies[0]).toMatchObject({ last: { side: 's', pit: 4, held: 4 }, captured: 0 });

    const { plies } = await told('3,0,2,5,2,4/2,1,2,0,2,0 0/1 n', 'E,F');
    expect(plies.map(({ position }) => position)).toEqual([
      '3,0,2,5,2,4/2,1,2,0,0,1 0/2 n',
      '3,0,2,5,2,4/2,1,2,0,0,0 0/3 n',
    ]);
    expect(plies.map(({ extraTurn }) => extraTurn)).toEqual([true, true]);
  });

  test('and for people', async () => {
    const stdout = await text('3,0,2,5,2,4/2,1,2,0,2,0 0/1 n', '5,6');
    expect(stdout).toContain(
      [
        'kalah  3,0,2,5,2,4/2,1,2,0,2,0 0/1 n',
        '',
        '          6   5   4   3   2   1',
        '  North   0   2   0   2   1   2',
        '      1                           0',
        '          3   0   2   5   2   4   South',
        '          1   2   3   4   5   6',
        '',
        'North plays pit 5, which holds 2 seeds.',
        "They fall into North's pit 6, then North's store.",
        "The last seed falls into North's store.",
        'North moves again.',
        '',
        '3,0,2,5,2,4/2,1,2,0,0,1 0/2 n',
        '',
        '          6   5   4   3   2   1',
        '  North   1   0   0   2   1   2',
        '      2                           0',
      ].join('\n'),
    );
    expect(stdout).toMatch(
      /^North plays pit 6, which holds 1 seed\.\nIt falls into North's store\./m,
    );
  });
});

/** The sentences about each ply, without boards and without the lines in which they are wrapped. */
async function sentences(position: string, move: string, rules: string): Promise<string[]> {
  const paragraphs = (await text(position, move, rules)).trimEnd().split('\n\n');
  const told = paragraphs.filter((each) => / plays pit /.test(each));
  return told.map((each) => each.replaceAll('\n', ' '));
}

describe('for people', () => {
  test('Mangala: the first seed back, an extra turn, and a lone seed', async () => {
    expect(await sentences(START, '4,4', 'mangala')).toEqual([
      'South plays pit 4, which holds 4 seeds. ' +
        "The first seed goes back into that pit, and the others fall into South's pits 5, 6, " +
        "then South's store. The last seed falls into South's store. South moves again.",
      'South plays pit 4, which holds 1 seed. ' +
        "A lone seed moves on: it falls into South's pit 5, which held 5. " +
        'It was not empty: nothing is captured. North is to move.',
    ]);
  });

  test('Mangala: the last capture, and what it costs', async () => {
    expect(await sentences('0,0,0,0,0,3/3,0,0,0,0,0 20/22 s', '6', 'mangala')).toEqual([
      'South plays pit 6, which holds 3 seeds. ' +
        "The first seed goes back into that pit, and the others fall into South's store, " +
        "then North's pit 1. The last seed falls into North's pit 1, which held 3. " +
        "It holds 4 now, an even number: South captures 4 seeds from North's pit 1. " +
        "North's row is empty: the game is over. " +
        "North takes the 1 seed left in South's row, because its own is empty. " +
        'The score is South 25, North 23: South wins by 2.',
    ]);
  });

  test('Oware, whole: a capture of three pits', async () => {
    expect(await text('0,0,0,1,0,3/1,2,1,4,0,1 10/25 s', 'F', 'oware')).toBe(
      [
        'oware  0,0,0,1,0,3/1,2,1,4,0,1 10/25 s',
        '',
        '          6   5   4   3   2   1',
        '  North   1   0   4   1   2   1',
        '     25                          10',
        '          0   0   0   1   0   3   South',
        '          1   2   3   4   5   6',
        '',
        'South plays pit 6, which holds 3 seeds.',
        "They fall into North's pits 1, 2, 3.",
        "The last seed falls into North's pit 3, which held 1.",
        'It holds 2 now, and the 2 pits before it hold two or three as well: South captures 7 seeds, 2 from',
        "North's pit 3, 3 from North's pit 2 and 2 from North's pit 1.",
        'North is to move.',
        '',
        '0,0,0,1,0,0/0,0,0,4,0,1 17/25 n',
        '',
        '          6   5   4   3   2   1',
        '  North   1   0   4   0   0   0',
        '     25                          17',
        '          0   0   0   1   0   0   South',
        '          1   2   3   4   5   6',
        '',
      ].join('\n'),
    );
  });

  test('Oware: a lap that ends in a grand slam, on the board text of Aualé', async () => {
    expect(await sentences('0-0-0-0-0-12-0-0-0-0-0-0-18-18-S', '6', 'oware')).toEqual([
      'North has no seeds and must be fed: South may play only pit 6. ' +
        'South plays pit 6, which holds 12 seeds. ' +
        "They fall into North's pits 1, 2, 3, 4, 5, 6, then South's pits 1, 2, 3, 4, 5, " +
        "then North's pit 1. On the lap they pass over South's pit 6, from which they come. " +
        "The last seed falls into North's pit 1, which held 1. " +
        "It holds 2 now: South captures 2 seeds from North's pit 1. North is to move.",
    ]);
    expect(await sentences('1-0-0-0-0-1-1-0-0-0-0-0-22-23-S', '6', 'oware')).toEqual([
      'South plays pit 6, which holds 1 seed. ' +
        "It falls into North's pit 1, which held 1. It holds 2 now: that is every seed " +
        'that North has, and in oware such a grand slam takes nothing. North is to move.',
    ]);
  });

  test('Oware: an end where the side to move cannot feed', async () => {
    expect(await sentences('0,0,0,0,0,1/1,0,0,2,0,0 22/22 s', '6', 'oware')).toEqual([
      "South plays pit 6, which holds 1 seed. It falls into North's pit 1, which held 1. " +
        "It holds 2 now: South captures 2 seeds from North's pit 1. " +
        'North would be to move, and none of its pits feeds South, who has no seeds: ' +
        'the game is over. North takes the 2 seeds left in its own row. ' +
        'The score is South 24, North 24: draw.',
    ]);
  });

  test('Awari: the same grand slam, where it may be played, and the end', async () => {
    expect(await sentences('0-0-0-0-0-1-1-0-0-0-0-0-22-24-S', '6', 'awari')).toEqual([
      "No pit of South's leaves North a reply, so any may be played. " +
        "South plays pit 6, which holds 1 seed. It falls into North's pit 1, which held 1. " +
        "It holds 2 now: South captures 2 seeds from North's pit 1, every seed that North has. " +
        'North would be to move and has no seeds: the game is over. ' +
        'No seeds are left in the pits. The score is South 24, North 24: draw.',
    ]);
  });

  test('Awari: a reply that must be left, and why the other pit may not be played', async () => {
    const position = '1,0,0,0,0,1/1,0,0,0,0,0 22/23 s';
    expect(await sentences(position, '1', 'awari')).toEqual([
      'South must leave North a reply, and pit 6 would leave none. ' +
        "South plays pit 1, which holds 1 seed. It falls into South's pit 2, which was empty. " +
        "It is one of South's own pits: nothing is captured. North is to move.",
    ]);
    const { code, stdout, stderr } = await granary(['explain', position, '6', '--rules', 'awari']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe(
      'granary: pit 6 would leave the opponent without a reply while another pit leaves one: expected one of 1\n',
    );
  });
});

test('JSON says why seeds are captured and the game is over', async () => {
  const slam = await told('1,0,0,0,2,3/2,1,2,0,0,0 20/17 s', '6', 'oware');
  expect(slam.plies[0]).toMatchObject({
    capture: {
      reason: 'two-three',
      grandSlam: true,
      pits: [
        { side: 'n', pit: 3, seeds: 3 },
        { side: 'n', pit: 2, seeds: 2 },
        { side: 'n', pit: 1, seeds: 3 },
      ],
    },
    captured: 0,
    over: false,
  });
  const end = await told('0,0,1/2,1,1 0/0 s', '3', 'mangala');
  expect(end.plies[0]?.end).toEqual({ reason: 'row-empty', sweep: { south: 4, north: 0 } });
  const even = await told('0,0,3/3,1,1 0/0 s', '3', 'mangala');
  expect(even.plies[0]?.capture).toEqual({
    reason: 'even',
    grandSlam: false,
    pits: [{ side: 'n', pit: 1, seeds: 4 }],
  });
  expect(even.plies[0]?.sown[0]).toEqual({ side: 's', pit: 3, holds: 1 });
});

test('each mover of a turn is told, and the turn may stop before its end', async () => {
  const { plies } = await told(START, '3');
  expect(plies).toMatchObject([{ side: 's', extraTurn: true }]);
  const turn = await told(START, '3,6');
  expect(turn.plies).toMatchObject([
    { side: 's', move: '3', extraTurn: true, position: '4,4,0,5,5,5/4,4,4,4,4,4 1/0 s' },
    { side: 's', move: '6', extraTurn: false, position: '4,4,0,5,5,0/5,5,5,5,4,4 2/0 n' },
  ]);
});

test('the board text of the Kalah Game Protocol is taken', async () => {
  const { position, plies } = await told('<3,10,2,1,2,3,4,2,0>', '3');
  expect(position).toBe('1,2,3/4,2,0 10/2 s');
  expect(plies[0]?.position).toBe('1,2,0/5,3,0 11/2 n');
});

test('200 seeds in a pit are told one by one, in lines that fit', async () => {
  const position = '1,0,0,0,0,0,0,200/0,0,0,0,0,0,0,54 0/0 s';
  const { plies } = await told(position, '8');
  expect(plies[0]?.sown).toHaveLength(200);
  expect(`${replay(position, plies[0]!)} n`).toBe(plies[0]?.position);
  const lines = (await text(position, '8')).split('\n');
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
});

describe('what is told, replayed, is the move', () => {
  test('in all rule sets', () => {
    fc.assert(
      fc.property(ruleSets().chain(turnsOf), ({ position, turn }) => {
        const json = JSON.stringify(turnJson(position, explainTurn(position, turn)));
        expectMoves(position, turn, JSON.parse(json) as Told);
      }),
      RUNS,
    );
  });

  test.each(ruleSetIds())('by the command: %s', async (rules) => {
    await fc.assert(
      fc.asyncProperty(turnsOf(rules), async ({ position, turn }) => {
        expectMoves(position, turn, await told(formatPosition(position), formatTurn(turn), rules));
      }),
      { ...RUNS, numRuns: 5 },
    );
  });
});

function expectMoves(position: Position, turn: readonly number[], { plies }: Told): void {
  expect(plies.map(({ move }) => Number(move))).toEqual(turn);
  let at = position;
  for (const ply of plies) {
    const { position: next, extraTurn, captured, over } = play(at, Number(ply.move));
    expect(ply).toMatchObject({ position: formatPosition(next), extraTurn, captured, over });
    expect(replay(formatPosition(at), ply)).toBe(ply.position.slice(0, -2));
    expect(seedsOf(board(ply.position))).toBe(seedsOf(position));
    at = next;
  }
}

interface Turn {
  readonly position: Position;
  readonly turn: readonly number[];
}

/** Positions with a turn in them, whole or of some plies. */
function turnsOf(rules: RuleSetId): fc.Arbitrary<Turn> {
  return boards()
    .chain((setup) => {
      const position = makePosition(setup, rules);
      const choices = fc.array(fc.nat(), { minLength: 1, maxLength: 8 });
      return choices.map((picks) => ({ position, turn: turnOf(position, picks) }));
    })
    .filter(({ turn }) => turn.length > 0);
}

/** The plies of a turn by `choices`, as long as it lasts; none where the game is over. */
function turnOf(position: Position, choices: readonly number[]): readonly number[] {
  const turn: number[] = [];
  let at = position;
  for (const choice of choices) {
    const pits = legalPits(at);
    if (pits.length === 0) break;
    const pit = pits[choice % pits.length]!;
    turn.push(pit);
    const { extraTurn, position: next } = play(at, pit);
    if (!extraTurn) break;
    at = next;
  }
  return turn;
}

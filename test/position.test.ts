import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isGranaryError } from '../src/errors.js';
import { formatPosition, parsePosition } from '../src/notation.js';
import {
  explain,
  isOver,
  legalPits,
  makePosition,
  moves,
  play,
  score,
  settle,
  startPosition,
} from '../src/position.js';
import type { Position, Setup } from '../src/position.js';
import { otherSide, rowOf, seedsIn } from '../src/rules/board.js';
import type { Place } from '../src/rules/board.js';
import type { Ply } from '../src/rules/rules.js';
import { boards, ruleSets, RUNS } from './arbitraries.js';

const kalah = (text: string) => parsePosition(text, 'kalah');

/** Seeds as a ply tells that they move; knows no rule. */
function replay(before: Position, ply: Ply): object {
  const [south, north, stores] = [[...before.south], [...before.north], [...before.stores]];
  const own = ply.side === 's' ? 0 : 1;
  const rows = { s: south, n: north };
  const add = ({ side, pit }: Place, seeds: number): void => {
    if (pit === 'store') stores[side === 's' ? 0 : 1]! += seeds;
    else rows[side][pit]! += seeds;
  };
  rows[ply.side][ply.pit] = 0;
  for (const place of ply.sown) add(place, 1);
  const reached = ply.captured > 0 ? (ply.capture?.pits ?? []) : [];
  for (const place of reached) {
    const seeds = rows[place.side][Number(place.pit)]!;
    add(place, -seeds);
    stores[own]! += seeds;
  }
  if (!ply.ending) return { south, north, stores };
  const { sweep } = ply.ending;
  stores[0]! += sweep.south;
  stores[1]! += sweep.north;
  return { south: south.map(() => 0), north: north.map(() => 0), stores };
}

describe('a start', () => {
  it('has the same seeds in every pit, South to move', () => {
    const start = startPosition('kalah', 6, 4);
    expect(formatPosition(start)).toBe('4,4,4,4,4,4/4,4,4,4,4,4 0/0 s');
    expect(start.rules).toBe('kalah');
  });

  it('may have 1 to 8 pits a side and 255 seeds', () => {
    expect(startPosition('kalah', 1, 127).south).toEqual([127]);
    expect(startPosition('kalah', 8, 15).north).toHaveLength(8);
  });

  it.each([
    [0, 4, 'a start has 0 pits: expected 1 to 8'],
    [9, 4, 'a start has 9 pits: expected 1 to 8'],
    [1e9, 4, 'a start has 1000000000 pits: expected 1 to 8'],
    [2.5, 4, 'a start has 2.5 pits: expected 1 to 8'],
    [NaN, 4, 'a start has NaN pits: expected 1 to 8'],
    [8, 16, '256 seeds in pits and stores: expected at most 255 in all'],
    [6, -1, "South's pit 1 holds -1: expected a whole number from 0 to 255"],
    [6, 1.5, "South's pit 1 holds 1.5: expected a whole number from 0 to 255"],
  ])('cannot have %d pits and %d seeds', (pits, seeds, message) => {
    expect(() => startPosition('kalah', pits, seeds)).toThrow(
      expect.objectContaining({ name: 'InvalidPosition', message }),
    );
  });
});

describe('a set-up board', () => {
  const row = [1, 2, 3];
  const make = (setup: unknown, rules = 'kalah') => makePosition(setup as Setup, rules);

  it('has empty stores and South to move unless it says otherwise', () => {
    expect(make({ south: row, north: row })).toMatchObject({ stores: [0, 0], mover: 's' });
  });

  it('becomes a frozen copy', () => {
    const south = [1, 2, 3];
    const position = make({ south, north: row, stores: [4, 5], mover: 'n' });
    south[0] = 9;
    expect(position).toEqual({
      rules: 'kalah',
      south: row,
      north: row,
      stores: [4, 5],
      mover: 'n',
    });
    expect(Object.isFrozen(position)).toBe(true);
    expect([position.south, position.north, position.stores].every(Object.isFrozen)).toBe(true);
    expect(Object.isFrozen(row)).toBe(false);
  });

  it('may hold 255 seeds, pits and stores together', () => {
    expect(make({ south: [200], north: [5], stores: [50, 0] }).south).toEqual([200]);
    expect(make({ south: [255], north: [0] }).south).toEqual([255]);
  });

  it.each([
    [
      { south: row, north: [1, 2] },
      "South's row has 3 pits, North's has 2 pits: expected equal rows",
    ],
    [{ south: [], north: [] }, "South's row has 0 pits: expected 1 to 8"],
    [{ south: row, north: new Array(9).fill(1) }, "North's row has 9 pits: expected 1 to 8"],
    [{ south: row }, "North's row is missing: expected 1 to 8 pits"],
    [
      { south: [1, -1, 1], north: row },
      "South's pit 2 holds -1: expected a whole number from 0 to 255",
    ],
    [
      { south: row, north: [1, 1, NaN] },
      "North's pit 3 holds NaN: expected a whole number from 0 to 255",
    ],
    [
      { south: [1, '2', 3], north: row },
      "South's pit 2 holds no number: expected a whole number from 0 to 255",
    ],
    [
      { south: new Array(3), north: row },
      "South's pit 1 holds no number: expected a whole number from 0 to 255",
    ],
    [
      { south: [256, 0, 0], north: row },
      "South's pit 1 holds 256: expected a whole number from 0 to 255",
    ],
    [
      { south: row, north: row, stores: [0, 0.5] },
      "North's store holds 0.5: expected a whole number from 0 to 255",
    ],
    [
      { south: row, north: row, stores: [-2, 0] },
      "South's store holds -2: expected a whole number from 0 to 255",
    ],
    [{ south: row, north: row, stores: [0] }, "1 stores: expected two, South's and North's"],
    [{ south: row, north: row, stores: [0, 0, 0] }, "3 stores: expected two, South's and North's"],
    [
      { south: [200, 0, 0], north: row, stores: [50, 0] },
      '256 seeds in pits and stores: expected at most 255 in all',
    ],
    [{ south: row, north: row, mover: 'w' }, "unknown mover: expected 's' or 'n'"],
  ])('%j is refused', (setup, message) => {
    expect(() => make(setup)).toThrow(
      expect.objectContaining({ name: 'InvalidPosition', message }),
    );
  });

  it.each(['chess', '', 'constructor', '__proto__', 'toString', 'Kalah'])(
    'cannot be played by the rules of "%s"',
    (rules) => {
      expect(() => make({ south: row, north: row }, rules)).toThrow(
        expect.objectContaining({
          name: 'UnknownRules',
          message:
            `unknown rule set '${rules}': expected one of ` +
            'kalah, kalah-empty, kalah-turn, mangala, oware, awari',
        }),
      );
    },
  );

  it('of any kind gives a position or a typed error', () => {
    const seeds = fc.oneof(fc.nat({ max: 40 }), fc.integer(), fc.double(), fc.anything());
    const setups = fc.record(
      {
        south: fc.array(seeds, { maxLength: 10 }),
        north: fc.array(seeds, { maxLength: 10 }),
        stores: fc.array(seeds, { maxLength: 3 }),
        mover: fc.constantFrom('s', 'n', 'S', '', undefined),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(setups, (setup) => {
        try {
          make(setup);
        } catch (error) {
          if (!isGranaryError(error, 'InvalidPosition')) throw error;
        }
      }),
      RUNS,
    );
  });
});

describe('playing', () => {
  it('counts pits from 1', () => {
    const start = startPosition('kalah', 6, 4);
    expect(legalPits(start)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(formatPosition(play(start, 3).position)).toBe('4,4,0,5,5,5/4,4,4,4,4,4 1/0 s');
  });

  it('tells move, extra turn, capture and end of every legal move', () => {
    const found = moves(kalah('1,0,0,0,0,1/0,0,0,0,5,0 20/21 s')).map((move) => ({
      ...move,
      position: formatPosition(move.position),
    }));
    expect(found).toEqual([
      {
        move: '1',
        position: '0,0,0,0,0,0/0,0,0,0,0,0 27/21 n',
        extraTurn: false,
        captured: 6,
        over: true,
      },
      {
        move: '6',
        position: '1,0,0,0,0,0/0,0,0,0,5,0 21/21 s',
        extraTurn: true,
        captured: 0,
        over: false,
      },
    ]);
  });

  it('offers the pit next to the store when it is the only move', () => {
    expect(legalPits(kalah('0,0,0,0,0,1/1,0,0,0,0,0 23/23 s'))).toEqual([6]);
  });

  it('keeps the turn through text after an extra turn', () => {
    const after = play(startPosition('kalah', 6, 4), 3).position;
    const read = kalah(formatPosition(after));
    expect(read).toEqual(after);
    expect(read).toMatchObject({ mover: 's', stores: [1, 0] });
    expect(legalPits(read)).toEqual([1, 2, 4, 5, 6]);
  });

  it('explains a ply', () => {
    const ply = explain(kalah('1,0,0,2,0,3/2,1,0,3,4,1 10/20 s'), 1);
    expect(ply.sown).toEqual([{ side: 's', pit: 1 }]);
    expect(ply.capture).toMatchObject({ reason: 'opposite', taken: 5 });
  });

  it('explains a ply whose seeds, moved one after the other, give the position after it', () => {
    fc.assert(
      fc.property(boards(), ruleSets(), (board, rules) => {
        const position = makePosition(board, rules);
        for (const { move, position: next, captured, over } of moves(position)) {
          const ply = explain(position, Number(move));
          const replayed = replay(position, ply);
          expect(replayed).toEqual({ south: next.south, north: next.north, stores: next.stores });
          expect(ply.captured).toBe(captured);
          expect(ply.ending !== undefined).toBe(over);
        }
      }),
      RUNS,
    );
  });

  it('gives frozen positions and leaves the one it started from as it was', () => {
    fc.assert(
      fc.property(boards(), ruleSets(), (board, rules) => {
        const position = makePosition(board, rules);
        for (const { position: next } of moves(position)) {
          expect(next.rules).toBe(rules);
          expect([next, next.south, next.north, next.stores].every(Object.isFrozen)).toBe(true);
        }
        expect(position).toEqual({ ...board, rules });
      }),
      { ...RUNS, numRuns: 500 },
    );
  });

  const position = kalah('0,4,4,4,4,4/5,5,5,5,4,4 0/0 s');
  it.each([
    [1, 'pit 1 is empty: expected one of 2, 3, 4, 5, 6'],
    [0, 'no such pit: expected one of 2, 3, 4, 5, 6'],
    [7, 'no such pit: expected one of 2, 3, 4, 5, 6'],
    [2.5, 'no such pit: expected one of 2, 3, 4, 5, 6'],
    [NaN, 'no such pit: expected one of 2, 3, 4, 5, 6'],
  ])('refuses pit %d', (pit, message) => {
    expect(() => play(position, pit)).toThrow(
      expect.objectContaining({ name: 'IllegalMove', message }),
    );
  });

  it.each([
    [
      'oware',
      '1,0,2/0,0,0 0/0 s',
      1,
      'pit 1 does not feed the opponent, who has no seeds and must be fed: expected one of 3',
    ],
    [
      'awari',
      '1,0,2/0,0,0 0/0 s',
      1,
      'pit 1 would leave the opponent without a reply while another pit leaves one: expected one of 3',
    ],
    [
      'awari',
      '1,0,1/1,0,0 0/0 s',
      3,
      'pit 3 would leave the opponent without a reply while another pit leaves one: expected one of 1',
    ],
    ['oware', '1,0,1/1,0,0 0/0 s', 2, 'pit 2 is empty: expected one of 1, 3'],
    ['awari', '1,0,1/1,0,0 0/0 s', 2, 'pit 2 is empty: expected one of 1'],
    [
      'oware',
      '1,1,0/0,0,0 3/0 s',
      1,
      'the game is over, 5-0: no pit feeds the opponent, who has no seeds',
    ],
    ['oware', '0,0,0/1,1,0 3/0 s', 1, 'the game is over, 3-2: no pit can be played'],
    ['awari', '0,0,0/1,1,0 3/0 s', 1, 'the game is over, 3-2: no pit can be played'],
    ['mangala', '1,1,0/0,0,0 3/0 s', 1, 'the game is over, 3-2: no pit can be played'],
  ] as const)('says by which clause %s refuses, on %s, pit %d', (rules, text, pit, message) => {
    expect(() => play(parsePosition(text, rules), pit)).toThrow(
      expect.objectContaining({ name: 'IllegalMove', message }),
    );
  });
});

describe('a pit with seeds that may not be played', () => {
  it('breaks the duty of its rule set, and only in Oware and Awari is there one', () => {
    const clauses: Record<string, RegExp> = {
      oware: /^pit \d does not feed the opponent, who has no seeds and must be fed: expected one /,
      awari: /^pit \d would leave the opponent without a reply while another pit leaves one: exp/,
    };
    fc.assert(
      fc.property(boards(), ruleSets(), (board, rules) => {
        const position = makePosition(board, rules);
        if (isOver(position)) return;
        const row = rowOf(position, position.mover);
        const legal = legalPits(position);
        for (let pit = 1; pit <= row.length; pit++) {
          if (row[pit - 1] === 0 || legal.includes(pit)) continue;
          expect(() => play(position, pit)).toThrow(clauses[rules] ?? 'never');
          if (rules === 'oware') {
            expect(seedsIn(rowOf(position, otherSide(position.mover)))).toBe(0);
          }
        }
      }),
      RUNS,
    );
  });
});

describe('a game that is over', () => {
  const over = kalah('0,0,0,0,0,0/1,2,0,0,0,3 20/22 s');

  it('is a position without moves', () => {
    expect(isOver(over)).toBe(true);
    expect(moves(over)).toEqual([]);
    expect(() => play(over, 1)).toThrow(
      expect.objectContaining({
        name: 'IllegalMove',
        message: 'the game is over, 20-28: no pit can be played',
      }),
    );
  });

  it('is settled by its sweep', () => {
    const settled = settle(over);
    expect(formatPosition(settled)).toBe('0,0,0,0,0,0/0,0,0,0,0,0 20/28 s');
    expect(Object.isFrozen(settled)).toBe(true);
    expect(settle(settled)).toBe(settled);
  });

  it('scores with its sweep, for the mover', () => {
    expect(score(over)).toBe(-8);
    expect(score(kalah('0,0,0,0,0,0/1,2,0,0,0,3 20/22 n'))).toBe(8);
    expect(score(kalah('1,0,0,0,0,0/1,2,0,0,0,3 20/22 s'))).toBe(-2);
  });

  it('is not touched by settling before it is over', () => {
    const start = startPosition('kalah', 6, 4);
    expect(settle(start)).toBe(start);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isGranaryError } from '../src/errors.js';
import {
  formatKgp,
  formatPosition,
  formatTurn,
  parseKgp,
  parsePosition,
  parseRules,
  parseSetup,
  parseTurn,
} from '../src/notation.js';
import { makePosition, MAX_PITS, startPosition } from '../src/position.js';
import { ruleSetIds } from '../src/rules/options.js';
import { boards, RUNS } from './arbitraries.js';

const START = '4,4,4,4,4,4/4,4,4,4,4,4 0/0 s';

/** Whatever the text, nothing but an error of ours comes out, in one short printable line. */
function expectOnlyOurErrors(read: () => unknown): void {
  try {
    read();
  } catch (error) {
    if (!isGranaryError(error)) throw error;
    expect(error.message).toMatch(/^[ -~]{1,160}$/);
  }
}

describe('position text', () => {
  it('is South, North, stores and mover', () => {
    const position = parsePosition('1,2,3/4,5,6 7/8 n', 'kalah');
    expect(position).toEqual({
      rules: 'kalah',
      south: [1, 2, 3],
      north: [4, 5, 6],
      stores: [7, 8],
      mover: 'n',
    });
  });

  it('is written as it is read', () => {
    expect(formatPosition(startPosition('kalah', 6, 4))).toBe(START);
    fc.assert(
      fc.property(boards(), (board) => {
        const position = makePosition(board, 'kalah');
        const text = formatPosition(position);
        expect(parsePosition(text, 'kalah')).toEqual(position);
        expect(formatPosition(parsePosition(text, 'kalah'))).toBe(text);
      }),
      RUNS,
    );
  });

  it.each([
    '4,4,4,4,4,4/4,4,4,4,4,4_0/0_s',
    '4,4,4,4,4,4/4,4,4,4,4,4   0/0  s',
    '  4,4,4,4,4,4/4,4,4,4,4,4 0/0 s\r\n',
    '4,4,4,4,4,4/4,4,4,4,4,4 _ 0/0__S',
    '04,4,4,4,4,4/4,4,4,4,4,4 00/0 s',
  ])('may be written %j', (text) => {
    expect(formatPosition(parsePosition(text, 'kalah'))).toBe(START);
  });

  it('may be of a game that is over, and of boards of 1 to 8 pits', () => {
    expect(formatPosition(parsePosition('0,0/3,1 20/22 S', 'kalah'))).toBe('0,0/3,1 20/22 s');
    expect(parsePosition('255/0 0/0 n', 'kalah').south).toEqual([255]);
    expect(parsePosition('1,1,1,1,1,1,1,1/1,1,1,1,1,1,1,1 0/0 n', 'kalah').north).toHaveLength(8);
  });

  const range = 'expected a whole number from 0 to 255';
  it.each([
    ['', `empty position: expected text like ${START}`],
    [' _ ', `empty position: expected text like ${START}`],
    ['4,4', "position ends before North's row: expected / and North's pits"],
    ['4,4/', "North's row has no pits: expected some joined by commas"],
    ['/4,4 0/0 s', "South's row has no pits: expected some joined by commas"],
    ['4,4/4,4', 'position ends before the stores: expected two, like 0/0'],
    ['4,4/4,4 0', "stores '0': expected South's/North's, like 0/0"],
    ['4,4/4,4 0/', `North's store is missing: ${range}`],
    ['4,4/4,4 0/0', 'position ends before the mover: expected s or n'],
    ['4,4/4,4 s', "stores 's': expected South's/North's, like 0/0"],
    ['4,4/4,4 0/0/0 s', "stores '0/0/0': expected South's/North's, like 0/0"],
    ['4,4/4,4/4,4 0/0 s', "3 rows: expected two, South's/North's"],
    ['4,4/4,4 0/0 w', "unknown mover 'w': expected s or n"],
    ['4,4/4,4 0/0 south', "unknown mover 'south': expected s or n"],
    ['4,4/4,4 0/0 s x 1', "'x 1' after the mover: expected nothing more"],
    ['4,4,4/4,4 0/0 s', "South's row has 3 pits, North's has 2 pits: expected equal rows"],
    ['4/4,4 0/0 s', "South's row has 1 pit, North's has 2 pits: expected equal rows"],
    ['1,1,1,1,1,1,1,1,1/1,1 0/0 s', "South's row has 9 pits: expected 1 to 8"],
    ['4,-4/4,4 0/0 s', `South's pit 2 is '-4': ${range}`],
    ['4,4/4,x 0/0 s', `North's pit 2 is 'x': ${range}`],
    ['4,4/4,1.5 0/0 s', `North's pit 2 is '1.5': ${range}`],
    ['4,4/4,1e2 0/0 s', `North's pit 2 is '1e2': ${range}`],
    ['4,4/4,0x1 0/0 s', `North's pit 2 is '0x1': ${range}`],
    ['4,,4/4,4,4 0/0 s', `South's pit 2 is missing: ${range}`],
    ['4,4,/4,4 0/0 s', `South's pit 3 is missing: ${range}`],
    ['4,4/4,4 -1/0 s', `South's store is '-1': ${range}`],
    ['4,4/4,٣ 0/0 s', `North's pit 2 is '?': ${range}`],
    ['4,4/4,\u001b[2J 0/0 s', `North's pit 2 is '?[2J': ${range}`],
    ['256,4/4,4 0/0 s', `South's pit 1 holds 256: ${range}`],
    [`${'9'.repeat(60)},4/4,4 0/0 s`, `South's pit 1 holds 1e+60: ${range}`],
    ['100,100/50,6 0/0 s', '256 seeds in pits and stores: expected at most 255 in all'],
    ['4,4/4,4 0/240 s', '256 seeds in pits and stores: expected at most 255 in all'],
    [
      `4,4/4,4 0/0 ${'s'.repeat(60)}`,
      "unknown mover 'ssssssssssssssssssssssss...': expected s or n",
    ],
    ['4'.repeat(1_000_000), 'position of 1000000 characters: expected at most 200'],
  ])('%j is refused', (text, message) => {
    expect(() => parsePosition(text, 'kalah')).toThrow(
      expect.objectContaining({ name: 'InvalidPosition', message }),
    );
  });

  it('cannot be anything but text', () => {
    for (const value of [undefined, null, 4, {}, ['4/4 0/0 s']]) {
      expect(() => parsePosition(value as string, 'kalah')).toThrow(
        expect.objectContaining({ name: 'InvalidPosition' }),
      );
    }
  });

  it('breaks off anywhere with an error of ours', () => {
    for (let end = 0; end < START.length; end++) {
      expect(() => parsePosition(START.slice(0, end), 'kalah')).toThrow(
        expect.objectContaining({ name: 'InvalidPosition' }),
      );
    }
  });

  it('of any kind gives a position that is written back, or an error of ours', () => {
    const alphabet = fc.constantFrom(...'0123459,,,,//  __snSN-x.\n\u001b'.split(''));
    const near = fc.string({ unit: alphabet, maxLength: 40 });
    const part = fc.constantFrom(
      '4,4',
      '0,12',
      '/',
      ' ',
      '_',
      '0/0',
      's',
      'n',
      ',',
      '-1',
      'x',
      '300',
    );
    const mixed = fc.array(part, { maxLength: 10 }).map((parts) => parts.join(''));
    const any = fc.string({ unit: 'binary', maxLength: 300 });
    fc.assert(
      fc.property(fc.oneof(near, mixed, any), (text) => {
        expectOnlyOurErrors(() => {
          const written = formatPosition(parsePosition(text, 'kalah'));
          expect(formatPosition(parsePosition(written, 'kalah'))).toBe(written);
        });
      }),
      { ...RUNS, numRuns: 5000 },
    );
  });

  it('becomes no position without a rule set', () => {
    expect(parseSetup(START)).toEqual({
      south: [4, 4, 4, 4, 4, 4],
      north: [4, 4, 4, 4, 4, 4],
      stores: [0, 0],
      mover: 's',
    });
  });
});

describe('KGP board text', () => {
  const CASE = '<3,10,2,1,2,3,4,2,0>';

  it('has the size, the store of South, that of North, and their rows', () => {
    const position = parseKgp(CASE, 'kalah');
    expect(position).toEqual({
      rules: 'kalah',
      south: [1, 2, 3],
      north: [4, 2, 0],
      stores: [10, 2],
      mover: 's',
    });
    expect(formatKgp(position)).toBe(CASE);
  });

  it('is seen by the mover', () => {
    const north = parsePosition('1,2,3/4,2,0 10/2 n', 'kalah');
    expect(formatKgp(north)).toBe('<3,2,10,4,2,0,1,2,3>');
  });

  it('is read wherever a position is', () => {
    for (const text of [CASE, `  ${CASE}\r\n`, `_${CASE}_`, '< 3, 10,2 ,1,2,3,4,02,0 >']) {
      expect(formatPosition(parsePosition(text, 'kalah'))).toBe('1,2,3/4,2,0 10/2 s');
      expect(parseKgp(text, 'kalah')).toEqual(parsePosition(text, 'kalah'));
    }
    expect(parseSetup(CASE).stores).toEqual([10, 2]);
  });

  it('is written as it is read, and twice turned round as before', () => {
    fc.assert(
      fc.property(boards(), (board) => {
        const text = formatKgp(board);
        const turned = parseKgp(text, 'kalah');
        expect(turned.mover).toBe('s');
        expect(formatKgp(turned)).toBe(text);
        expect(parsePosition(text, 'kalah')).toEqual(turned);

        const { south, north, stores } = board;
        const [a, b] = stores;
        const back = board.mover === 's' ? board : { south: north, north: south, stores: [b, a] };
        expect(turned).toEqual({ rules: 'kalah', ...back, mover: 's' });
      }),
      RUNS,
    );
  });

  const like = 'expected text like <2,0,0,4,4,4,4>';
  const sizes = 'expected 1 to 8 a side, like <2,0,0,4,4,4,4>';
  const range = 'expected a whole number from 0 to 255';
  it.each([
    ['1,0,0,4,4>', `KGP board has no < at its beginning: ${like}`],
    ['<1,0,0,4,4', `KGP board has no > at its end: ${like}`],
    ['<', `KGP board has no > at its end: ${like}`],
    ['<1,0,0,4,4> n', `KGP board has 'n' after its >: ${like}`],
    ['<1,0,0,4,4>>', `KGP board has '>' after its >: ${like}`],
    ['<<1,0,0,4,4>', `KGP board says '<1' pits: ${sizes}`],
    ['<>', `KGP board has no number of pits: ${sizes}`],
    ['<,0,0,4,4>', `KGP board has no number of pits: ${sizes}`],
    ['<x,0,0,4,4>', `KGP board says 'x' pits: ${sizes}`],
    ['<0,0,0>', `KGP board says '0' pits: ${sizes}`],
    ['<9,0,0,4,4>', `KGP board says '9' pits: ${sizes}`],
    ['<-1,0,0,4,4>', `KGP board says '-1' pits: ${sizes}`],
    [
      '<1>',
      'KGP board says 1 pit a side and goes on with 0 numbers: expected 4, two stores and two rows',
    ],
    [
      '<1,4>',
      'KGP board says 1 pit a side and goes on with 1 number: expected 4, two stores and two rows',
    ],
    [
      '<2,0,0,4,4,4>',
      'KGP board says 2 pits a side and goes on with 5 numbers: expected 6, two stores and two rows',
    ],
    [
      '<2,0,0,4,4,4,4,4>',
      'KGP board says 2 pits a side and goes on with 7 numbers: expected 6, two stores and two rows',
    ],
    ['<1,x,0,4,4>', `South's store is 'x': ${range}`],
    ['<1,0,,4,4>', `North's store is missing: ${range}`],
    ['<1,0,0,-4,4>', `South's pit 1 is '-4': ${range}`],
    ['<2,0,0,4,4,4,1.5>', `North's pit 2 is '1.5': ${range}`],
    ['<1,0,0,4,4 4>', `North's pit 1 is '4 4': ${range}`],
    ['<1,256,0,4,4>', `South's store holds 256: ${range}`],
    ['<1,100,100,50,6>', '256 seeds in pits and stores: expected at most 255 in all'],
    [`<${'1,'.repeat(500)}1>`, 'position of 1003 characters: expected at most 200'],
  ])('%j is refused', (text, message) => {
    const expected = expect.objectContaining({ name: 'InvalidPosition', message }) as unknown;
    expect(() => parseKgp(text, 'kalah')).toThrow(expected);
    expect(() => parsePosition(text, 'kalah')).toThrow(expected);
  });

  it('is not position text, and has a rule set', () => {
    expect(() => parseKgp(START, 'kalah')).toThrow(/has no < at its beginning/);
    expect(() => parseKgp(CASE, 'chess')).toThrow(
      expect.objectContaining({ name: 'UnknownRules' }),
    );
    for (const value of [undefined, null, 4, [CASE]] as unknown[]) {
      expect(() => parseKgp(value as string, 'kalah')).toThrow(
        expect.objectContaining({ name: 'InvalidPosition' }),
      );
    }
  });

  it('of any kind gives a position that is written back, or an error of ours', () => {
    const number = fc.constantFrom('0', '1', '2', '4', '12', '300', '', '-1', 'x');
    const numbers = fc.array(number, { maxLength: 12 }).map((parts) => `<${parts.join()}>`);
    const unit = fc.constantFrom(...'<<>>011223,,,, _s-x/\n\u001b'.split(''));
    const any = fc.string({ unit: 'binary', maxLength: 300 }).map((text) => `<${text}`);
    const texts = fc.oneof(numbers, fc.string({ unit, maxLength: 24 }), any);
    fc.assert(
      fc.property(texts, (text) => {
        expectOnlyOurErrors(() => {
          const written = formatKgp(parseKgp(text, 'kalah'));
          expect(formatKgp(parseKgp(written, 'kalah'))).toBe(written);
        });
        expectOnlyOurErrors(() => parsePosition(text, 'kalah'));
      }),
      { ...RUNS, numRuns: 5000 },
    );
  });
});

describe('a turn', () => {
  it('is pits from 1, joined by commas', () => {
    expect(parseTurn('3,6')).toEqual([3, 6]);
    expect(formatTurn([3, 6])).toBe('3,6');
    expect(formatTurn([1])).toBe('1');
  });

  it.each([
    ['C,F', [3, 6]],
    ['c,f', [3, 6]],
    ['A', [1]],
    ['h', [8]],
    ['3,f', [3, 6]],
    [' 3 , 6 ', [3, 6]],
    ['03', [3]],
  ])('may be written %j', (text, turn) => {
    expect(parseTurn(text)).toEqual(turn);
  });

  it('is written as it is read', () => {
    const turns = fc.array(fc.integer({ min: 1, max: MAX_PITS }), { minLength: 1, maxLength: 255 });
    fc.assert(
      fc.property(turns, (turn) => {
        expect(parseTurn(formatTurn(turn))).toEqual(turn);
      }),
      RUNS,
    );
  });

  it.each([
    ['', 6, 'empty turn: expected pits joined by commas, like 3,6'],
    ['  ', 6, 'empty turn: expected pits joined by commas, like 3,6'],
    ['0', 6, "no pit '0': expected 1 to 6 or A to F"],
    ['7', 6, "no pit '7': expected 1 to 6 or A to F"],
    ['G', 6, "no pit 'G': expected 1 to 6 or A to F"],
    ['3,', 6, 'a pit is missing: expected 1 to 6 or A to F'],
    [',3', 6, 'a pit is missing: expected 1 to 6 or A to F'],
    ['3;6', 6, "no pit '3;6': expected 1 to 6 or A to F"],
    ['36', 6, "no pit '36': expected 1 to 6 or A to F"],
    ['-1', 6, "no pit '-1': expected 1 to 6 or A to F"],
    ['1.0', 6, "no pit '1.0': expected 1 to 6 or A to F"],
    ['AB', 6, "no pit 'AB': expected 1 to 6 or A to F"],
    ['\u001b[0m', 6, "no pit '?[0m': expected 1 to 6 or A to F"],
    ['I', 8, "no pit 'I': expected 1 to 8 or A to H"],
    ['2', 1, "no pit '2': expected 1 to 1 or A to A"],
    ['1,'.repeat(600), 6, 'turn of 1200 characters: expected at most 1000'],
  ])('%j on %d pits is refused', (text, pits, message) => {
    expect(() => parseTurn(text, pits)).toThrow(
      expect.objectContaining({ name: 'IllegalMove', message }),
    );
  });

  it('of any kind gives pits of the board or an error of ours', () => {
    const near = fc.string({
      unit: fc.constantFrom(...'0123456789,, AaHhZ-'.split('')),
      maxLength: 12,
    });
    fc.assert(
      fc.property(fc.oneof(near, fc.string({ unit: 'binary' })), (text) => {
        expectOnlyOurErrors(() => {
          const turn = parseTurn(text, 6);
          expect(turn.every((pit) => Number.isInteger(pit) && pit >= 1 && pit <= 6)).toBe(true);
        });
      }),
      { ...RUNS, numRuns: 5000 },
    );
  });
});

describe('a rule set', () => {
  it('is named by its id', () => {
    expect(parseRules('kalah')).toBe('kalah');
  });

  it.each(['chess', '', 'Kalah', 'constructor', '__proto__', 'Oware'])('%j is refused', (text) => {
    const message = `unknown rule set '${text}': expected ${ruleSetIds().join(', ')}`;
    const expected = expect.objectContaining({ name: 'UnknownRules', message }) as unknown;
    expect(() => parseRules(text)).toThrow(expected);
    expect(() => parsePosition(START, text)).toThrow(expected);
  });
});

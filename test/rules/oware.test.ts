import { describe, expect, it } from 'vitest';
import { formatPosition } from '../../src/notation.js';
import { RULE_SETS } from '../../src/rules/options.js';
import { isOver, sweep } from '../../src/rules/rules.js';
import { after, board, legal, names, play } from './support.js';

describe('1. sowing', () => {
  it('passes over the stores', () => {
    //     4 4 4 4 4 4
    //  0               0
    //     4 4 4 4 4 4
    const start = '4,4,4,4,4,4/4,4,4,4,4,4 0/0 s';
    expect(names(play('oware', start, 5).sown)).toBe('s6 n1 n2 n3');
    expect(play('oware', start, 6).extraTurn).toBe(false);
  });

  it('goes round without the origin from the twelfth seed on, not before', () => {
    //      3  3  3  3  3  3
    //  9                     9
    //      0  0 11  0  1  0
    const eleven = '0,0,11,0,1,0/3,3,3,3,3,3 9/9 s';
    expect(names(play('oware', eleven, 3).sown)).toBe('s4 s5 s6 n1 n2 n3 n4 n5 n6 s1 s2');
    expect(after('oware', eleven, 3)).toBe('1,1,0,1,2,1/4,4,4,4,4,4 9/9 n');
    //      3  3  3  3  3  3
    //  9                     8
    //      0  0 12  0  1  0
    const twelve = '0,0,12,0,1,0/3,3,3,3,3,3 8/9 s';
    expect(names(play('oware', twelve, 3).sown)).toBe('s4 s5 s6 n1 n2 n3 n4 n5 n6 s1 s2 s4');
    expect(after('oware', twelve, 3)).toBe('1,1,0,2,2,1/4,4,4,4,4,4 8/9 n');
  });

  it('passes over the origin on every lap', () => {
    //      1  1  1  1  1  1
    //  9                     9
    //     23  0  0  0  0  1
    const start = '23,0,0,0,0,1/1,1,1,1,1,1 9/9 s';
    const lap = 's2 s3 s4 s5 s6 n1 n2 n3 n4 n5 n6';
    expect(names(play('oware', start, 1).sown)).toBe(`${lap} ${lap} s2`);
    expect(after('oware', start, 1)).toBe('0,3,2,2,2,3/3,3,3,3,3,3 9/9 n');
  });
});

describe('2. capture', () => {
  it('takes two or three, then backwards while pits hold two or three', () => {
    //     1 0 4 1 2 1
    // 25               10
    //     0 0 0 1 0 3
    const start = '0,0,0,1,0,3/1,2,1,4,0,1 10/25 s';
    const ply = play('oware', start, 6);
    expect(ply.capture).toMatchObject({ reason: 'two-three', taken: 7, grandSlam: false });
    expect(names(ply.capture?.pits ?? [])).toBe('n3 n2 n1');
    expect(after('oware', start, 6)).toBe('0,0,0,1,0,0/0,0,0,4,0,1 17/25 n');
  });

  it('takes nothing beyond the last pit', () => {
    //     4 0 2 0 1 1
    // 20               20
    //     1 0 0 0 0 2
    const start = '1,0,0,0,0,2/1,1,0,2,0,4 20/20 s';
    expect(names(play('oware', start, 6).capture?.pits ?? [])).toBe('n2 n1');
    expect(after('oware', start, 6)).toBe('1,0,0,0,0,0/0,0,0,2,0,4 24/20 n');
  });

  it('needs the last seed: pits of two and three before it are not taken alone', () => {
    //     0 0 0 6 1 2
    // 20               20
    //     1 0 0 0 0 3
    const start = '1,0,0,0,0,3/2,1,6,0,0,0 20/20 s';
    expect(play('oware', start, 6).capture).toBeUndefined();
    expect(after('oware', start, 6)).toBe('1,0,0,0,0,0/3,2,7,0,0,0 20/20 n');
  });

  it('is as good for North', () => {
    //     3 0 1 0 0 0
    // 25               10
    //     1 2 1 4 0 1
    const start = '1,2,1,4,0,1/0,0,0,1,0,3 10/25 n';
    expect(names(play('oware', start, 6).capture?.pits ?? [])).toBe('s3 s2 s1');
    expect(after('oware', start, 6)).toBe('0,0,0,4,0,1/0,0,0,1,0,0 10/32 s');
  });

  it('stops at the first pit that holds anything else', () => {
    //     1 0 4 1 3 1
    // 24               10
    //     0 0 0 1 0 3
    const start = '0,0,0,1,0,3/1,3,1,4,0,1 10/24 s';
    expect(after('oware', start, 6)).toBe('0,0,0,1,0,0/2,4,0,4,0,1 12/24 n');
  });

  it('takes nothing when the last pit holds anything else', () => {
    //     1 0 4 3 1 1
    // 24               10
    //     0 0 0 1 0 3
    const start = '0,0,0,1,0,3/1,1,3,4,0,1 10/24 s';
    expect(play('oware', start, 6).capture).toBeUndefined();
    expect(play('oware', '0,0,0,1,0,3/1,1,0,4,0,1 10/24 s', 6).capture).toBeUndefined();
  });

  it('stays in the other row', () => {
    //     0 4 0 0 0 1
    // 20               20
    //     0 0 0 0 2 1
    const start = '0,0,0,0,2,1/1,0,0,0,4,0 20/20 s';
    expect(names(play('oware', start, 6).capture?.pits ?? [])).toBe('n1');
    expect(play('oware', start, 5).capture).toMatchObject({ taken: 2 });
  });

  it('takes nothing in the own row', () => {
    //     0 4 0 0 0 1
    // 20               20
    //     1 1 0 0 2 1
    const start = '1,1,0,0,2,1/1,0,0,0,4,0 20/20 s';
    expect(after('oware', start, 1)).toBe('0,2,0,0,2,1/1,0,0,0,4,0 20/20 n');
  });

  it('counts after a lap', () => {
    //      4  4  1  0  1  0
    // 12                     12
    //      0  0  0  0  1 13
    const start = '0,0,0,0,1,13/0,1,0,1,4,4 12/12 s';
    expect(after('oware', start, 6)).toBe('1,1,1,1,2,0/0,0,1,2,5,5 17/12 n');
  });
});

describe('3. grand slam', () => {
  it('is played and takes nothing', () => {
    //     0 0 0 2 1 2
    // 17               20
    //     1 0 0 0 2 3
    const start = '1,0,0,0,2,3/2,1,2,0,0,0 20/17 s';
    const ply = play('oware', start, 6);
    expect(ply.capture).toMatchObject({ reason: 'two-three', grandSlam: true, taken: 0 });
    expect(names(ply.capture?.pits ?? [])).toBe('n3 n2 n1');
    expect(ply.captured).toBe(0);
    expect(after('oware', start, 6)).toBe('1,0,0,0,2,0/3,2,3,0,0,0 20/17 n');
  });

  it('is none while a seed is left to the other side', () => {
    //     1 0 0 2 1 2
    // 16               20
    //     1 0 0 0 2 3
    const start = '1,0,0,0,2,3/2,1,2,0,0,1 20/16 s';
    expect(play('oware', start, 6).capture).toMatchObject({ grandSlam: false, taken: 8 });
    expect(after('oware', start, 6)).toBe('1,0,0,0,2,0/0,0,0,0,0,1 28/16 n');
  });

  it('is judged after the sowing, which may have filled the whole row', () => {
    //      1  0  8  0  0  3
    // 13                    13
    //      2  1  1  2  2  2
    const start = '2,1,1,2,2,2/3,0,0,8,0,1 13/13 n';
    const ply = play('oware', start, 4);
    expect(names(ply.capture?.pits ?? [])).toBe('s6 s5 s4 s3 s2 s1');
    expect(ply).toMatchObject({ captured: 0, over: false });
    expect(after('oware', start, 4)).toBe('3,2,2,3,3,3/3,0,0,0,1,2 13/13 s');
  });

  it('may be of a single pit, also with the last own seed', () => {
    //     0 0 0 0 0 1
    // 23               22
    //     0 0 0 0 0 1
    const start = '0,0,0,0,0,1/1,0,0,0,0,0 22/23 s';
    expect(legal('oware', start)).toEqual([6]);
    const ply = play('oware', start, 6);
    expect(ply.capture).toMatchObject({ grandSlam: true, taken: 0 });
    // North cannot feed South with it, and keeps it.
    expect(ply.ending?.sweep).toEqual({ south: 0, north: 2 });
    expect(after('oware', start, 6)).toBe('0,0,0,0,0,0/0,0,0,0,0,0 22/25 n');
  });
});

describe('4. feeding', () => {
  it('is a duty when the opponent has no seeds', () => {
    //     0 0 0 0 0 0
    // 19               25
    //     1 0 1 0 0 2
    expect(legal('oware', '1,0,1,0,0,2/0,0,0,0,0,0 25/19 s')).toEqual([6]);
    //     1 2 0 3 3 4
    // 10               25
    //     0 0 0 0 0 0
    expect(legal('oware', '0,0,0,0,0,0/4,3,3,0,2,1 25/10 n')).toEqual([5, 6]);
  });

  it('is none while he has one', () => {
    //     0 0 0 0 0 1
    // 18               25
    //     1 0 1 0 0 2
    expect(legal('oware', '1,0,1,0,0,2/1,0,0,0,0,0 25/18 s')).toEqual([1, 3, 6]);
  });

  it('is no more than that: a move may leave the opponent one seed, or capture all but one', () => {
    //     1 0 0 0 0 2
    // 19               24
    //     1 0 0 0 0 1
    const start = '1,0,0,0,0,1/2,0,0,0,0,1 24/19 s';
    expect(legal('oware', start)).toEqual([1, 6]);
    expect(after('oware', start, 6)).toBe('1,0,0,0,0,0/0,0,0,0,0,1 27/19 n');
  });

  it('is met by a lap', () => {
    //      0  0  0  0  0  0
    // 17                    18
    //     12  1  0  0  0  0
    const start = '12,1,0,0,0,0/0,0,0,0,0,0 18/17 s';
    expect(legal('oware', start)).toEqual([1]);
  });

  it('is judged after the capture: a grand slam that takes nothing feeds', () => {
    //      0  0  0  0  0  0
    // 18                     18
    //      0  0  0  0  0 12
    const start = '0,0,0,0,0,12/0,0,0,0,0,0 18/18 s';
    expect(legal('oware', start)).toEqual([6]);
  });
});

describe('5. end', () => {
  it('comes when the side to move cannot feed; it keeps its seeds', () => {
    //     0 0 0 0 0 0
    // 22               24
    //     1 1 0 0 0 0
    const start = '1,1,0,0,0,0/0,0,0,0,0,0 24/22 s';
    const options = RULE_SETS.oware;
    expect(isOver(options, board(start))).toBe(true);
    expect(formatPosition(sweep(options, board(start)))).toBe('0,0,0,0,0,0/0,0,0,0,0,0 26/22 s');
  });

  it('comes when the side to move has no seeds; the rest is the other side’s', () => {
    //     0 0 3 0 0 0
    // 25               20
    //     0 0 0 0 0 0
    const start = '0,0,0,0,0,0/0,0,0,3,0,0 20/25 s';
    expect(isOver(RULE_SETS.oware, board(start))).toBe(true);
    expect(formatPosition(sweep(RULE_SETS.oware, board(start)))).toBe(
      '0,0,0,0,0,0/0,0,0,0,0,0 20/28 s',
    );
  });

  it('does not come while the side to move can feed', () => {
    //     0 0 0 0 0 0
    // 22               24
    //     1 0 0 0 0 1
    const start = '1,0,0,0,0,1/0,0,0,0,0,0 24/22 s';
    expect(isOver(RULE_SETS.oware, board(start))).toBe(false);
    expect(play('oware', start, 6).over).toBe(false);
  });

  it('does not come for a side without seeds that is not to move', () => {
    //     1 0 0 0 0 1
    // 20               25
    //     0 0 0 0 0 1
    const start = '0,0,0,0,0,1/1,0,0,0,0,1 25/20 s';
    expect(after('oware', start, 6)).toBe('0,0,0,0,0,0/0,0,0,0,0,1 27/20 n');
    expect(legal('oware', after('oware', start, 6))).toEqual([6]);
  });

  it('comes after a capture that leaves no feeding move', () => {
    //     0 0 2 0 0 1
    // 22               22
    //     0 0 0 0 0 1
    const start = '0,0,0,0,0,1/1,0,0,2,0,0 22/22 s';
    const ply = play('oware', start, 6);
    expect(ply).toMatchObject({ over: true, captured: 2, ending: { reason: 'no-move' } });
    expect(ply.ending?.sweep).toEqual({ south: 0, north: 2 });
    expect(after('oware', start, 6)).toBe('0,0,0,0,0,0/0,0,0,0,0,0 24/24 n');
  });

  it('does not come with a store above half', () => {
    //     4 4 4 4 4 1
    //  3               23
    //     0 0 0 0 0 1
    const start = '0,0,0,0,0,1/1,4,4,4,4,4 23/3 s';
    expect(after('oware', start, 6)).toBe('0,0,0,0,0,0/0,4,4,4,4,4 25/3 n');
    expect(play('oware', start, 6).over).toBe(false);
  });
});

describe('6. repetition', () => {
  it('is not the business of these rules: twelve forced plies bring a board back', () => {
    //     1 0 0 0 0 0
    // 23               23
    //     0 0 0 0 0 1
    const start = '0,0,0,0,0,1/0,0,0,0,0,1 23/23 s';
    let position = start;
    for (const pit of [6, 6, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]) {
      expect(legal('oware', position)).toEqual([pit]);
      position = after('oware', position, pit);
    }
    expect(position).toBe(start);
  });
});

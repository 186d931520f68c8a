import { describe, expect, it } from 'vitest';
import { after, legal, names, play } from './support.js';

describe('1. sowing', () => {
  it('runs through the own store and the other row and skips the other store', () => {
    //     0 0 0 0 0 1
    //  0               0
    //     0 0 0 0 0 9
    const start = '0,0,0,0,0,9/1,0,0,0,0,0 0/0 s';
    expect(names(play('kalah', start, 6).sown)).toBe('s* n1 n2 n3 n4 n5 n6 s1 s2');
  });

  it('skips the other store for North too', () => {
    //     9 0 0 0 0 0
    //  0               0
    //     1 0 0 0 0 0
    const start = '1,0,0,0,0,0/0,0,0,0,0,9 0/0 n';
    expect(names(play('kalah', start, 6).sown)).toBe('n* s1 s2 s3 s4 s5 s6 n1 n2');
  });

  it('does not skip the origin on a lap', () => {
    //      1  0  0  0  0  0
    //  0                     0
    //      0  0 14  0  0  1
    const start = '0,0,14,0,0,1/0,0,0,0,0,1 0/0 s';
    expect(names(play('kalah', start, 3).sown)).toBe('s4 s5 s6 s* n1 n2 n3 n4 n5 n6 s1 s2 s3 s4');
    expect(after('kalah', start, 3)).toBe('1,1,1,2,1,2/1,1,1,1,1,2 1/0 n');
  });

  it('goes round many times: 200 seeds of 255 on 8 pits', () => {
    //      55   0   0   0   0   0   0   0
    //  0                                   0
    //     200   0   0   0   0   0   0   0
    const start = '200,0,0,0,0,0,0,0/0,0,0,0,0,0,0,55 0/0 s';
    const end = '11,12,12,12,12,12,12,12/12,12,12,12,12,11,11,66 12/0 n';
    expect(after('kalah', start, 1)).toBe(end);
  });

  it('works on a single pit a side', () => {
    //     5
    //  0     0
    //     3
    const start = '3/5 0/0 s';
    expect(names(play('kalah', start, 1).sown)).toBe('s* n1 s1');
    expect(after('kalah', start, 1)).toBe('0/0 8/0 n');
  });
});

describe('2. extra turn', () => {
  it('is earned by the last seed in the own store, without limit', () => {
    //     4 4 4 4 4 4
    //  0               0
    //     4 4 4 4 4 4
    const start = '4,4,4,4,4,4/4,4,4,4,4,4 0/0 s';
    const first = play('kalah', start, 3);
    expect(first).toMatchObject({ extraTurn: true, captured: 0, capture: undefined });
    const second = '4,4,0,5,5,5/4,4,4,4,4,4 1/0 s';
    expect(after('kalah', start, 3)).toBe(second);
    const third = after('kalah', second, 2);
    expect(third).toBe('4,0,1,6,6,6/4,4,4,4,4,4 1/0 n');
  });

  it('follows an extra turn', () => {
    //     0 0 0 0 0 4
    //  0               0
    //     0 0 0 0 2 1
    const start = '0,0,0,0,2,1/4,0,0,0,0,0 0/0 s';
    expect(after('kalah', start, 6)).toBe('0,0,0,0,2,0/4,0,0,0,0,0 1/0 s');
    expect(after('kalah', start, 5)).toBe('0,0,0,0,0,2/4,0,0,0,0,0 1/0 s');
  });

  it('is not earned by passing through the store', () => {
    //     0 0 0 0 0 4
    //  0               0
    //     0 0 0 0 1 3
    const start = '0,0,0,0,1,3/4,0,0,0,0,0 0/0 s';
    expect(play('kalah', start, 6).extraTurn).toBe(false);
  });
});

describe('3. capture', () => {
  it('takes the last seed and the seeds opposite when it falls into an own empty pit', () => {
    //     1 4 3 0 1 2
    // 20               10
    //     1 0 0 2 0 3
    const start = '1,0,0,2,0,3/2,1,0,3,4,1 10/20 s';
    const ply = play('kalah', start, 1);
    expect(ply).toMatchObject({
      captured: 5,
      capture: { reason: 'opposite', taken: 5 },
      lastHeld: 0,
    });
    expect(names(ply.capture?.pits ?? [])).toBe('s2 n5');
    expect(after('kalah', start, 1)).toBe('0,0,0,2,0,3/2,1,0,3,0,1 15/20 n');
  });

  it('takes nothing when the own pit held seeds', () => {
    //     1 4 3 0 1 2
    // 20               10
    //     1 1 0 2 0 3
    const start = '1,1,0,2,0,3/2,1,0,3,4,1 10/20 s';
    expect(play('kalah', start, 1)).toMatchObject({ captured: 0, capture: undefined, lastHeld: 1 });
  });

  it('takes nothing when the last seed falls into an empty pit of the other row', () => {
    //     1 0 2 0 0 3
    // 18               18
    //     0 0 0 0 2 4
    const start = '0,0,0,0,2,4/3,0,0,2,0,1 18/18 s';
    expect(after('kalah', start, 6)).toBe('0,0,0,0,2,0/4,1,1,2,0,1 19/18 n');
  });

  it('takes nothing when the last seed falls into the store', () => {
    //     5 0 0 0 0 0
    // 21               20
    //     1 0 0 0 0 1
    const start = '1,0,0,0,0,1/0,0,0,0,0,5 20/21 s';
    expect(play('kalah', start, 6)).toMatchObject({ captured: 0, capture: undefined });
  });

  it('counts the origin as empty after exactly one lap', () => {
    //      4  4  4  4  4  4
    //  0                     0
    //      4  4 13  5  5  5
    const start = '4,4,13,5,5,5/4,4,4,4,4,4 0/0 s';
    const ply = play('kalah', start, 3);
    expect(names(ply.capture?.pits ?? [])).toBe('s3 n4');
    expect(after('kalah', start, 3)).toBe('5,5,0,6,6,6/5,5,5,0,5,5 7/0 n');
  });

  it('may take all that the other row has', () => {
    //     0 5 0 0 0 0
    // 22               18
    //     1 0 0 0 2 0
    const start = '1,0,0,0,2,0/0,0,0,0,5,0 18/22 s';
    const ply = play('kalah', start, 1);
    expect(ply.capture).toMatchObject({ grandSlam: true, taken: 6 });
    expect(after('kalah', start, 1)).toBe('0,0,0,0,0,0/0,0,0,0,0,0 26/22 n');
  });

  it('with nothing opposite leaves the seed, but banks it in kalah-empty', () => {
    //     1 0 3 0 1 2
    // 20               10
    //     1 0 0 2 0 3
    const start = '1,0,0,2,0,3/2,1,0,3,0,1 10/20 s';
    expect(play('kalah', start, 1).capture).toBeUndefined();
    expect(after('kalah', start, 1)).toBe('0,1,0,2,0,3/2,1,0,3,0,1 10/20 n');
    expect(after('kalah-turn', start, 1)).toBe('0,1,0,2,0,3/2,1,0,3,0,1 10/20 n');
    const ply = play('kalah-empty', start, 1);
    expect(ply.capture).toMatchObject({ reason: 'empty', taken: 1, grandSlam: false });
    expect(after('kalah-empty', start, 1)).toBe('0,0,0,2,0,3/2,1,0,3,0,1 11/20 n');
  });
});

describe('4. end', () => {
  it('comes when a move empties the own row, also with an extra turn earned', () => {
    //     1 0 0 1 0 0
    // 25               20
    //     0 0 0 0 0 1
    const start = '0,0,0,0,0,1/0,0,1,0,0,1 20/25 s';
    const ply = play('kalah', start, 6);
    expect(names([ply.last])).toBe('s*');
    expect(ply).toMatchObject({ over: true, extraTurn: false, ending: { reason: 'row-empty' } });
  });

  it('comes when a capture empties the other row', () => {
    //     0 5 0 0 0 0
    // 22               18
    //     1 0 0 0 2 0
    const start = '1,0,0,0,2,0/0,0,0,0,5,0 18/22 s';
    expect(play('kalah', start, 1).over).toBe(true);
  });

  it('has come on a set-up board with an empty row, whoever is to move', () => {
    //     3 0 0 0 2 1
    // 22               20
    //     0 0 0 0 0 0
    expect(legal('kalah', '0,0,0,0,0,0/1,2,0,0,0,3 20/22 s')).toEqual([]);
    //     3 0 0 0 2 1
    // 22               20
    //     0 0 0 0 0 0
    expect(legal('kalah', '0,0,0,0,0,0/1,2,0,0,0,3 20/22 n')).toEqual([]);
    //     3 0 0 0 2 1
    // 22               20
    //     0 0 0 0 0 0
    expect(legal('kalah-empty', '0,0,0,0,0,0/1,2,0,0,0,3 20/22 n')).toEqual([]);
  });

  it('waits in kalah-turn until the side without seeds is to move', () => {
    //     2 0 0 0 0 1
    // 23               20
    //     0 0 0 0 0 2
    const start = '0,0,0,0,0,2/1,0,0,0,0,2 20/23 s';
    expect(play('kalah', start, 6).over).toBe(true);
    expect(play('kalah-empty', start, 6).over).toBe(true);
    expect(play('kalah-turn', start, 6).over).toBe(false);
    expect(after('kalah-turn', start, 6)).toBe('0,0,0,0,0,0/2,0,0,0,0,2 21/23 n');
    //     2 0 0 0 0 2
    // 23               21
    //     0 0 0 0 0 0
    expect(legal('kalah-turn', '0,0,0,0,0,0/2,0,0,0,0,2 21/23 n')).toEqual([1, 6]);
  });

  it('comes in kalah-turn when an extra turn finds no seeds', () => {
    //     1 0 0 1 0 0
    // 25               20
    //     0 0 0 0 0 1
    const start = '0,0,0,0,0,1/0,0,1,0,0,1 20/25 s';
    const ply = play('kalah-turn', start, 6);
    expect(ply).toMatchObject({ over: true, extraTurn: false, ending: { reason: 'mover-empty' } });
  });

  it('lets a side in kalah-turn play on alone while its turns last', () => {
    //     0 0 0 0 0 0
    // 26               20
    //     0 0 0 0 1 1
    const start = '0,0,0,0,1,1/0,0,0,0,0,0 20/26 s';
    expect(play('kalah-turn', start, 6)).toMatchObject({ over: false, extraTurn: true });
    expect(play('kalah-turn', start, 5)).toMatchObject({ over: true, extraTurn: false });
  });
});

describe('5. sweep', () => {
  it('gives each side its own row and empties the pits', () => {
    //     2 0 0 0 0 1
    // 22               20
    //     0 0 0 0 0 3
    const start = '0,0,0,0,0,3/1,0,0,0,0,2 20/22 s';
    const ply = play('kalah', start, 6);
    expect(ply.ending?.sweep).toEqual({ south: 0, north: 5 });
    expect(after('kalah', start, 6)).toBe('0,0,0,0,0,0/0,0,0,0,0,0 21/27 n');
  });

  it('gives the mover his own row when he has emptied the other', () => {
    //     0 5 0 0 0 0
    // 19               20
    //     1 0 0 3 0 0
    const start = '1,0,0,3,0,0/0,0,0,0,5,0 20/19 s';
    expect(play('kalah', start, 1).ending?.sweep).toEqual({ south: 3, north: 0 });
    expect(after('kalah', start, 1)).toBe('0,0,0,0,0,0/0,0,0,0,0,0 29/19 n');
  });
});

import { describe, expect, it } from 'vitest';
import { after, names, play } from './support.js';

describe('1. sowing', () => {
  it('puts the first of several seeds back into the origin', () => {
    //     4 4 4 4 4 4
    //  0               0
    //     4 4 4 4 4 4
    const start = '4,4,4,4,4,4/4,4,4,4,4,4 0/0 s';
    expect(names(play('mangala', start, 3).sown)).toBe('s3 s4 s5 s6');
    expect(after('mangala', start, 3)).toBe('4,4,1,5,5,5/4,4,4,4,4,4 0/0 n');
  });

  it('moves a single seed on and leaves the origin empty', () => {
    //     1 3 0 0 2 0
    // 19               20
    //     0 0 1 0 2 0
    const start = '0,0,1,0,2,0/0,2,0,0,3,1 20/19 s';
    expect(names(play('mangala', start, 3).sown)).toBe('s4');
    expect(after('mangala', start, 3)).toBe('0,0,0,1,2,0/0,2,0,0,3,1 20/19 n');
  });

  it('gives the origin seeds on a lap like any pit', () => {
    //      1  0  0  0  0  0
    //  0                     0
    //      0  0  0  0  0 14
    const start = '0,0,0,0,0,14/0,0,0,0,0,1 0/0 s';
    const ply = play('mangala', start, 6);
    expect(names(ply.sown)).toBe('s6 s* n1 n2 n3 n4 n5 n6 s1 s2 s3 s4 s5 s6');
    expect(ply).toMatchObject({ lastHeld: 1, capture: undefined });
    expect(after('mangala', start, 6)).toBe('1,1,1,1,1,2/1,1,1,1,1,2 1/0 n');
  });
});

describe('2. extra turn', () => {
  it.each([1, 2, 3, 4, 5, 6])(
    'is earned from pit %i with the seeds that just reach the store',
    (pit) => {
      const south = [0, 0, 0, 0, 0, 0].map((_, i) => (i === pit - 1 ? 8 - pit : 0));
      const ply = play('mangala', `${south.join()}/1,0,0,0,0,0 0/0 s`, pit);
      expect(names([ply.last])).toBe('s*');
      expect(ply.extraTurn).toBe(true);
    },
  );

  it('is earned by a single seed that moves into the store', () => {
    //     1 3 0 0 2 0
    // 18               20
    //     0 0 0 3 0 1
    const start = '0,0,0,3,0,1/0,2,0,0,3,1 20/18 s';
    expect(after('mangala', start, 6)).toBe('0,0,0,3,0,0/0,2,0,0,3,1 21/18 s');
  });
});

describe('3. even capture', () => {
  it('takes the pit of the other row that the last seed makes even, and only that one', () => {
    //     4 4 4 4 3 3
    //  0               0
    //     4 4 4 4 5 4
    const start = '4,4,4,4,5,4/3,3,4,4,4,4 0/0 s';
    const ply = play('mangala', start, 5);
    expect(ply.capture).toMatchObject({ reason: 'even', taken: 4 });
    expect(names(ply.capture?.pits ?? [])).toBe('n2');
    expect(after('mangala', start, 5)).toBe('4,4,4,4,1,5/4,0,4,4,4,4 5/0 n');
  });

  it('takes nothing that is odd', () => {
    //     4 4 4 4 4 4
    //  0               0
    //     4 4 4 4 5 4
    const start = '4,4,4,4,5,4/4,4,4,4,4,4 0/0 s';
    expect(after('mangala', start, 5)).toBe('4,4,4,4,1,5/5,5,4,4,4,4 1/0 n');
  });

  it('takes nothing even in the own row', () => {
    //     0 3 0 0 0 0
    //  0               0
    //     2 1 0 0 0 0
    const start = '2,1,0,0,0,0/0,0,0,0,3,0 0/0 s';
    expect(after('mangala', start, 1)).toBe('1,2,0,0,0,0/0,0,0,0,3,0 0/0 n');
  });
});

describe('4. opposite capture', () => {
  it('takes both pits when the last seed falls into an own empty pit', () => {
    //     1 5 0 0 0 0
    // 20               19
    //     2 0 0 1 0 0
    const start = '2,0,0,1,0,0/0,0,0,0,5,1 19/20 s';
    const ply = play('mangala', start, 1);
    expect(ply.capture).toMatchObject({ reason: 'opposite', taken: 6 });
    expect(names(ply.capture?.pits ?? [])).toBe('s2 n5');
    expect(after('mangala', start, 1)).toBe('1,0,0,1,0,0/0,0,0,0,0,1 25/20 n');
  });

  it('leaves the seed with nothing opposite', () => {
    //     1 0 0 0 0 3
    // 21               20
    //     2 0 0 1 0 0
    const start = '2,0,0,1,0,0/3,0,0,0,0,1 20/21 s';
    expect(after('mangala', start, 1)).toBe('1,1,0,1,0,0/3,0,0,0,0,1 20/21 n');
  });
});

describe('5. end', () => {
  it('gives what is left to the side whose row is empty', () => {
    //     4 4 4 4 4 4
    //  5               10
    //     0 0 0 0 0 1
    const start = '0,0,0,0,0,1/4,4,4,4,4,4 10/5 s';
    const ply = play('mangala', start, 6);
    expect(ply).toMatchObject({ over: true, extraTurn: false, ending: { reason: 'row-empty' } });
    expect(ply.ending?.sweep).toEqual({ south: 24, north: 0 });
    expect(after('mangala', start, 6)).toBe('0,0,0,0,0,0/0,0,0,0,0,0 35/5 n');
  });

  it('makes who takes the last seeds of the other row lose his own', () => {
    //     0 0 0 4 0 0
    //  0               0
    //     0 0 1 0 0 2
    const start = '0,0,1,0,0,2/0,0,4,0,0,0 0/0 s';
    expect(play('mangala', start, 3).captured).toBe(5);
    expect(after('mangala', start, 3)).toBe('0,0,0,0,0,0/0,0,0,0,0,0 5/2 n');
  });
});

describe('6. a decided game', () => {
  it('goes on', () => {
    //     0 0 0 4 4 5
    //  4               25
    //     4 0 0 0 0 2
    const start = '4,0,0,0,0,2/5,4,4,0,0,0 25/4 s';
    expect(play('mangala', start, 6)).toMatchObject({ over: false, extraTurn: true });
  });
});

import { describe, expect, it } from 'vitest';
import { makePosition, score } from '../../src/position.js';
import { RULE_SETS } from '../../src/rules/options.js';
import { endSweep, isOver } from '../../src/rules/rules.js';
import { after, board, names, play } from './support.js';

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

  it('puts one of two seeds back and one into the next pit', () => {
    //     0 0 0 0 0 3
    // 20               20
    //     0 0 2 0 3 0
    const start = '0,0,2,0,3,0/3,0,0,0,0,0 20/20 s';
    expect(names(play('mangala', start, 3).sown)).toBe('s3 s4');
    expect(after('mangala', start, 3)).toBe('0,0,1,1,3,0/3,0,0,0,0,0 20/20 n');
  });

  it('sows the own store and passes over the other', () => {
    //      1  0  0  0  0  9
    //  0                     0
    //      1  0  0  0  0  9
    const start = '1,0,0,0,0,9/9,0,0,0,0,1 0/0 s';
    expect(names(play('mangala', start, 6).sown)).toBe('s6 s* n1 n2 n3 n4 n5 n6 s1');
    const norths = '9,0,0,0,0,1/1,0,0,0,0,9 0/0 n';
    expect(names(play('mangala', norths, 6).sown)).toBe('n6 n* s1 s2 s3 s4 s5 s6 n1');
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

  it('is not earned with a seed more or less', () => {
    //     0 0 4 0 0 0
    // 20               20
    //     1 0 0 0 2 0
    const short = '1,0,0,0,2,0/0,0,0,4,0,0 20/20 s';
    expect(play('mangala', short, 5)).toMatchObject({ extraTurn: false, over: false });
    //     0 0 4 0 0 0
    // 20               20
    //     1 0 0 0 4 0
    const long = '1,0,0,0,4,0/0,0,0,4,0,0 20/20 s';
    expect(play('mangala', long, 5)).toMatchObject({ extraTurn: false, over: false });
  });

  it('is earned again and again', () => {
    //     0 0 0 0 0 4
    // 10               10
    //     1 0 0 0 3 2
    let position = '1,0,0,0,3,2/4,0,0,0,0,0 10/10 s';
    for (const [pit, next] of [
      [6, '1,0,0,0,3,1/4,0,0,0,0,0 11/10 s'],
      [6, '1,0,0,0,3,0/4,0,0,0,0,0 12/10 s'],
      [5, '1,0,0,0,1,1/4,0,0,0,0,0 13/10 s'],
      [6, '1,0,0,0,1,0/4,0,0,0,0,0 14/10 s'],
    ] as const) {
      expect(play('mangala', position, pit).extraTurn).toBe(true);
      position = after('mangala', position, pit);
      expect(position).toBe(next);
    }
  });

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

  it('takes two: a pit that held one', () => {
    //     4 0 0 0 0 1
    // 20               20
    //     2 0 0 0 0 3
    const start = '2,0,0,0,0,3/1,0,0,0,0,4 20/20 s';
    expect(play('mangala', start, 6).capture).toMatchObject({ reason: 'even', taken: 2 });
    expect(after('mangala', start, 6)).toBe('2,0,0,0,0,1/0,0,0,0,0,4 23/20 n');
  });

  it('takes nothing from a pit that was empty', () => {
    //     4 0 0 0 0 0
    // 20               20
    //     2 0 0 0 0 3
    const start = '2,0,0,0,0,3/0,0,0,0,0,4 20/20 s';
    expect(play('mangala', start, 6).capture).toBeUndefined();
    expect(after('mangala', start, 6)).toBe('2,0,0,0,0,1/1,0,0,0,0,4 21/20 n');
  });

  it('is as good for North, and after a lap', () => {
    //      0  0  0  0  0 13
    // 15                    14
    //      1  1  1  1  1  1
    const start = '1,1,1,1,1,1/13,0,0,0,0,0 14/15 n';
    const ply = play('mangala', start, 1);
    expect(names(ply.sown)).toBe('n1 n2 n3 n4 n5 n6 n* s1 s2 s3 s4 s5 s6');
    expect(names(ply.capture?.pits ?? [])).toBe('s6');
    expect(after('mangala', start, 1)).toBe('2,2,2,2,2,0/1,1,1,1,1,1 14/18 s');
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

  it('takes them for a single seed that moves on', () => {
    //     1 0 5 0 0 0
    // 20               20
    //     0 1 0 0 0 1
    const start = '0,1,0,0,0,1/0,0,0,5,0,1 20/20 s';
    expect(names(play('mangala', start, 2).capture?.pits ?? [])).toBe('s3 n4');
    expect(after('mangala', start, 2)).toBe('0,0,0,0,0,1/0,0,0,0,0,1 26/20 n');
  });

  it('takes nothing where the pit was not empty, not even the origin after a lap', () => {
    //      1  0  0  0  0  0
    //  0                     0
    //     14  0  0  0  0  0
    const start = '14,0,0,0,0,0/0,0,0,0,0,1 0/0 s';
    const ply = play('mangala', start, 1);
    expect(ply).toMatchObject({ last: { side: 's', pit: 0 }, lastHeld: 1, captured: 0 });
    expect(after('mangala', start, 1)).toBe('2,1,1,1,1,1/1,1,1,1,1,2 1/0 n');
  });

  it('takes nothing in the other row: there only an even pit is taken', () => {
    //     1 0 0 0 0 0
    // 20               20
    //     0 0 0 0 5 3
    const start = '0,0,0,0,5,3/0,0,0,0,0,1 20/20 s';
    expect(play('mangala', start, 6)).toMatchObject({ lastHeld: 0, captured: 0 });
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

  it('comes also by a capture of the last own seed', () => {
    //     1 2 0 0 0 0
    // 20               20
    //     1 0 0 0 0 0
    const start = '1,0,0,0,0,0/0,0,0,0,2,1 20/20 s';
    const ply = play('mangala', start, 1);
    expect(ply).toMatchObject({ captured: 3, over: true });
    expect(ply.ending?.sweep).toEqual({ south: 1, north: 0 });
    expect(after('mangala', start, 1)).toBe('0,0,0,0,0,0/0,0,0,0,0,0 24/20 n');
  });

  it('comes also by an even capture of the last seeds, and gives the seed that stayed away', () => {
    //     0 0 0 0 0 3
    // 22               20
    //     0 0 0 0 0 3
    const start = '0,0,0,0,0,3/3,0,0,0,0,0 20/22 s';
    const ply = play('mangala', start, 6);
    expect(ply).toMatchObject({ captured: 4, over: true });
    expect(ply.ending?.sweep).toEqual({ south: 0, north: 1 });
    expect(after('mangala', start, 6)).toBe('0,0,0,0,0,0/0,0,0,0,0,0 25/23 n');
  });

  it('leaves nothing to take when both rows are empty', () => {
    //     0 2 0 0 0 0
    // 20               20
    //     1 0 0 0 0 0
    const start = '1,0,0,0,0,0/0,0,0,0,2,0 20/20 s';
    expect(play('mangala', start, 1).ending?.sweep).toEqual({ south: 0, north: 0 });
    expect(after('mangala', start, 1)).toBe('0,0,0,0,0,0/0,0,0,0,0,0 23/20 n');
  });

  it('has come on a set-up board with an empty row, whoever would be to move', () => {
    //     0 0 0 0 0 0
    // 20               20
    //     0 0 5 0 0 0
    for (const mover of ['s', 'n']) {
      const start = board(`0,0,5,0,0,0/0,0,0,0,0,0 20/20 ${mover}`);
      expect(isOver(RULE_SETS.mangala, start)).toBe(true);
      expect(endSweep(RULE_SETS.mangala, start)).toEqual({ south: 0, north: 5 });
    }
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

  it('needs 25 of 48: with 24 to 24 it is a draw', () => {
    //     0 1 0 0 0 0
    // 23               22
    //     1 0 0 0 0 1
    const start = '1,0,0,0,0,1/0,0,0,0,1,0 22/23 s';
    // The capture leaves North without seeds: the seed in pit 6 is North's.
    expect(after('mangala', start, 1)).toBe('0,0,0,0,0,0/0,0,0,0,0,0 24/24 n');
    expect(score(makePosition(board(after('mangala', start, 1)), 'mangala'))).toBe(0);
  });
});

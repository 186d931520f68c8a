import { describe, expect, it } from 'vitest';
import { RULE_SETS } from '../../src/rules/options.js';
import { endSweep, isOver } from '../../src/rules/rules.js';
import { after, board, legal, names, play } from './support.js';

describe('1. sowing, as in Oware', () => {
  it('passes over the stores, and a last seed beside one earns nothing', () => {
    //     4 4 4 4 4 4
    //  0               0
    //     4 4 4 4 4 4
    const start = '4,4,4,4,4,4/4,4,4,4,4,4 0/0 s';
    expect(names(play('awari', start, 4).sown)).toBe('s5 s6 n1 n2');
    expect(play('awari', start, 2).extraTurn).toBe(false);
  });

  it('passes over the origin on every lap', () => {
    //      1  1  1  1  1  1
    //  9                     9
    //     23  0  0  0  0  1
    const start = '23,0,0,0,0,1/1,1,1,1,1,1 9/9 s';
    const lap = 's2 s3 s4 s5 s6 n1 n2 n3 n4 n5 n6';
    expect(names(play('awari', start, 1).sown)).toBe(`${lap} ${lap} s2`);
    expect(after('awari', start, 1)).toBe('0,3,2,2,2,3/3,3,3,3,3,3 9/9 n');
  });
});

describe('2. capture, as in Oware', () => {
  it('takes two or three, then backwards while pits hold two or three', () => {
    //     1 0 4 1 2 1
    // 25               10
    //     0 0 0 1 0 3
    const start = '0,0,0,1,0,3/1,2,1,4,0,1 10/25 s';
    expect(names(play('awari', start, 6).capture?.pits ?? [])).toBe('n3 n2 n1');
    expect(after('awari', start, 6)).toBe('0,0,0,1,0,0/0,0,0,4,0,1 17/25 n');
  });

  it('stops at the first pit that holds anything else', () => {
    //     1 0 4 1 3 1
    // 24               10
    //     0 0 0 1 0 3
    const start = '0,0,0,1,0,3/1,3,1,4,0,1 10/24 s';
    expect(after('awari', start, 6)).toBe('0,0,0,1,0,0/2,4,0,4,0,1 12/24 n');
  });

  it('takes nothing in the own row', () => {
    //     0 4 0 0 0 1
    // 20               20
    //     1 1 0 0 2 1
    const start = '1,1,0,0,2,1/1,0,0,0,4,0 20/20 s';
    expect(after('awari', start, 1)).toBe('0,2,0,0,2,1/1,0,0,0,4,0 20/20 n');
  });

  it('counts after a lap', () => {
    //      4  4  1  0  1  0
    // 12                    12
    //      0  0  0  0  1 13
    const start = '0,0,0,0,1,13/0,1,0,1,4,4 12/12 s';
    expect(after('awari', start, 6)).toBe('1,1,1,1,2,0/0,0,1,2,5,5 17/12 n');
  });
});

describe('3. grand slam', () => {
  it('takes everything, where it may be played', () => {
    //     0 0 0 0 0 1
    // 24               22
    //     0 0 0 0 0 1
    const start = '0,0,0,0,0,1/1,0,0,0,0,0 22/24 s';
    expect(legal('awari', start)).toEqual([6]);
    const ply = play('awari', start, 6);
    expect(ply.capture).toMatchObject({ grandSlam: true, taken: 2 });
    expect(after('awari', start, 6)).toBe('0,0,0,0,0,0/0,0,0,0,0,0 24/24 n');
  });

  it('takes several pits as well', () => {
    //     0 0 0 2 1 2
    // 17               20
    //     0 0 0 0 0 3
    const start = '0,0,0,0,0,3/2,1,2,0,0,0 20/17 s';
    const ply = play('awari', start, 6);
    expect(names(ply.capture?.pits ?? [])).toBe('n3 n2 n1');
    expect(ply).toMatchObject({ captured: 8, over: true });
    expect(after('awari', start, 6)).toBe('0,0,0,0,0,0/0,0,0,0,0,0 28/17 n');
  });
});

describe('4. a reply must be left', () => {
  it('while another move leaves one', () => {
    //     0 0 0 0 0 1
    // 23               22
    //     1 0 0 0 0 1
    const start = '1,0,0,0,0,1/1,0,0,0,0,0 22/23 s';
    expect(legal('awari', start)).toEqual([1]);
    expect(legal('oware', start)).toEqual([1, 6]);
  });

  it('also to an opponent without seeds', () => {
    //     0 0 0 0 0 0
    // 25               19
    //     0 0 2 1 0 1
    expect(legal('awari', '0,0,2,1,0,1/0,0,0,0,0,0 19/25 s')).toEqual([6]);
  });

  it('one seed is one', () => {
    //     1 0 0 0 0 2
    // 19               24
    //     1 0 0 0 0 1
    const start = '1,0,0,0,0,1/2,0,0,0,0,1 24/19 s';
    expect(legal('awari', start)).toEqual([1, 6]);
    expect(after('awari', start, 6)).toBe('1,0,0,0,0,0/0,0,0,0,0,1 27/19 n');
  });

  it('is judged after the capture, which may take back all that was sown', () => {
    //      0  0  0  0  0  0
    // 17                    12
    //      0  0  0  0  2 17
    const start = '0,0,0,0,2,17/0,0,0,0,0,0 12/17 s';
    expect(play('awari', start, 6).capture).toMatchObject({ grandSlam: true, taken: 12 });
    expect(legal('awari', start)).toEqual([5]);
    expect(legal('oware', start)).toEqual([5, 6]);
  });

  it('by any of the pits that leave one', () => {
    //     0 0 0 0 0 0
    // 10               25
    //     0 0 0 0 2 1
    expect(legal('awari', '0,0,0,0,2,1/0,0,0,0,0,0 25/10 s')).toEqual([5, 6]);
  });

  it('unless no move leaves one: then any may be played', () => {
    //     0 0 0 0 0 0
    // 19               27
    //     1 1 0 0 0 0
    const start = '1,1,0,0,0,0/0,0,0,0,0,0 27/19 s';
    expect(legal('awari', start)).toEqual([1, 2]);
    expect(legal('oware', start)).toEqual([]);
    expect(after('awari', start, 1)).toBe('0,0,0,0,0,0/0,0,0,0,0,0 29/19 n');
  });
});

describe('5. end', () => {
  it('comes when the side to move has no seeds; the other side takes all that is left', () => {
    //     0 0 0 0 0 0
    // 19               27
    //     1 1 0 0 0 0
    const start = '1,1,0,0,0,0/0,0,0,0,0,0 27/19 n';
    expect(isOver(RULE_SETS.awari, board(start))).toBe(true);
    expect(endSweep(RULE_SETS.awari, board(start))).toEqual({ south: 2, north: 0 });
  });

  it('leaves nothing to sweep after a capture of everything by the last own seed', () => {
    //     0 0 0 0 0 1
    // 24               22
    //     0 0 0 0 0 1
    const start = '0,0,0,0,0,1/1,0,0,0,0,0 22/24 s';
    expect(play('awari', start, 6)).toMatchObject({
      over: true,
      ending: { reason: 'no-move', sweep: { south: 0, north: 0 } },
    });
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
      expect(legal('awari', position)).toEqual([pit]);
      position = after('awari', position, pit);
    }
    expect(position).toBe(start);
  });
});

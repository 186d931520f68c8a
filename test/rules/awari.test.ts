import { describe, expect, it } from 'vitest';
import { RULE_SETS } from '../../src/rules/options.js';
import { endSweep, isOver } from '../../src/rules/rules.js';
import { after, board, legal, play } from './support.js';

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

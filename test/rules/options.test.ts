import { describe, expect, it } from 'vitest';
import { RULE_SETS } from '../../src/rules/options.js';
import { forbiddenBy, legalPits, playPit } from '../../src/rules/rules.js';
import { board } from './support.js';

/** The table of options as it is published, one column a rule set. */
const TABLE = `
                 kalah      kalah-empty kalah-turn  mangala   oware         awari
firstSeed        next       next        next        origin    next          next
lapOrigin        sow        sow         sow         sow       skip          skip
ownStore         sow        sow         sow         sow       pass          pass
oppositeCapture  occupied   always      occupied    occupied  none          none
otherRowCapture  none       none        none        even      two-three     two-three
grandSlam        takes      takes       takes       takes     takes-nothing takes
feeding          free       free        free        free      must-feed     leave-a-reply
end              row-empty  row-empty   mover-empty row-empty no-move       no-move
sweep            owner      owner       owner       emptier   owner         other-side
repetition       none       none        none        none      own-row       split
`;

describe('the rule sets', () => {
  it('are the columns of the table', () => {
    const [ids = [], ...rows] = TABLE.trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/));
    const columns = ids.map((id, i) => {
      const options = rows.map(([name = '', ...values]) => [name, values[i]] as const);
      return [id, Object.fromEntries(options)] as const;
    });
    expect(RULE_SETS).toEqual(Object.fromEntries(columns));
  });
});

describe('options that no rule set combines so', () => {
  it('grandSlam illegal: the capture of every seed may not be played', () => {
    //     0 0 0 0 0 1
    // 23               22
    //     1 0 0 0 0 1
    const start = board('1,0,0,0,0,1/1,0,0,0,0,0 22/23 s');
    expect(legalPits({ ...RULE_SETS.oware, grandSlam: 'illegal' }, start)).toEqual([0]);
    expect(legalPits(RULE_SETS.oware, start)).toEqual([0, 5]);
    expect(forbiddenBy({ ...RULE_SETS.oware, grandSlam: 'illegal' }, start, 5)).toBe('grandSlam');
    expect(forbiddenBy(RULE_SETS.awari, start, 5)).toBe('feeding');
    expect(forbiddenBy(RULE_SETS.awari, start, 0)).toBeUndefined();
  });

  it('grandSlam takes, must-feed: who has a seed may lose it', () => {
    //     0 0 0 0 0 1
    // 23               22
    //     1 0 0 0 0 1
    const start = board('1,0,0,0,0,1/1,0,0,0,0,0 22/23 s');
    expect(legalPits({ ...RULE_SETS.oware, grandSlam: 'takes' }, start)).toEqual([0, 5]);
  });

  it('oppositeCapture always, end mover-empty: a lone seed is no grand slam on an empty row', () => {
    //     0 0 0 0 0 0
    // 20               20
    //     1 0 0 0 0 2
    const start = board('1,0,0,0,0,2/0,0,0,0,0,0 20/20 s');
    const options = { ...RULE_SETS['kalah-turn'], oppositeCapture: 'always' } as const;
    expect(playPit(options, start, 0).capture).toMatchObject({
      reason: 'empty',
      taken: 1,
      grandSlam: false,
    });
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { otherSide, rowOf, seedsIn } from '../../src/rules/board.js';
import type { Board } from '../../src/rules/board.js';
import { optionsOf, RULE_SETS } from '../../src/rules/options.js';
import type { RuleOptions, RuleSetId } from '../../src/rules/options.js';
import { endSweep, isOver, legalPits, playPit } from '../../src/rules/rules.js';
import type { Ply } from '../../src/rules/rules.js';
import { boards, RUNS, seedsOf } from '../arbitraries.js';

/** Every ply that can be played on a board. */
function plies(options: RuleOptions, board: Board): readonly Ply[] {
  return legalPits(options, board).map((pit) => playPit(options, board, pit));
}

function mirror({ south, north, stores, mover }: Board): Board {
  return { south: north, north: south, stores: [stores[1], stores[0]], mover: otherSide(mover) };
}

function frozen({ south, north, stores, mover }: Board): Board {
  return Object.freeze({
    south: Object.freeze([...south]),
    north: Object.freeze([...north]),
    stores: Object.freeze([...stores] as const),
    mover,
  });
}

/** The board that the parts of a ply add up to, without the rules. */
function rebuild(board: Board, ply: Ply): Board {
  const south = [...board.south];
  const north = [...board.north];
  const stores: [number, number] = [...board.stores];
  const store = ply.side === 's' ? 0 : 1;
  const rows = { s: south, n: north };
  rows[ply.side][ply.pit] = 0;
  for (const { side, pit } of ply.sown) {
    if (pit === 'store') stores[side === 's' ? 0 : 1]++;
    else rows[side][pit] = (rows[side][pit] ?? 0) + 1;
  }
  stores[store] += ply.captured;
  const taken = ply.captured > 0 ? (ply.capture?.pits ?? []) : [];
  for (const { side, pit } of taken) rows[side][Number(pit)] = 0;
  if (ply.ending !== undefined) {
    stores[0] += ply.ending.sweep.south;
    stores[1] += ply.ending.sweep.north;
    south.fill(0);
    north.fill(0);
  }
  return { south, north, stores, mover: ply.extraTurn ? ply.side : otherSide(ply.side) };
}

describe.each(Object.keys(RULE_SETS) as RuleSetId[])('%s', (rules) => {
  const options = optionsOf(rules);
  const check = (law: (board: Board) => void) => {
    fc.assert(fc.property(boards(), law), { ...RUNS, numRuns: 500 });
  };

  it('has a legal move exactly until the game is over', () => {
    check((board) => {
      expect(legalPits(options, board).length === 0).toBe(isOver(options, board));
    });
  });

  it('lets only own pits with seeds be played', () => {
    check((board) => {
      const row = rowOf(board, board.mover);
      for (const pit of legalPits(options, board)) expect(row[pit]).toBeGreaterThan(0);
    });
  });

  it('conserves seeds', () => {
    check((board) => {
      for (const ply of plies(options, board)) expect(seedsOf(ply.board)).toBe(seedsOf(board));
    });
  });

  it('sows every seed of the pit, none into the other store', () => {
    check((board) => {
      for (const ply of plies(options, board)) {
        expect(ply.sown).toHaveLength(rowOf(board, board.mover)[ply.pit] ?? 0);
        expect(ply.sown).not.toContainEqual({ side: otherSide(board.mover), pit: 'store' });
        expect(ply.sown.at(-1)).toEqual(ply.last);
      }
    });
  });

  it('tells all that happens in a ply', () => {
    check((board) => {
      for (const ply of plies(options, board)) expect(rebuild(board, ply)).toEqual(ply.board);
    });
  });

  it('gives an extra turn exactly for a last seed in the store, unless the game is over', () => {
    check((board) => {
      for (const { last, extraTurn, over } of plies(options, board)) {
        expect(extraTurn).toBe(last.pit === 'store' && !over);
      }
    });
  });

  it('empties the pits when the game is over, and it stays over', () => {
    check((board) => {
      for (const ply of plies(options, board)) {
        expect(ply.over).toBe(isOver(options, ply.board));
        if (ply.over) expect(seedsIn([...ply.board.south, ...ply.board.north])).toBe(0);
      }
    });
  });

  it('sweeps every seed that is left', () => {
    check((board) => {
      if (!isOver(options, board)) return;
      const { south, north } = endSweep(options, board);
      expect(south + north).toBe(seedsIn([...board.south, ...board.north]));
    });
  });

  it('plays the mirrored board in the mirror', () => {
    check((board) => {
      const mirrored = mirror(board);
      expect(legalPits(options, mirrored)).toEqual(legalPits(options, board));
      for (const ply of plies(options, board)) {
        const reflected = playPit(options, mirrored, ply.pit);
        expect(reflected.board).toEqual(mirror(ply.board));
        expect(reflected.captured).toBe(ply.captured);
      }
    });
  });

  it('changes no board that it is given', () => {
    check((board) => {
      const still = frozen(board);
      for (const ply of plies(options, still)) endSweep(options, ply.board);
      expect(still).toEqual(board);
    });
  });
});

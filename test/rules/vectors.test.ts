import { describe, expect, it } from 'vitest';
import { optionsOf, RULE_SETS } from '../../src/rules/options.js';
import type { RuleSetId } from '../../src/rules/options.js';
import type { Board } from '../../src/rules/board.js';
import { endSweep, isOver, legalPits, playPit } from '../../src/rules/rules.js';
import { Minimax } from '../minimax.js';
import { caseFacts, caseValues, moveVectors, peerFacts, perftRows } from '../vectors.js';
import type { MoveFact } from '../vectors.js';

const MAX_LEAVES = 60_000;

/** Plays a fact's pit and keeps of the result what the fact tells. */
function replay(fact: MoveFact): MoveFact {
  const ply = playPit(optionsOf(fact.rules), fact.board, fact.pit - 1);
  const { south, north, stores } = ply.board;
  return {
    ...fact,
    after: { south, north, stores },
    ...(fact.extraTurn === undefined ? {} : { extraTurn: ply.extraTurn }),
    ...(fact.captured === undefined ? {} : { captured: ply.captured }),
    ...(fact.over === undefined ? {} : { over: ply.over }),
  };
}

function legalFrom1(rules: RuleSetId, board: Board): readonly number[] {
  return legalPits(optionsOf(rules), board).map((pit) => pit + 1);
}

function perft(rules: RuleSetId, board: Board, depth: number, endedLeaf: 0 | 1): number {
  const options = optionsOf(rules);
  if (isOver(options, board)) return endedLeaf;
  const pits = legalPits(options, board);
  if (depth === 1) return pits.length;
  return pits.reduce(
    (sum, pit) => sum + perft(rules, playPit(options, board, pit).board, depth - 1, endedLeaf),
    0,
  );
}

describe.each(Object.keys(RULE_SETS) as RuleSetId[])('%s', (rules) => {
  const vectors = [...moveVectors()].filter((vector) => vector.rules === rules);

  it('has the legal moves of the vectors', () => {
    expect(vectors.length).toBeGreaterThanOrEqual(100);
    for (const vector of vectors) {
      const expected = vector.moves.map((move) => move.pit);
      expect(legalFrom1(rules, vector.board), vector.source).toEqual(expected);
    }
  });

  it('plays the moves of the vectors', () => {
    for (const move of vectors.flatMap((vector) => vector.moves)) {
      expect(replay(move)).toEqual(move);
    }
  });

  it('plays them for North on the mirrored board', () => {
    for (const { moves } of vectors) {
      for (const { board, after, ...move } of moves) {
        const mirrored = {
          ...move,
          board: { ...mirror(board), mover: 'n' as const },
          after: mirror(after),
        };
        expect(replay(mirrored)).toEqual(mirrored);
      }
    }
  });
});

function mirror({ south, north, stores }: MoveFact['after']): MoveFact['after'] {
  return { south: north, north: south, stores: [stores[1], stores[0]] };
}

describe('facts of other programs', () => {
  const facts = [...peerFacts()];

  it('are all there', () => {
    expect(facts).toHaveLength(485);
  });

  it.each([...new Set(facts.map((fact) => fact.source))])('%s', (source) => {
    for (const fact of facts.filter((fact) => fact.source === source)) {
      expect(legalFrom1(fact.rules, fact.board)).toContain(fact.pit);
      expect(replay(fact)).toEqual(fact);
    }
  });
});

describe('moves that programs got wrong', () => {
  it.each([...caseFacts()])('$source: $rules pit $pit', (fact) => {
    expect(legalFrom1(fact.rules, fact.board)).toContain(fact.pit);
    expect(replay(fact)).toEqual(fact);
  });

  it.each([...caseValues()])('$source: exact values', ({ rules, board, values }) => {
    const minimax = new Minimax(rules);
    const found = legalFrom1(rules, board).map(
      (pit) => [pit, minimax.gainBy(board, pit - 1)] as const,
    );
    expect(new Map(found)).toEqual(values);
  });
});

describe('perft', () => {
  it.each([...perftRows()])('$name', ({ rules, board, leaves, endedAreLeaves }) => {
    const shallow = leaves.filter((count) => count <= MAX_LEAVES);
    const counted = shallow.map((_, i) => perft(rules, board, i + 1, endedAreLeaves ? 1 : 0));
    expect(counted).toEqual(shallow);
  });
});

describe('a game that is over', () => {
  it('sweeps all seeds that lie in the pits', () => {
    for (const { rules, board, moves } of moveVectors()) {
      for (const { pit } of moves) {
        const { ending, board: after } = playPit(optionsOf(rules), board, pit - 1);
        if (ending === undefined) continue;
        const { south, north } = endSweep(optionsOf(rules), ending.board);
        const before = ending.board.stores;
        expect(after.stores).toEqual([before[0] + south, before[1] + north]);
      }
    }
  });
});

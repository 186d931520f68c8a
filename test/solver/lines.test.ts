import { describe, expect, it } from 'vitest';
import { isOver, makePosition, play, score, startPosition } from '../../src/position.js';
import type { Position } from '../../src/position.js';
import { otherSide } from '../../src/rules/board.js';
import type { Side } from '../../src/rules/board.js';
import { publishedLines } from '../vectors.js';
import type { PublishedLine } from '../vectors.js';

interface Replay {
  readonly position: Position;
  /** Plies that the side which is printed to make them may not make: the turn had passed, or had not yet. */
  readonly outOfTurn: number;
}

/** Replays a published line as it is printed: turns apart by dashes, the sides in turn, pits from 0. */
function replay({ rules, pits, seeds, line }: PublishedLine): Replay {
  let position = startPosition(rules, pits, seeds);
  let outOfTurn = 0;
  let mover: Side = 's';
  for (const turn of line.split('-')) {
    for (const pit of turn) {
      if (position.mover !== mover) {
        outOfTurn++;
        position = makePosition({ ...position, mover }, rules);
      }
      position = play(position, Number(pit) + 1).position;
    }
    mover = otherSide(mover);
  }
  return { position, outOfTurn };
}

/** The score of the finished game for South, who began. */
function scoreOfSouth(position: Position): number {
  return position.mover === 's' ? score(position) : 0 - score(position);
}

describe('published lines of best play under kalah-empty', () => {
  const lines = [...publishedLines()];
  const right = lines.filter((line) => line.right);

  it.each(right)('($pits,$seeds) replays to $margin', (line) => {
    const { position, outOfTurn } = replay(line);
    expect(outOfTurn).toBe(0);
    expect(isOver(position)).toBe(true);
    expect(scoreOfSouth(position)).toBe(line.margin);
  });

  it('are sixteen, and one that is misprinted: (4,6) replays to -2, not 0, with plies out of turn', () => {
    expect(right).toHaveLength(16);
    const misprinted = lines.filter((line) => !line.right);
    expect(misprinted).toMatchObject([{ pits: 4, seeds: 6, margin: 0 }]);
    const { position, outOfTurn } = replay(misprinted[0]!);
    expect(outOfTurn).toBeGreaterThan(0);
    expect(scoreOfSouth(position)).toBe(-2);
  });
});

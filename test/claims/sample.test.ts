import { expect, it } from 'vitest';
import { Sample } from '../../src/claims/sample.js';
import { formatPosition } from '../../src/notation.js';

const DRAWN = 20_000;

it('draws each position of a layer about as often', () => {
  const sample = new Sample('kalah', 2);
  const drawn = new Map<string, number>();
  for (let i = 0; i < DRAWN; i++) {
    const text = formatPosition(sample.draw(2));
    drawn.set(text, (drawn.get(text) ?? 0) + 1);
  }
  const counts = [...drawn.values()];
  expect(counts).toHaveLength(10);
  expect(Math.min(...counts)).toBeGreaterThan(0.9 * (DRAWN / 10));
  expect(Math.max(...counts)).toBeLessThan(1.1 * (DRAWN / 10));
});

it('draws the same every time', () => {
  const draw = (): string[] => {
    const sample = new Sample('mangala', 6);
    return Array.from({ length: 5 }, () => formatPosition(sample.draw(9)));
  };
  expect(draw()).toEqual(draw());
  expect(new Set(draw()).size).toBe(5);
});

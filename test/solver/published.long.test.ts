import { expect, it } from 'vitest';
import { rowsOf } from '../../src/core/rows.js';
import { startPosition } from '../../src/position.js';
import { Prover } from '../../src/solver/prover.js';
import { coreWithLayers } from '../core/support.js';
import { publishedStarts } from '../vectors.js';

/** Largest layer of the tables, by pits: a second or so to solve. */
const LAYERS = [0, 24, 24, 24, 24, 22, 20];

/** Starts whose exact value takes more than a minute; of those only the winner is proven here. */
const LONG = ['kalah-empty(5,6)', 'kalah-empty(6,5)', 'kalah(6,5)'];

it.each([...publishedStarts()])(
  '$rules($pits,$seeds) as published by $source',
  async ({ rules, pits, seeds, value, winner }) => {
    const layers = Math.min(LAYERS[pits] ?? 0, 2 * pits * seeds);
    const core = await coreWithLayers(rules, pits, layers, { tableMib: 64 });
    const prover = new Prover(core, {});
    const rows = rowsOf(startPosition(rules, pits, seeds));
    if (value !== undefined && !LONG.includes(`${rules}(${pits},${seeds})`)) {
      expect(await prover.bounds(rows, 0)).toEqual({ lower: value, upper: value });
      return;
    }
    const wins = await prover.reaches(rows, 1, Infinity);
    const draws = wins === true || (await prover.reaches(rows, 0, Infinity)) === true;
    const found = wins === true ? 'W' : draws ? 'D' : 'L';
    expect(found).toBe(winner ?? (Number(value) > 0 ? 'W' : Number(value) < 0 ? 'L' : 'D'));
  },
);

import { expect } from 'vitest';
import { rowsOf } from '../../src/core/rows.js';
import type { Core } from '../../src/core/core.js';
import type { Fixpoint } from '../fixpoint.js';

/** Compares layers 0..`layers` of a core, entry by entry, with values by the plain rules. */
export function expectLayers(core: Core, fixpoint: Fixpoint, layers: number): void {
  for (let seeds = 0; seeds <= layers; seeds++) {
    const values = fixpoint.layer(seeds);
    expect(core.layerSize(seeds)).toBe(values.length);
    for (const [index, expected] of values.entries()) {
      const board = fixpoint.boardOf(seeds, index);
      const found = core.probe(rowsOf(board));
      if (found !== expected) expect(found, JSON.stringify(board)).toBe(expected);
    }
  }
}

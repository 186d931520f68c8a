import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Core } from '../../src/core/core.js';
import { startPosition } from '../../src/position.js';
import { solve } from '../../src/solver/solver.js';
import { Crew } from '../../src/tablebase/crew.js';
import { gainsOf } from '../../src/tablebase/gains.js';
import { buildLayers, loadLayers } from '../../src/tablebase/layers.js';
import { coreWithLayers } from '../core/support.js';

const LAYERS = 6;

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'granary-loading-'));
  const crew = Crew.alone(await Core.load('kalah', 3));
  for await (const _ of buildLayers(crew, folder, LAYERS));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function load(core: Core, layers: number): Promise<number[]> {
  const loaded: number[] = [];
  for await (const { layer } of loadLayers(core, [folder], layers)) loaded.push(layer);
  return loaded;
}

describe('loading layers', () => {
  it.each([
    ['nothing', undefined],
    ['a transposition table', { layers: -1, tableMib: 1 }],
    ['fewer layers', { layers: 3, tableMib: 1 }],
  ])('makes room where %s was reserved, and keeps the table', async (_, reservation) => {
    const whole = await coreWithLayers('kalah', 3, LAYERS);
    const core = await Core.load('kalah', 3);
    if (reservation) core.reserve(reservation);
    const { tableMib } = core.reserved;
    expect(await load(core, LAYERS)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(core.covered).toBe(LAYERS);
    expect(core.reserved).toMatchObject({ layers: LAYERS, tableMib });
    for (let layer = 0; layer <= LAYERS; layer++) {
      expect(gainsOf(core, layer)).toEqual(gainsOf(whole, layer));
    }
    const start = startPosition('kalah', 3, 3);
    const solution = await solve(core, start);
    expect(solution).toMatchObject({ value: 2, proof: 'exact' });
    expect(solution.lookups).toBeGreaterThan(0);
  });

  it('makes room for no more than there is', async () => {
    const core = await Core.load('kalah', 3);
    core.reserve({ layers: -1, tableMib: 1 });
    expect(await load(core, 63)).toHaveLength(LAYERS + 1);
    expect(core.reserved.layers).toBe(LAYERS);
  });

  it('leaves room that is there, and layers that are covered', async () => {
    const core = await coreWithLayers('kalah', 3, 4);
    core.reserve({ layers: 9, tableMib: 1, building: true });
    const { reserved } = core;
    expect(await load(core, 5)).toEqual([5]);
    expect(core.reserved).toBe(reserved);
    expect(await load(core, 2)).toEqual([]);
    expect(core.covered).toBe(5);
    expect(core.reserved).toBe(reserved);
  });

  it('goes on above the layers that are covered', async () => {
    const core = await coreWithLayers('kalah', 3, 4);
    expect(await load(core, LAYERS)).toEqual([5, 6]);
    expect(core.reserved.layers).toBe(LAYERS);
    expect(await solve(core, startPosition('kalah', 3, 3))).toMatchObject({ value: 2 });
  });
});

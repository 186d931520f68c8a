import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Core } from '../../src/core/core.js';
import { rowsOf } from '../../src/core/rows.js';
import type { RuleSetId } from '../../src/rules/options.js';
import { makeFolder } from '../../src/tablebase/folder.js';
import { gainsOf } from '../../src/tablebase/gains.js';
import { LayerMemory } from '../../src/tablebase/memory.js';
import { verifyLayers } from '../../src/tablebase/verify.js';
import type { VerifiedLayer } from '../../src/tablebase/verify.js';
import { findUnconfirmed } from '../../src/tablebase/witness.js';
import { alterLayer, coreWithLayers, CORE_PITS, CYCLIC_RULES } from '../core/support.js';
import { upTo, writeAltered, writeTables } from '../core/support.js';
import { Fixpoint } from '../fixpoint.js';
import type { LayerGraph } from '../fixpoint.js';
import { pick, randomOf } from '../random.js';

const LAYERS = 7;

let root = '';
let sound = '';
const cores = new Map<RuleSetId, Core>();
beforeAll(async () => {
  root = mkdtempSync(path.join(os.tmpdir(), 'granary-'));
  sound = path.join(root, 'sound');
  for (const rules of CYCLIC_RULES) {
    const core = await coreWithLayers(rules, CORE_PITS, LAYERS);
    cores.set(rules, core);
    await makeFolder(sound);
    await writeTables(core, sound, upTo(LAYERS));
  }
});
afterAll(() => rmSync(root, { recursive: true }));

/** Writes a layer with other gains and the right checksums, and returns the folder. */
async function alter(
  rules: RuleSetId,
  seeds: number,
  name: string,
  change: (gains: Int8Array) => void,
): Promise<string> {
  const folder = path.join(root, name);
  await makeFolder(folder);
  await writeAltered(cores.get(rules)!, folder, seeds, change);
  return folder;
}

async function verify(rules: RuleSetId, folders: readonly string[]): Promise<VerifiedLayer[]> {
  const layers: VerifiedLayer[] = [];
  const tables = await LayerMemory.open(folders, rules, CORE_PITS);
  for await (const layer of verifyLayers(tables)) layers.push(layer);
  return layers;
}

/** The place of each position's entry in the file of a layer, found by what the core reads there. */
function places(core: Core, fixpoint: Fixpoint, seeds: number): number[] {
  const kept = gainsOf(core, seeds);
  const found = new Array<number>(kept.length).fill(0);
  // A digit of the place at a time, as a gain.
  const base = 2 * seeds + 1;
  for (let unit = 1; unit < kept.length; unit *= base) {
    alterLayer(core, seeds, (gains) => {
      for (const at of gains.keys()) gains[at] = (Math.floor(at / unit) % base) - seeds;
    });
    for (const index of kept.keys()) {
      found[index]! += (core.probe(rowsOf(fixpoint.boardOf(seeds, index))) + seeds) * unit;
    }
  }
  alterLayer(core, seeds, (gains) => gains.set(kept));
  expect(new Set(found).size).toBe(kept.length);
  return found;
}

/** Value iteration from the largest gain instead of 0: it ends where every value is the best of its plies. */
function iterateFromTop({ seeds, count, exits, starts, successors }: LayerGraph): Int8Array {
  const values = new Int8Array(count).fill(seeds);
  const best = (p: number): number => {
    let gain = exits[p]!;
    for (let i = starts[p]!; i < starts[p + 1]!; i++)
      gain = Math.max(gain, -values[successors[i]!]!);
    return gain;
  };
  for (let hasChanged = true; hasChanged;) {
    hasChanged = false;
    for (let p = 0; p < count; p++) {
      if (values[p] === best(p)) continue;
      values[p] = best(p);
      hasChanged = true;
    }
  }
  return values;
}

describe.each(CYCLIC_RULES)('the second witness of %s', (rules) => {
  it('confirms every value of right layers', async () => {
    const layers = await verify(rules, [sound]);
    expect(layers).toHaveLength(LAYERS + 1);
    for (const { checked, positions, wrong, unconfirmed } of layers) {
      expect([checked, wrong, unconfirmed]).toEqual([positions, 0, 0]);
    }
  });

  it('is not asked where the law fails: one altered entry is found without it', async () => {
    const random = randomOf(7);
    const right = gainsOf(cores.get(rules)!, 5);
    for (let i = 0; i < 5; i++) {
      const at = pick(random, [...right.keys()]);
      const lies = [1, 2, -1, -2].map((more) => right[at]! + more);
      const lie = pick(
        random,
        lies.filter((gain) => Math.abs(gain) <= 5),
      );
      const folder = await alter(rules, 5, `altered-${rules}-${i}`, (gains) => (gains[at] = lie));
      const { wrong, unconfirmed } = (await verify(rules, [folder, sound]))[5]!;
      expect(wrong, `entry ${at}`).toBeGreaterThan(0);
      expect(unconfirmed).toBe(undefined);
    }
  });

  it('does not confirm values that only support each other', async () => {
    // Every position is said to win all seeds.
    const folder = await alter(rules, 6, `all-${rules}`, (gains) => gains.fill(6));
    const tables = await LayerMemory.open([folder, sound], rules, CORE_PITS);
    for (let layer = 0; layer <= 6; layer++) await tables.load(layer);
    expect((await findUnconfirmed(tables, 6)).length).toBeGreaterThan(6000);
  });
});

describe('a false layer of awari, every value of which is the best of its plies', () => {
  it('is refused by the second witness alone', async () => {
    const core = cores.get('awari')!;
    const fixpoint = new Fixpoint('awari', CORE_PITS);
    const values = iterateFromTop(fixpoint.graph(LAYERS));
    const right = fixpoint.layer(LAYERS);
    // As many as an independent program finds so.
    expect(values.filter((value, index) => value !== right[index])).toHaveLength(4792);

    const at = places(core, fixpoint, LAYERS);
    const folder = await alter('awari', LAYERS, 'false', (gains) => {
      for (const [index, place] of at.entries()) gains[place] = values[index]!;
    });
    const layers = await verify('awari', [folder, sound]);
    for (const { unconfirmed } of layers.slice(0, -1)) expect(unconfirmed).toBe(0);
    const { checked, positions, wrong, unconfirmed, unconfirmedBoards, fault } = layers.at(-1);
    expect([checked, wrong, fault]).toEqual([positions, 0, undefined]);
    expect(unconfirmed).toBeGreaterThan(0);
    expect(unconfirmedBoards).toHaveLength(5);
  });
});

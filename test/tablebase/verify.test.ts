import { cpSync, mkdtempSync, rmSync, truncateSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Core } from '../../src/core/core.js';
import { optionsOf } from '../../src/rules/options.js';
import type { RuleSetId } from '../../src/rules/options.js';
import { isOver } from '../../src/rules/rules.js';
import { Crew } from '../../src/tablebase/crew.js';
import { buildLayers } from '../../src/tablebase/layers.js';
import { LayerMemory } from '../../src/tablebase/memory.js';
import { verifyLayers } from '../../src/tablebase/verify.js';
import type { VerifiedLayer, VerifyOptions } from '../../src/tablebase/verify.js';
import { CORE_RULES, CYCLIC_RULES, lieOf, writeAltered } from '../core/support.js';
import { referenceOf } from '../fixpoint.js';
import { allBoards } from '../random.js';

const PITS = 3;
const LAYERS = 7;
const ALTERED = 3;
/** C(n + 5, 5) */
const SIZES = [1, 6, 21, 56, 126, 252, 462, 792];

let root = '';
let sound = '';
const cores = new Map<RuleSetId, Core>();
beforeAll(async () => {
  root = mkdtempSync(path.join(os.tmpdir(), 'granary-'));
  sound = path.join(root, 'sound');
  for (const rules of CORE_RULES) {
    const core = await Core.load(rules, PITS);
    cores.set(rules, core);
    const crew = Crew.alone(core);
    for await (const { kept } of buildLayers(crew, sound, LAYERS)) expect(kept).toBe(false);
  }
});
afterAll(() => rmSync(root, { recursive: true }));

/** A folder with the sound layers. */
function copy(): string {
  const folder = mkdtempSync(path.join(root, 'copy-'));
  cpSync(sound, folder, { recursive: true });
  return folder;
}

const fileOf = (folder: string, layer: number, rules = 'kalah'): string =>
  path.join(folder, `${rules}-${PITS}-0${layer}.layer`);

/** Writes a layer, changed, with the checksums of what it then has. */
async function alter(
  folder: string,
  rules: RuleSetId,
  layer: number,
  change: (gains: Int8Array) => void,
): Promise<void> {
  await writeAltered(cores.get(rules)!, folder, layer, change);
}

async function verify(
  folder: string,
  rules: RuleSetId = 'kalah',
  options: VerifyOptions = {},
): Promise<VerifiedLayer[]> {
  const layers: VerifiedLayer[] = [];
  const tables = await LayerMemory.open([folder], rules, PITS);
  for await (const layer of verifyLayers(tables, options)) layers.push(layer);
  return layers;
}

const NONE = { wrong: 0, entries: [], missing: [], fault: undefined, unconfirmedBoards: [] };

describe.each(CORE_RULES)('verifying %s', (rules) => {
  it('checks every entry, and finds none wrong in what was built', async () => {
    expect(await verify(sound, rules)).toEqual(
      SIZES.map((positions, layer) => ({
        layer,
        file: fileOf(sound, layer, rules),
        positions,
        checked: positions,
        ...NONE,
        unconfirmed: CYCLIC_RULES.includes(rules) ? 0 : undefined,
      })),
    );
  });

  it('finds and names one altered entry, whichever it is', async () => {
    const reference = referenceOf(rules, PITS);
    const folder = mkdtempSync(path.join(root, 'altered-'));
    let ended = 0;
    for (let at = 0; at < SIZES[ALTERED]!; at++) {
      await alter(folder, rules, ALTERED, (gains) => {
        gains[at] = lieOf(gains[at]!, ALTERED);
      });
      const tables = await LayerMemory.open([folder, sound], rules, PITS);
      for await (const { layer, checked, wrong, entries } of verifyLayers(tables)) {
        if (layer < ALTERED) continue;
        expect(checked).toBe(SIZES[ALTERED]);
        expect(wrong).toBeGreaterThan(0);
        // Entries that lead to it may seem wrong too; it alone is not what the plain rules say.
        const lies = entries.filter(({ board, found }) => found !== reference.gain(board));
        expect(lies, `entry ${at}`).toHaveLength(1);
        const [{ board, found, expected }] = lies as [(typeof lies)[0]];
        const right = reference.gain(board);
        expect([found, expected]).toEqual([lieOf(right, ALTERED), right]);
        if (isOver(optionsOf(rules), board)) ended++;
        break;
      }
    }
    const over = [...allBoards(PITS, ALTERED)].filter((board) => isOver(optionsOf(rules), board));
    expect(over.length).toBeGreaterThan(9);
    expect(ended).toBe(over.length);
  });
});

describe('verifying', () => {
  it('checks as many entries of each layer as a sample has, the same every time', async () => {
    const sampled = await verify(sound, 'kalah', { sample: 50 });
    expect(sampled.map(({ checked }) => checked)).toEqual([1, 6, 21, 50, 50, 50, 50, 50]);
    expect(await verify(sound, 'kalah', { sample: 50 })).toEqual(sampled);
  });

  it('draws a sample from the whole layer', async () => {
    const folder = copy();
    await alter(folder, 'kalah', 7, (gains) => gains.fill(7));
    const { wrong, entries } = (await verify(folder, 'kalah', { sample: 5 })).at(-1);
    expect(wrong).toBe(5);
    const ranks = entries.map(({ board: { south, north } }) =>
      Number([...south, ...north].join('')),
    );
    expect(ranks).toEqual([...new Set(ranks)].sort((a, b) => a - b));
    expect(ranks[0]).toBeLessThan(10_000);
    expect(ranks[4]).toBeGreaterThan(200_000);
  });

  it('names a few wrong entries of many', async () => {
    const folder = copy();
    await alter(folder, 'kalah', 7, (gains) => gains.fill(7));
    const { wrong, entries } = (await verify(folder)).at(-1);
    expect(wrong).toBeGreaterThan(500);
    expect(entries).toHaveLength(5);
  });

  it('says which layer is missing where moves lead into it', async () => {
    const folder = copy();
    rmSync(fileOf(folder, 3));
    rmSync(fileOf(folder, 5));
    const layers = await verify(folder);
    expect(layers.map(({ layer, missing }) => [layer, missing])).toEqual([
      [0, []],
      [1, []],
      [2, []],
      [4, [3]],
      [6, [3, 5]],
      [7, [3, 5]],
    ]);
    for (const { checked, positions, wrong, missing } of layers) {
      expect(wrong).toBe(0);
      expect(checked).toBeGreaterThan(0);
      if (missing.length === 0) expect(checked).toBe(positions);
      else expect(checked).toBeLessThan(positions);
    }
  });

  it('goes on after a file that is damaged, which counts as missing', async () => {
    const folder = copy();
    truncateSync(fileOf(folder, 5), 70);
    const layers = await verify(folder);
    expect(layers[5]).toMatchObject({
      layer: 5,
      positions: 252,
      checked: 0,
      wrong: 0,
      missing: [],
    });
    expect(layers[5]!.fault).toMatchObject({ name: 'TablebaseCorrupt' });
    expect(layers[6]).toMatchObject({ layer: 6, missing: [5], wrong: 0, fault: undefined });
  });

  it('ends when it is interrupted', async () => {
    const controller = new AbortController();
    const tables = await LayerMemory.open([sound], 'kalah', PITS);
    controller.abort();
    const run = async (): Promise<void> => {
      for await (const { wrong } of verifyLayers(tables, { signal: controller.signal })) {
        expect(wrong).toBe(0);
      }
    };
    await expect(run()).rejects.toMatchObject({ name: 'Interrupted' });
  });
});

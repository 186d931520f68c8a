/** A proof that is stopped goes on from its checkpoint, and what is no checkpoint of it is refused. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { Core } from '../../src/core/core.js';
import { startPosition } from '../../src/position.js';
import type { RuleSetId } from '../../src/rules/options.js';
import { Checkpoint } from '../../src/solver/checkpoint.js';
import { solve } from '../../src/solver/solver.js';

const EFFORT = { nodes: 0, lookups: 0, seconds: 0 };

let folder = '';
let file = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'granary-'));
  file = path.join(folder, 'proof');
  return () => rmSync(folder, { recursive: true });
});

async function freshCore(tableMib = 16, rules: RuleSetId = 'kalah', pits = 5): Promise<Core> {
  const core = await Core.load(rules, pits);
  core.reserve({ layers: -1, tableMib });
  return core;
}

const START = startPosition('kalah', 5, 3);

/** Writes what a search of so many nodes has found, and tells how many nodes all of it takes. */
async function stopAfter(nodes: number): Promise<void> {
  const core = await freshCore();
  const checkpoint = await Checkpoint.open(file, core);
  expect(checkpoint.entries).toBe(0);
  const { proof, seconds } = await solve(core, START, { nodes });
  expect(proof).not.toBe('exact');
  await checkpoint.save({ nodes, lookups: 3, seconds });
}

describe('a proof that is stopped', () => {
  it('goes on with less work, also with another size of table, and keeps its effort', async () => {
    const half = 40_000;
    await stopAfter(half);
    for (const tableMib of [1, 16, 64]) {
      const whole = await solve(await freshCore(tableMib), START);
      expect(whole).toMatchObject({ value: 6, proof: 'exact' });
      expect(whole.nodes).toBeGreaterThan(1.5 * half);
      const core = await freshCore(tableMib);
      const checkpoint = await Checkpoint.open(file, core);
      expect(checkpoint.entries).toBeGreaterThan(10);
      expect(checkpoint.before).toMatchObject({ nodes: half, lookups: 3 });
      const rest = await solve(core, START);
      expect(rest).toMatchObject({ value: 6, proof: 'exact' });
      expect(rest.nodes).toBeLessThan(0.8 * whole.nodes);
    }
  });

  it('adds its effort up, and leaves nothing beside its file', async () => {
    await stopAfter(20_000);
    const core = await freshCore();
    const checkpoint = await Checkpoint.open(file, core);
    const { entries } = checkpoint;
    await checkpoint.save({ nodes: 7, lookups: 1, seconds: 0 });
    const again = await Checkpoint.open(file, await freshCore());
    expect(again.before).toMatchObject({ nodes: 20_007, lookups: 4 });
    expect(again.entries).toBe(entries);
    expect(readdirSync(folder)).toEqual(['proof']);
  });
});

describe('what is no checkpoint of it', () => {
  const open = async (core?: Core): Promise<unknown> =>
    Checkpoint.open(file, core ?? (await freshCore()));

  it('another file', async () => {
    for (const text of ['', 'x', 'granary-checkpoint\n', '{}\n', 'a'.repeat(10_000)]) {
      writeFileSync(file, text);
      await expect(open()).rejects.toMatchObject({ name: 'CheckpointForeign' });
      expect(readFileSync(file, 'utf8')).toBe(text);
    }
    file = folder;
    await expect(open()).rejects.toMatchObject({ name: 'CheckpointForeign' });
  });

  it('one of other rules, another board or another form', async () => {
    await stopAfter(20_000);
    for (const [core, what] of [
      [await freshCore(1, 'kalah-empty'), 'is of kalah on 5 pits, not of kalah-empty on 5'],
      [await freshCore(1, 'kalah', 4), 'is of kalah on 5 pits, not of kalah on 4'],
    ] as const) {
      await expect(open(core)).rejects.toThrow(what);
    }
    const general = await Core.load('kalah', 5, { seeds: 200 });
    general.reserve({ layers: -1, tableMib: 1 });
    await expect(open(general)).rejects.toThrow('among another number of seeds');
    writeFileSync(
      file,
      readFileSync(file, 'latin1').replace('"version":1', '"version":2'),
      'latin1',
    );
    await expect(open()).rejects.toThrow('is of version 2');
  });

  it('one that is damaged, at any byte or cut anywhere', async () => {
    await stopAfter(20_000);
    const core = await freshCore(1);
    const bytes = readFileSync(file);
    const head = bytes.indexOf('\n');
    const effort = bytes.indexOf('"effort"');
    for (let at = 0; at < bytes.length; at += at < head + 30 ? 1 : 997) {
      // Of the effort nothing depends on.
      if (at > effort && at < head) continue;
      const altered = Buffer.from(bytes);
      altered[at]! ^= 0x20;
      writeFileSync(file, altered);
      await expect(open(core), `byte ${at}`).rejects.toMatchObject({
        name: expect.stringMatching(/^Checkpoint(Foreign|Corrupt)$/) as string,
      });
      writeFileSync(file, bytes.subarray(0, at));
      await expect(open(core), `cut at ${at}`).rejects.toMatchObject({
        name: expect.stringMatching(/^Checkpoint(Foreign|Corrupt)$/) as string,
      });
    }
  });

  it('a place that cannot be written', async () => {
    const checkpoint = await Checkpoint.open(path.join(folder, 'no', 'proof'), await freshCore(1));
    await expect(checkpoint.save(EFFORT)).rejects.toMatchObject({ name: 'NotWritable' });
  });
});

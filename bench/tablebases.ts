/**
 * Tablebases: entries of several widths, solving by one worker and two, files written, read and decoded, and probes.
 * Wall time where workers are compared, CPU time elsewhere. What is measured is checked by the sum of all gains.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Core as BuiltCore, startCrew } from '../dist/index.js';
import { Core } from '../src/core/core.js';
import { moves, startPosition } from '../src/position.js';
import type { Position } from '../src/position.js';
import { Crew } from '../src/tablebase/crew.js';
import { decodeRun } from '../src/tablebase/codec.js';
import { FileSource } from '../src/tablebase/disk.js';
import { LayerFile } from '../src/tablebase/layer-file.js';
import { buildLayers } from '../src/tablebase/layers.js';
import { runsOf } from '../src/tablebase/runs.js';
import { layerOf, Tablebase } from '../src/tablebase/tablebase.js';
import { pick, randomOf } from '../test/random.js';
import { median } from './native.js';
import { compile } from './variant.js';
import type { Change } from './variant.js';

type Print = (line: string) => void;

const PITS = 6;
const ROUNDS = 5;
const FILE_LAYERS = 18;

export async function measureTablebases(print: Print): Promise<void> {
  await measureWidths(print);
  print('');
  await measureWorkers(print);
  print('');
  await measureFiles(print);
}

/* Entries in memory: how wide they are, and what that costs. */

const WIDTHS: readonly (readonly [name: string, change: Change | undefined])[] = [
  ['packed, 1 to 5 bits by layer', undefined],
  ['a byte', widthOf('8')],
  ['5 bits in all layers', widthOf('Entries.halved ? 5 : 6')],
];

function widthOf(width: string): Change {
  return {
    file: 'assembly/tablebase/block.ts',
    from: 'return max(1, 32 - clz(largest));',
    to: `return largest >= 0 ? ${width} : 0;`,
  };
}

/**
 * Added to the core: chains in which each address depends on what was read before. One probes positions of layers 16
 * to 20 with 8 to 12 seeds of the mover, drawn evenly; the other reads bytes of the memory where those layers lie.
 */
const CHAINS: Change = {
  file: 'assembly/index.ts',
  from: 'export function probe(',
  to: `
import { Block } from './tablebase/block';
import { Families } from './tablebase/families';
function mix(x: u64): u64 {
  x ^= x >> 29;
  x *= 0xbf58476d1ce4e5b9;
  return x ^ (x >> 32);
}
export function probeChain(steps: i32): i32 {
  let x: u64 = 1;
  let sum: i32 = 0;
  for (let i = 0; i < steps; i++) {
    x = mix(x + 0x9e3779b97f4a7c15 + <u64>sum);
    const layer = 16 + <i32>(((x & 0xffff) * 5) >> 16);
    const mover = 8 + <i32>((((x >> 16) & 0xffff) * 5) >> 16);
    const own = Families.row(mover, <u32>(((x >> 32) * <u64>Family.size(mover)) >> 32));
    const y = mix(x);
    const opp = Families.row(layer - mover, <u32>(((y >> 32) * <u64>Family.size(layer - mover)) >> 32));
    sum += Tablebase.probe(own, opp);
  }
  return sum;
}
export function byteChain(steps: i32): i32 {
  let x: u64 = 1;
  let sum: i32 = 0;
  const from = Block.layerAddress(16);
  const size = Block.layersBytes(20) - Block.layersBytes(15);
  for (let i = 0; i < steps; i++) {
    x = mix(x + 0x9e3779b97f4a7c15 + <u64>sum);
    sum += <i32>load<u8>(from + <usize>(((x >> 32) * size) >> 32));
  }
  return sum;
}
export function probe(`,
};

interface Chains {
  probeChain(steps: number): number;
  byteChain(steps: number): number;
}

async function measureWidths(print: Print): Promise<void> {
  print(
    '| entries of kalah, layers 0..20 | MiB | M positions/s | probe, ns | byte, ns | probe / byte |',
  );
  print('| --- | --- | --- | --- | --- | --- |');
  let sum: number | undefined;
  for (const [name, change] of WIDTHS) {
    const wasm = await compile(...(change ? [CHAINS, change] : [CHAINS]));
    const core = await Core.load('kalah', PITS, { wasm });
    core.reserve({ layers: 20, building: true });
    const rate = positionsTo(core, 20) / cpuSeconds(() => core.solveLayers(20)) / 1e6;
    const chains = Reflect.get(core, 'wasm') as Chains;
    const probes: number[] = [];
    const bytes: number[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const found = { sum: 0 };
      const probe = cpuSeconds(() => (found.sum = chains.probeChain(STEPS)));
      assert.equal(found.sum, (sum ??= found.sum));
      const byte = cpuSeconds(() => chains.byteChain(STEPS));
      if (round === 0) continue;
      probes.push(probe);
      bytes.push(byte);
    }
    const ns = (values: readonly number[]): number => (median(values) / STEPS) * 1e9;
    const ratio = median(probes.map((probe, i) => probe / bytes[i]!));
    const mib = (core.memoryFor({ layers: 20 }) - core.memoryFor({ layers: -1 })) / 2 ** 20;
    print(
      `| ${name} | ${mib.toFixed(0)} | ${rate.toFixed(0)} | ${ns(probes).toFixed(1)} | ` +
        `${ns(bytes).toFixed(1)} | **${ratio.toFixed(2)}** |`,
    );
  }
}

const STEPS = 4_000_000;

/* Workers. */

async function measureWorkers(print: Print): Promise<void> {
  print('| layers solved, wall time | one worker | two workers | ratio | written by two |');
  print('| --- | --- | --- | --- | --- |');
  for (const [rules, layers, rounds] of [
    ['kalah', 20, ROUNDS],
    ['awari', 16, ROUNDS],
    ['awari', 20, 1],
  ] as const) {
    const one: number[] = [];
    const two: number[] = [];
    let written = 0;
    for (let round = 0; round < rounds; round++) {
      const alone = await solvedBy(1, rules, layers);
      const both = await solvedBy(2, rules, layers);
      assert.equal(both.sum, alone.sum);
      one.push(alone.seconds);
      two.push(both.seconds);
      written = both.writing;
    }
    const ratio = median(one.map((seconds, i) => seconds / two[i]!));
    print(
      `| ${rules}, 0..${layers} | ${median(one).toFixed(2)} s | ${median(two).toFixed(2)} s | ` +
        `**${ratio.toFixed(2)}** | ${written.toFixed(1)} s |`,
    );
  }
}

async function solvedBy(
  workers: number,
  rules: string,
  layers: number,
): Promise<{ seconds: number; writing: number; sum: number }> {
  const core = await BuiltCore.load(rules, PITS, workers > 1 ? { threads: workers + 1 } : {});
  const crew = await startCrew(core);
  core.reserve({ layers, building: true });
  const started = performance.now();
  for (let layer = 0; layer <= layers; layer++) {
    await crew.solve(layer);
    core.cover(layer);
  }
  const solved = performance.now();
  let bytes = 0;
  if (workers > 1) {
    for (let layer = 0; layer <= layers; layer++) {
      for await (const block of crew.encode(layer)) bytes += block.length;
    }
    assert(bytes > 0);
  }
  const writing = (performance.now() - solved) / 1000;
  let sum = 0;
  for (const run of runsOf(PITS, layers)) for (const entry of core.runs.read(run)) sum += entry;
  crew.dispose();
  return { seconds: (solved - started) / 1000, writing, sum };
}

/* Files. */

async function measureFiles(print: Print): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'granary-bench-'));
  try {
    const core = await Core.load('kalah', PITS);
    for await (const _ of buildLayers(Crew.alone(core), folder, FILE_LAYERS));
    print('| a file of kalah, one thread | |');
    print('| --- | --- |');
    const { bytes, rate } = await decodeRate(core, folder);
    const size = core.layerSize(FILE_LAYERS);
    print(`| layer ${FILE_LAYERS}: bits a position | ${((8 * bytes) / size).toFixed(3)} |`);
    print(`| decoding: inflating and predicting, M entries/s | **${rate.toFixed(0)}** |`);
    for (const [name, cacheMib, distinct] of [
      ['probe from the file, block in the cache, µs', 64, 1],
      ['probe from the file, block not in the cache, µs', 0.001, 200],
    ] as const) {
      print(`| ${name} | ${(await probeMicros(folder, cacheMib, distinct)).toFixed(1)} |`);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function decodeRate(core: Core, folder: string): Promise<{ bytes: number; rate: number }> {
  const id = { rules: 'kalah', pits: PITS, seeds: FILE_LAYERS };
  const source = await FileSource.open(path.join(folder, `kalah-6-${FILE_LAYERS}.layer`));
  const file = await LayerFile.open(source, id);
  const expected = sumOf(core);
  const rates: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    let sum = 0;
    let seconds = 0;
    core.runs.use((await file.prediction(core))!);
    for (const [i, run] of file.runs.entries()) {
      const [block] = await file.readRuns(i, i + 1);
      const before = process.cpuUsage();
      const entries = decodeRun(core, run, true, block!);
      const { user, system } = process.cpuUsage(before);
      seconds += (user + system) / 1e6;
      for (const entry of entries) sum += entry;
    }
    assert.equal(sum, expected);
    if (round > 0) rates.push(core.layerSize(FILE_LAYERS) / seconds / 1e6);
  }
  await file.close();
  return { bytes: file.bytes, rate: median(rates) };
}

function sumOf(core: Core): number {
  let sum = 0;
  for (const run of runsOf(PITS, FILE_LAYERS))
    for (const entry of core.runs.read(run)) sum += entry;
  return sum;
}

/** Microseconds of a probe, in turns among so many positions of the largest layer. */
async function probeMicros(folder: string, cacheMib: number, distinct: number): Promise<number> {
  const tables = await Tablebase.open('kalah', { folders: [folder], cacheMib });
  const positions = positionsOfLayer(distinct);
  const values = [];
  for (const position of positions) values.push(await tables.probe(position));
  const times = distinct === 1 ? 20_000 : 1;
  const started = performance.now();
  for (let i = 0; i < times; i++) {
    for (const [at, position] of positions.entries()) {
      assert.equal(await tables.probe(position), values[at]);
    }
  }
  const micros = (performance.now() - started) * 1000;
  await tables.close();
  return micros / (times * distinct);
}

function positionsOfLayer(count: number): Position[] {
  const random = randomOf(7);
  const positions: Position[] = [];
  while (positions.length < count) {
    let position = startPosition('kalah', PITS, 4);
    for (let choices = moves(position); layerOf(position) > FILE_LAYERS && choices.length > 0;) {
      position = pick(random, choices).position;
      choices = moves(position);
    }
    if (layerOf(position) === FILE_LAYERS && moves(position).length > 0) positions.push(position);
  }
  return positions;
}

function positionsTo(core: Core, layers: number): number {
  let positions = 0;
  for (let layer = 0; layer <= layers; layer++) positions += core.layerSize(layer);
  return positions;
}

function cpuSeconds(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

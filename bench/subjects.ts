/**
 * What is measured: each subject does a fixed piece of work on the core and asserts its result, so that a
 * fast wrong answer fails.
 */
import assert from 'node:assert/strict';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { Core } from '../src/core/core.js';
import { rowsOf } from '../src/core/rows.js';
import type { Rows } from '../src/core/rows.js';
import { startPosition } from '../src/position.js';
import type { RuleSetId } from '../src/rules/options.js';
import { solve } from '../src/solver/solver.js';
import { gainsOf } from '../src/tablebase/gains.js';
import { randomBoard, randomOf } from '../test/random.js';

export interface Subject {
  readonly name: string;
  run(): Promise<void> | void;
  /** Asserts what `run` left behind; not timed. */
  check?(): void;
}

const PITS = 6;

export async function perftSubject(depth: number, leaves: number): Promise<Subject> {
  const core = await Core.load('kalah', PITS);
  const start = rowsOf(startPosition('kalah', PITS, 4));
  return {
    name: `perft(${depth}) of kalah(6,4)`,
    run: () => assert.equal(core.perft(start, depth), leaves),
  };
}

/** The start of kalah(6, seeds), proven without tables from an empty transposition table. */
export async function proofSubject(
  seeds: number,
  value: number,
  tableMib: number,
): Promise<Subject> {
  const core = await Core.load('kalah', PITS);
  const start = startPosition('kalah', PITS, seeds);
  core.reserve({ layers: -1, tableMib });
  return {
    name: `exact proof of kalah(6,${seeds}), no tables`,
    async run() {
      core.clearTable();
      const solution = await solve(core, start);
      assert.deepEqual([solution.value, solution.proof], [value, 'exact']);
    },
  };
}

/** Layers 0..`layers`, solved; `sum` is that of all gains of the last, by an independent program. */
export async function layersSubject(
  layers: number,
  sum: number,
  rules: RuleSetId = 'kalah',
): Promise<Subject> {
  const core = await Core.load(rules, PITS);
  return {
    name: `layers 0..${layers} of ${rules} on 6 pits`,
    run() {
      core.reserve({ layers, building: true });
      core.cover(-1);
      core.solveLayers(layers);
    },
    check: () => assert.equal(sumOfGains(core, layers), sum),
  };
}

/** Probes from outside the core, of positions that lie anywhere in layers 0..`layers`. */
export async function probeSubject(layers: number, probes: number, sum: number): Promise<Subject> {
  const core = await Core.load('kalah', PITS);
  core.reserve({ layers, building: true });
  core.solveLayers(layers);
  const positions = scattered(probes, layers);
  return {
    name: `${probes} probes of layers 0..${layers}, called from JavaScript`,
    run() {
      assert.equal(
        positions.reduce((total, rows) => total + core.probe(rows), 0),
        sum,
      );
    },
  };
}

function sumOfGains(core: Core, layers: number): number {
  let sum = 0;
  for (const gain of gainsOf(core, layers)) sum += gain;
  return sum;
}

function scattered(count: number, seeds: number): Rows[] {
  const random = randomOf(1);
  return Array.from({ length: count }, () =>
    rowsOf(randomBoard(random, PITS, uniformInt(random, 1, seeds))),
  );
}

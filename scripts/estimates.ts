/**
 * Fits the estimates by which the search orders moves, and writes `data/estimates.json`.
 *
 * For each rule set: least squares on positions drawn evenly from solved layers, one weight for each pit and
 * count of the mover's and of the other row, counts beyond `LAST_COUNT` on a straight line, and one constant,
 * which goes to the count 0 of the mover's first pit. A sum of such weights explains a bit more than half of
 * the spread of values (printed for each layer).
 *
 *     npm run estimates
 */
import { writeFile } from 'node:fs/promises';
import { Matrix, CholeskyDecomposition } from 'ml-matrix';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { Core } from '../src/core/core.js';
import { rowsOf } from '../src/core/rows.js';
import type { Estimate } from '../src/core/weights.js';
import { RULE_SETS } from '../src/rules/options.js';
import type { RuleSetId } from '../src/rules/options.js';
import { randomBoard, randomOf } from './random.js';

/** The rule sets that have an estimate. */
export const ESTIMATED: readonly RuleSetId[] = Object.keys(RULE_SETS);

const PITS = 6;
const LAYERS = [14, 15, 16, 17, 18];
const SAMPLES = 60_000;
const LAST_COUNT = 13;
/** Weights are whole quarters of a seed. */
const UNIT = 4;

/** Features of a pit: one for each count 1..LAST_COUNT, one for the seeds beyond. */
const FEATURES = LAST_COUNT + 1;
const CONSTANT = 2 * PITS * FEATURES;
const SIZE = CONSTANT + 1;

/** Fits one rule set's estimate; `report` gets a line for each layer. */
export async function fitEstimate(
  rules: RuleSetId,
  report: (line: string) => void = () => {},
): Promise<Estimate> {
  const core = await Core.load(rules, PITS);
  const layers = Math.max(...LAYERS);
  core.reserve({ layers, building: true });
  core.solveLayers(layers);
  const random = randomOf(1);
  const weights = solveNormal(LAYERS.flatMap((layer) => sample(core, layer, random)));
  for (const layer of LAYERS)
    report(`${rules} layer ${layer}: ${errorOn(core, layer, weights, random)}`);
  return rounded(weights);
}

interface Sample {
  readonly features: readonly [index: number, value: number][];
  readonly gain: number;
}

function sample(core: Core, layer: number, random: RandomGenerator): Sample[] {
  return Array.from({ length: SAMPLES }, () => {
    const board = randomBoard(random, PITS, layer);
    return {
      features: featuresOf([...board.south, ...board.north]),
      gain: core.probe(rowsOf(board)),
    };
  });
}

function featuresOf(pits: readonly number[]): [number, number][] {
  const features: [number, number][] = [[CONSTANT, 1]];
  pits.forEach((count, pit) => {
    if (count > 0) features.push([pit * FEATURES + Math.min(count, LAST_COUNT) - 1, 1]);
    if (count > LAST_COUNT) features.push([pit * FEATURES + LAST_COUNT, count - LAST_COUNT]);
  });
  return features;
}

/** Least squares by the normal equations; a unit ridge holds weights that no sample touches. */
function solveNormal(samples: readonly Sample[]): number[] {
  const left = Matrix.identity(SIZE);
  const right = Matrix.zeros(SIZE, 1);
  for (const { features, gain } of samples) {
    for (const [i, x] of features) {
      right.set(i, 0, right.get(i, 0) + x * gain);
      for (const [j, y] of features) left.set(i, j, left.get(i, j) + x * y);
    }
  }
  return new CholeskyDecomposition(left).solve(right).to1DArray();
}

function errorOn(
  core: Core,
  layer: number,
  weights: readonly number[],
  random: RandomGenerator,
): string {
  let error = 0;
  let spread = 0;
  const samples = sample(core, layer, random);
  for (const { features, gain } of samples) {
    const estimate = features.reduce((sum, [i, x]) => sum + x * (weights[i] ?? 0), 0);
    error += (gain - estimate) ** 2;
    spread += gain ** 2;
  }
  const root = (sum: number): string => Math.sqrt(sum / samples.length).toFixed(2);
  return `root mean square ${root(error)} seeds, of values ${root(spread)}`;
}

function rounded(weights: readonly number[]): Estimate {
  const row = (first: number): number[][] =>
    Array.from({ length: PITS }, (_, pit) => {
      const constant = first + pit === 0 ? (weights[CONSTANT] ?? 0) : 0;
      const at = (feature: number): number => weights[(first + pit) * FEATURES + feature] ?? 0;
      const counts = Array.from({ length: LAST_COUNT + 2 }, (_, count) => {
        if (count === 0) return constant;
        const direct = at(Math.min(count, LAST_COUNT) - 1);
        return constant + direct + (count > LAST_COUNT ? at(LAST_COUNT) : 0);
      });
      return counts.map((weight) => Math.round(UNIT * weight) || 0);
    });
  return { mover: row(0), other: row(PITS) };
}

/** The file's text: JSON with one pit's weights a line. */
export function formatEstimates(estimates: Record<string, Estimate>): string {
  return (
    JSON.stringify(estimates, null, 1).replace(/\[[\s\d,-]+\]/g, (list) =>
      JSON.stringify(JSON.parse(list)).replaceAll(',', ', '),
    ) + '\n'
  );
}

if (process.argv[1] === import.meta.filename) {
  const fitted: Record<string, Estimate> = {};
  for (const id of ESTIMATED) fitted[id] = await fitEstimate(id, (line) => console.error(line));
  await writeFile(new URL('../data/estimates.json', import.meta.url), formatEstimates(fitted));
}

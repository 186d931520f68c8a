/** What a build will take, before it begins. */
import { Core, MAX_MEMORY_MIB } from '../core/core.js';
import { isCyclic, optionsOf } from '../rules/options.js';
import type { RuleSetId } from '../rules/options.js';
import { fitsIn, largestIn } from './capacity.js';
import { headBytes } from './format.js';
import { blockCount } from './layer-file.js';

/**
 * Bits a position in the blocks of files: at layer 12, and how many more with each layer above. Measured on 6 pits, layers 12 to 18
 * (docs/results.md); other boards and rule sets that were added are taken to be like these.
 */
const BITS: Readonly<Record<string, readonly [at12: number, more: number]>> = {
  kalah: [1.81, 0.042],
  'kalah-empty': [1.6, 0.066],
  'kalah-turn': [1.82, 0.041],
  mangala: [1.9, -0.005],
  oware: [2.36, 0.066],
  awari: [2.36, 0.066],
};
const OTHER_BITS = [2.4, 0.06] as const;
/**
 * Positions a second that one worker solves and writes, in games without cycles and with them: those of the large
 * layers in docs/results.md, which take most of the time.
 */
const RATES = { solve: 75e6, write: 31e6 };
const CYCLIC_RATES = { solve: 8e6, write: 31e6 };

/** What layers 0..`layers` take. */
export interface Plan {
  readonly positions: number;
  /** Bytes of memory: those of the entries, and all that the build needs. */
  readonly tableBytes: number;
  readonly memoryBytes: number;
  /** An estimate. */
  readonly diskBytes: number;
  /** Estimates for solving and for writing, with the workers asked for. */
  readonly solveSeconds: number;
  readonly writeSeconds: number;
  /** Whether there is memory for it. */
  readonly fits: boolean;
  /** The largest layer that can be built; -1 for none. */
  readonly largest: number;
}

export interface PlanOptions {
  readonly workers?: number | undefined;
  /** Most memory to use, in MiB. */
  readonly memoryMib?: number | undefined;
}

/** Plans a build; throws `InvalidOption` for a board that has no tables. */
export async function planLayers(
  rules: RuleSetId,
  pits: number,
  layers: number,
  { workers = 1, memoryMib = MAX_MEMORY_MIB }: PlanOptions = {},
): Promise<Plan> {
  const core = await Core.load(rules, pits, { threads: workers > 1 ? workers + 1 : 1, memoryMib });
  const memoryFor = (most: number, building: boolean): number =>
    core.memoryFor({ layers: most, building });
  let positions = 0;
  let bits = 0;
  let heads = 0;
  for (let layer = 0; layer <= layers; layer++) {
    positions += core.layerSize(layer);
    bits += core.layerSize(layer) * bitsOf(rules, layer);
    heads += headBytes(blockCount({ rules, pits, seeds: layer }));
  }
  const rates = isCyclic(optionsOf(rules)) ? CYCLIC_RATES : RATES;
  return {
    positions,
    tableBytes: memoryFor(layers, false) - memoryFor(-1, false),
    memoryBytes: memoryFor(layers, true),
    diskBytes: heads + Math.round(bits / 8),
    solveSeconds: positions / rates.solve / workers,
    writeSeconds: positions / rates.write / workers,
    fits: fitsIn(core, layers),
    largest: largestIn(core),
  };
}

function bitsOf(rules: RuleSetId, layer: number): number {
  const [at12, more] = BITS[rules] ?? OTHER_BITS;
  return at12 + more * (layer - 12);
}

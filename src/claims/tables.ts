/** How many positions there are, and what tables of them hold. */
import { MAX_LAYER, MAX_TABLE_PITS } from '../core/core.js';
import { isGranaryError } from '../errors.js';
import { isCyclic, optionsOf } from '../rules/options.js';
import { gainsOf } from '../tablebase/gains.js';
import { layerSize, rowCount } from '../tablebase/runs.js';
import { rulesOf } from './check.js';
import type { Check } from './check.js';
import type { Claim, Start } from './claims.js';
import { halfRight, judged, outOfReach, refuted } from './finding.js';
import { evaluate } from './formula.js';
import { countReached } from './reached.js';
import { count, signed } from './words.js';

/** Positions a second that layers are solved at, without cycles and with them. */
const POSITIONS_A_SECOND = 120e6;
const CYCLIC_POSITIONS_A_SECOND = 8e6;
const COUNTING_SECONDS = 0.01;

export const tableSize: Check<'table-size'> = {
  says: ({ pits, seeds, value }) =>
    `${count(value)} positions on ${pits} pits have up to ${seeds} seeds in play and no empty row`,
  cost: () => COUNTING_SECONDS,
  run: ({ pits, seeds, value }) => {
    const found = positionsUpTo(pits, seeds);
    return judged(found === value, `${count(found)} positions, added up row by row`);
  },
};

/** Boards on which a formula is compared. */
const FORMULA_PITS = 6;
const FORMULA_SEEDS = 40;

export const tableFormula: Check<'table-formula'> = {
  says: ({ value }) => `the positions with up to n seeds in play and no empty row are ${value}`,
  cost: () => COUNTING_SECONDS,
  run: ({ value }) => {
    let boards = 0;
    for (let m = 1; m <= FORMULA_PITS; m++) {
      for (let n = 0; n <= FORMULA_SEEDS; n++) {
        const said = formulaValue(value, { m, n });
        if (typeof said === 'string') return outOfReach(said);
        const found = positionsUpTo(m, n);
        if (found !== said)
          return refuted(`m = ${m}, n = ${n}: ${count(found)}, not ${count(said)}`);
        boards++;
      }
    }
    return judged(
      true,
      `equals what is added up row by row on ${boards} boards, to m = ${FORMULA_PITS}, n = ${FORMULA_SEEDS}`,
    );
  },
};

export const layerBytes: Check<'layer-bytes'> = {
  says: ({ pits, seeds, value }) => `layer ${seeds} on ${pits} pits takes ${count(value)} bytes`,
  cost: () => COUNTING_SECONDS,
  run: ({ pits, seeds, value, digits }) => {
    const found = positionsIn(pits, seeds);
    const isRight = Number(found.toPrecision(digits)) === value;
    return judged(isRight, `${count(found)} positions without an empty row, a byte each`);
  },
};

export const layerHistogram: Check<'layer-histogram'> = {
  says: ({ seeds, value }) => `layer ${seeds}: ${count(totalOf(value))} positions, by gain`,
  cost: layerSeconds,
  run: async (claim, { lab, allowance }) => {
    const { pits, seeds, value } = claim;
    const core = await lab.coreWithLayer(rulesOf(claim), pits, seeds, allowance);
    if (core === undefined) return outOfReach(`layer ${seeds} was not solved`);
    const found = new Map<string, number>();
    for (const gain of gainsOf(core, seeds)) {
      found.set(String(gain), (found.get(String(gain)) ?? 0) + 1);
    }
    const gains = new Set([...found.keys(), ...value.keys()]);
    const wrong = [...gains].filter((gain) => (found.get(gain) ?? 0) !== (value.get(gain) ?? 0));
    const total = `${count(core.layerSize(seeds))} positions`;
    if (wrong.length === 0) return judged(true, `${total}, ${found.size} gains, all equal`);
    const first = wrong[0]!;
    const says = `${signed(Number(first))} have ${count(found.get(first) ?? 0)}, not ${count(value.get(first) ?? 0)}`;
    if (wrong.length === gains.size) return refuted(says);
    return halfRight(`${gains.size - wrong.length} of ${gains.size} gains are right; ${says}`);
  },
};

export const layerSweeps: Check<'layer-sweeps'> = {
  says: ({ seeds, value, positions }) =>
    `layer ${seeds}, ${count(positions)} positions, takes ${value} sweeps`,
  cost: layerSeconds,
  run: async (claim, { lab, allowance }) => {
    const { pits, seeds, value, positions } = claim;
    const size = layerSize(pits, seeds);
    if (size !== positions) return refuted(`layer ${seeds} has ${count(size)} positions`);
    const core = await lab.coreWithLayer(rulesOf(claim), pits, seeds, allowance);
    const sweeps = core && lab.sweepsOf(core, seeds);
    const right = `${count(size)} positions is right`;
    const order = 'the number depends on the order of the sweeps, and is not compared';
    if (sweeps === undefined) return outOfReach(`${right}; the layer was not solved; ${order}`);
    if (sweeps === value) return judged(true, `${right}; ${sweeps} sweeps here too`);
    return halfRight(`${right}; here it takes ${sweeps} sweeps: ${order}`);
  },
};

/** Small boards on which positions are met one by one. */
const REACHED_STARTS: readonly Start[] = [
  { pits: 2, seeds: 1 },
  { pits: 2, seeds: 2 },
  { pits: 2, seeds: 3 },
  { pits: 3, seeds: 1 },
  { pits: 3, seeds: 2 },
  { pits: 4, seeds: 1 },
];

/**
 * In games that pass over the origin the side that has just moved has an empty pit, and one seed is never captured
 * alone: what these leave over may come up.
 */
export const positionCount: Check<'position-count'> = {
  says: ({ pits, seeds, value }) => `in (${pits},${seeds}) ${count(value)} positions can come up`,
  cost: () => 1,
  run: async (claim, { allowance }) => {
    const rules = rulesOf(claim);
    if (optionsOf(rules).lapOrigin !== 'skip' || !isCyclic(optionsOf(rules))) {
      return outOfReach('such positions are counted of Oware and Awari only');
    }
    const found = possiblePositions(claim);
    const text = `${count(found)} positions have an empty pit in the row that was played, or are the start`;
    if (found !== claim.value) return refuted(text);
    const parts: string[] = [];
    for (const start of REACHED_STARTS) {
      if (!(await allowance.goesOn())) break;
      const reached = countReached(rules, start);
      parts.push(
        `${count(reached)} of ${count(possiblePositions(start))} in (${start.pits},${start.seeds})`,
      );
    }
    return halfRight(`${text}; not all of them need come up: ${parts.join(', ')} do`);
  },
};

function possiblePositions({ pits, seeds }: Start): number {
  const all = 2 * pits * seeds;
  let positions = 1;
  for (let n = 0; n <= all; n++) {
    if (n === all - 1) continue;
    for (let own = 0; own <= n; own++) {
      const other = n - own;
      const filled = other < pits ? 0 : rowCount(pits, other - pits);
      positions += rowCount(pits, own) * (rowCount(pits, other) - filled);
    }
  }
  return positions;
}

/** Positions with up to so many seeds in play, both rows holding some. */
function positionsUpTo(pits: number, seeds: number): number {
  let positions = 0;
  for (let n = 2; n <= seeds; n++) positions += positionsIn(pits, n);
  return positions;
}

function positionsIn(pits: number, seeds: number): number {
  let positions = 0;
  for (let own = 1; own < seeds; own++) {
    positions += rowCount(pits, own) * rowCount(pits, seeds - own);
  }
  return positions;
}

/** The value of a formula, or why it cannot be read. */
function formulaValue(formula: string, variables: Record<string, number>): number | string {
  try {
    return evaluate(formula, variables);
  } catch (error) {
    if (isGranaryError(error, 'InvalidOption')) return error.message;
    throw error;
  }
}

function layerSeconds(claim: Start & Pick<Claim, 'id' | 'rules'>): number {
  const { pits, seeds } = claim;
  if (pits > MAX_TABLE_PITS || seeds > MAX_LAYER) return COUNTING_SECONDS;
  let positions = 0;
  for (let layer = 0; layer <= seeds; layer++) positions += layerSize(pits, layer);
  const isSlow = isCyclic(optionsOf(rulesOf(claim)));
  return 0.1 + positions / (isSlow ? CYCLIC_POSITIONS_A_SECOND : POSITIONS_A_SECOND);
}

function totalOf(histogram: ReadonlyMap<string, number>): number {
  return [...histogram.values()].reduce((sum, positions) => sum + positions, 0);
}

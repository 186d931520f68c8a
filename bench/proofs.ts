/**
 * What ways there are to a proof, on fixed positions: how the questions about a position are put, in what order plies are
 * taken, and what the transposition table keeps. All ways must find the same values.
 */
import { Core } from '../src/core/core.js';
import { orderOf } from '../src/core/order.js';
import type { Order } from '../src/core/order.js';
import { rowsOf, seedsInPlay } from '../src/core/rows.js';
import type { Rows } from '../src/core/rows.js';
import { readEstimates } from '../src/core/weights.js';
import { startPosition } from '../src/position.js';
import type { Position } from '../src/position.js';
import type { RuleSetId } from '../src/rules/options.js';
import { Prover } from '../src/solver/prover.js';
import { positionsOnTheWay } from './parts.js';
import { compile } from './variant.js';
import type { Change } from './variant.js';

const PITS = 6;
const POSITIONS = 60;
const TABLE_MIB = 64;

/** Finds a gain by questions, each whether it is at least so much. */
type Driver = (prover: Prover, rows: Rows) => Promise<number>;

interface Way {
  readonly name: string;
  readonly driver?: Driver;
  readonly order?: Partial<Order>;
  readonly change?: Change;
}

const WAYS: readonly Way[] = [
  { name: 'as it is: who wins, then from there' },
  { name: 'from 0, without who wins first', driver: fromZero },
  { name: 'by halves', driver: byHalves },
  { name: 'in steps of 1 from the least', driver: byDescent },
  { name: 'the order of Kalah for all', order: { banked: 36, pit: 4, sown: 0 } },
  { name: 'seeds won at once at 8', order: { banked: 8 } },
  { name: 'seeds won at once at 72', order: { banked: 72 } },
  { name: 'fewest seeds in the pit first', order: { sown: -4 } },
  { name: 'extra turns by their weight', order: { extraTurn: 0, extraTurnPit: 0 } },
  {
    name: 'the last result always stored',
    change: {
      file: 'assembly/search/transposition.ts',
      from: 'if (work < least) place = bucket + 8 * (ENTRIES - 1);',
      to: '',
    },
  },
  {
    name: 'the last result always in the last place',
    change: {
      file: 'assembly/search/transposition.ts',
      from: 'if (work < least) place',
      to: 'if (least > 0) place',
    },
  },
];

interface Suite {
  readonly rules: RuleSetId;
  readonly layers: number;
  readonly positions: readonly Position[];
}

export async function measureProofs(print: (line: string) => void): Promise<void> {
  const suites: readonly Suite[] = (['kalah', 'kalah-empty', 'mangala'] as const).flatMap(
    (rules) => [
      { rules, layers: 16, positions: positionsOnTheWay(rules, POSITIONS, 28, 34) },
      { rules, layers: 20, positions: [startPosition(rules, PITS, rules === 'mangala' ? 3 : 4)] },
    ],
  );
  const title = ({ rules, layers, positions }: Suite): string =>
    positions.length > 1
      ? `${POSITIONS} of ${rules}, tables to ${layers}`
      : `start of ${rules}, tables to ${layers}`;
  print(`| M nodes, seconds | ${suites.map(title).join(' | ')} |`);
  print(`| --- |${' --- |'.repeat(suites.length)}`);
  const expected = new Map<Suite, string>();
  for (const way of WAYS) {
    const cells: string[] = [];
    for (const suite of suites) {
      const { values, nodes, seconds } = await measure(way, suite);
      if ((expected.get(suite) ?? values) !== values) throw new Error(`${way.name}: other values`);
      expected.set(suite, values);
      cells.push(`${(nodes / 1e6).toFixed(2)}, ${seconds.toFixed(1)}`);
    }
    print(`| ${way.name} | ${cells.join(' | ')} |`);
  }
  const cells: string[] = [];
  for (const suite of suites) {
    const { nodes, seconds } = await measure({ name: '', driver: whoWins }, suite);
    cells.push(`${(nodes / 1e6).toFixed(2)}, ${seconds.toFixed(1)}`);
  }
  print(`| who wins, and no more | ${cells.join(' | ')} |`);
}

async function measure(
  { driver = asItIs, order, change }: Way,
  { rules, layers, positions }: Suite,
): Promise<{ nodes: number; seconds: number; values: string }> {
  const core = await Core.load(rules, PITS, change ? { wasm: await compile(change) } : {});
  core.orderBy((await readEstimates())[rules], { ...orderOf(rules), ...order });
  core.reserve({ layers, tableMib: TABLE_MIB, building: true });
  core.solveLayers(layers);
  const values: number[] = [];
  const before = core.nodes;
  const started = process.cpuUsage();
  for (const position of positions) {
    core.clearTable();
    values.push(await driver(new Prover(core, {}), rowsOf(position)));
  }
  const { user, system } = process.cpuUsage(started);
  return { nodes: core.nodes - before, seconds: (user + system) / 1e6, values: values.join() };
}

async function asItIs(prover: Prover, rows: Rows): Promise<number> {
  return (await prover.bounds(rows, 0, { base: 0 })).lower;
}

async function fromZero(prover: Prover, rows: Rows): Promise<number> {
  return (await prover.bounds(rows, 0)).lower;
}

async function byHalves(prover: Prover, rows: Rows): Promise<number> {
  let [lower, upper] = [-seedsInPlay(rows), seedsInPlay(rows)];
  while (lower < upper) {
    const middle = Math.ceil((lower + upper) / 2);
    if (await prover.reaches(rows, middle, Infinity)) lower = middle;
    else upper = middle - 1;
  }
  return lower;
}

async function byDescent(prover: Prover, rows: Rows): Promise<number> {
  let gain = -seedsInPlay(rows);
  while (gain < seedsInPlay(rows) && (await prover.reaches(rows, gain + 1, Infinity))) gain++;
  return gain;
}

/** 1, 0 or -1. */
async function whoWins(prover: Prover, rows: Rows): Promise<number> {
  if (await prover.reaches(rows, 1, Infinity)) return 1;
  return (await prover.reaches(rows, 0, Infinity)) ? 0 : -1;
}

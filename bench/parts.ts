/**
 * What each part of the search is worth: nodes and time of fixed proofs without it. A variant is the core
 * compiled with one constant changed, or with other weights.
 */
import { Core } from '../src/core/core.js';
import { readEstimates } from '../src/core/weights.js';
import { orderOf } from '../src/core/order.js';
import type { Estimate } from '../src/core/weights.js';
import { isOver, moves, startPosition } from '../src/position.js';
import type { Move, Position } from '../src/position.js';
import { seedsIn } from '../src/rules/board.js';
import type { RuleSetId } from '../src/rules/options.js';
import { solve } from '../src/solver/solver.js';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { pick, randomOf } from '../test/random.js';
import { compile } from './variant.js';
import type { Change } from './variant.js';

const RULES = 'kalah';
const PITS = 6;

interface Variant {
  readonly name: string;
  readonly change?: Change;
  readonly weights?: 'estimate' | 'replies' | 'none';
}

const EXTRA_TURNS_AS_OTHERS: Change = {
  file: 'assembly/search/ordering.ts',
  from: 'extraTurn ? EXTRA_TURN + EXTRA_TURN_PIT * pit',
  to: 'extraTurn ? 0',
};

const VARIANTS: readonly Variant[] = [
  { name: 'the search as it is' },
  { name: 'no enhanced cut-offs', change: enhancedFrom(999) },
  { name: 'enhanced cut-offs from 2 seeds above the tables', change: enhancedFrom(2) },
  { name: 'extra turns not before all else', change: EXTRA_TURNS_AS_OTHERS },
  {
    name: 'seeds banked at a third of their weight',
    change: {
      file: 'assembly/search/ordering.ts',
      from: 'BANKED: i32 = 36',
      to: 'BANKED: i32 = 12',
    },
  },
  { name: 'no estimate', weights: 'replies' },
  { name: 'no replies', weights: 'estimate' },
  { name: 'neither', weights: 'none' },
  {
    name: 'neither, and extra turns not before all else',
    weights: 'none',
    change: EXTRA_TURNS_AS_OTHERS,
  },
];

function enhancedFrom(seeds: number): Change {
  return {
    file: 'assembly/search/negamax.ts',
    from: 'ENHANCED_MARGIN: i32 = 8',
    to: `ENHANCED_MARGIN: i32 = ${seeds}`,
  };
}

/** Proofs whose efforts are added up. */
interface Suite {
  readonly name: string;
  readonly layers: number;
  readonly tableMib: number;
  readonly positions: readonly Position[];
}

export async function measureParts(print: (line: string) => void): Promise<void> {
  const estimate = (await readEstimates())[RULES];
  const suites = [
    {
      name: 'kalah(6,4) start, tables to 20',
      layers: 20,
      tableMib: 64,
      positions: [startPosition(RULES, PITS, 4)],
    },
    {
      name: '100 positions, tables to 16',
      layers: 16,
      tableMib: 16,
      positions: positionsOnTheWay(RULES, 100, 30, 36),
    },
  ];
  print(`| | ${suites.map(({ name }) => `${name}: M nodes | seconds`).join(' | ')} |`);
  print(`| --- |${' --- |'.repeat(2 * suites.length)}`);
  let values: string | undefined;
  for (const variant of VARIANTS) {
    const results = [];
    for (const suite of suites) results.push(await measure(variant, suite, estimate));
    const found = results.map((result) => result.values).join();
    if (found !== (values ??= found)) throw new Error(`${variant.name}: other values`);
    const cells = results.flatMap(({ nodes, seconds }) => [
      (nodes / 1e6).toFixed(2),
      seconds.toFixed(1),
    ]);
    print(`| ${[variant.name, ...cells].join(' | ')} |`);
  }
}

async function measure(
  { change, weights }: Variant,
  { layers, tableMib, positions }: Suite,
  estimate: Estimate | undefined,
): Promise<{ nodes: number; seconds: number; values: string }> {
  const core = await Core.load(RULES, PITS, change ? { wasm: await compile(change) } : {});
  if (weights === 'replies') core.orderBy(undefined);
  else if (weights !== undefined) {
    core.orderBy(weights === 'estimate' ? estimate : undefined, { ...orderOf(RULES), reply: 0 });
  }
  core.reserve({ layers, tableMib, building: true });
  core.solveLayers(layers);
  const values = [];
  const before = core.nodes;
  const started = process.cpuUsage();
  for (const position of positions) {
    core.clearTable();
    values.push((await solve(core, position)).value);
  }
  const { user, system } = process.cpuUsage(started);
  return { nodes: core.nodes - before, seconds: (user + system) / 1e6, values: values.join() };
}

/** Positions with `from`..`to` seeds in play, reached by moves that mostly win what they can at once. */
export function positionsOnTheWay(
  rules: RuleSetId,
  count: number,
  from: number,
  to: number,
): Position[] {
  const random = randomOf(4);
  const positions: Position[] = [];
  while (positions.length < count) {
    const most = uniformInt(random, from, to);
    let position = startPosition(rules, PITS, pick(random, [4, 5]));
    while (!isOver(position) && seedsInPits(position) > most) {
      const choices = moves(position);
      position = (uniformInt(random, 1, 4) > 1 ? greediest(choices) : pick(random, choices))
        .position;
    }
    if (!isOver(position) && seedsInPits(position) >= from) positions.push(position);
  }
  return positions;
}

/** The move with the largest capture, or else the extra turn nearest the store. */
function greediest(choices: readonly Move[]): Move {
  return choices.reduce((best, move) => (worth(move) >= worth(best) ? move : best));
}

function worth({ captured, extraTurn }: Move): number {
  return captured + (extraTurn ? 2 : 0);
}

function seedsInPits({ south, north }: Position): number {
  return seedsIn(south) + seedsIn(north);
}

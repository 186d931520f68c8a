/**
 * Every way to a value finds the value that tables have: with and without tables, one thread and two workers, tiny and
 * large transposition tables, after searches that were given up, and from wrong guesses.
 */
import { expect, it } from 'vitest';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
// Workers run compiled files.
import { Core, makePosition, rowsOf, startCrew } from '../../dist/index.js';
import type { Crew, Rows, RuleSetId } from '../../dist/index.js';
import { Prover } from '../../dist/solver/prover.js';
import type { ProverOptions } from '../../dist/solver/prover.js';
import { randomBoard, randomOf } from '../random.js';

const PITS = 6;
const POSITIONS = 10_000;
/** Searches on the same table that are given up, every so many positions. */
const GIVEN_UP = 200;
/** Nodes before a question is handed over: soon, so that small positions are searched together too. */
const ALONE = 200;
/** Some minutes on a quiet machine. */
const TIMEOUT = 3_600_000;
const ENTRY_MIB = 8 / 2 ** 20;

async function coreOf(rules: RuleSetId, layers: number, entries: number): Promise<Core> {
  const core = await Core.load(rules, PITS);
  core.reserve({ layers, tableMib: entries * ENTRY_MIB, building: true });
  core.solveLayers(layers);
  return core;
}

async function crewOf(rules: RuleSetId, layers: number): Promise<Crew> {
  const core = await Core.load(rules, PITS, { threads: 3, memoryMib: 1024 });
  core.reserve({ layers, tableMib: 2 ** 16 * ENTRY_MIB, building: true });
  core.solveLayers(layers);
  return startCrew(core);
}

interface Way {
  readonly name: string;
  readonly core: Core;
  readonly options: ProverOptions;
}

it.each(['kalah', 'kalah-empty', 'kalah-turn', 'mangala'] as const)(
  '%s',
  { timeout: TIMEOUT },
  async (rules) => {
    const seeds = 20;
    const random = randomOf(20);
    const table = await coreOf(rules, seeds, 4);
    const crews = [await crewOf(rules, -1), await crewOf(rules, 8)];
    const ways: Way[] = [
      { name: 'no tables, 2^10 entries', core: await coreOf(rules, -1, 2 ** 10), options: {} },
      { name: 'no tables, 2^22 entries', core: await coreOf(rules, -1, 2 ** 22), options: {} },
      { name: 'tables', core: await coreOf(rules, 12, 2 ** 16), options: {} },
      ...crews.map((crew) => ({
        name: `two workers, tables to ${crew.core.covered}`,
        core: crew.core,
        options: { crew, alone: ALONE },
      })),
    ];
    try {
      for (let i = 0; i < POSITIONS; i++) {
        const position = makePosition(
          randomBoard(random, PITS, uniformInt(random, 1, seeds)),
          rules,
        );
        const rows = rowsOf(position);
        if (table.isOver(rows)) continue;
        const value = table.probe(rows);
        const guess = value + uniformInt(random, -seeds, seeds);
        const base = uniformInt(random, -seeds, seeds);
        for (const { name, core, options } of ways) {
          const found = await new Prover(core, options).bounds(rows, guess, { base });
          if (found.lower !== value || found.upper !== value) {
            expect.fail(`${name}: ${JSON.stringify(position)} has ${value}, not ${found.lower}`);
          }
        }
        if (i % 1000 === 999) for (const way of ways) await giveUp(way, rules);
      }
    } finally {
      for (const crew of crews) crew.dispose();
    }
  },
);

/** Searches that are given up, and leave what they have found in the table. */
async function giveUp({ core, options }: Way, rules: RuleSetId): Promise<void> {
  const random = randomOf(GIVEN_UP);
  for (let i = 0; i < GIVEN_UP; i++) {
    const rows = rowsOf(makePosition(randomBoard(random, PITS, 30), rules));
    if (core.isOver(rows)) continue;
    const { lower, upper } = await new Prover(core, { ...options, nodes: 1 + 3 * i }).bounds(
      rows,
      uniformInt(random, -5, 5),
    );
    expect(lower).toBeLessThanOrEqual(upper);
  }
}

it.each(['oware', 'awari'] as const)('%s, where it is proven', async (rules) => {
  const random = randomOf(14);
  const table = await coreOf(rules, 14, 4);
  const crew = await crewOf(rules, 8);
  const ways: readonly [Way, number, number][] = [
    [{ name: 'tables to 8', core: await coreOf(rules, 8, 2 ** 20), options: {} }, 9, 14],
    [{ name: 'two workers', core: crew.core, options: { crew, alone: ALONE } }, 9, 14],
    [{ name: 'no tables', core: await coreOf(rules, -1, 2 ** 20), options: {} }, 1, 6],
  ];
  try {
    for (const [{ name, core, options }, least, most] of ways) {
      let exact = 0;
      for (let i = 0; i < 300; i++) {
        const seeds = uniformInt(random, least, most);
        const rows: Rows = rowsOf(makePosition(randomBoard(random, PITS, seeds), rules));
        if (table.isOver(rows)) continue;
        const value = table.probe(rows);
        const guess = value + uniformInt(random, -2, 2);
        const found = await new Prover(core, { ...options, nodes: 20_000 }).bounds(rows, guess);
        expect(found.lower, name).toBeLessThanOrEqual(value);
        expect(found.upper, name).toBeGreaterThanOrEqual(value);
        if (found.lower === found.upper) exact++;
      }
      expect(exact, name).toBeGreaterThan(60);
    }
  } finally {
    crew.dispose();
  }
});

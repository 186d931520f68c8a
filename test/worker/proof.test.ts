/** Workers who search one question together: they find what one alone finds, and stop when they should. */
import { afterEach, describe, expect, it } from 'vitest';
// Workers run compiled files.
import { Core, makePosition, rowsOf, solve, startCrew, startPosition } from '../../dist/index.js';
import type { Crew, RuleSetId } from '../../dist/index.js';
import { Prover } from '../../dist/solver/prover.js';
import { randomBoard, randomOf } from '../random.js';

const PITS = 6;
/** Nodes before a question is handed over: soon, so that small positions are searched together too. */
const ALONE = 50;

const crews: Crew[] = [];
afterEach(() => crews.splice(0).forEach((crew) => crew.dispose()));

async function crewOf(rules: RuleSetId, layers: number, tableMib = 1): Promise<Crew> {
  const core = await Core.load(rules, PITS, { threads: 3, memoryMib: 256 });
  core.reserve({ layers, tableMib, building: true });
  core.solveLayers(layers);
  const crew = await startCrew(core);
  crews.push(crew);
  return crew;
}

describe.each(['kalah', 'kalah-empty', 'kalah-turn', 'mangala', 'oware', 'awari'] as const)(
  '%s',
  (rules) => {
    it('two workers find what one thread finds', async () => {
      const isCyclic = rules === 'oware' || rules === 'awari';
      const layers = isCyclic ? 7 : 4;
      const crew = await crewOf(rules, layers);
      const alone = await Core.load(rules, PITS);
      alone.reserve({ layers, tableMib: 1, building: true });
      alone.solveLayers(layers);
      const random = randomOf(6);
      for (let i = 0; i < (isCyclic ? 10 : 30); i++) {
        const seeds = isCyclic ? 8 + (i % 2) : 12 + (i % 7);
        const rows = rowsOf(makePosition(randomBoard(random, PITS, seeds), rules));
        if (alone.isOver(rows)) continue;
        const expected = await new Prover(alone, { nodes: isCyclic ? 30_000 : 200_000 }).bounds(
          rows,
          0,
        );
        const options = { crew, alone: ALONE, nodes: isCyclic ? 60_000 : 400_000 };
        const found = await new Prover(crew.core, options).bounds(rows, 0);
        if (expected.lower === expected.upper && !isCyclic) expect(found).toEqual(expected);
        expect(found.lower).toBeLessThanOrEqual(expected.upper);
        expect(found.upper).toBeGreaterThanOrEqual(expected.lower);
      }
    });
  },
);

it('workers share the tree: they search not much more than one thread', async () => {
  const crew = await crewOf('kalah', 6, 16);
  const alone = await Core.load('kalah', PITS);
  alone.reserve({ layers: 6, tableMib: 16, building: true });
  alone.solveLayers(6);
  const start = startPosition('kalah', PITS, 3);
  const [one, two] = [await solve(alone, start), await solve(crew.core, start, { crew })];
  expect([one.value, two.value]).toEqual([2, 2]);
  expect(two.nodes).toBeLessThan(1.6 * one.nodes);
});

it('workers look up layers that were solved after they first searched', async () => {
  const crew = await crewOf('kalah', -1);
  const { core } = crew;
  core.reserve({ layers: 8, tableMib: 1, building: true });
  const rows = rowsOf(startPosition('kalah', PITS, 2));
  const prove = async (): Promise<number> => {
    core.clearTable();
    const before = core.lookups;
    const found = await new Prover(core, { crew, alone: 1 }).bounds(rows, 0);
    expect(found).toEqual({ lower: 6, upper: 6 });
    return core.lookups - before;
  };
  expect(await prove()).toBe(0);
  core.solveLayers(8);
  expect(await prove()).toBeGreaterThan(100);
});

it('stops after its nodes, and when it is interrupted, and goes on afterwards', async () => {
  const crew = await crewOf('kalah', 8, 16);
  const { core } = crew;
  const start = startPosition('kalah', PITS, 4);
  const { lower, upper } = await solve(core, start, { crew, nodes: 300_000 });
  expect(lower).toBeLessThanOrEqual(8);
  expect(upper).toBeGreaterThanOrEqual(8);
  const controller = new AbortController();
  let isSeen = false;
  const stopped = solve(core, start, {
    crew,
    signal: controller.signal,
    onProgress: ({ nodes }) => {
      if (nodes < 200_000) return;
      isSeen = true;
      controller.abort();
    },
  });
  await expect(stopped).rejects.toThrow('interrupted');
  expect(isSeen).toBe(true);
  expect(core.isSearching).toBe(false);
  const small = startPosition('kalah', PITS, 2);
  expect(await solve(core, small, { crew })).toMatchObject({ value: 6, proof: 'exact' });
});

it('fails where a worker ends', async () => {
  const crew = await crewOf('kalah', 8, 16);
  const stopped = solve(crew.core, startPosition('kalah', PITS, 4), {
    crew,
    onProgress: ({ nodes }) => {
      if (nodes > 150_000) crew.dispose();
    },
  });
  await expect(stopped).rejects.toMatchObject({ name: 'WorkerFailed' });
  expect(crew.core.isSearching).toBe(false);
});

it('takes no crew of another core', async () => {
  const crew = await crewOf('kalah', 2);
  const other = await Core.load('kalah', PITS);
  other.reserve({ layers: -1 });
  await expect(solve(other, startPosition('kalah', PITS, 2), { crew })).rejects.toThrow(
    'the crew works on another core',
  );
});

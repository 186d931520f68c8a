/** Rule sets from outside, by the core's general form: everything works with them as with the six. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Core } from '../src/core/core.js';
import { rowsOf } from '../src/core/rows.js';
import { formatPosition, parsePosition, parseRules } from '../src/notation.js';
import { isOver, makePosition, play, startPosition } from '../src/position.js';
import type { Position } from '../src/position.js';
import { addRuleSet, isCyclic, isRuleSet, optionsOf, RULE_SETS } from '../src/rules/options.js';
import { OPTION_VALUES, ruleSetIds } from '../src/rules/options.js';
import type { RuleOptions } from '../src/rules/options.js';
import * as plain from '../src/rules/rules.js';
import type { Board } from '../src/rules/board.js';
import { solve } from '../src/solver/solver.js';
import { Crew } from '../src/tablebase/crew.js';
import { buildLayers, loadLayers } from '../src/tablebase/layers.js';
import { LayerMemory } from '../src/tablebase/memory.js';
import { Tablebase } from '../src/tablebase/tablebase.js';
import { verifyLayers } from '../src/tablebase/verify.js';
import { expectMoves, expectPly } from './core/random-moves.js';
import { BUILDS } from './core/support.js';
import { referenceOf } from './fixpoint.js';
import { allBoards, pick, randomBoard, randomOf } from './random.js';

const { kalah, oware } = RULE_SETS;

const ADDED: Readonly<Record<string, RuleOptions>> = {
  'kalah-emptier': { ...kalah, sweep: 'emptier' },
  // As long as an id can be.
  'kalah-skip-lap-9': { ...kalah, lapOrigin: 'skip', otherRowCapture: 'two-three' },
  'oware-no-slam': { ...oware, grandSlam: 'illegal' },
  ring: {
    ...oware,
    lapOrigin: 'sow',
    oppositeCapture: 'occupied',
    otherRowCapture: 'none',
    feeding: 'free',
    end: 'mover-empty',
    repetition: 'split',
  },
};
for (const [id, options] of Object.entries(ADDED)) addRuleSet(id, options);

const root = mkdtempSync(path.join(os.tmpdir(), 'granary-'));
afterAll(() => rmSync(root, { recursive: true }));

function countLeaves(options: RuleOptions, board: Board, depth: number): number {
  if (depth === 0) return 1;
  return plain
    .legalPits(options, board)
    .map((pit) => plain.playPit(options, board, pit))
    .filter(({ over }) => !over || depth === 1)
    .reduce((sum, ply) => sum + countLeaves(options, ply.board, depth - 1), 0);
}

/** Compares every entry of layers 0..`layers` with values by the plain rules. */
function expectValues(core: Core, layers: number): void {
  const reference = referenceOf(core.rules, core.pits);
  for (let seeds = 0; seeds <= layers; seeds++) {
    for (const board of allBoards(core.pits, seeds)) {
      const found = core.probe(rowsOf(board));
      const expected = reference.gain(board);
      if (found !== expected) {
        const text = `${core.rules} ${JSON.stringify(optionsOf(core.rules))} ${JSON.stringify(board)}`;
        expect(found, text).toBe(expected);
      }
    }
  }
}

describe.each(Object.keys(ADDED))('the added rule set %s', (id) => {
  const options = ADDED[id]!;

  it('is among the rule sets, with the options that it was given', () => {
    expect(isRuleSet(id)).toBe(true);
    expect(ruleSetIds().slice(0, 6)).toEqual(Object.keys(RULE_SETS));
    expect(ruleSetIds()).toContain(id);
    expect(parseRules(id)).toBe(id);
    expect(optionsOf(id)).toEqual(options);
    expect(Object.isFrozen(optionsOf(id))).toBe(true);
  });

  it('has positions as text', () => {
    const text = '0,3,1/2,0,1 4/5 n';
    const position = parsePosition(text, id);
    expect(position.rules).toBe(id);
    expect(formatPosition(position)).toBe(text);
    expect(play(position, 1).position.rules).toBe(id);
  });

  it.each(BUILDS)('has the plies and the perft of the plain rules, %s', async (build) => {
    const random = randomOf(id.length);
    for (const pits of [1, 3, 6, 8]) {
      const core = await Core.load(id, pits, { wasm: build });
      expect([core.isGeneral, core.isCyclic]).toEqual([true, isCyclic(options)]);
      const start = startPosition(id, pits, 3);
      for (let depth = 1; depth <= 4; depth++) {
        expect(core.perft(rowsOf(start), depth)).toBe(countLeaves(options, start, depth));
      }
      for (let i = 0; i < 400; i++) {
        const board = randomBoard(random, pits, i % 256);
        expectMoves(core, board);
        for (const pit of plain.legalPits(options, board)) expectPly(core, board, pit);
      }
    }
  });

  it.each([
    [1, 12],
    [2, 9],
    [3, 7],
    [6, 5],
  ])('has tables on %i pits to layer %i that hold the values', async (pits, layers) => {
    const core = await Core.load(id, pits);
    core.reserve({ layers, building: true });
    core.solveLayers(layers);
    expectValues(core, layers);
  });

  it('is searched to the values of the tables, for every move', async () => {
    const reference = referenceOf(id, 3);
    const bare = await Core.load(id, 3);
    bare.reserve({ layers: -1, tableMib: 1 });
    const tabled = await Core.load(id, 3);
    tabled.reserve({ layers: 3, tableMib: 1, building: true });
    tabled.solveLayers(3);
    const random = randomOf(3);
    for (let i = 0; i < 100; i++) {
      const position = makePosition(randomBoard(random, 3, 1 + (i % 6)), id);
      if (isOver(position)) continue;
      for (const core of [bare, tabled]) {
        const { value, moves } = await solve(core, position, { moves: true });
        expect(value, formatPosition(position)).toBe(reference.gain(position));
        for (const { move, value } of moves ?? []) {
          expect(value, formatPosition(position)).toBe(
            reference.gainBy(position, Number(move) - 1),
          );
        }
      }
    }
  });

  it('has layer files, which are built, kept, loaded, looked up and verified', async () => {
    const folder = path.join(root, id);
    const [pits, layers] = [3, 6];
    for (const isThere of [false, true]) {
      const core = await Core.load(id, pits);
      for await (const { kept } of buildLayers(Crew.alone(core), folder, layers))
        expect(kept).toBe(isThere);
    }
    const core = await Core.load(id, pits);
    core.reserve({ layers });
    for await (const { file } of loadLayers(core, [folder], layers)) {
      expect(path.basename(file)).toMatch(new RegExp(`^${id}-3-0\\d\\.layer$`));
    }
    expect(core.covered).toBe(layers);
    expectValues(core, layers);
    const tables = await Tablebase.open(id, { pits, folders: [folder] });
    const position: Position = parsePosition('0,2,1/1,0,1 4/5 n', id);
    expect(await tables.probe(position)).toBe(1 + referenceOf(id, pits).gain(position));
    await tables.close();
    const memory = await LayerMemory.open([folder], id, pits);
    for await (const { checked, positions, wrong, unconfirmed } of verifyLayers(memory)) {
      expect([checked, wrong]).toEqual([positions, 0]);
      expect(unconfirmed).toBe(isCyclic(options) ? 0 : undefined);
    }
  });
});

it('rule sets of any options have tables that hold the values by the plain rules', async () => {
  const random = randomOf(1881);
  let cyclic = 0;
  for (let i = 0; i < 60; i++) {
    const names = Object.keys(OPTION_VALUES) as (keyof RuleOptions)[];
    const drawn = Object.fromEntries(
      names.map((name) => [name, pick<string>(random, OPTION_VALUES[name])]),
    ) as unknown as RuleOptions;
    // Where a side with seeds may have no move, that must end the game.
    const canBeStuck = drawn.grandSlam === 'illegal' || drawn.feeding === 'must-feed';
    const options: RuleOptions = {
      ...drawn,
      end: canBeStuck ? 'no-move' : drawn.end,
      repetition: drawn.ownStore === 'sow' ? 'none' : 'split',
    };
    const id = `drawn-${i}`;
    addRuleSet(id, options);
    if (isCyclic(options)) cyclic++;
    for (const [pits, layers] of [
      [1, 6],
      [2, 6],
      [3, 4],
    ] as const) {
      const core = await Core.load(id, pits);
      core.reserve({ layers, building: true });
      core.solveLayers(layers);
      expectValues(core, layers);
    }
  }
  expect(cyclic).toBeGreaterThan(10);
});

describe('a rule set is refused', () => {
  it.each(['', 'Kalah', 'my_game', '9men', '-x', 'spiel-ä', 'a b', 'a/b', '../a'])(
    'with the id %j',
    (id) => {
      const add = (): void => addRuleSet(id, kalah);
      expect(add).toThrow(expect.objectContaining({ name: 'InvalidOption' }) as Error);
      expect(add).toThrow(/bad id of a rule set/);
      expect(isRuleSet(id)).toBe(false);
    },
  );

  it('with an id of 17 characters', () => {
    expect(() => addRuleSet('a'.repeat(17), kalah)).toThrow(/at most 16/);
  });

  it.each(['kalah', 'awari', 'kalah-emptier'])('with the id %s, which there is', (id) => {
    const before = optionsOf(id);
    expect(() => addRuleSet(id, oware)).toThrow(/there is a rule set .* already/);
    expect(optionsOf(id)).toBe(before);
  });

  it.each([
    ['sweep', { ...kalah, sweep: 'nobody' }],
    ['end', { ...kalah, end: undefined }],
    ['firstSeed', {}],
    ['repetition', { ...kalah, repetition: 'split' }],
    ['repetition', { ...oware, repetition: 'none' }],
    ['end', { ...oware, end: 'mover-empty' }],
    ['end', { ...kalah, grandSlam: 'illegal' }],
  ])('with a bad option %s', (name, options) => {
    const add = (): void => addRuleSet('broken', options as RuleOptions);
    expect(add).toThrow(expect.objectContaining({ name: 'InvalidOption' }) as Error);
    expect(add).toThrow(new RegExp(`bad option ${name}`));
    expect(isRuleSet('broken')).toBe(false);
  });

  it('when nobody has added it', async () => {
    expect(() => optionsOf('nobodys')).toThrow(/unknown rule set/);
    await expect(Core.load('nobodys', 6)).rejects.toMatchObject({ name: 'UnknownRules' });
  });
});

import {
  chmodSync,
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Core } from '../../src/core/core.js';
import { rowsOf } from '../../src/core/rows.js';
import { isGranaryError } from '../../src/errors.js';
import { Match } from '../../src/match.js';
import { explain, isOver, legalPits, makePosition, moves, score } from '../../src/position.js';
import type { Position, Side } from '../../src/position.js';
import type { RuleSetId } from '../../src/rules/options.js';
import { solve } from '../../src/solver/solver.js';
import { countLayers, loadLayers } from '../../src/tablebase/layers.js';
import { Layouts } from '../../src/tablebase/layouts.js';
import { LayerMemory } from '../../src/tablebase/memory.js';
import { Tablebase } from '../../src/tablebase/tablebase.js';
import type { TablebaseOptions } from '../../src/tablebase/tablebase.js';
import { coreWithLayers, CORE_RULES, upTo, writeTables } from '../core/support.js';
import { referenceOf } from '../fixpoint.js';
import { allBoards } from '../random.js';

const PITS = 3;
const LAYERS = 6;
const MISSING = 3;
/** South's lead in the positions that are asked for. */
const LEAD = 5;

let root = '';
/** All layers, and all but `MISSING`. */
let whole = '';
let gapped = '';
beforeAll(async () => {
  root = mkdtempSync(path.join(os.tmpdir(), 'granary-'));
  [whole, gapped] = [makeFolder(), makeFolder()];
  for (const rules of CORE_RULES) {
    const core = await coreWithLayers(rules, PITS, LAYERS);
    await writeTables(core, whole, upTo(LAYERS));
    const most = upTo(LAYERS).filter((layer) => layer !== MISSING);
    await writeTables(core, gapped, most);
  }
});
afterAll(() => rmSync(root, { recursive: true }));

const makeFolder = (): string => mkdtempSync(path.join(root, 'tables-'));

const opened: Tablebase[] = [];
afterEach(async () => {
  for (const tables of opened.splice(0)) await tables.close();
});

async function openAll(rules: RuleSetId, options: TablebaseOptions): Promise<Tablebase> {
  const tables = await Tablebase.open(rules, options);
  opened.push(tables);
  return tables;
}

const open = (folder: string, rules: RuleSetId = 'kalah', cacheMib = 32): Promise<Tablebase> =>
  openAll(rules, { pits: PITS, folders: [folder], cacheMib });

const positionOf = (counts: string, rules: RuleSetId = 'kalah'): Position => {
  const [south = [], north = []] = counts.split('/').map((row) => row.split(',').map(Number));
  return makePosition({ south, north }, rules);
};

function* positionsOf(rules: RuleSetId, layer: number, mover: Side): Generator<Position> {
  for (const { south, north } of allBoards(PITS, layer)) {
    yield makePosition({ south, north, stores: [7, 7 - LEAD], mover }, rules);
  }
}

/** The score, or undefined where it is not covered. */
async function probe(tables: Tablebase, position: Position): Promise<number | undefined> {
  try {
    return await tables.probe(position);
  } catch (error) {
    if (isGranaryError(error, 'NotCovered')) return undefined;
    throw error;
  }
}

describe.each(CORE_RULES)('a tablebase of %s with a layer missing', (rules) => {
  it.each(['s', 'n'] as const)(
    'has the score of every position by the plain rules, %s to move',
    async (mover) => {
      const tables = await open(gapped, rules);
      const reference = referenceOf(rules, PITS);
      const lead = mover === 's' ? LEAD : -LEAD;
      let uncovered = 0;
      for (let seeds = LAYERS + 1; seeds >= 0; seeds--) {
        for (const position of positionsOf(rules, seeds, mover)) {
          const found = await probe(tables, position);
          const expected = lead + reference.gain(position);
          expect(tables.covers(position)).toBe(seeds <= LAYERS && seeds !== MISSING);
          if (found === undefined) uncovered++;
          else if (found !== expected) expect(found, JSON.stringify(position)).toBe(expected);
          if (tables.covers(position)) expect(found).not.toBe(undefined);
        }
      }
      // Of layers that are not there only the games that are over have a score.
      const unsolved = [MISSING, LAYERS + 1]
        .flatMap((seeds) => [...allBoards(PITS, seeds)])
        .filter((board) => !isOver(makePosition(board, rules)));
      expect(unsolved.length).toBeGreaterThan(700);
      expect(uncovered).toBe(unsolved.length);
    },
  );
});

describe.each(CORE_RULES)('the best moves of %s', (rules) => {
  it.each(['s', 'n'] as const)('are those of the plain rules, %s to move', async (mover) => {
    const tables = await open(whole, rules);
    const reference = referenceOf(rules, PITS);
    const lead = mover === 's' ? LEAD : -LEAD;
    let ties = 0;
    for (const position of [1, 4, LAYERS].flatMap((n) => [...positionsOf(rules, n, mover)])) {
      if (isOver(position)) continue;
      const text = JSON.stringify(position);
      const expected = moves(position).map(({ move }) => ({
        move,
        value: lead + reference.gainBy(position, Number(move) - 1),
      }));
      const best = Math.max(...expected.map(({ value }) => value));
      const found = await tables.bestMoves(position);
      const valued = found.moves.map(({ move: { move }, value }) => ({ move, value }));
      expect(valued, text).toEqual(expected);
      expect(found.value, text).toBe(best);
      expect(found.value, text).toBe(await tables.probe(position));
      expect(
        found.best.map(({ move }) => move),
        text,
      ).toEqual(expected.filter(({ value }) => value === best).map(({ move }) => move));
      if (found.best.length > 1) ties++;
    }
    expect(ties).toBeGreaterThan(50);
  });
});

describe('the best moves', () => {
  it('are all that are best, each with the position that it leads to', async () => {
    const tables = await open(whole);
    const position = positionOf('1,1,1/1,1,1');
    const { value, best } = await tables.bestMoves(position);
    expect(best.map(({ move }) => move)).toEqual(expectedBest(position));
    expect(best.length).toBeGreaterThan(1);
    for (const move of best) {
      expect(moves(position)).toContainEqual(move);
      const { mover } = move.position;
      expect(await tables.probe(move.position)).toBe(mover === 's' ? value : 0 - value);
    }
  });

  it('of a game that is over are none', async () => {
    const tables = await open(whole);
    const over = positionOf('0,0,0/1,0,2');
    await expect(tables.bestMoves(over)).rejects.toMatchObject({ name: 'IllegalMove' });
    expect(await tables.probe(over)).toBe(score(over));
  });

  it('are not known where a move leads into a layer that is not there', async () => {
    const tables = await open(gapped);
    const position = positionOf('0,0,1/1,1,1');
    expect(await tables.probe(position)).toBeTypeOf('number');
    const refused = tables.bestMoves(positionOf('0,1,1/1,1,0'));
    await expect(refused).rejects.toMatchObject({ name: 'NotCovered' });
  });
});

/** The best moves by the plain rules. */
function expectedBest(position: Position): string[] {
  const reference = referenceOf(position.rules, PITS);
  const best = reference.gain(position);
  return moves(position)
    .map(({ move }) => move)
    .filter((move) => reference.gainBy(position, Number(move) - 1) === best);
}

describe('a tablebase', () => {
  it('is asked for positions of several layers at once', async () => {
    const folder = makeFolder();
    const core = await coreWithLayers('kalah', 6, 9);
    await writeTables(core, folder, [5, 7, 9]);
    const tables = await openAll('kalah', { folders: [folder] });
    const asked = ['0,0,0,0,1,1/0,2,1,0,0,0', '1,0,0,0,1,1/0,2,1,0,1,0', '1,3,0,0,1,0/0,2,1,0,1,0'];
    const positions = asked.map((counts) => positionOf(counts));
    const found = await Promise.all(positions.map((position) => tables.probe(position)));
    expect(found).toEqual(positions.map((position) => core.probe(rowsOf(position))));
  });

  it('has the layers of its folders, each from the first that has it', async () => {
    const empty = makeFolder();
    const tables = await openAll('kalah', { pits: PITS, folders: [gapped, whole] });
    expect(tables.layers).toEqual(upTo(LAYERS));
    expect((await open(gapped)).layers).toEqual(upTo(LAYERS).filter((n) => n !== MISSING));
    await expect(open(empty)).rejects.toMatchObject({ name: 'TablebaseMissing' });
  });

  it('does not cover other rule sets and boards', async () => {
    const tables = await open(whole);
    expect(tables.covers(positionOf('1,0,1/1,0,1'))).toBe(true);
    for (const other of [
      positionOf('1,0,1/1,0,1', 'kalah-empty'),
      positionOf('1,1/1,1'),
      positionOf('9,9,9/9,9,9'),
    ]) {
      expect(tables.covers(other)).toBe(false);
      await expect(tables.probe(other)).rejects.toMatchObject({ name: 'NotCovered' });
    }
  });

  it.each([1e-6, 1e-4, 32])(
    'gives the same answers with a cache of %f MiB, one by one and all at once',
    async (cacheMib) => {
      const tables = await open(whole, 'awari', cacheMib);
      const reference = referenceOf('awari', PITS);
      const positions = upTo(LAYERS).flatMap((n) => [...positionsOf('awari', n, 's')]);
      const expected = positions.map((position) => LEAD + reference.gain(position));
      const mixed = [...positions.keys()].map((i) => (i * 389) % positions.length);
      for (const i of mixed) expect(await tables.probe(positions[i]!)).toBe(expected[i]);
      const found = await Promise.all(positions.map((position) => tables.probe(position)));
      expect(found).toEqual(expected);
    },
  );

  it('answers what was asked before it was closed', async () => {
    const tables = await open(whole, 'awari');
    const positions = upTo(LAYERS).flatMap((n) => [...positionsOf('awari', n, 's')]);
    const found = Promise.all(positions.map((position) => tables.probe(position)));
    await tables.close();
    const reference = referenceOf('awari', PITS);
    expect(await found).toEqual(positions.map((position) => LEAD + reference.gain(position)));
  });

  it('is printed as what it has', async () => {
    expect(inspect(await open(gapped))).toBe(
      'Tablebase of kalah on 3 pits, layers 0, 1, 2, 4, 5, 6',
    );
  });

  it.each<[string, unknown]>([
    ['no text', 5],
    ['null', null],
    ['another text', '1,1,1/1,1,1'],
    ['no rows', { south: undefined, north: undefined }],
    ['a row too short', { south: [1, 1] }],
    ['rows of other lengths', { south: [1, 1, 1, 0], north: [1, 1, 1] }],
    ['negative seeds', { south: [1, 1, -1] }],
    ['half a seed', { south: [1, 1.5, 1] }],
    ['very many seeds', { south: [1, 1e9, 1] }],
    ['a text for seeds', { south: ['1', 1, 1] }],
    ['another mover', { mover: 'x' }],
    ['no stores', { stores: undefined }],
    ['one store', { stores: [3] }],
  ])('refuses a position with %s', async (_, part) => {
    const tables = await open(whole);
    const sound = positionOf('1,1,1/1,1,1');
    const given = typeof part === 'object' && part !== null ? { ...sound, ...part } : part;
    const position = given as Position;
    const refused = expect.objectContaining({ name: 'InvalidPosition' }) as Error;
    expect(() => tables.covers(position)).toThrow(refused);
    await expect(tables.probe(position)).rejects.toEqual(refused);
    await expect(tables.bestMoves(position)).rejects.toEqual(refused);
    await expect(tables.line(position)).rejects.toEqual(refused);
    for (const use of [isOver, moves, legalPits, score]) {
      expect(() => use(position)).toThrow(refused);
    }
    expect(() => explain(position, 1)).toThrow(refused);
    expect(() => new Match(position)).toThrow(refused);
    const core = await Core.load('kalah', PITS);
    core.reserve({ layers: -1, tableMib: 1 });
    await expect(solve(core, position)).rejects.toEqual(refused);
  });

  it.each<[string, unknown, RegExp]>([
    ['null', null, /^no options: /],
    ['an option that there is not', { folder: 'x' }, /^unknown option 'folder': expected pits, /],
    ['an empty address', { url: '' }, /^url is no address: /],
    ['a bad address', { url: 'nonsense' }, /^url is no address: /],
    ['a number for an address', { url: 5 }, /^url is no address: /],
    ['no address', { url: null }, /^url is no address: /],
    ['two places', { url: 'http://tables.invalid/', folders: [] }, /^both folders and url /],
    ['a text for folders', { folders: '/tmp' }, /^folders is no list of names: /],
    ['null for folders', { folders: null }, /^folders is no list of names: /],
    ['an object for folders', { folders: {} }, /^folders is no list of names: /],
    ['numbers for folders', { folders: [1] }, /^folders is no list of names: /],
    ...[1e9, 1000, 64, -1, 0.5, NaN, 'abc'].map((layers): [string, unknown, RegExp] => [
      `${layers} layers`,
      { url: 'http://tables.invalid/', layers },
      /^layers is .*: expected a whole number from 0 to 63$/,
    ]),
    ...[0, -1, NaN, Infinity, 2 ** 31].map((timeoutMs): [string, unknown, RegExp] => [
      `a limit of ${timeoutMs} ms`,
      { timeoutMs },
      /^timeoutMs is .*: expected a number from 1 to 2147483647$/,
    ]),
  ])('is refused with %s', async (_, options, says) => {
    const opening = Tablebase.open('kalah', options as TablebaseOptions);
    await expect(opening).rejects.toMatchObject({
      name: 'InvalidOption',
      message: expect.stringMatching(says) as string,
    });
  });

  it('is refused with a rule set that there is not, which is named', async () => {
    const refused = { name: 'UnknownRules', message: /^unknown rule set 'chess': / };
    for (const opening of [Tablebase.open('chess'), countLayers('chess', 6, [whole], 3)]) {
      const error: unknown = await opening.catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ name: refused.name });
      expect((error as Error).message).toMatch(refused.message);
    }
  });

  it('answers again after it was closed', async () => {
    const tables = await open(whole);
    const position = positionOf('1,0,1/1,0,1');
    const value = await tables.probe(position);
    await tables.close();
    expect(await tables.probe(position)).toBe(value);
    await tables.close();
  });

  it.each([0, -1, NaN])('is refused with a cache of %f MiB', async (cacheMib) => {
    await expect(open(whole, 'kalah', cacheMib)).rejects.toMatchObject({ name: 'InvalidOption' });
  });

  it('is refused for boards that have none', async () => {
    for (const folders of [[whole], []]) {
      const opening = openAll('kalah', { pits: 7, folders });
      await expect(opening).rejects.toMatchObject({ name: 'InvalidOption' });
    }
  });
});

describe('whole layers', () => {
  it('are refused from what is no list of folders', async () => {
    const text = whole as unknown as string[];
    const refused = { name: 'InvalidOption' };
    await expect(LayerMemory.open(text, 'kalah', PITS)).rejects.toMatchObject(refused);
    await expect(countLayers('kalah', PITS, text, 3)).rejects.toMatchObject(refused);
    const core = await Core.load('kalah', PITS);
    await expect(loadLayers(core, text, 3).next()).rejects.toMatchObject(refused);
  });

  it.skipIf(process.getuid?.() === 0 || process.platform === 'win32')(
    'are refused from a folder that may not be searched',
    async () => {
      const folder = makeFolder();
      chmodSync(folder, 0o600);
      const refused = { name: 'TablebaseMissing' };
      await expect(LayerMemory.open([folder], 'kalah', PITS)).rejects.toMatchObject(refused);
      await expect(countLayers('kalah', PITS, [folder], 3)).rejects.toMatchObject(refused);
      chmodSync(folder, 0o700);
    },
  );
});

describe('a tablebase says of a layer', () => {
  const ASKED = positionOf('1,0,1/1,1,1');
  const BESIDE = positionOf('1,0,1/1,0,1');

  let folder = '';
  let file = '';
  beforeEach(async () => {
    folder = makeFolder();
    const core = await coreWithLayers('kalah', PITS, 5);
    [, file = ''] = await writeTables(core, folder, [4, 5]);
  });

  /** Breaks layer 5 once the tablebase is open; layer 4 goes on to answer. */
  async function expectRefusal(breakIt: () => void, name: string): Promise<void> {
    const tables = await open(folder);
    breakIt();
    for (let i = 0; i < 2; i++) {
      await expect(tables.probe(ASKED)).rejects.toMatchObject({
        name,
        message: expect.stringContaining(file) as string,
      });
      expect(await tables.probe(BESIDE)).toBeTypeOf('number');
    }
  }

  it('that it never was there', async () => {
    const tables = await open(folder);
    await expect(tables.probe(positionOf('1,0,1/1,0,0'))).rejects.toMatchObject({
      name: 'NotCovered',
      message: expect.stringContaining('layer 3 of kalah on 3 pits') as string,
    });
  });

  it('that it has gone', async () => {
    await expectRefusal(() => rmSync(file), 'TablebaseMissing');
  });

  it('that it is another one', async () => {
    const other = path.join(folder, `kalah-${PITS}-04.layer`);
    await expectRefusal(() => copyFileSync(other, file), 'TablebaseForeign');
  });

  it('that it has another format', async () => {
    await expectRefusal(() => writeFileSync(file, 'PNG'), 'TablebaseForeign');
    await expectRefusal(() => flip(8), 'TablebaseForeign');
  });

  it('that it breaks off', async () => {
    await expectRefusal(() => truncateSync(file, 60), 'TablebaseCorrupt');
  });

  it('that it is damaged, in its header, its index or the block that is asked for', async () => {
    for (const at of [20, 64]) await expectRefusal(() => flip(at), 'TablebaseCorrupt');
    const awari = makeFolder();
    [file = ''] = await writeTables(await coreWithLayers('awari', PITS, 5), awari, [5]);
    const tables = await open(awari, 'awari');
    // The last block has the positions in which the mover has all seeds.
    flip(readFileSync(file).length - 1);
    const inLast = positionOf('1,2,2/0,0,0', 'awari');
    expect(isOver(inLast)).toBe(false);
    await expect(tables.probe(inLast)).rejects.toMatchObject({ name: 'TablebaseCorrupt' });
    expect(await tables.probe(positionOf('1,0,1/1,1,1', 'awari'))).toBeTypeOf('number');
  });

  it('what it is once the file has been put right', async () => {
    const bytes = readFileSync(file);
    const tables = await open(folder);
    rmSync(file);
    await expect(tables.probe(ASKED)).rejects.toMatchObject({ name: 'TablebaseMissing' });
    writeFileSync(file, bytes);
    expect(await tables.probe(ASKED)).toBe(referenceOf('kalah', PITS).gain(ASKED));
  });

  function flip(at: number): void {
    const bytes = readFileSync(file);
    bytes[at]! ^= 1;
    writeFileSync(file, bytes);
  }
});

describe('layouts', () => {
  it.each([
    [1, 5],
    [2, 0],
    [4, 7],
    [6, 6],
  ])('lay seeds into %i pits, %i of them, in all ways and in order', (pits, seeds) => {
    const layouts = new Layouts(2 * pits, seeds);
    const laid = Array.from({ length: layouts.count }, (_, index) => {
      const counts: number[] = [];
      layouts.lay(index, counts);
      return counts;
    });
    expect(laid).toEqual(
      [...allBoards(pits, seeds)].map(({ south, north }) => [...south, ...north]),
    );
  });
});

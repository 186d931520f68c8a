import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parsePosition } from '../../src/notation.js';
import { isOver, makePosition, play, score } from '../../src/position.js';
import type { Position } from '../../src/position.js';
import { storeOf } from '../../src/rules/board.js';
import { Tablebase } from '../../src/tablebase/tablebase.js';
import { coreWithLayers, CORE_RULES, CYCLIC_RULES, upTo, writeTables } from '../core/support.js';
import { randomBoard, randomOf } from '../random.js';

const PITS = 4;
const LAYERS = 9;

let folder = '';
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'granary-'));
  for (const rules of CORE_RULES) {
    await writeTables(await coreWithLayers(rules, PITS, LAYERS), folder, upTo(LAYERS));
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Plays whole turns: a side's plies until the other is to move. */
function replay(position: Position, turns: readonly string[]): Position {
  return turns.reduce((from, turn) => {
    const { mover } = from;
    return turn.split(',').reduce((at, pit) => {
      expect(at.mover).toBe(mover);
      return play(at, Number(pit)).position;
    }, from);
  }, position);
}

const lead = (position: Position, { mover }: Position): number =>
  mover === 's'
    ? storeOf(position, 's') - storeOf(position, 'n')
    : storeOf(position, 'n') - storeOf(position, 's');

describe.each(CORE_RULES)('a line of %s', (rules) => {
  it('replays in whole turns to the value of the position', async () => {
    const tables = await Tablebase.open(rules, { pits: PITS, folders: [folder] });
    const random = randomOf(3);
    let endless = 0;
    for (let i = 0; i < 150; i++) {
      const board = randomBoard(random, PITS, 1 + (i % LAYERS));
      const position = makePosition({ ...board, stores: [4, 1], mover: i % 2 ? 's' : 'n' }, rules);
      const value = await tables.probe(position);
      const { turns, last, end } = await tables.line(position);
      expect(replay(position, turns)).toEqual(last);
      if (end === 'endless') {
        endless++;
        expect(lead(last, position)).toBe(value);
      } else {
        expect([end, isOver(last)]).toEqual(['over', true]);
        expect(last.mover === position.mover ? score(last) : 0 - score(last)).toBe(value);
      }
    }
    if (!CYCLIC_RULES.includes(rules)) expect(endless).toBe(0);
    await tables.close();
  });
});

it('a line breaks off where no layer says how it goes on', async () => {
  const few = mkdtempSync(path.join(folder, 'few-'));
  await writeTables(await coreWithLayers('kalah', 3, 8), few, upTo(8));
  for (const layer of [0, 1, 2, 3, 4]) rmSync(path.join(few, `kalah-3-0${layer}.layer`));
  const tables = await Tablebase.open('kalah', { pits: 3, folders: [few] });
  const { turns, last, end } = await tables.line(parsePosition('0,2,2/2,2,0 0/0 s', 'kalah'));
  expect(end).toBe('not-covered');
  expect(replay(parsePosition('0,2,2/2,2,0 0/0 s', 'kalah'), turns)).toEqual(last);
  await tables.close();
});

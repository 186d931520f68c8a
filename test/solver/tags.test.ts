import { expect, it } from 'vitest';
import { Core } from '../../src/core/core.js';
import { rowsOf } from '../../src/core/rows.js';
import type { Board } from '../../src/rules/board.js';
import { Prover } from '../../src/solver/prover.js';
import { Minimax } from '../minimax.js';
import { randomBoard, randomOf } from '../random.js';

/** As in assembly/search/key.ts and transposition.ts: keys, and what of them an entry of a tiny table can hold. */
const MIX = 0x9e37_79b9_7f4a_7c15n;
const KEY_BITS = 60;
const TAG_BITS = 43;
const PITS = 6;

function keyOf({ south, north }: Board): bigint {
  const packed = [...south, ...north].reduceRight(
    (bits, seeds) => (bits << 5n) | BigInt(seeds),
    0n,
  );
  return BigInt.asUintN(KEY_BITS, packed * MIX);
}

/** Boards whose keys differ from that of `board` only in bits that no tag holds: fewer seeds in North's last pits. */
function* alikeOf(board: Board): Generator<Board> {
  const [five = 0, six = 0] = board.north.slice(4);
  for (let a = 0; a <= five; a++) {
    for (let b = 0; b <= six; b++) yield { ...board, north: board.north.with(4, a).with(5, b) };
  }
}

it('a table too small for whole keys keeps apart what it cannot tell apart', async () => {
  const random = randomOf(43);
  const core = await Core.load('kalah', PITS);
  const minimax = new Minimax('kalah');
  let pairs = 0;
  while (pairs < 2) {
    const board = randomBoard(random, PITS, 12);
    if (keyOf(board) >> BigInt(TAG_BITS) > 0n || core.isOver(rowsOf(board))) continue;
    for (const other of alikeOf(board)) {
      if (keyOf(other) === keyOf(board) || core.isOver(rowsOf(other))) continue;
      if (minimax.gain(other) === minimax.gain(board)) continue;
      expect(BigInt.asUintN(TAG_BITS, keyOf(other))).toBe(keyOf(board));
      core.reserve({ layers: -1, tableMib: 0 });
      for (const { south, north } of [other, board]) {
        const rows = rowsOf({ south, north, stores: [0, 0], mover: 's' });
        const gain = minimax.gain({ south, north, stores: [0, 0], mover: 's' });
        expect(await new Prover(core, {}).bounds(rows, gain)).toEqual({ lower: gain, upper: gain });
      }
      pairs++;
    }
  }
});

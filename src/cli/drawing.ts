/** A board in plain characters, as its players see it: South below, North above and turned round. */
import { rowOf, storeOf } from '../rules/board.js';
import type { Board } from '../rules/board.js';
import { nameOf } from './outcome.js';

/** Columns of a pit, and of what stands to the left of them. */
const PIT = 4;
const LEFT = 7;

/**
 *          2   1        pits, counted from each owner's left
 *     North   4   4
 *         0            1    the stores
 *             4   4   South
 *             1   2
 */
export function drawBoard(board: Board): string[] {
  const [south, north] = [rowOf(board, 's'), rowOf(board, 'n')];
  const numbers = south.map((_, pit) => pit + 1);
  return [
    line('', numbers.toReversed()),
    line(nameOf('n'), north.toReversed()),
    left(storeOf(board, 'n')) + ' '.repeat(PIT * south.length) + cell(storeOf(board, 's')),
    `${line('', south)}   ${nameOf('s')}`,
    line('', numbers),
  ];
}

function line(label: string, pits: readonly number[]): string {
  return left(label) + pits.map(cell).join('');
}

function left(label: string | number): string {
  return String(label).padStart(LEFT);
}

function cell(number: number): string {
  return String(number).padStart(PIT);
}

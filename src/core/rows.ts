import { rowOf, otherSide } from '../rules/board.js';
import type { Board } from '../rules/board.js';

/**
 * The pits of a position as the core sees them: a byte a pit, pit 1 in the lowest byte, the mover's row
 * and the other side's (assembly/board.ts). Stores are no part of it.
 */
export interface Rows {
  readonly own: bigint;
  readonly opp: bigint;
}

/** The rows of a board, the mover's first. */
export function rowsOf(board: Board): Rows {
  return {
    own: packRow(rowOf(board, board.mover)),
    opp: packRow(rowOf(board, otherSide(board.mover))),
  };
}

export function packRow(pits: readonly number[]): bigint {
  return pits.reduceRight((row, seeds) => (row << 8n) | BigInt(seeds), 0n);
}

/** Seeds in the pits of both rows. */
export function seedsInPlay(rows: Rows): number {
  let seeds = 0;
  for (let own = rows.own; own > 0n; own >>= 8n) seeds += Number(own & 0xffn);
  for (let opp = rows.opp; opp > 0n; opp >>= 8n) seeds += Number(opp & 0xffn);
  return seeds;
}

/** Tells rows apart in maps. */
export function keyOf({ own, opp }: Rows): string {
  return `${own} ${opp}`;
}

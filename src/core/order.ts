/**
 * How much what a ply is counts in the order in which the search takes plies, beside the weight of the position that it
 * leads to (weights.ts); in quarters of a seed. Measured by `npm run bench -- --proofs` (bench/README.md); values do
 * not depend on it.
 */
import type { RuleSetId } from '../rules/options.js';

export interface Order {
  /** For each seed won at once. */
  readonly banked: number;
  /** For the pit, by its number from 0. */
  readonly pit: number;
  /** For each seed in the pit. */
  readonly sown: number;
  /** For an extra turn, and then for the pit once more. */
  readonly extraTurn: number;
  readonly extraTurnPit: number;
  /**
   * What a filled pit of the side to move adds to the weight of a position: of plies alike the search prefers the one
   * that leaves fewer replies, since its subtree is smaller.
   */
  readonly reply: number;
}

/** More than all else together. */
const FIRST = 2 ** 20;
const KALAH: Order = {
  banked: 36,
  pit: 4,
  sown: 0,
  extraTurn: FIRST,
  extraTurnPit: 2 ** 14,
  reply: 10,
};

const ORDERS: ReadonlyMap<RuleSetId, Order> = new Map([
  ['mangala', { ...KALAH, banked: 16, pit: 0, sown: -2 }],
]);

/** Of rule sets that have none of their own the order is that of Kalah. */
export function orderOf(rules: RuleSetId): Order {
  return ORDERS.get(rules) ?? KALAH;
}

/** In the core's layout (assembly/search/ordering.ts). */
export function layOutOrder({ banked, pit, sown, extraTurn, extraTurnPit }: Order): Int32Array {
  return Int32Array.of(banked, pit, sown, extraTurn, extraTurnPit);
}

/**
 * The board: two rows of pits and a store for each side.
 *
 *           5  4  3  2  1  0     North's pits, sown this way: <--
 *   North's                     South's
 *    store  0  1  2  3  4  5     store
 *                                South's pits, sown this way: -->
 *
 * Here pits are counted from 0 in their owner's sowing direction; people and programs outside see
 * them counted from 1. The last pit of a row lies next to its owner's store, and pit i lies opposite
 * the other side's pit m-1-i.
 */

/** South or North. */
export type Side = 's' | 'n';

/** Pits and stores, and who moves; as it is, unchecked. */
export interface Board {
  readonly south: readonly number[];
  readonly north: readonly number[];
  /** South's store, North's store. */
  readonly stores: readonly [number, number];
  readonly mover: Side;
}

/** A pit, or the store, of one side. */
export interface Place {
  readonly side: Side;
  readonly pit: number | 'store';
}

/** A board in the middle of a change. Only copies are changed, never what a caller passed in. */
export interface Draft {
  south: number[];
  north: number[];
  stores: [number, number];
  mover: Side;
}

export function draftOf(board: Board): Draft {
  return {
    south: [...board.south],
    north: [...board.north],
    stores: [...board.stores],
    mover: board.mover,
  };
}

export function otherSide(side: Side): Side {
  return side === 's' ? 'n' : 's';
}

export function rowOf(board: Board, side: Side): readonly number[] {
  return side === 's' ? board.south : board.north;
}

export function storeOf(board: Board, side: Side): number {
  return board.stores[side === 's' ? 0 : 1];
}

export function seedsIn(row: readonly number[]): number {
  return row.reduce((sum, seeds) => sum + seeds, 0);
}

export function seedsAt(board: Board, place: Place): number {
  const seeds =
    place.pit === 'store' ? storeOf(board, place.side) : rowOf(board, place.side)[place.pit];
  if (seeds === undefined) throw new RangeError(`no pit with index ${String(place.pit)}`);
  return seeds;
}

export function setSeeds(draft: Draft, place: Place, seeds: number): void {
  if (place.pit === 'store') draft.stores[place.side === 's' ? 0 : 1] = seeds;
  else (place.side === 's' ? draft.south : draft.north)[place.pit] = seeds;
}

/** Moves all seeds of a place into a side's store and says how many they were. */
export function bank(draft: Draft, place: Place, side: Side): number {
  const seeds = seedsAt(draft, place);
  setSeeds(draft, place, 0);
  draft.stores[side === 's' ? 0 : 1] += seeds;
  return seeds;
}

export function isSamePlace(a: Place, b: Place): boolean {
  return a.side === b.side && a.pit === b.pit;
}

/** The pit across the board from a pit. */
export function opposite(board: Board, side: Side, pit: number): Place {
  return { side: otherSide(side), pit: board.south.length - 1 - pit };
}

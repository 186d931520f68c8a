/** A line of best play in which the value of the position after every ply is proven by itself. */
import type { Core } from '../core/core.js';
import { rowsOf } from '../core/rows.js';
import { GranaryError } from '../errors.js';
import { parseTurn } from '../notation.js';
import { isOver, play, score } from '../position.js';
import type { Position } from '../position.js';
import { otherSide, storeOf } from '../rules/board.js';
import type { Side } from '../rules/board.js';
import { isExact } from './bounds.js';
import { contradiction } from './line.js';
import { Prover } from './prover.js';
import { solve } from './solver.js';

/** One ply of a line of best play. */
export interface ProvenPly {
  /** The pit's number, from 1, as text. */
  readonly move: string;
  /** Who makes it. */
  readonly mover: Side;
  /** What it leads to. */
  readonly position: Position;
  /** The exact score of that position for its side to move, stores included. */
  readonly value: number;
  /** What proves it: the end of the game, the tables, or a search over them. */
  readonly source: 'end' | 'tables' | 'search';
}

/** Best play from a position to the end of the game. */
export interface ProvenLine {
  /** The exact score of the position for its side to move. */
  readonly value: number;
  readonly plies: readonly ProvenPly[];
}

/** How proving a line is watched and ended. */
export interface LineOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called now and then with the plies that are proven and those that there are, unknown at first. */
  readonly onProgress?: ((done: number, plies: number | undefined) => void) | undefined;
}

/**
 * Proves a line of best play to the end, ply by ply: each position's value anew, not from that of the one before. Throws as
 * `solve` does, `InvalidOption` where positions come back, and `TablebaseCorrupt` where a value does not follow from
 * the one before.
 */
export async function proveLine(
  core: Core,
  position: Position,
  { signal, onProgress }: LineOptions = {},
): Promise<ProvenLine> {
  if (core.isCyclic) {
    throw new GranaryError(
      'InvalidOption',
      `no lines of ${core.rules} with every value proven: its positions come back; ask solve for one`,
    );
  }
  const { value, pv } = await solve(core, position, {
    signal,
    onProgress: () => onProgress?.(0, undefined),
  });
  const pits = pv.flatMap((turn) => parseTurn(turn));
  const plies: ProvenPly[] = [];
  core.isSearching = true;
  try {
    let before = { position, value };
    for (const pit of pits) {
      const { mover } = before.position;
      const after = play(before.position, pit).position;
      const expected = after.mover === mover ? before.value : 0 - before.value;
      onProgress?.(plies.length, pits.length);
      const source = isOver(after) ? 'end' : core.covers(rowsOf(after)) ? 'tables' : 'search';
      const found = await valueOf(core, after, expected, signal);
      if (found !== expected) throw contradiction();
      plies.push({ move: String(pit), mover, position: after, value: found, source });
      before = { position: after, value: found };
    }
  } finally {
    core.isSearching = false;
  }
  return { value, plies };
}

async function valueOf(
  core: Core,
  position: Position,
  guess: number,
  signal: AbortSignal | undefined,
): Promise<number | undefined> {
  if (isOver(position)) return score(position);
  const { mover } = position;
  const lead = storeOf(position, mover) - storeOf(position, otherSide(mover));
  const bounds = await new Prover(core, { signal }).bounds(rowsOf(position), guess - lead);
  return isExact(bounds) ? lead + bounds.lower : undefined;
}

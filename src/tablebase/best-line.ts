/**
 * A line of best play by tables alone: of all moves that keep the value, those of both sides, a path is sought that
 * ends the game. Where positions can come back there may be none: then best play goes round for ever.
 */
import { isGranaryError } from '../errors.js';
import { formatPosition } from '../notation.js';
import { isOver } from '../position.js';
import type { Move, Position } from '../position.js';
import { seedsIn } from '../rules/board.js';
import type { Tablebase } from './tablebase.js';

/** Positions that are looked at before the search for an end gives up. */
const MOST_POSITIONS = 20_000;

/** Best play from a position on. */
export interface BestLine {
  /** Whole turns: the pits that a side plays before the other is to move, like `3,6`. */
  readonly turns: readonly string[];
  /** The position after them. */
  readonly last: Position;
  /**
   * Why it stops: the game is over; no table says how it goes on; or no best play that ends was found, and from
   * `last` on nobody wins anything more.
   */
  readonly end: 'over' | 'not-covered' | 'endless';
}

interface Node {
  readonly position: Position;
  readonly move: string;
  readonly parent: Node | undefined;
}

export async function findBestLine(tables: Tablebase, position: Position): Promise<BestLine> {
  const root: Node = { position, move: '', parent: undefined };
  const seen = new Set([keyOf(position)]);
  const open: Node[][] = [];
  const add = (node: Node): number => (open[inPlay(node.position)] ??= []).push(node);
  add(root);
  let uncovered: Node | undefined;
  let fewest = root;
  while (seen.size < MOST_POSITIONS) {
    // Those with the fewest seeds in play come first, the newest of them before others.
    const node = open.find((nodes) => (nodes as Node[] | undefined)?.length)?.pop();
    if (node === undefined) break;
    if (inPlay(node.position) < inPlay(fewest.position)) fewest = node;
    if (isOver(node.position)) return lineTo(node, 'over');
    if (!tables.covers(node.position)) {
      uncovered ??= node;
      continue;
    }
    const best = await bestOf(tables, node.position);
    if (best === undefined) uncovered ??= node;
    for (const { move, position: next } of best?.toReversed() ?? []) {
      const key = keyOf(next);
      if (seen.has(key)) continue;
      seen.add(key);
      add({ position: next, move, parent: node });
    }
  }
  if (uncovered !== undefined) return lineTo(uncovered, 'not-covered');
  return lineTo(fewest, 'endless');
}

/** The best moves; undefined where a move leads to a layer that is not there. */
async function bestOf(tables: Tablebase, position: Position): Promise<readonly Move[] | undefined> {
  try {
    return (await tables.bestMoves(position)).best;
  } catch (error) {
    if (isGranaryError(error, 'NotCovered')) return undefined;
    throw error;
  }
}

function lineTo(node: Node, end: BestLine['end']): BestLine {
  const plies: Node[] = [];
  for (let at = node; at.parent !== undefined; at = at.parent) plies.unshift(at);
  const turns: string[][] = [];
  let mover: Position['mover'] | undefined;
  for (const { move, parent } of plies) {
    const side = parent!.position.mover;
    if (side !== mover) turns.push([]);
    mover = side;
    turns.at(-1)!.push(move);
  }
  return { turns: turns.map((turn) => turn.join(',')), last: node.position, end };
}

function inPlay({ south, north }: Position): number {
  return seedsIn(south) + seedsIn(north);
}

/** Stores tell positions apart, too: a line that has won something is another. */
function keyOf(position: Position): string {
  return formatPosition(position);
}

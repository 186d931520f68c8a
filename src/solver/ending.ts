/**
 * Best play to the end in games in which positions come back. Of all moves that keep the value, those of both
 * sides, a path is sought that ends the game. Where there is none, best play goes round for ever and the value
 * rests on that: the seeds still in play are split.
 */
import type { Core, CorePly } from '../core/core.js';
import { keyOf, seedsInPlay } from '../core/rows.js';
import type { Rows } from '../core/rows.js';
import { otherSide } from '../rules/board.js';
import type { Side } from '../rules/board.js';
import type { Prover } from './prover.js';

/** Positions that are looked at before the search for an end gives up. */
const MOST_POSITIONS = 50_000;
/** Moves whose value is in no table: how many are searched, and nodes for each. */
const MOST_SEARCHES = 100;
const SEARCH_NODES = 5_000;

export interface Ending {
  /** The pits played, from 1, as text: to the end, or, where no line of best play ends, until a position comes back. */
  readonly line: readonly string[];
  /** Whether the line ends the game. Undefined if that is not known: the line then breaks off. */
  readonly ends: boolean | undefined;
}

interface Node {
  readonly rows: Rows;
  readonly mover: Side;
  readonly gain: number;
  readonly pit: number;
  readonly parent: Node | undefined;
  /** A child that keeps the gain; it may have been reached from elsewhere before. */
  next?: Node;
}

/** A line of best play from a position, not over, whose exact gain is known. */
export async function findEnding(
  core: Core,
  prover: Prover,
  rows: Rows,
  mover: Side,
  gain: number,
): Promise<Ending> {
  const seen = new Map<string, Node>();
  const open = new OpenNodes();
  const root: Node = { rows, mover, gain, pit: -1, parent: undefined };
  seen.set(nodeKey(core, rows, mover), root);
  open.add(root);
  let searches = 0;
  let isWhole = true;
  for (let node; (node = open.take()) !== undefined;) {
    if (seen.size >= MOST_POSITIONS) {
      isWhole = false;
      break;
    }
    const other = otherSide(node.mover);
    for (const pit of core.moves(node.rows)) {
      const ply = core.play(node.rows, pit);
      const rest = restAfter(ply, node.gain);
      const recurrence = ply.over ? undefined : core.history.gain(ply.rows, other);
      if (ply.over || recurrence !== undefined) {
        if (ply.over ? ply.gain !== node.gain : recurrence !== rest) continue;
        return { line: [...lineTo(node), String(pit + 1)], ends: true };
      }
      let keeps: boolean | undefined;
      let gain = prover.knownGain(ply.rows, other);
      if (gain === undefined && ++searches > MOST_SEARCHES) {
        gain = prover.sweptGain(ply.rows, other);
      }
      if (gain !== undefined) keeps = gain === rest;
      else if (searches <= MOST_SEARCHES) keeps = await hasGain(prover, ply.rows, other, rest);
      if (keeps === undefined) isWhole = false;
      if (!keeps) continue;
      const key = nodeKey(core, ply.rows, other);
      const known = seen.get(key);
      const child = known ?? { rows: ply.rows, mover: other, gain: rest, pit, parent: node };
      node.next ??= child;
      if (known !== undefined) continue;
      seen.set(key, child);
      open.add(child);
    }
  }
  return { line: roundFrom(core, root), ends: isWhole ? false : undefined };
}

/** What the side to move after a ply must gain for the ply to keep a gain. */
export function restAfter(ply: CorePly, gain: number): number {
  return ply.extraTurn ? gain - ply.gain : ply.gain - gain;
}

/** Whether a position's gain, which is at least `gain`, is no more than that; undefined if that takes too long. */
async function hasGain(
  prover: Prover,
  rows: Rows,
  mover: Side,
  gain: number,
): Promise<boolean | undefined> {
  const more = await prover.reaches(rows, gain + 1, SEARCH_NODES, mover);
  return more === undefined ? undefined : !more;
}

/** Tells positions apart, where a history bears on them also by the side to move. */
function nodeKey(core: Core, rows: Rows, mover: Side): string {
  return core.history.bearsOn(rows) ? `${keyOf(rows)} ${mover}` : keyOf(rows);
}

function lineTo(node: Node): string[] {
  const line: string[] = [];
  for (let at = node; at.parent !== undefined; at = at.parent) line.unshift(String(at.pit + 1));
  return line;
}

/** The moves from a position, each the first that keeps the gain, until a position comes back. */
function roundFrom(core: Core, root: Node): string[] {
  const line: string[] = [];
  const passed = new Set<Node>();
  for (let node = root; node.next !== undefined && !passed.has(node); node = node.next) {
    passed.add(node);
    const next = keyOf(node.next.rows);
    const pit = core.moves(node.rows).find((pit) => keyOf(core.play(node.rows, pit).rows) === next);
    line.push(String((pit ?? 0) + 1));
  }
  return line;
}

/** Those with the fewest seeds in play come first, as they came. */
class OpenNodes {
  private readonly bySeeds: (Node[] | undefined)[] = [];

  add(node: Node): void {
    (this.bySeeds[seedsInPlay(node.rows)] ??= []).push(node);
  }

  take(): Node | undefined {
    // Numbers of seeds that have not come up have no list.
    const lists = this.bySeeds as readonly (Node[] | undefined)[];
    return lists.find((nodes) => nodes !== undefined && nodes.length > 0)?.shift();
  }
}

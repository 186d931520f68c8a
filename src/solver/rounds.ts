/**
 * Exact values within one layer of a game in which positions come back, where a history bears on them: the tables of
 * the layer know of no history. All positions that can be reached without leaving the layer are laid out, what
 * leaves it is looked up, and values are swept from 0 until nothing changes: the least fixed point, as in
 * assembly/tablebase/cyclic.ts, with the positions of the history as ends.
 */
import type { Core } from '../core/core.js';
import { keyOf, seedsInPlay } from '../core/rows.js';
import type { Rows } from '../core/rows.js';
import { otherSide } from '../rules/board.js';
import type { Side } from '../rules/board.js';

/** Positions that are laid out at most: about a second's work. */
const MOST_POSITIONS = 250_000;

interface Node {
  readonly rows: Rows;
  readonly mover: Side;
  /** The best gain by a ply that leaves the layer or ends the game; -Infinity without one. */
  exit: number;
  readonly successors: Node[];
  gain: number;
}

export class Rounds {
  private readonly nodes = new Map<string, Node>();

  private constructor(private readonly core: Core) {}

  /**
   * The values of what can be reached from a position that the core's history bears on; undefined where they are
   * too many, or the layer below is not covered.
   */
  static from(core: Core, rows: Rows, mover: Side): Rounds | undefined {
    if (!core.isInHistory(rows) || core.covered < seedsInPlay(rows) - 1) return undefined;
    const rounds = new Rounds(core);
    if (!rounds.layOut(rows, mover)) return undefined;
    rounds.sweep();
    return rounds;
  }

  /** The mover's gain; undefined for what cannot be reached. */
  gain(rows: Rows, mover: Side): number | undefined {
    return this.nodes.get(`${keyOf(rows)} ${mover}`)?.gain;
  }

  /** False if there are too many positions. */
  private layOut(rows: Rows, mover: Side): boolean {
    const open = [this.add(rows, mover)];
    for (let node; (node = open.pop()) !== undefined;) {
      if (this.nodes.size > MOST_POSITIONS) return false;
      this.expand(node, open);
    }
    return true;
  }

  private add(rows: Rows, mover: Side): Node {
    const node = { rows, mover, exit: -Infinity, successors: [], gain: 0 };
    this.nodes.set(`${keyOf(rows)} ${mover}`, node);
    return node;
  }

  private expand(node: Node, open: Node[]): void {
    const { core } = this;
    const other = otherSide(node.mover);
    for (const pit of core.moves(node.rows)) {
      const ply = core.play(node.rows, pit);
      const end = ply.over ? 0 : core.recurrenceGain(ply.rows, other);
      if (end !== undefined) {
        node.exit = Math.max(node.exit, ply.gain - end);
      } else if (ply.gain > 0) {
        node.exit = Math.max(node.exit, ply.gain - core.probe(ply.rows));
      } else {
        let next = this.nodes.get(`${keyOf(ply.rows)} ${other}`);
        if (next === undefined) open.push((next = this.add(ply.rows, other)));
        node.successors.push(next);
      }
    }
  }

  /** Later positions first: they were found from those before them. */
  private sweep(): void {
    const nodes = [...this.nodes.values()].reverse();
    for (let hasChanged = true; hasChanged;) {
      hasChanged = false;
      for (const node of nodes) {
        let gain = node.exit;
        for (const { gain: theirs } of node.successors) gain = Math.max(gain, 0 - theirs);
        if (gain === node.gain) continue;
        node.gain = gain;
        hasChanged = true;
      }
    }
  }
}

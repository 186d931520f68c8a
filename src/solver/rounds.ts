/**
 * Exact values of small games in which positions come back, where tables do not help: they are not there, or a
 * history bears on their layer, of which they know nothing. All positions that can be reached are laid out, down to the
 * layers that are looked up, and layer after layer the values are swept from 0 until nothing changes: the least
 * fixed point, as in assembly/tablebase/cyclic.ts, with the positions of the history as ends.
 */
import type { Core } from '../core/core.js';
import { keyOf, seedsInPlay } from '../core/rows.js';
import type { Rows } from '../core/rows.js';
import { otherSide } from '../rules/board.js';
import type { Side } from '../rules/board.js';

/** Positions that may have to be laid out: about a second's work. */
const MOST_POSITIONS = 300_000;

interface Node {
  readonly rows: Rows;
  readonly mover: Side;
  /** The best gain by a ply that ends the game or is looked up; -Infinity without one. */
  exit: number;
  readonly successors: Node[];
  /** Plies into layers below: what they gain at once, and where they lead. */
  readonly captures: { readonly gain: number; readonly next: Node }[];
  gain: number;
}

class Rounds {
  private readonly nodes = new Map<string, Node>();
  /** By seeds in play; those that do not come up have none. */
  private readonly layers: (Node[] | undefined)[] = [];

  private constructor(private readonly core: Core) {}

  /**
   * The values of a position, not over, and of all that can be reached from it; undefined where the tables know them,
   * no position comes back, or they may be more than `most`.
   */
  static from(core: Core, rows: Rows, mover: Side, most: number): Rounds | undefined {
    if (!core.isCyclic || core.covers(rows) || positionsBelow(core, rows) > most) return undefined;
    const rounds = new Rounds(core);
    rounds.layOut(rows, mover);
    for (const layer of rounds.layers) if (layer) sweep(layer);
    return rounds;
  }

  /** The mover's gain; undefined for what cannot be reached or is looked up. */
  gain(rows: Rows, mover: Side): number | undefined {
    return this.nodes.get(this.keyOf(rows, mover))?.gain;
  }

  private layOut(rows: Rows, mover: Side): void {
    const open = [this.add(rows, mover)];
    for (let node; (node = open.pop()) !== undefined;) this.expand(node, open);
  }

  private add(rows: Rows, mover: Side): Node {
    const node = { rows, mover, exit: -Infinity, successors: [], captures: [], gain: 0 };
    this.nodes.set(this.keyOf(rows, mover), node);
    (this.layers[seedsInPlay(rows)] ??= []).push(node);
    return node;
  }

  private expand(node: Node, open: Node[]): void {
    const { core } = this;
    const other = otherSide(node.mover);
    for (const pit of core.moves(node.rows)) {
      const { rows, gain, over } = core.play(node.rows, pit);
      const end = over ? 0 : this.lookUp(rows, other);
      if (end !== undefined) {
        node.exit = Math.max(node.exit, gain - end);
        continue;
      }
      let next = this.nodes.get(this.keyOf(rows, other));
      if (next === undefined) open.push((next = this.add(rows, other)));
      if (gain > 0) node.captures.push({ gain, next });
      else node.successors.push(next);
    }
  }

  private lookUp(rows: Rows, mover: Side): number | undefined {
    const { core } = this;
    return core.history.gain(rows, mover) ?? (core.covers(rows) ? core.probe(rows) : undefined);
  }

  /** Where a history bears on a position it matters which side is to move. */
  private keyOf(rows: Rows, mover: Side): string {
    return this.core.history.bearsOn(rows) ? `${keyOf(rows)} ${mover}` : keyOf(rows);
  }
}

/** The rounds from a position, laid out when they are first asked for. */
export class LazyRounds {
  private rounds: Rounds | undefined;
  private isMade = false;

  constructor(
    private readonly core: Core,
    private readonly rows: Rows,
    private readonly mover: Side,
    /** Nodes that a search may take: laying a position out is as good as one. */
    private readonly nodes: number,
  ) {}

  /** The mover's gain; undefined for what cannot be reached, is looked up, or may be too much. */
  gain(rows: Rows, mover: Side): number | undefined {
    const most = Math.min(this.nodes, MOST_POSITIONS);
    if (!this.isMade) this.rounds = Rounds.from(this.core, this.rows, this.mover, most);
    this.isMade = true;
    return this.known(rows, mover);
  }

  /** The same of what is laid out already. */
  known(rows: Rows, mover: Side): number | undefined {
    return this.rounds?.gain(rows, mover);
  }
}

/** How many positions there are in the layers that are not looked up. */
function positionsBelow(core: Core, rows: Rows): number {
  const seeds = seedsInPlay(rows);
  let positions = core.history.bearsOn(rows) ? core.layerSize(seeds) : 0;
  for (let layer = Math.min(core.covered + 1, seeds); layer <= seeds; layer++) {
    positions += core.layerSize(layer);
  }
  return positions;
}

/** Later positions first: they were found from those before them. */
function sweep(layer: readonly Node[]): void {
  for (const node of layer) {
    for (const { gain, next } of node.captures) node.exit = Math.max(node.exit, gain - next.gain);
  }
  for (let hasChanged = true; hasChanged;) {
    hasChanged = false;
    for (let i = layer.length - 1; i >= 0; i--) {
      const node = layer[i]!;
      let { exit: gain } = node;
      for (const { gain: theirs } of node.successors) gain = Math.max(gain, 0 - theirs);
      if (gain === node.gain) continue;
      node.gain = gain;
      hasChanged = true;
    }
  }
}

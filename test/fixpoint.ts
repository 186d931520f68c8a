/**
 * Values of games in which positions come back, on the plain rules: slow, and independent of the core.
 *
 * A layer is a graph: of each position the best of the plies that leave the layer, and its successors within
 * it. For each threshold t from 1 on the positions from which a side forces a gain of t or more are the least sets
 *
 *     W   a ply that leaves the layer gains t or more, or one leads into L
 *     L   no ply that leaves the layer gains more than -t, and every other leads into W
 *
 * found by retrograde analysis: from the plies that leave the layer backwards, with a counter of successors that
 * are not in W yet. What is in neither set for any t is worth 0: nobody can be forced, and play goes on for ever.
 */
import { otherSide, rowOf, seedsIn, storeOf } from '../src/rules/board.js';
import type { Board, Side } from '../src/rules/board.js';
import { isCyclic, optionsOf } from '../src/rules/options.js';
import type { RuleSetId } from '../src/rules/options.js';
import { endSweep, isOver, legalPits, playPit } from '../src/rules/rules.js';
import { Layouts } from '../src/tablebase/layouts.js';
import { Minimax } from './minimax.js';

/** What ends a game where a position comes back: its mover's gain, or undefined if the game goes on there. */
export type Recurrence = (board: Board) => number | undefined;

/** The positions of a layer, by their numbers in `Layouts`, and the plies between them. */
export interface LayerGraph {
  readonly seeds: number;
  readonly count: number;
  /** The mover's best gain by a ply that leaves the layer, or of a game that is over; -Infinity without one. */
  readonly exits: Float64Array;
  /** The successors within the layer of position p are those from `starts[p]` to before `starts[p + 1]`. */
  readonly starts: Uint32Array;
  readonly successors: readonly number[];
}

/** The values of all layers of a rule set and board, each solved when it is first asked for. */
export class Fixpoint {
  private readonly layers: Int16Array[] = [];
  private readonly layouts: Layouts[] = [];

  constructor(
    private readonly rules: RuleSetId,
    private readonly pits: number,
  ) {
    if (!isCyclic(optionsOf(rules))) throw new Error(`no position of ${rules} comes back`);
  }

  /** What the mover's store gains on the other from here on. */
  gain(board: Board): number {
    const seeds = seedsIn(board.south) + seedsIn(board.north);
    return this.layer(seeds)[this.indexOf(board)]!;
  }

  /** The gain of the side to move if it plays a pit, from 0. */
  gainBy(board: Board, pit: number): number {
    const { won, over, board: after } = this.play(board, pit);
    return over ? won : won - this.gain(after);
  }

  /** The gains of a layer in the order of `Layouts`. */
  layer(seeds: number): Int16Array {
    return (this.layers[seeds] ??= solve(this.graph(seeds)));
  }

  /**
   * The mover's gain in a game in which some positions, when they come back, end it. A position is the board and
   * who is to move: the same board turned round with the other side to move is another one.
   */
  gainWith(board: Board, recurrence: Recurrence): number {
    const seeds = seedsIn(board.south) + seedsIn(board.north);
    const { count } = this.layoutsOf(seeds);
    const sides = (['s', 'n'] as const).map((side) => this.graph(seeds, side, recurrence));
    const turned = sides.map(({ successors }, side) =>
      successors.map((index) => index + (side === 0 ? count : 0)),
    );
    const [south, north] = sides as [LayerGraph, LayerGraph];
    const plies = turned[0]!.length;
    const values = solve({
      seeds,
      count: 2 * count,
      exits: Float64Array.of(...south.exits, ...north.exits),
      starts: Uint32Array.of(...south.starts, ...north.starts.slice(1).map((at) => at + plies)),
      successors: turned.flat(),
    });
    return values[this.indexOf(board) + (board.mover === 's' ? 0 : count)]!;
  }

  /** The graph of a layer as one side has it to move. */
  graph(seeds: number, mover: Side = 's', recurrence?: Recurrence): LayerGraph {
    const { count } = this.layoutsOf(seeds);
    const options = optionsOf(this.rules);
    const exits = new Float64Array(count).fill(-Infinity);
    const starts = new Uint32Array(count + 1);
    const successors: number[] = [];
    for (let index = 0; index < count; index++) {
      const board = this.boardOf(seeds, index, mover);
      if (isOver(options, board)) {
        const { south, north } = endSweep(options, board);
        exits[index] = mover === 's' ? south - north : north - south;
      }
      for (const pit of legalPits(options, board)) {
        const { won, over, board: after } = this.play(board, pit);
        const back = over || won > 0 ? undefined : recurrence?.(after);
        if (over) exits[index] = Math.max(exits[index]!, won);
        else if (back !== undefined) exits[index] = Math.max(exits[index]!, 0 - back);
        else if (won > 0) exits[index] = Math.max(exits[index]!, won - this.gain(after));
        else successors.push(this.indexOf(after));
      }
      starts[index + 1] = successors.length;
    }
    return { seeds, count, exits, starts, successors };
  }

  /** A position by its number, with empty stores. */
  boardOf(seeds: number, index: number, mover: Side = 's'): Board {
    const laid: number[] = [];
    this.layoutsOf(seeds).lay(index, laid);
    const [own, other] = [laid.slice(0, this.pits), laid.slice(this.pits)];
    const [south, north] = mover === 's' ? [own, other] : [other, own];
    return { south, north, stores: [0, 0], mover };
  }

  indexOf(board: Board): number {
    const [own, other] = [rowOf(board, board.mover), rowOf(board, otherSide(board.mover))];
    return this.layoutsOf(seedsIn(own) + seedsIn(other)).indexOf([...own, ...other]);
  }

  private layoutsOf(seeds: number): Layouts {
    return (this.layouts[seeds] ??= new Layouts(2 * this.pits, seeds));
  }

  private play(before: Board, pit: number): { won: number; over: boolean; board: Board } {
    const { board, over } = playPit(optionsOf(this.rules), before, pit);
    const lead = (at: Board): number =>
      storeOf(at, before.mover) - storeOf(at, otherSide(before.mover));
    return { won: lead(board) - lead(before), over, board };
  }
}

/** Values by the plain rules, whether positions come back or not. */
export function referenceOf(rules: RuleSetId, pits: number): Pick<Minimax, 'gain' | 'gainBy'> {
  return isCyclic(optionsOf(rules)) ? new Fixpoint(rules, pits) : new Minimax(rules);
}

function solve(graph: LayerGraph): Int16Array {
  const { seeds, count } = graph;
  const before = predecessors(graph);
  const values = new Int16Array(count);
  for (let threshold = 1; threshold <= seeds; threshold++) {
    const { wins, losses } = leastSets(graph, before, threshold);
    for (let p = 0; p < count; p++) {
      if (wins[p] && losses[p]) throw new Error('a position is won and lost');
      if (wins[p]) values[p] = threshold;
      if (losses[p]) values[p] = -threshold;
    }
  }
  return values;
}

function leastSets(
  { count, exits, starts }: LayerGraph,
  before: Pick<LayerGraph, 'starts' | 'successors'>,
  threshold: number,
): { wins: Uint8Array; losses: Uint8Array } {
  const wins = new Uint8Array(count);
  const losses = new Uint8Array(count);
  /** Successors that are not known to be won by the other side. */
  const open = new Uint32Array(count);
  const reached: number[] = [];
  const enter = (set: Uint8Array, p: number): void => {
    if (set[p]) return;
    set[p] = 1;
    reached.push(p);
  };
  for (let p = 0; p < count; p++) {
    open[p] = starts[p + 1]! - starts[p]!;
    if (exits[p]! >= threshold) enter(wins, p);
    else if (open[p] === 0 && exits[p]! <= -threshold) enter(losses, p);
  }
  for (let q; (q = reached.pop()) !== undefined;) {
    for (const p of before.successors.slice(before.starts[q], before.starts[q + 1])) {
      if (losses[q]) enter(wins, p);
      else if (--open[p]! === 0 && exits[p]! <= -threshold) enter(losses, p);
    }
  }
  return { wins, losses };
}

/** The graph with its plies turned round. */
function predecessors({
  count,
  starts,
  successors,
}: LayerGraph): Pick<LayerGraph, 'starts' | 'successors'> {
  const into: number[][] = Array.from({ length: count }, () => []);
  for (let p = 0; p < count; p++) {
    for (let i = starts[p]!; i < starts[p + 1]!; i++) into[successors[i]!]!.push(p);
  }
  const begins = new Uint32Array(count + 1);
  for (let q = 0; q < count; q++) begins[q + 1] = begins[q]! + into[q]!.length;
  return { starts: begins, successors: into.flat() };
}

/**
 * What a certificate claims, unfolded from the position that it is of: which claims are needed to justify which. Plain
 * rules and tables decide all of it; that one of several moves is enough is told from outside.
 *
 * A claim says that the mover's gain in a position is at least `lower`, or at most `upper`, or both. It is justified by
 * what is claimed of the positions that moves lead to: `upper` by all moves, `lower` by one. Sowing leads to fewer seeds
 * in play or, without passing a store, brings seeds nearer to theirs: by seeds in play and distance every move leads
 * down. Claims are taken up in that order from the top, so that all that is asked of a position is known when
 * its turn comes, and that it is justified once; and from the bottom up all of them hold, if each holds by those below it.
 *
 * docs/certificate-format.md specifies this for other programs: order and numbers are part of the format.
 */
import { GranaryError } from '../errors.js';
import { pause } from '../pause.js';
import type { Position } from '../position.js';
import { otherSide, rowOf, seedsIn, storeOf } from '../rules/board.js';
import type { Board } from '../rules/board.js';
import type { RuleOptions } from '../rules/options.js';
import { endSweep, isOver, legalPits, playPit } from '../rules/rules.js';
import type { Bounds } from '../solver/bounds.js';

/** Time between two looks at the signal. */
const SLICE_MS = 20;

/** Gains of all positions with few seeds in play. */
export interface Tables {
  /** Layers 0 to this one are there; -1 for none. */
  readonly layers: number;
  /** The mover's gain on a board of these layers. */
  gain(board: Board): number;
}

/** Bounds of the mover's gain; a bound beyond the seeds in play claims nothing. */
export interface Claim extends Bounds {
  /** South to move, with empty stores. */
  readonly board: Board;
}

/** One move of a claim's position. */
export interface Reply {
  /** Counted from 0. */
  readonly pit: number;
  /** What South wins by the ply, with the sweep if it ends the game. */
  readonly gain: number;
  readonly extraTurn: boolean;
  readonly over: boolean;
  readonly board: Board;
  /** Seeds in play on that board. */
  readonly seeds: number;
}

/** A claim that has been taken up. */
export interface Step {
  readonly claim: Claim;
  /** Moves of which one must be named, in their order: `lower` is not settled without. Else none. */
  readonly open: readonly Reply[];
}

/** A claim that is not justified. */
export interface FailedClaim extends Claim {
  /** Which of its bounds. */
  readonly bound: 'lower' | 'upper';
  /** `move 3 gives at least -1`, and the like. */
  readonly reason: string;
}

/** Names one of a step's open moves, by its place in their order; what is none of them fails the claim. */
export type Choose = (step: Step) => number | Promise<number>;

/** How unfolding is watched and ended. */
export interface UnfoldOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: UnfoldProgress) => void) | undefined;
}

/** How far it is. */
export interface UnfoldProgress extends Readonly<Work> {
  /** Seeds in play in the position in work: they fall. */
  readonly seeds: number;
}

/** How much has been done. */
export interface Work {
  /** Claims taken up; the two bounds of one position are two. */
  claims: number;
  plies: number;
  lookups: number;
}

/** The claim that a position's score lies between the two. */
export function claimOf(position: Position, score: Bounds): Claim {
  const { mover } = position;
  const other = otherSide(mover);
  const lead = storeOf(position, mover) - storeOf(position, other);
  return {
    board: {
      south: rowOf(position, mover),
      north: rowOf(position, other),
      stores: [0, 0],
      mover: 's',
    },
    lower: score.lower - lead,
    upper: score.upper - lead,
  };
}

/** Takes up a claim and all that it rests on. */
export class Unfolding {
  readonly work: Work = { claims: 0, plies: 0, lookups: 0 };
  private readonly asked: Asked;

  constructor(
    private readonly rules: RuleOptions,
    private readonly tables: Tables,
    private readonly root: Claim,
  ) {
    this.asked = new Asked(root.board);
  }

  /** Returns the first claim that is not justified, undefined if all are. Throws `Interrupted`, and what `choose` does. */
  async run(
    choose: Choose,
    { signal, onProgress }: UnfoldOptions,
  ): Promise<FailedClaim | undefined> {
    const steps = this.steps();
    let looked = performance.now();
    let step = steps.next(0);
    while (!step.done) {
      if (performance.now() - looked >= SLICE_MS) {
        onProgress?.({ ...this.work, seeds: layerOf(step.value.claim.board) });
        await pause();
        if (signal?.aborted) throw new GranaryError('Interrupted', 'interrupted');
        looked = performance.now();
      }
      const choice = choose(step.value);
      step = steps.next(typeof choice === 'number' ? choice : await choice);
    }
    return step.value;
  }

  private *steps(): Generator<Step, FailedClaim | undefined, number> {
    const { asked, root } = this;
    const known = this.gainOf(root.board);
    if (known !== undefined) {
      this.work.claims += boundsIn(root);
      const reason = `its gain is ${known}`;
      if (known < root.lower) return { ...root, bound: 'lower', reason };
      return known > root.upper ? { ...root, bound: 'upper', reason } : undefined;
    }
    asked.add(root.board, layerOf(root.board), root);
    for (let claim; (claim = asked.next()) !== undefined;) {
      const replies = this.repliesTo(claim.board);
      this.work.claims += boundsIn(claim);
      const fault = saysUpper(claim) ? this.askAll(claim, replies) : undefined;
      if (fault !== undefined) return { ...claim, bound: 'upper', reason: fault };
      const open = saysLower(claim) ? this.openMoves(claim, replies) : [];
      if (open === undefined) return { ...claim, bound: 'lower', reason: 'no move gives as much' };
      const choice = yield { claim, open };
      if (open.length === 0) continue;
      const chosen = open[choice];
      if (chosen === undefined)
        return { ...claim, bound: 'lower', reason: 'no open move is named for it' };
      this.ask(chosen, claim.lower, Infinity);
    }
    return undefined;
  }

  /** Asks that no move gives more than `upper`; tells of one that does. */
  private askAll({ upper }: Claim, replies: readonly Reply[]): string | undefined {
    for (const reply of replies) {
      const { sure, asked } = this.gainBy(reply);
      if (sure.lower > upper) return `move ${reply.pit + 1} gives at least ${sure.lower}`;
      if (asked.upper > upper) this.ask(reply, -Infinity, upper);
    }
    return undefined;
  }

  /** The moves that may give `lower` or more; none where one is asked to already, undefined where none can. */
  private openMoves({ lower }: Claim, replies: readonly Reply[]): readonly Reply[] | undefined {
    const gains = replies.map((reply) => this.gainBy(reply));
    if (gains.some(({ asked }) => asked.lower >= lower)) return [];
    const open = replies.filter((_, i) => gains[i]!.sure.upper >= lower);
    return open.length > 0 ? open.sort(byPromise) : undefined;
  }

  /**
   * South's gain by a move: what is sure by the end, by tables or by the seeds, and what is asked besides. What is asked
   * supports claims and never refutes any, so that a claim that fails is false.
   */
  private gainBy({ board, seeds, gain, extraTurn, over }: Reply): { sure: Bounds; asked: Bounds } {
    if (!over && seeds > this.tables.layers) {
      const { lower, upper } = this.asked.boundsOf(board, seeds);
      return {
        sure: { lower: gain - seeds, upper: gain + seeds },
        asked: seenBefore(gain, extraTurn, lower, upper),
      };
    }
    if (!over) this.work.lookups++;
    const rest = over ? 0 : this.tables.gain(board);
    const exact = extraTurn ? gain + rest : gain - rest;
    const bounds = { lower: exact, upper: exact };
    return { sure: bounds, asked: bounds };
  }

  /** Asks that South's gain by a move lies between the two. */
  private ask({ board, seeds, gain, extraTurn }: Reply, lower: number, upper: number): void {
    this.asked.add(
      board,
      seeds,
      extraTurn
        ? { lower: lower - gain, upper: upper - gain }
        : { lower: gain - upper, upper: gain - lower },
    );
  }

  /** The mover's gain where the game is over or the tables have it. */
  private gainOf(board: Board): number | undefined {
    if (isOver(this.rules, board)) {
      const { south, north } = endSweep(this.rules, board);
      return south - north;
    }
    if (layerOf(board) > this.tables.layers) return undefined;
    this.work.lookups++;
    return this.tables.gain(board);
  }

  private repliesTo(board: Board): Reply[] {
    const seeds = layerOf(board);
    return legalPits(this.rules, board).map((pit) => {
      this.work.plies++;
      const { board: after, extraTurn, over } = playPit(this.rules, board, pit);
      const [south, north] = after.stores;
      const left = seeds - south - north;
      return { pit, gain: south - north, extraTurn, over, board: after, seeds: left };
    });
  }
}

/** Bounds asked of positions that have not been taken up. */
class Asked {
  /** By seeds in play and distance; those that have not come up have none. */
  private readonly places: (Map<string, Bounds> | undefined)[] = [];
  private readonly pits: number;
  private readonly width: number;
  private place: number;
  private open: Iterator<[string, Bounds]> | undefined;

  constructor(root: Board) {
    this.pits = root.south.length;
    const seeds = layerOf(root);
    this.width = this.pits * seeds + 1;
    this.place = this.placeOf(root, seeds);
  }

  /** What is asked of a position with so many seeds in play. */
  boundsOf(board: Board, seeds: number): Bounds {
    const known = this.places[this.placeOf(board, seeds)]?.get(keyOf(board));
    return known ?? { lower: -seeds, upper: seeds };
  }

  /** Raises what is asked of a position. */
  add(board: Board, seeds: number, { lower, upper }: Bounds): void {
    const positions = (this.places[this.placeOf(board, seeds)] ??= new Map<string, Bounds>());
    const key = keyOf(board);
    const { lower: least, upper: most } = positions.get(key) ?? { lower: -seeds, upper: seeds };
    positions.set(key, { lower: Math.max(lower, least), upper: Math.min(upper, most) });
  }

  /** What is asked of the position whose turn it is: highest first, in one place as they were first asked. */
  next(): Claim | undefined {
    for (; this.place >= 0; this.place--) {
      this.open ??= this.places[this.place]?.entries();
      const found = this.open?.next();
      if (found && !found.done) {
        const [key, bounds] = found.value;
        return { board: this.boardOf(key), ...bounds };
      }
      this.open = undefined;
      this.places[this.place] = undefined;
    }
    return undefined;
  }

  private placeOf({ south, north }: Board, seeds: number): number {
    return seeds * this.width + distanceOf(south) + distanceOf(north);
  }

  private boardOf(key: string): Board {
    const south: number[] = [];
    const north: number[] = [];
    for (let pit = 0; pit < this.pits; pit++) {
      south.push(key.charCodeAt(pit));
      north.push(key.charCodeAt(this.pits + pit));
    }
    return { south, north, stores: [0, 0], mover: 's' };
  }
}

/** Bounds of a gain after a ply that won `gain`, for the side that played it. */
function seenBefore(gain: number, extraTurn: boolean, lower: number, upper: number): Bounds {
  return extraTurn
    ? { lower: gain + lower, upper: gain + upper }
    : { lower: gain - upper, upper: gain - lower };
}

/** Extra turns first, then what wins more at once, then what lies nearer to the store. */
function byPromise(a: Reply, b: Reply): number {
  if (a.extraTurn !== b.extraTurn) return a.extraTurn ? -1 : 1;
  if (!a.extraTurn && a.gain !== b.gain) return b.gain - a.gain;
  return b.pit - a.pit;
}

function saysLower({ board, lower }: Claim): boolean {
  return lower > -layerOf(board);
}

function saysUpper({ board, upper }: Claim): boolean {
  return upper < layerOf(board);
}

function boundsIn(claim: Claim): number {
  return Number(saysLower(claim)) + Number(saysUpper(claim));
}

function layerOf(board: Board): number {
  return seedsIn(board.south) + seedsIn(board.north);
}

/** Steps that the seeds of a row are away from its store. */
function distanceOf(row: readonly number[]): number {
  let steps = 0;
  for (let pit = 0; pit < row.length; pit++) steps += row[pit]! * (row.length - pit);
  return steps;
}

/** Tells positions apart: the mover's row and the other, a character a pit. */
function keyOf(board: Board): string {
  const { mover } = board;
  return String.fromCharCode(...rowOf(board, mover), ...rowOf(board, otherSide(mover)));
}

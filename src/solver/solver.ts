/**
 * Exact values of positions: the value, a line of best play, and the value of every move, each with what it
 * proves. Values are scores for the mover: stores included, the game played out.
 */
import type { Core, CorePly } from '../core/core.js';
import type { PastPosition } from '../core/history.js';
import { rowsOf, seedsInPlay } from '../core/rows.js';
import type { Rows } from '../core/rows.js';
import { GranaryError } from '../errors.js';
import { Match } from '../match.js';
import { checkPosition, gainByRecurrence, isOver, score } from '../position.js';
import type { Position } from '../position.js';
import { otherSide, storeOf } from '../rules/board.js';
import type { Side } from '../rules/board.js';
import { exactly, isExact, proven } from './bounds.js';
import type { Bounds, Proven } from './bounds.js';
import { findEnding, restAfter } from './ending.js';
import { findLine } from './line.js';
import { Prover } from './prover.js';
import type { ProverOptions } from './prover.js';
import { LazyRounds } from './rounds.js';

/** What is proven of a move, for the side that makes it. */
export interface MoveValue extends Proven {
  /** The pit's number, from 1, as text. */
  readonly move: string;
  /** As in `Solution`. */
  readonly split?: boolean;
}

/** What is proven of a position, for the side to move. */
export interface Solution extends Proven {
  /**
   * Best play for both sides, in turns: `["3,6", "2"]`; to the end, or where `split` is true until a position
   * comes back. Short or empty where the budget ran out, or `split` is not known.
   */
  readonly pv: readonly string[];
  /**
   * Only of exact values where positions come back: no line of best play ends, so that the value rests on endless
   * play, which splits the seeds that are left. Left out where that is not known: the positions are in no table.
   */
  readonly split?: boolean;
  /** The value is that of the book. */
  readonly book?: true;
  /** Every move's value, when asked for. */
  readonly moves?: readonly MoveValue[];
  /** Positions whose plies were generated. */
  readonly nodes: number;
  /** Positions looked up in the tablebase. */
  readonly lookups: number;
  readonly seconds: number;
}

/** What `solve` does beyond finding the value, and what it tells on the way. */
export interface SolveOptions extends Omit<ProverOptions, 'onProgress' | 'rounds' | 'alone'> {
  /**
   * Value every move as well; then half of `nodes` and `seconds` is for the position, and the rest for its moves
   * alike.
   */
  readonly moves?: boolean;
  /**
   * The game so far, where positions can come back: what the position has come from, oldest first. A position
   * of it, or this one, that comes back ends the game as the rule set has it at the table: `history` of a match.
   * Left out, endless play is worth 0.
   */
  readonly history?: readonly Position[] | undefined;
  /** Called some times a second, and awaited. */
  readonly onProgress?: (progress: SolveProgress) => void | Promise<void>;
  /** Who wins, as soon as that is proven, with the effort so far: bounds of the score that exclude the rest. */
  readonly onWinner?: (bounds: Bounds, effort: Effort) => void;
  /** The value of the position, as soon as it is proven; `moves` is not there yet. */
  readonly onValue?: (solution: Solution) => void;
  /** The value of a move, as soon as it is proven, with the nodes and seconds that it took. */
  readonly onMove?: (move: MoveValue, effort: Effort) => void;
}

/** How far a search is. */
export interface SolveProgress {
  /** What is being found: the position's value, its line of best play, or a move's value. */
  readonly stage: 'value' | 'line' | 'move';
  /** The move being valued. */
  readonly move?: string;
  /** What is known of the value in work, for the mover. */
  readonly lower: number;
  readonly upper: number;
  readonly nodes: number;
  /** What is known of moves' values, for the mover; those of which nothing is are left out. */
  readonly moves: readonly MoveBounds[];
  /** The part of the transposition table in use, 0 to 1. */
  readonly tableFill: number;
}

/** What is known of a move's score, for the side that makes it. */
export interface MoveBounds extends Bounds {
  readonly move: string;
}

/** What a search has cost. */
export interface Effort {
  readonly nodes: number;
  readonly lookups: number;
  readonly seconds: number;
}

/**
 * Solves a position with the core's tablebase and transposition table as they are. The core has the
 * position's rule set and board in play and `core.reserve` was called. Throws `InvalidOption`,
 * `InvalidPosition`, `InvalidHistory`, `CoreBusy` or `Interrupted`.
 */
export async function solve(
  core: Core,
  position: Position,
  options: SolveOptions = {},
): Promise<Solution> {
  checkPosition(position);
  checkFits(core, position, options);
  if (isOver(position)) return over(position, startEffort(core)(), options);
  core.history.set(pastPositions(core, position, options.history));
  core.isSearching = true;
  try {
    return await search(core, position, options);
  } finally {
    core.isSearching = false;
  }
}

async function search(core: Core, position: Position, options: SolveOptions): Promise<Solution> {
  const effort = startEffort(core, options.clock);

  const rows = rowsOf(position);
  const base = storeOf(position, position.mover) - storeOf(position, otherSide(position.mover));
  let stage: Pick<SolveProgress, 'stage' | 'move'> = { stage: 'value' };
  let view = (found: Bounds): Bounds => found;
  const { mover } = position;
  const { nodes = Infinity, seconds = Infinity, signal, clock, crew } = options;
  const rounds = core.isCyclic ? new LazyRounds(core, rows, mover, nodes) : undefined;
  const progressOf = (found: Bounds): SolveProgress => {
    const { lower, upper } = view(found);
    return {
      ...stage,
      lower: lower + base,
      upper: upper + base,
      nodes: effort().nodes,
      moves: moveBoundsOf(core, rows, base),
      tableFill: core.tableFill,
    };
  };
  /** With a share of the budget that is left. */
  const proverOf = (share: number): Prover => {
    const spent = effort();
    return new Prover(core, {
      nodes: Math.ceil((nodes - spent.nodes) * share),
      seconds: (seconds - spent.seconds) * share,
      clock,
      rounds,
      signal,
      crew,
      book: options.book,
      onProgress: options.onProgress && ((found) => options.onProgress?.(progressOf(found))),
    });
  };

  const prover = proverOf(options.moves ? 1 / 2 : 1);
  const bounds = await prover.bounds(rows, 0, {
    mover,
    base,
    onWinner: ({ lower, upper }) =>
      options.onWinner?.({ lower: lower + base, upper: upper + base }, effort()),
  });
  stage = { stage: 'line' };
  view = () => bounds;
  const best = isExact(bounds) ? await bestPlay(core, prover, position, bounds.lower) : { pv: [] };
  const { pv } = best;
  const limits = limitsOf(rows);
  const source = options.book?.gain(rows) === undefined ? {} : { book: true as const };
  const solution = { ...proven(bounds, base, limits), ...best, ...source, ...effort() };
  options.onValue?.(solution);
  if (!options.moves) return solution;

  const bestPit = Number(pv[0]?.split(',')[0]) - 1;
  const moves: MoveValue[] = [];
  const found: Bounds[] = [];
  const pits = core.moves(rows);
  for (const [i, pit] of pits.entries()) {
    const moveEffort = startEffort(core, clock);
    const move = String(pit + 1);
    const ply = core.play(rows, pit);
    const next = ply.extraTurn ? mover : otherSide(mover);
    stage = { stage: 'move', move };
    view = (found) => beforePly(ply, found);
    const moveProver = proverOf(1 / (pits.length - i));
    const known = pit === bestPit ? bounds : await moveBounds(moveProver, ply, next, bounds, base);
    const limitsAfter = beforePly(ply, limitsOf(ply.rows));
    const split = await splitAfter(core, moveProver, ply, next, known);
    const value = { move, ...proven(known, base, limitsAfter), ...split };
    moves.push(value);
    found.push(known.lower > limitsAfter.lower ? known : { ...known, lower: bounds.lower });
    options.onMove?.(value, moveEffort());
  }
  const final = bestOf(bounds, found);
  const late =
    isExact(final) && !isExact(bounds)
      ? await bestPlay(core, proverOf(1), position, final.lower)
      : {};
  return { ...solution, ...proven(final, base, limits), ...late, moves, ...effort() };
}

/** The bounds of a position's gain, with what those of its moves add to them. */
function bestOf({ lower, upper }: Bounds, moves: readonly Bounds[]): Bounds {
  return {
    lower: Math.max(lower, ...moves.map((move) => move.lower)),
    upper: Math.min(upper, Math.max(...moves.map((move) => move.upper))),
  };
}

/** A line of best play, and whether it rests on endless play. */
async function bestPlay(
  core: Core,
  prover: Prover,
  position: Position,
  gain: number,
): Promise<Pick<Solution, 'pv' | 'split'>> {
  const rows = rowsOf(position);
  if (!core.isCyclic) return { pv: await findLine(core, prover, rows, gain) };
  const { line, ends } = await findEnding(core, prover, rows, position.mover, gain);
  return { pv: line, ...(ends !== undefined && { split: !ends }) };
}

async function splitAfter(
  core: Core,
  prover: Prover,
  ply: CorePly,
  next: Side,
  bounds: Bounds,
): Promise<Pick<MoveValue, 'split'>> {
  if (!core.isCyclic || !isExact(bounds)) return {};
  if (ply.over || core.history.gain(ply.rows, next) !== undefined) return { split: false };
  const { ends } = await findEnding(core, prover, ply.rows, next, restAfter(ply, bounds.lower));
  return ends === undefined ? {} : { split: !ends };
}

/**
 * The positions whose recurrence ends the game: of the history, those in which as many seeds are in play. Throws
 * `InvalidHistory` for one that is no game.
 */
function pastPositions(
  core: Core,
  position: Position,
  history: readonly Position[] | undefined,
): readonly PastPosition[] {
  if (history === undefined) return [];
  const match = Match.fromPositions([...history, position], { stopWhenDecided: false });
  if (match.reason === 'repetition') {
    throw new GranaryError(
      'InvalidHistory',
      `the game is over by repetition, ${match.scores.join('-')}: there is nothing to solve`,
    );
  }
  if (!core.isCyclic) return [];
  const seeds = seedsInPlay(rowsOf(position));
  return [...history, position]
    .filter((past) => seedsInPlay(rowsOf(past)) === seeds)
    .map((past) => ({ rows: rowsOf(past), mover: past.mover, gain: gainByRecurrence(past) }));
}

/** What is known of plies' scores without a search, for the mover of `rows`, ahead by `base`; only where it says something. */
function moveBoundsOf(core: Core, rows: Rows, base: number): MoveBounds[] {
  return core.moves(rows).flatMap((pit) => {
    const ply = core.play(rows, pit);
    const known = ply.over
      ? { lower: ply.gain, upper: ply.gain }
      : beforePly(ply, core.known(ply.rows));
    const limits = beforePly(ply, limitsOf(ply.rows));
    if (!ply.over && known.lower === limits.lower && known.upper === limits.upper) return [];
    return [{ move: String(pit + 1), lower: known.lower + base, upper: known.upper + base }];
  });
}

/**
 * The bounds of a ply's gain for the side that plays it, which is at most `position.upper`; `next` is to move
 * then, and the side that played was ahead by `base`.
 */
async function moveBounds(
  prover: Prover,
  ply: CorePly,
  next: Side,
  position: Bounds,
  base: number,
): Promise<Bounds> {
  if (ply.over) return { lower: ply.gain, upper: ply.gain };
  const recurrence = prover.core.history.gain(ply.rows, next);
  if (recurrence !== undefined) return beforePly(ply, { lower: recurrence, upper: recurrence });
  const guess = position.upper;
  // Where the turn passes, the ply reaches the guess if the opponent's gain is less than `beta`.
  const beta = ply.extraTurn ? guess - ply.gain : ply.gain - guess + 1;
  const ahead = base + ply.gain;
  const known = { mover: next, base: ply.extraTurn ? ahead : 0 - ahead };
  const { lower, upper } = beforePly(ply, await prover.bounds(ply.rows, beta, known));
  return { lower, upper: Math.min(upper, position.upper) };
}

/** What is known of a gain before any search. */
function limitsOf(rows: Rows): Bounds {
  const seeds = seedsInPlay(rows);
  return { lower: -seeds, upper: seeds };
}

/** Bounds of a gain after a ply, for the side that played it and with what it won. */
function beforePly({ gain, extraTurn }: CorePly, { lower, upper }: Bounds): Bounds {
  return extraTurn
    ? { lower: gain + lower, upper: gain + upper }
    : { lower: gain - upper, upper: gain - lower };
}

function over(position: Position, effort: Effort, options: SolveOptions): Solution {
  const solution = { ...exactly(score(position)), pv: [], ...effort };
  options.onValue?.(solution);
  return options.moves ? { ...solution, moves: [] } : solution;
}

/** Throws `InvalidOption`, `CoreBusy` or `Interrupted`. */
export function checkFits(core: Core, position: Position, options: SolveOptions): void {
  const { nodes, seconds, signal, crew, book } = options;
  const pits = position.south.length;
  if (position.rules !== core.rules || pits !== core.pits) {
    throw invalid(
      `a position of ${position.rules} on ${pits} pits does not fit a core for ${core.rules} on ` +
        `${core.pits}: load one for it`,
    );
  }
  if (!core.isReserved) {
    throw invalid('the core has no memory laid out: call core.reserve before solve');
  }
  const seeds = seedsInPlay(rowsOf(position));
  if (seeds > core.maxSeeds) {
    throw invalid(
      `${seeds} seeds in play: this core searches at most ${core.maxSeeds}, load one with seeds: ${seeds}`,
    );
  }
  if (book && (book.rules !== core.rules || book.pits !== core.pits || core.isCyclic)) {
    throw invalid(
      `a book of ${book.rules} on ${book.pits} pits does not fit a core for ${core.rules} on ${core.pits}: leave it out`,
    );
  }
  if (nodes !== undefined && !(nodes >= 1 && (Number.isInteger(nodes) || nodes === Infinity))) {
    throw invalid(`nodes is ${nodes}: expected a whole number from 1 on`);
  }
  if (seconds !== undefined && !(seconds > 0)) {
    throw invalid(`seconds is ${seconds}: expected a number above 0`);
  }
  if (crew !== undefined && crew.core !== core) {
    throw invalid('the crew works on another core: start one for this core');
  }
  if (core.isSearching) {
    throw new GranaryError(
      'CoreBusy',
      'the core is solving another position: wait for that, or load a core for each',
    );
  }
  if (signal?.aborted) throw new GranaryError('Interrupted', 'interrupted');
}

function invalid(message: string): GranaryError {
  return new GranaryError('InvalidOption', message);
}

/** Measures from now on. */
function startEffort(core: Core, clock = (): number => performance.now()): () => Effort {
  const { nodes, lookups } = core;
  const started = clock();
  return () => ({
    nodes: core.nodes - nodes,
    lookups: core.lookups - lookups,
    seconds: (clock() - started) / 1000,
  });
}

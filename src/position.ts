/**
 * A position is a board that has been checked, with the rule set it is played under; a `Setup` is what comes
 * from outside. Since not every caller has types, what programs import looks once more (`checkPosition`).
 *
 * A position whose game is over is a position too. Moves that end a game sweep its pits into the
 * stores; a set-up board on which it is already over keeps its seeds until `settle`.
 */
import { GranaryError } from './errors.js';
import { otherSide, rowOf, seedsIn, storeOf } from './rules/board.js';
import type { Board, Side } from './rules/board.js';
import { optionsOf } from './rules/options.js';
import type { RuleSetId } from './rules/options.js';
import * as plain from './rules/rules.js';
import type { Ply } from './rules/rules.js';

export type { Board, Side } from './rules/board.js';

/** Most pits a side. */
export const MAX_PITS = 8;
/** Most seeds in pits and stores together. */
export const MAX_SEEDS = 255;

/** A board that nobody has checked. */
export interface Setup {
  /** South's pits, then North's, each from its owner's pit 1. */
  readonly south: readonly number[];
  readonly north: readonly number[];
  /** South's store, North's store; empty if left out. */
  readonly stores?: readonly number[];
  /** South if left out. */
  readonly mover?: Side;
}

declare const checked: unique symbol;

/** Made only by this file; frozen. */
export interface Position extends Board {
  readonly rules: RuleSetId;
  readonly [checked]: true;
}

/** A legal move and what comes of it. */
export interface Move {
  /** The pit's number, from 1, as text. */
  readonly move: string;
  readonly position: Position;
  /** Whether the same side moves again; false once the game is over. */
  readonly extraTurn: boolean;
  /** Seeds taken by the capture alone, without those sown into the store. */
  readonly captured: number;
  readonly over: boolean;
}

/** Checks a set-up board; throws `InvalidPosition` or `UnknownRules`. */
export function makePosition(setup: Setup, rules: RuleSetId): Position {
  optionsOf(rules);
  const { south, north, stores = [0, 0], mover = 's' } = setup;
  const board = { south, north, stores, mover };
  checkBoard(board);
  return freeze(board, rules);
}

/** Refuses what a caller without types may take for a position. Throws `InvalidPosition` or `UnknownRules`. */
export function checkPosition(position: Position): void {
  if (typeof position !== 'object' || (position as Position | null) === null) {
    throw invalid('no position: expected what parsePosition or makePosition gives');
  }
  optionsOf(position.rules);
  checkBoard(position);
}

function checkBoard(setup: Required<Setup>): asserts setup is Board {
  const { south, north, stores, mover } = setup;
  checkRow(south, 'South');
  checkRow(north, 'North');
  if (south.length !== north.length) {
    throw invalid(
      `South's row has ${pitCount(south)}, North's has ${pitCount(north)}: expected equal rows`,
    );
  }
  checkStores(stores);
  checkMover(mover);
  checkTotal(seedsIn(south) + seedsIn(north) + seedsIn(stores));
}

/** The start with `seeds` in each pit, South to move. */
export function startPosition(rules: RuleSetId, pits: number, seeds: number): Position {
  if (!Number.isInteger(pits) || pits < 1 || pits > MAX_PITS)
    throw badPits('a start', String(pits));
  const row = new Array<number>(pits).fill(seeds);
  return makePosition({ south: row, north: row }, rules);
}

/** Whether the game is over; then there are no moves. */
export function isOver(position: Position): boolean {
  checkPosition(position);
  return plain.isOver(optionsOf(position.rules), position);
}

/** The mover's legal pits, counted from 1. */
export function legalPits(position: Position): readonly number[] {
  checkPosition(position);
  return plain.legalPits(optionsOf(position.rules), position).map((pit) => pit + 1);
}

/** All that happens when a pit, counted from 1, is played; throws `IllegalMove`. */
export function explain(position: Position, pit: number): Ply {
  checkMove(position, pit);
  return plain.playPit(optionsOf(position.rules), position, pit - 1);
}

/** Plays a pit, counted from 1; throws `IllegalMove`. */
export function play(position: Position, pit: number): Move {
  const ply = explain(position, pit);
  return {
    move: String(pit),
    position: freeze(ply.board, position.rules),
    extraTurn: ply.extraTurn,
    captured: ply.captured,
    over: ply.over,
  };
}

/** Every legal move, in sowing direction. */
export function moves(position: Position): readonly Move[] {
  return legalPits(position).map((pit) => play(position, pit));
}

/** A finished position with its seeds in the stores; any other as it is. */
export function settle(position: Position): Position {
  if (!isOver(position) || seedsIn(position.south) + seedsIn(position.north) === 0) return position;
  return freeze(plain.sweep(optionsOf(position.rules), position), position.rules);
}

/** The mover's store minus the other's, with what a finished game sweeps into them. */
export function score(position: Position): number {
  const settled = settle(position);
  return storeOf(settled, position.mover) - storeOf(settled, otherSide(position.mover));
}

/**
 * The mover's gain where the game ends because this position has come back: by own rows or by an even split, as
 * the rule set has it.
 */
export function gainByRecurrence(position: Position): number {
  if (optionsOf(position.rules).repetition !== 'own-row') return 0;
  const { mover } = position;
  return seedsIn(rowOf(position, mover)) - seedsIn(rowOf(position, otherSide(mover)));
}

/** Copies, so that what the caller passed in can be neither frozen nor changed. */
function freeze(board: Board, rules: RuleSetId): Position {
  const position = {
    rules,
    south: Object.freeze([...board.south]),
    north: Object.freeze([...board.north]),
    stores: Object.freeze([...board.stores] as const),
    mover: board.mover,
  };
  return Object.freeze(position) as Position;
}

function checkRow(row: readonly number[], owner: string): void {
  if (!Array.isArray(row))
    throw invalid(`${owner}'s row is missing: expected 1 to ${MAX_PITS} pits`);
  if (row.length < 1 || row.length > MAX_PITS) throw badPits(`${owner}'s row`, String(row.length));
  for (let pit = 0; pit < row.length; pit++) {
    if (!isSeeds(row[pit])) throw badSeeds(row[pit], `${owner}'s pit ${pit + 1}`);
  }
}

function checkStores(stores: readonly number[]): void {
  const count = Array.isArray(stores) ? stores.length : 'no';
  if (count !== 2) throw invalid(`${count} stores: expected two, South's and North's`);
  const [south, north] = stores;
  if (!isSeeds(south)) throw badSeeds(south, "South's store");
  if (!isSeeds(north)) throw badSeeds(north, "North's store");
}

function isSeeds(seeds: unknown): boolean {
  return Number.isInteger(seeds) && Number(seeds) >= 0 && Number(seeds) <= MAX_SEEDS;
}

function badSeeds(seeds: unknown, where: string): GranaryError {
  const found = typeof seeds === 'number' ? String(seeds) : 'no number';
  return invalid(`${where} holds ${found}: expected a whole number from 0 to ${MAX_SEEDS}`);
}

function checkMover(mover: unknown): void {
  if (mover !== 's' && mover !== 'n') throw invalid("unknown mover: expected 's' or 'n'");
}

function checkTotal(seeds: number): void {
  if (seeds > MAX_SEEDS) {
    throw invalid(`${seeds} seeds in pits and stores: expected at most ${MAX_SEEDS} in all`);
  }
}

function checkMove(position: Position, pit: number): void {
  const legal = legalPits(position);
  if (legal.includes(pit)) return;
  throw new GranaryError('IllegalMove', whyIllegal(position, pit, legal));
}

function whyIllegal(position: Position, pit: number, legal: readonly number[]): string {
  if (isOver(position)) {
    const [south, north] = settle(position).stores;
    return `the game is over, ${south}-${north}: ${whyNone(position)}`;
  }
  const row = rowOf(position, position.mover);
  const remedy = `expected one of ${legal.join(', ')}`;
  if (!Number.isInteger(pit) || pit < 1 || pit > row.length) return `no such pit: ${remedy}`;
  if (row[pit - 1] === 0) return `pit ${pit} is empty: ${remedy}`;
  return `pit ${pit} ${whyForbidden(position, pit)}: ${remedy}`;
}

/** Why a game that is over has no move. */
function whyNone(position: Position): string {
  const { feeding } = optionsOf(position.rules);
  const hasSeeds = (side: Side): boolean => seedsIn(rowOf(position, side)) > 0;
  const isHungry = hasSeeds(position.mover) && !hasSeeds(otherSide(position.mover));
  return feeding === 'must-feed' && isHungry
    ? 'no pit feeds the opponent, who has no seeds'
    : 'no pit can be played';
}

/** Which clause forbids a pit that holds seeds. */
function whyForbidden(position: Position, pit: number): string {
  const options = optionsOf(position.rules);
  if (plain.forbiddenBy(options, position, pit - 1) === 'grandSlam') {
    return 'would capture every seed of the opponent, a grand slam, which is not allowed';
  }
  return options.feeding === 'must-feed'
    ? 'does not feed the opponent, who has no seeds and must be fed'
    : 'would leave the opponent without a reply while another pit leaves one';
}

function pitCount(row: readonly number[]): string {
  return row.length === 1 ? '1 pit' : `${row.length} pits`;
}

function badPits(where: string, count: string): GranaryError {
  return invalid(`${where} has ${count} pits: expected 1 to ${MAX_PITS}`);
}

function invalid(message: string): GranaryError {
  return new GranaryError('InvalidPosition', message);
}

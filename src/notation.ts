/**
 * Positions and turns as text.
 *
 *   4,4,4,4,4,4/4,4,4,4,4,4 0/0 s
 *   South's     North's     |   who moves: s or n
 *   row         row         South's store / North's store
 *
 * Each row is written from its owner's pit 1 on. A `_` may stand for a space, spaces may be repeated,
 * the mover may be a capital. A turn is the pits of its plies, counted from 1 and joined by commas
 * (`3,6`); read, but never written, are letters from A on, in either case.
 *
 * The board text of the Kalah Game Protocol (KGP) is read as well. The side to move is its south:
 *
 *   <3,10,2,1,2,3,4,2,0>
 *    |  | | |     North's row, from its owner's pit 1
 *    |  | | South's row
 *    |  | North's store
 *    |  South's store
 *    pits a side
 *
 * So is the board text of Aualé, a program that plays Oware, for the rule sets that sow no stores:
 *
 *   4-4-4-4-4-4-4-4-4-4-4-4-0-0-S
 *   |           |           | | who moves: S or N
 *   |           |           South's store, North's store
 *   |           North's row, from its owner's pit 1
 *   South's row
 *
 * Texts come from strangers: what an error repeats of them is short and printable.
 */
import { GranaryError, quote } from './errors.js';
import type { ErrorKind } from './errors.js';
import { makePosition, MAX_PITS, MAX_SEEDS } from './position.js';
import type { Position, Setup, Side } from './position.js';
import { otherSide, rowOf, storeOf } from './rules/board.js';
import type { Board } from './rules/board.js';
import { optionsOf, ruleSetIds } from './rules/options.js';
import type { RuleSetId } from './rules/options.js';

const EXAMPLE = '4,4,4,4,4,4/4,4,4,4,4,4 0/0 s';
const KGP_EXAMPLE = '<2,0,0,4,4,4,4>';
const AUALE_EXAMPLE = '4-4-4-4-0-0-S';
/** The longest position and the longest turn that can be meant stay well below these. */
const MAX_POSITION_TEXT = 200;
const MAX_TURN_TEXT = 1000;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Reads the id of a rule set; throws `UnknownRules`. */
export function parseRules(text: string): RuleSetId {
  const rules = ruleSetIds().find((id) => id === text);
  if (rules !== undefined) return rules;
  throw new GranaryError(
    'UnknownRules',
    `unknown rule set ${quote(text)}: expected ${ruleSetIds().join(', ')}`,
  );
}

/** Reads any of the texts; throws `InvalidPosition` or, for a rule set not offered, `UnknownRules`. */
export function parsePosition(text: string, rules: string): Position {
  const id = parseRules(rules);
  const setup = parseSetup(text);
  if (isAuale(trim(text))) checkAualeRules(id);
  return makePosition(setup, id);
}

/** As `4,4,4,4,4,4/4,4,4,4,4,4 0/0 s`: rows, stores, mover. */
export function formatPosition({ south, north, stores, mover }: Board): string {
  return `${south.join(',')}/${north.join(',')} ${stores.join('/')} ${mover}`;
}

/** Reads KGP board text, in which South is to move; throws as `parsePosition` does. */
export function parseKgp(text: string, rules: string): Position {
  const id = parseRules(rules);
  checkLength('InvalidPosition', 'position', text, MAX_POSITION_TEXT);
  return makePosition(parseKgpSetup(trim(text)), id);
}

/** As KGP board text, seen by the mover: where that is North, the board is turned round. */
export function formatKgp(board: Board): string {
  const south = board.mover;
  const north = otherSide(south);
  const [row, otherRow] = [rowOf(board, south), rowOf(board, north)];
  const stores = [storeOf(board, south), storeOf(board, north)];
  return `<${[row.length, ...stores, ...row, ...otherRow].join(',')}>`;
}

/** Whether a rule set has Aualé's board text: Oware and Awari, and what else sows no stores. */
export function hasAuale(rules: RuleSetId): boolean {
  return optionsOf(rules).ownStore === 'pass';
}

/** Reads Aualé's board text; throws as `parsePosition` does. */
export function parseAuale(text: string, rules: string): Position {
  const id = parseRules(rules);
  checkLength('InvalidPosition', 'position', text, MAX_POSITION_TEXT);
  const setup = parseAualeSetup(trim(text));
  checkAualeRules(id);
  return makePosition(setup, id);
}

/** As Aualé's board text. Its readers take it for Oware or Awari, whatever the board is of. */
export function formatAuale({ south, north, stores, mover }: Board): string {
  return [...south, ...north, ...stores, mover.toUpperCase()].join('-');
}

/** Reads any of the texts and checks nothing but its form; throws `InvalidPosition`. */
export function parseSetup(text: string): Setup {
  checkLength('InvalidPosition', 'position', text, MAX_POSITION_TEXT);
  const trimmed = trim(text);
  if (trimmed.startsWith('<') || trimmed.endsWith('>')) return parseKgpSetup(trimmed);
  if (isAuale(trimmed)) return parseAualeSetup(trimmed);
  const [rows, stores, mover, ...rest] = text.split(/[\s_]+/).filter((field) => field !== '');
  if (rows === undefined) throw invalid(`empty position: expected text like ${EXAMPLE}`);
  const [south, north] = parseRows(rows);
  if (stores === undefined)
    throw invalid('position ends before the stores: expected two, like 0/0');
  const seeds = parseStores(stores);
  if (mover === undefined) throw invalid('position ends before the mover: expected s or n');
  const side = parseMover(mover);
  if (rest.length > 0)
    throw invalid(`${quote(rest.join(' '))} after the mover: expected nothing more`);
  return { south, north, stores: seeds, mover: side };
}

/** Pits counted from 1, one a ply; `pits` is how many the board has. Throws `IllegalMove`. */
export function parseTurn(text: string, pits: number = MAX_PITS): readonly number[] {
  checkLength('IllegalMove', 'turn', text, MAX_TURN_TEXT);
  if (text.trim() === '') {
    throw new GranaryError('IllegalMove', 'empty turn: expected pits joined by commas, like 3,6');
  }
  return text.split(',').map((ply) => parsePit(ply.trim(), pits));
}

/** Pits counted from 1. */
export function formatTurn(turn: readonly number[]): string {
  return turn.join(',');
}

function parseKgpSetup(text: string): Setup {
  if (!text.startsWith('<')) throw badKgp('has no < at its beginning');
  const end = text.indexOf('>');
  if (end < 0) throw badKgp('has no > at its end');
  const after = trim(text.slice(end + 1));
  if (after !== '') throw badKgp(`has ${quote(after)} after its >`);

  const [first = '', ...counts] = trim(text.slice(1, end)).split(',').map(trim);
  const pits = parseNumber(first);
  if (!(pits >= 1 && pits <= MAX_PITS)) {
    const fault = first === '' ? 'has no number of pits' : `says ${quote(first)} pits`;
    throw invalid(`KGP board ${fault}: expected 1 to ${MAX_PITS} a side, like ${KGP_EXAMPLE}`);
  }
  if (counts.length !== 2 + 2 * pits) {
    throw invalid(
      `KGP board says ${pitCount(pits)} a side and goes on with ${numberCount(counts.length)}: ` +
        `expected ${2 + 2 * pits}, two stores and two rows`,
    );
  }
  const [southStore = '', northStore = '', ...rows] = counts;
  const stores = [
    parseSeeds(southStore, "South's store"),
    parseSeeds(northStore, "North's store"),
  ] as const;
  const south = parseSeedsOf(rows.slice(0, pits), 'South');
  const north = parseSeedsOf(rows.slice(pits), 'North');
  return { south, north, stores, mover: 's' };
}

/** A number and a hyphen begin it, and it has no slash, which is in every other text. */
function isAuale(text: string): boolean {
  return /^[\d\s_]*-/.test(text) && !text.includes('/');
}

function parseAualeSetup(text: string): Setup {
  const numbers = text.split('-').map(trim);
  const mover = numbers.pop() ?? '';
  if (!/^[sn]$/i.test(mover)) {
    throw invalid(
      `Auale board ends in ${quote(mover)}: expected the side to move, S or N, like ${AUALE_EXAMPLE}`,
    );
  }
  const pits = (numbers.length - 2) / 2;
  if (!(Number.isInteger(pits) && pits >= 1 && pits <= MAX_PITS)) {
    throw invalid(
      `Auale board has ${numberCount(numbers.length)}: ` +
        `expected two equal rows of 1 to ${MAX_PITS} pits and two stores, like ${AUALE_EXAMPLE}`,
    );
  }
  const south = parseSeedsOf(numbers.slice(0, pits), 'South');
  const north = parseSeedsOf(numbers.slice(pits, 2 * pits), 'North');
  const [southStore = '', northStore = ''] = numbers.slice(2 * pits);
  const stores = [
    parseSeeds(southStore, "South's store"),
    parseSeeds(northStore, "North's store"),
  ] as const;
  return { south, north, stores, mover: parseMover(mover) };
}

function checkAualeRules(rules: RuleSetId): void {
  if (hasAuale(rules)) return;
  const ids = ruleSetIds().filter(hasAuale);
  throw invalid(
    `Auale board text is of Oware, not of ${rules}: ` +
      `choose the rule set ${ids.join(' or ')}, or write the position like ${EXAMPLE}`,
  );
}

function parseRows(text: string): readonly [number[], number[]] {
  const [south = '', north, ...rest] = text.split('/');
  const southRow = parseRow(south, 'South');
  if (north === undefined) {
    throw invalid("position ends before North's row: expected / and North's pits");
  }
  const northRow = parseRow(north, 'North');
  if (rest.length > 0) throw invalid(`${rest.length + 2} rows: expected two, South's/North's`);
  return [southRow, northRow];
}

function parseRow(text: string, owner: string): number[] {
  if (text === '') throw invalid(`${owner}'s row has no pits: expected some joined by commas`);
  return parseSeedsOf(text.split(','), owner);
}

function parseSeedsOf(row: readonly string[], owner: string): number[] {
  return row.map((pit, index) => parseSeeds(pit, `${owner}'s pit ${index + 1}`));
}

function parseStores(text: string): readonly [number, number] {
  const [south = '', north, ...rest] = text.split('/');
  if (north === undefined || rest.length > 0) {
    throw invalid(`stores ${quote(text)}: expected South's/North's, like 0/0`);
  }
  return [parseSeeds(south, "South's store"), parseSeeds(north, "North's store")];
}

function parseMover(text: string): Side {
  const side = text.toLowerCase();
  if (side === 's' || side === 'n') return side;
  throw invalid(`unknown mover ${quote(text)}: expected s or n`);
}

function parseSeeds(text: string, where: string): number {
  const seeds = parseNumber(text);
  if (!Number.isNaN(seeds)) return seeds;
  const fault = text === '' ? 'is missing' : `is ${quote(text)}`;
  throw invalid(`${where} ${fault}: expected a whole number from 0 to ${MAX_SEEDS}`);
}

function parsePit(text: string, pits: number): number {
  const pit = /^[A-Z]$/i.test(text) ? LETTERS.indexOf(text.toUpperCase()) + 1 : parseNumber(text);
  if (pit >= 1 && pit <= pits) return pit;
  const fault = text === '' ? 'a pit is missing' : `no pit ${quote(text)}`;
  const letters = `A to ${LETTERS.charAt(pits - 1)}`;
  throw new GranaryError('IllegalMove', `${fault}: expected 1 to ${pits} or ${letters}`);
}

/** Without spaces, and what stands for them, at both ends. */
function trim(text: string): string {
  return text.replace(/^[\s_]+|[\s_]+$/g, '');
}

/** Plain digits; anything else is NaN. */
function parseNumber(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : NaN;
}

function checkLength(kind: ErrorKind, what: string, text: unknown, limit: number): void {
  if (typeof text !== 'string') throw new GranaryError(kind, `${what} is no text: expected some`);
  if (text.length > limit) {
    throw new GranaryError(kind, `${what} of ${text.length} characters: expected at most ${limit}`);
  }
}

function badKgp(fault: string): GranaryError {
  return invalid(`KGP board ${fault}: expected text like ${KGP_EXAMPLE}`);
}

function pitCount(pits: number): string {
  return pits === 1 ? '1 pit' : `${pits} pits`;
}

function numberCount(numbers: number): string {
  return numbers === 1 ? '1 number' : `${numbers} numbers`;
}

function invalid(message: string): GranaryError {
  return new GranaryError('InvalidPosition', message);
}

/**
 * How long a turn can be in Kalah, and which rows can be cleared in one. As long as no sowing goes past the store a pit
 * never holds more seeds than take it there, so that the rows are few; with laps turns are sought backwards from a row
 * that such a turn plays.
 */
import { formatPosition } from '../notation.js';
import { explain, isOver, legalPits, makePosition, play } from '../position.js';
import type { Position } from '../position.js';
import type { Check } from './check.js';
import { halfRight, judged, refuted } from './finding.js';
import { count } from './words.js';

const RULES = 'kalah';
/** Lets the game go on while South plays. */
const NORTH_SEEDS = 1;
/** Seeds of the boards among which turns with laps are sought: those of Kalah(6,4). */
const MOST_SEEDS = 48;
const MOST_ROWS = 200_000;
const SECONDS = 1;

export const longestTurn: Check<'longest-turn'> = {
  says: ({ pits, value }) =>
    `the longest chain of extra turns on ${pits} pits is of ${value} moves`,
  cost: () => SECONDS,
  run: ({ pits, value }) => {
    const chains = rowsWithoutLaps(pits).map((row) => ({ row, plies: longestChain(boardOf(row)) }));
    const best = chains.reduce((a, b) => (b.plies.length > a.plies.length ? b : a));
    const without = `as long as no sowing goes past the store: ${best.plies.length}, from ${formatPosition(boardOf(best.row))}`;
    const rowBefore = rowWithLaps(best.row);
    const start = boardOf(rowBefore);
    const plies = longestChain(start).length;
    const withLaps = `with sowings that go round ${formatPosition(start)} has ${plies}`;
    if (plies > Math.max(best.plies.length, value)) {
      const found = `${without}; ${withLaps}`;
      return best.plies.length === value ? halfRight(found) : refuted(found);
    }
    return judged(best.plies.length === value, without);
  },
};

export const clearingRows: Check<'clearing-rows'> = {
  says: ({ value, pits }) =>
    `on ${pits} pits ${value.length} rows are cleared by banking one seed a sowing, one for each number of seeds`,
  cost: () => SECONDS,
  run: ({ pits, value }) => {
    const rows = rowsWithoutLaps(pits).filter((row) => clears(boardOf(row)));
    const found = rows.map((row) => fromStore(row).join(','));
    const claimed = value.map((row) => trimmed(row).join(','));
    const wrong = claimed.filter((row) => !found.includes(row));
    const missing = found.filter((row) => !claimed.includes(row));
    const sizes = rows.map((row) => row.reduce((sum, seeds) => sum + seeds, 0));
    const text = `${rows.length} of ${count(rowsWithoutLaps(pits).length)} rows clear, with ${Math.min(...sizes)} to ${Math.max(...sizes)} seeds`;
    const isUnique = new Set(sizes).size === sizes.length;
    if (wrong.length === 0 && missing.length === 0)
      return judged(isUnique, `${text}, each number once`);
    const right = claimed.length - wrong.length;
    const not = [
      ...(wrong.length > 0 ? [`not ${wrong[0]}`] : []),
      ...(missing.length > 0 ? [`also ${missing[0]}`] : []),
    ].join('; ');
    return right === 0
      ? refuted(`${text}; ${not}`)
      : halfRight(`${right} are right; ${text}; ${not}`);
  },
};

/** South's row, and as little as can be on the other side. */
function boardOf(row: readonly number[]): Position {
  const north = row.map((_, pit) => (pit === 0 ? NORTH_SEEDS : 0));
  return makePosition({ south: row, north }, RULES);
}

/** All rows in which no pit holds more seeds than take it into the store. */
function rowsWithoutLaps(pits: number): number[][] {
  let rows: number[][] = [[]];
  for (let pit = 0; pit < pits; pit++) {
    const most = pits - pit;
    rows = rows.flatMap((row) => Array.from({ length: most + 1 }, (_, seeds) => [...row, seeds]));
  }
  return rows.filter((row) => row.some((seeds) => seeds > 0));
}

/** The longest run of sowings by South of which each ends in the store. */
function longestChain(position: Position): readonly number[] {
  let longest: readonly number[] = [];
  for (const pit of isOver(position) ? [] : legalPits(position)) {
    if (explain(position, pit).last.pit !== 'store') continue;
    const { position: next, extraTurn } = play(position, pit);
    const chain = [pit, ...(extraTurn ? longestChain(next) : [])];
    if (chain.length > longest.length) longest = chain;
  }
  return longest;
}

/** Whether a row can be cleared by sowings that each bank one seed. */
function clears(position: Position): boolean {
  const seeds = position.south.reduce((sum, pit) => sum + pit, 0);
  const chain = longestChain(position);
  return chain.length === seeds && endsEmpty(position, chain);
}

function endsEmpty(position: Position, pits: readonly number[]): boolean {
  let last = position;
  for (const pit of pits) last = play(last, pit).position;
  return isOver(last);
}

/**
 * The row from which the longest turn is known that leads to `row`: found by taking sowings back, those past the store
 * and those once round the board.
 */
function rowWithLaps(row: readonly number[]): readonly number[] {
  const lengths = new Map<string, number>();
  let best = { row, length: 0 };
  const open = [{ row, length: 0 }];
  for (let at; (at = open.pop()) !== undefined && lengths.size < MOST_ROWS;) {
    if (at.length > best.length) best = at;
    for (const before of rowsBefore(at.row)) {
      const length = at.length + 1;
      const seeds = before.reduce((sum, pit) => sum + pit, NORTH_SEEDS);
      if (seeds > MOST_SEEDS || (lengths.get(before.join()) ?? 0) >= length) continue;
      lengths.set(before.join(), length);
      open.push({ row: before, length });
    }
  }
  return best.row;
}

/** Rows that one sowing into the store turns into `row`. */
function rowsBefore(row: readonly number[]): (readonly number[])[] {
  return row.flatMap((seeds, pit) => {
    const reach = row.length - pit;
    const lap = 2 * row.length + 1;
    const straight = row.map((had, i) => (i === pit ? reach : i > pit ? had - 1 : had));
    const round = row.map((had, i) => (i === pit ? reach + lap : i > pit ? had - 2 : had - 1));
    const before = [...(seeds === 0 ? [straight] : []), ...(seeds === 1 ? [round] : [])];
    return before.filter((one) => one.every((had) => had >= 0));
  });
}

function fromStore(row: readonly number[]): number[] {
  return trimmed(row.toReversed());
}

/** Without the empty pits that are farthest from the store. */
function trimmed(row: readonly number[]): number[] {
  return row.slice(0, row.findLastIndex((seeds) => seeds > 0) + 1);
}

/**
 * The facts in `vectors/`, read into one shape, so that every implementation of the rules is tested
 * against the same ones. `vectors/README.md` says what the files are and where they come from.
 * Pits are counted from 1 here, as in the files.
 */
import { readFileSync } from 'node:fs';
import type { Board, Side } from '../src/rules/board.js';
import { isRuleSet } from '../src/rules/options.js';
import type { RuleSetId } from '../src/rules/options.js';

/** A board without a mover. */
export type Seeds = Pick<Board, 'south' | 'north' | 'stores'>;

/** One move and what comes of it. What a source does not tell is left out. */
export interface MoveFact {
  readonly rules: RuleSetId;
  readonly board: Board;
  readonly pit: number;
  /** A game that is over has its seeds in the stores. */
  readonly after: Seeds;
  readonly extraTurn?: boolean;
  readonly captured?: number;
  readonly over?: boolean;
  readonly source: string;
}

/** A position with all its legal moves, South to move. */
export interface MoveVector {
  readonly rules: RuleSetId;
  readonly board: Board;
  readonly moves: readonly MoveFact[];
  readonly source: string;
}

export interface PerftRow {
  readonly name: string;
  readonly rules: RuleSetId;
  readonly board: Board;
  /** Counts at depth 1, 2, ... */
  readonly leaves: readonly number[];
  /** Whether a game that ends before the depth counts as one leaf; otherwise it adds nothing. */
  readonly endedAreLeaves: boolean;
}

/** The exact final store difference for the mover after each legal pit. */
export interface ValueFact {
  readonly rules: RuleSetId;
  readonly board: Board;
  readonly values: ReadonlyMap<number, number>;
  readonly source: string;
}

export function* moveVectors(): Generator<MoveVector> {
  for (const file of ['moves.jsonl', 'late.jsonl']) {
    for (const [number, line] of linesOf(file).entries()) {
      const vector = JSON.parse(line) as {
        rules: string;
        board: Seeds;
        moves: { pit: number; board: Seeds; extraTurn: boolean; captured: number; over: boolean }[];
      };
      const shared = {
        rules: ruleSet(vector.rules),
        board: { ...vector.board, mover: 's' as const },
        source: `${file}:${number + 1}`,
      };
      const moves = vector.moves.map(({ board, ...move }) => ({
        ...shared,
        ...move,
        after: board,
      }));
      yield { ...shared, moves };
    }
  }
}

/** Moves from the tests and recorded games of other programs. */
export function peerFacts(): Generator<MoveFact> {
  return moveFacts('peers.jsonl');
}

/** Moves on which some program went wrong. */
export function caseFacts(): Generator<MoveFact> {
  return moveFacts('cases.jsonl');
}

/** What has been published about a start: its value for the first player, or who wins (W, D, L). */
export interface PublishedStart {
  readonly rules: RuleSetId;
  readonly pits: number;
  readonly seeds: number;
  readonly value?: number;
  readonly winner?: 'W' | 'D' | 'L';
  readonly source: string;
}

/** A published line of best play, with the margin that it is printed with; `right` if it replays to that. */
export interface PublishedLine {
  readonly rules: RuleSetId;
  readonly pits: number;
  readonly seeds: number;
  readonly line: string;
  readonly margin: number;
  readonly right: boolean;
  readonly source: string;
}

export function* publishedStarts(): Generator<PublishedStart> {
  for (const line of linesOf('starts.jsonl')) yield JSON.parse(line) as PublishedStart;
}

export function* publishedLines(): Generator<PublishedLine> {
  for (const line of linesOf('lines.jsonl')) yield JSON.parse(line) as PublishedLine;
}

/** Small positions solved to the end. */
export function* caseValues(): Generator<ValueFact> {
  for (const line of linesOf('case-values.jsonl')) {
    const { mover, board, values, ...fact } = JSON.parse(line) as {
      rules: RuleSetId;
      board: Seeds;
      mover: Side;
      values: Record<string, number>;
      source: string;
    };
    const byPit = Object.entries(values).map(([pit, value]) => [Number(pit), value] as const);
    yield { ...fact, board: { ...board, mover }, values: new Map(byPit) };
  }
}

/** Starts, then late positions, then the starts as other programs count them. */
export function* perftRows(): Generator<PerftRow> {
  yield* perftOfStarts();
  for (const line of linesOf('perft-late.txt')) {
    const [, rules, rows, stores, counts = ''] = match(/^(\S+) (\S+) (\S+) s perft (.+)$/, line);
    const [south = [], north = []] = rows.split('/').map(numbers);
    const [southStore = 0, northStore = 0] = stores.split('/').map(Number);
    yield {
      name: `${rules} ${rows}`,
      rules: ruleSet(rules),
      board: { south, north, stores: [southStore, northStore], mover: 's' },
      leaves: counts.split(' ').map(Number),
      endedAreLeaves: false,
    };
  }
  for (const line of linesOf('perft-peers.txt')) {
    const [, name, counts, source] = match(/^(\S+) leaves ([\d ]+) # (.+)$/, line);
    const leaves = counts.split(' ').map(Number);
    yield { ...start(name), name: `${name} by ${source}`, leaves, endedAreLeaves: true };
  }
}

function* perftOfStarts(): Generator<PerftRow> {
  const rows = new Map<string, number[]>();
  for (const line of linesOf('perft.txt')) {
    const [, name, depth, count] = match(/^(\S+) perft\((\d+)\) = (\d+)$/, line);
    const leaves = rows.get(name) ?? [];
    leaves[Number(depth) - 1] = Number(count);
    rows.set(name, leaves);
  }
  for (const [name, leaves] of rows) yield { ...start(name), name, leaves, endedAreLeaves: false };
}

function* moveFacts(file: string): Generator<MoveFact> {
  for (const line of linesOf(file)) {
    const { mover, board, ...fact } = JSON.parse(line) as MoveFact & { mover: Side };
    yield { ...fact, rules: ruleSet(fact.rules), board: { ...board, mover } };
  }
}

/** `kalah(6,4)`: the start with 6 pits a side and 4 seeds in each. */
function start(name: string): { rules: RuleSetId; board: Board } {
  const [, rules, pits, seeds] = match(/^(.+)\((\d+),(\d+)\)$/, name);
  const row = new Array<number>(Number(pits)).fill(Number(seeds));
  return { rules: ruleSet(rules), board: { south: row, north: row, stores: [0, 0], mover: 's' } };
}

function linesOf(file: string): readonly string[] {
  const text = readFileSync(new URL(`vectors/${file}`, import.meta.url), 'utf8');
  return text.split('\n').filter((line) => line !== '');
}

function numbers(text: string): number[] {
  return text.split(',').map(Number);
}

function ruleSet(id: string): RuleSetId {
  if (!isRuleSet(id)) throw new Error(`unknown rule set in the vectors: ${String(id)}`);
  return id;
}

/** The groups of a pattern that the line must have. */
function match(
  pattern: RegExp,
  line: string,
): readonly [string, string, string, string, ...string[]] {
  const found = pattern.exec(line);
  if (found === null) throw new Error(`unreadable line in the vectors: ${line}`);
  return found as unknown as [string, string, string, string, ...string[]];
}

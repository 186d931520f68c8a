/**
 * Claims about the games as data: who claims what, where. What a claim may say is a closed set, `what`, each with
 * fields of its own; none says whether it is true. data/README.md is the specification.
 */
import { GranaryError } from '../errors.js';
import { parsePosition, parseRules } from '../notation.js';
import { MAX_PITS, MAX_SEEDS } from '../position.js';
import type { RuleSetId } from '../rules/options.js';
import {
  bad,
  finite,
  list,
  object,
  oneOf,
  optional,
  pair,
  parsed,
  record,
  table,
  text,
  whole,
} from './form.js';
import type { Fields, Reader } from './form.js';

export interface Source {
  readonly kind: (typeof SOURCE_KINDS)[number];
  readonly author?: string | undefined;
  readonly title: string;
  readonly where: string;
  readonly year?: number | undefined;
}

export const OUTCOMES = ['win', 'draw', 'loss'] as const;
/** For the side that moves first. */
export type Outcome = (typeof OUTCOMES)[number];
/** How many of something are won, drawn and lost. */
export type Tally = Readonly<Record<Outcome, number>>;
/** What a value that is not claimed to be exact is. */
export type Bound = 'lower' | 'upper';

/** What every claim has. */
interface Common {
  readonly id: string;
  /** Ids of sources that claim it. */
  readonly sources: readonly string[];
  /** Where in them. */
  readonly at?: string | undefined;
  /** Null where the claim does not depend on the rule set, or names several. */
  readonly rules: RuleSetId | null;
  /** The claim in words, where the source has words or the fields do not say it all. */
  readonly text?: string | undefined;
  readonly note?: string | undefined;
}

interface Pits {
  readonly pits: number;
}

/** The start with so many seeds in each pit. */
export interface Start extends Pits {
  readonly seeds: number;
}

/** A position and what must be true of it, or of what a move or a game from it leads to. */
export interface Example {
  readonly position: string;
  /** Turns, separated by spaces. */
  readonly move?: string | undefined;
  /** The legal pits. */
  readonly legal?: readonly number[] | undefined;
  readonly becomes?: string | undefined;
  /** The game is over, with these scores of South and North. */
  readonly scores?: readonly [number, number] | undefined;
  /** The match points of South and North. */
  readonly points?: readonly [number, number] | undefined;
}

/** Nodes of a game graph by the seeds that were taken. */
export interface StoreCount extends Tally {
  /** Seeds in both stores. */
  readonly captured: number;
  /** Seeds in South's. */
  readonly south: number;
}

/** What each kind of claim says beside what all have. */
export interface Details {
  'start-result': Start & { readonly value: Outcome };
  'start-value': Start & { readonly value: number; readonly bound?: Bound | undefined };
  'start-outlook': Start;
  'position-value': { readonly position: string; readonly value: number };
  'move-value': Start & {
    /** Turns from the start. */
    readonly moves: string;
    readonly value: number;
    readonly bound?: Bound | undefined;
    /** That no other move is as good. */
    readonly unique?: boolean | undefined;
    /** How best play is said to go on. */
    readonly line?: string | undefined;
  };
  'move-estimate': Start & { readonly moves: string; readonly value: number };
  'move-counts': Start & {
    readonly value: {
      readonly wins: number;
      readonly losses: number;
      readonly likelyWins: number;
      readonly likelyDraws: number;
    };
  };
  'best-line': Start & { readonly line: string; readonly value: number };
  'graph-size': Start & { readonly value: number };
  'graph-shares': Start & { readonly value: Tally };
  'graph-layers': Start & { readonly value: readonly StoreCount[] };
  'table-size': Start & { readonly value: number };
  'table-formula': { readonly value: string };
  'layer-bytes': Start & { readonly value: number; readonly digits: number };
  'layer-histogram': Start & { readonly value: ReadonlyMap<string, number> };
  'layer-sweeps': Start & { readonly value: number; readonly positions: number };
  'position-count': Start & { readonly value: number };
  'fair-positions': Start & {
    readonly value: {
      readonly oneMoved?: number | undefined;
      readonly twoMoved?: number | undefined;
      readonly total: number;
    };
  };
  'longest-turn': Pits & { readonly value: number };
  'clearing-rows': Pits & { readonly value: readonly (readonly number[])[] };
  effort: Start & {
    readonly value: {
      readonly seconds: number;
      readonly nodes?: number | undefined;
      readonly finished?: boolean | undefined;
    };
  };
  rule: {
    readonly examples: readonly Example[];
    /** What of it no rule set decides. */
    readonly beyond?: string | undefined;
  };
  'best-first-move': Start & { readonly value: number };
  'first-player-wins': Pits & {
    readonly ruleSets: readonly RuleSetId[];
    /** Seeds in each pit. */
    readonly value: readonly number[];
  };
  'small-edge': Start;
  'edge-pits': Pits & { readonly value: readonly number[] };
  'extra-turn-pits': Start & { readonly value: readonly number[] };
  'store-reach': Pits & { readonly value: readonly (readonly number[])[] };
  'finish-first': Pits;
  'unknown-value': Start;
}

export type Kind = keyof Details;
export type ClaimOf<K extends Kind> = Common & { readonly what: K } & Details[K];
export type Claim = { readonly [K in Kind]: ClaimOf<K> }[Kind];

export interface Claims {
  readonly sources: ReadonlyMap<string, Source>;
  readonly claims: readonly Claim[];
}

const SOURCE_KINDS = ['paper', 'thesis', 'page', 'post', 'program'] as const;
const MAX_TURN = 1000;
/** Boards of claims that do not depend on a rule set are checked as those of this one. */
const DEFAULT_RULES: RuleSetId = 'kalah';

const pits = whole(1, MAX_PITS);
const rules = parsed(parseRules);
const bound = optional(oneOf('lower', 'upper'));
const score = whole(-MAX_SEEDS, MAX_SEEDS);
const count = whole(0);
const board = { pits, seeds: whole(0, MAX_SEEDS) };
const start = { pits, seeds: whole(1, Math.floor(MAX_SEEDS / 2)) };
const tally = { win: count, draw: count, loss: count };

const EXAMPLE: Fields<Example> = {
  position: text,
  move: optional(text),
  legal: optional(list(pits)),
  becomes: optional(text),
  scores: optional(pair(finite)),
  points: optional(pair(finite)),
};

/** The readers of the fields of each kind. */
const DETAILS: { readonly [K in Kind]: Fields<Details[K]> } = {
  'start-result': { ...start, value: oneOf(...OUTCOMES) },
  'start-value': { ...start, value: score, bound },
  'start-outlook': start,
  'position-value': { position: text, value: score },
  'move-value': {
    ...start,
    moves: text,
    value: score,
    bound,
    unique: optional(oneOf(true)),
    line: optional(text),
  },
  'move-estimate': { ...start, moves: text, value: finite },
  'move-counts': {
    ...start,
    value: object({ wins: count, losses: count, likelyWins: count, likelyDraws: count }),
  },
  'best-line': { ...start, line: text, value: score },
  'graph-size': { ...start, value: count },
  'graph-shares': { ...start, value: object(tally) },
  'graph-layers': {
    ...start,
    value: list(object({ captured: count, south: count, ...tally })),
  },
  'table-size': { ...board, value: count },
  'table-formula': { value: text },
  'layer-bytes': { ...board, value: count, digits: whole(1, 15) },
  'layer-histogram': { ...board, value: table(count) },
  'layer-sweeps': { ...board, value: count, positions: count },
  'position-count': { ...start, value: count },
  'fair-positions': {
    ...start,
    value: object({ oneMoved: optional(count), twoMoved: optional(count), total: count }),
  },
  'longest-turn': { pits, value: whole(1, MAX_TURN) },
  'clearing-rows': { pits, value: list(list(whole(0, MAX_SEEDS))) },
  effort: {
    ...start,
    value: object({ seconds: finite, nodes: optional(count), finished: optional(oneOf(false)) }),
  },
  rule: { examples: list(object(EXAMPLE)), beyond: optional(text) },
  'best-first-move': { ...start, value: pits },
  'first-player-wins': { pits, ruleSets: list(rules), value: list(start.seeds) },
  'small-edge': start,
  'edge-pits': { pits, value: list(pits) },
  'extra-turn-pits': { ...start, value: list(pits) },
  'store-reach': { pits, value: list(list(whole(1, MAX_SEEDS))) },
  'finish-first': { pits },
  'unknown-value': start,
};

export const KINDS = Object.keys(DETAILS) as readonly Kind[];
/** Kinds for which a rule set need not be named. */
const GENERAL_KINDS: readonly Kind[] = [
  'table-size',
  'table-formula',
  'longest-turn',
  'clearing-rows',
  'first-player-wins',
];
/** Kinds that are words and cannot do without them. */
const WORDED_KINDS: readonly Kind[] = ['rule', 'start-outlook'];

const SOURCE: Fields<Source> = {
  kind: oneOf(...SOURCE_KINDS),
  author: optional(text),
  title: text,
  where: text,
  year: optional(whole(1, 9999)),
};

/** Reads a file of claims; throws `InvalidOption` with the place at which it is wrong. */
export function parseClaims(json: string): Claims {
  const { sources, claims } = record(parseJson(json), 'the file');
  const known = table(object(SOURCE))(sources, 'sources');
  const read = list((value, where) => readClaim(value, where, known))(claims, 'claims');
  const ids = new Set<string>();
  for (const { id } of read) {
    if (ids.has(id)) throw bad(`claim ${id} comes twice`, 'an id of its own for each');
    ids.add(id);
  }
  return { sources: known, claims: read };
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new GranaryError('InvalidOption', `no JSON: ${(error as Error).message}`);
  }
}

function readClaim(value: unknown, place: string, sources: ReadonlyMap<string, Source>): Claim {
  const given = record(value, place);
  const id = text(given['id'], `${place}: id`);
  const where = `claim ${id}`;
  const what = oneOf(...KINDS)(given['what'], `${where}: what`);
  const source: Reader<string> = (name, at) => {
    if (typeof name === 'string' && sources.has(name)) return name;
    throw bad(at, 'the id of a source of the file');
  };
  const common: Fields<Common & { what: Kind }> = {
    id: text,
    sources: list(source),
    at: optional(text),
    rules: (name, at) => (name === null ? null : rules(name, at)),
    what: oneOf(...KINDS),
    text: WORDED_KINDS.includes(what) ? text : optional(text),
    note: optional(text),
  };
  const claim = object<unknown>({ ...common, ...DETAILS[what] })(given, where) as Claim;
  if (claim.rules === null && !GENERAL_KINDS.includes(what)) {
    throw bad(`${where}: rules`, 'a rule set');
  }
  checkBoards(claim, where);
  return claim;
}

/** Throws `InvalidOption` for a claim about a position that is none. */
function checkBoards(claim: Claim, where: string): void {
  const rules = claim.rules ?? DEFAULT_RULES;
  const position = parsed((value) => parsePosition(value, rules));
  if ('position' in claim) position(claim.position, `${where}: position`);
  if (claim.what === 'rule') {
    for (const [i, example] of claim.examples.entries()) {
      position(example.position, `${where}: examples, item ${i + 1}: position`);
    }
  }
  const { seeds } = DETAILS[claim.what] as { readonly seeds?: unknown };
  if (seeds !== start.seeds || !('seeds' in claim)) return;
  const all = 2 * claim.pits * claim.seeds;
  if (all > MAX_SEEDS) throw bad(`${where}: ${all} seeds on the board`, `at most ${MAX_SEEDS}`);
}

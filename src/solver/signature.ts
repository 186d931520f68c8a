/**
 * The signature: nodes of fixed searches. It changes only with what the search does, so that the same
 * number from every build and machine shows that they search alike, and a change of it says that a change
 * of the core was one of the search.
 */
import { readFile } from 'node:fs/promises';
import { Core } from '../core/core.js';
import type { Build } from '../core/wasm.js';
import { parsePosition } from '../notation.js';
import type { RuleSetId } from '../rules/options.js';
import { solve } from './solver.js';

export interface FixedSearch {
  readonly name: string;
  readonly rules: RuleSetId;
  readonly position: string;
  /** Tables in memory, layers 0..`layers`; -1 for none. */
  readonly layers: number;
  readonly value: number;
  readonly nodes: number;
}

export interface Signature {
  /** The sum of nodes. */
  readonly signature: number;
  readonly searches: readonly FixedSearch[];
}

export interface SearchResult {
  readonly value: number;
  readonly nodes: number;
  readonly seconds: number;
}

const TABLE_MIB = 4;

/** Reads `bench/signature.json`. */
export async function readSignature(): Promise<Signature> {
  const text = await readFile(new URL('../../bench/signature.json', import.meta.url), 'utf8');
  return JSON.parse(text) as Signature;
}

/** Runs one search on an engine of its own. */
export async function runSearch(
  { rules, position, layers }: Pick<FixedSearch, 'rules' | 'position' | 'layers'>,
  build: Build = 'release',
  signal?: AbortSignal,
): Promise<SearchResult> {
  const parsed = parsePosition(position, rules);
  const core = await Core.load(rules, parsed.south.length, { wasm: build });
  core.reserve({ layers, tableMib: TABLE_MIB, building: true });
  core.solveLayers(layers);
  const { value, nodes, seconds } = await solve(core, parsed, { signal });
  return { value, nodes, seconds };
}

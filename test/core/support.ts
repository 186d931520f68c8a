import { Core } from '../../src/core/core.js';
import type { CorePly } from '../../src/core/core.js';
import { rowsOf } from '../../src/core/rows.js';
import type { Rows } from '../../src/core/rows.js';
import type { Build } from '../../src/core/wasm.js';
import { otherSide, storeOf } from '../../src/rules/board.js';
import type { Board } from '../../src/rules/board.js';
import { isCyclic, optionsOf, RULE_SETS } from '../../src/rules/options.js';
import type { RuleSetId } from '../../src/rules/options.js';
import type { Ply } from '../../src/rules/rules.js';
import { Crew } from '../../src/tablebase/crew.js';
import { writeLayer } from '../../src/tablebase/folder.js';
import { gainsOf } from '../../src/tablebase/gains.js';
import { runsOf } from '../../src/tablebase/runs.js';

/** Those for one thread. */
export type PlainBuild = Exclude<Build, 'threads'>;
export const BUILDS: readonly PlainBuild[] = ['release', 'debug'];
export const CORE_RULES: readonly RuleSetId[] = Object.keys(RULE_SETS);
/** Those in which no position comes back, and the others. */
export const ACYCLIC_RULES = CORE_RULES.filter((rules) => !isCyclic(optionsOf(rules)));
export const CYCLIC_RULES = CORE_RULES.filter((rules) => isCyclic(optionsOf(rules)));
/** Most pits of the fast form, and of the general one. */
export const CORE_PITS = 6;
export const GENERAL_PITS = 8;

/** What the core must say of a ply that the plain rules played. */
export function expectedPly(before: Board, ply: Ply): Omit<CorePly, 'rows'> & { rows?: Rows } {
  const gain = lead(ply.board, before.mover) - lead(before, before.mover);
  if (ply.over) return { gain, over: true, extraTurn: ply.last.pit === 'store' };
  return { gain, over: false, extraTurn: ply.extraTurn, rows: rowsOf(ply.board) };
}

/** A ply of the core in the same form: rows do not matter once the game is over. */
export function comparable({ rows, ...ply }: CorePly): ReturnType<typeof expectedPly> {
  return ply.over ? ply : { ...ply, rows };
}

function lead(board: Board, side: Board['mover']): number {
  return storeOf(board, side) - storeOf(board, otherSide(side));
}

/** A core with layers 0..`layers` solved in memory. */
export async function coreWithLayers(
  rules: RuleSetId,
  pits: number,
  layers: number,
  { tableMib = 1, build = 'release' }: { tableMib?: number; build?: PlainBuild } = {},
): Promise<Core> {
  const core = await Core.load(rules, pits, { wasm: build });
  core.reserve({ layers, tableMib, building: true });
  core.solveLayers(layers);
  return core;
}

/** Changes what gains a core holds of a layer; they come in the order of its file. */
export function alterLayer(core: Core, layer: number, change: (gains: Int8Array) => void): void {
  const gains = gainsOf(core, layer);
  change(gains);
  let at = 0;
  for (const run of runsOf(core.pits, layer)) {
    const line = gains.subarray(at, (at += run.entries));
    core.runs.write(
      run,
      Uint8Array.from(line, (gain) => entryOf(core, layer, gain)),
    );
  }
}

function entryOf(core: Core, layer: number, gain: number): number {
  const entry = (gain + layer) / (core.isCyclic ? 1 : 2);
  if (Number.isInteger(entry) && entry >= 0 && entry <= core.runs.maxEntry(layer)) return entry;
  throw new Error(`layer ${layer} has no entry for a gain of ${gain}`);
}

/** Another gain that an entry of the layer can have. */
export function lieOf(gain: number, layer: number): number {
  return gain + 2 <= layer ? gain + 2 : gain - 2;
}

/** Writes layers that a core holds into a folder, which is there, and returns their files. */
export async function writeTables(
  core: Core,
  folder: string,
  layers: readonly number[],
): Promise<string[]> {
  const { rules, pits, isCyclic } = core;
  const crew = Crew.alone(core);
  const files: string[] = [];
  for (const seeds of layers) {
    const blocks = crew.encode(seeds);
    const { file } = await writeLayer(folder, { rules, pits, seeds }, !isCyclic, blocks);
    files.push(file);
  }
  return files;
}

/** Writes a layer with other gains than the core goes on to hold, and returns its file. */
export async function writeAltered(
  core: Core,
  folder: string,
  layer: number,
  change: (gains: Int8Array) => void,
): Promise<string> {
  const kept = gainsOf(core, layer);
  alterLayer(core, layer, change);
  const [file] = await writeTables(core, folder, [layer]);
  alterLayer(core, layer, (gains) => gains.set(kept));
  return file!;
}

/** 0..`last` */
export function upTo(last: number): number[] {
  return Array.from({ length: last + 1 }, (_, i) => i);
}

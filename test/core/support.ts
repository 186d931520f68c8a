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

export const BUILDS: readonly Build[] = ['release', 'debug'];
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
  { tableMib = 1, build = 'release' }: { tableMib?: number; build?: Build } = {},
): Promise<Core> {
  const core = await Core.load(rules, pits, { wasm: build });
  core.reserve({ layers, tableMib, building: true });
  core.solveLayers(layers);
  return core;
}

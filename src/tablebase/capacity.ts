import { Core, MAX_LAYER } from '../core/core.js';
import type { RuleSetId } from '../rules/options.js';

/** The largest layer, up to `most`, that can be built in memory; -1 for none. Throws `InvalidOption` as `Core.load`. */
export async function largestLayer(
  rules: RuleSetId,
  pits: number,
  most = MAX_LAYER,
): Promise<number> {
  return largestIn(await Core.load(rules, pits), most);
}

/** The same beside a transposition table of `tableMib`, for a core and its most memory. */
export function largestIn(core: Core, most = MAX_LAYER, tableMib = 0): number {
  let layers = Math.min(most, MAX_LAYER);
  while (layers >= 0 && !fitsIn(core, layers, tableMib)) layers--;
  return layers;
}

export function fitsIn(core: Core, layers: number, tableMib = 0): boolean {
  return core.memoryFor({ layers, tableMib, building: true }) <= core.memoryMib * 2 ** 20;
}

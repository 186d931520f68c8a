import { Core, MAX_LAYER } from '../core/core.js';
import { isGranaryError } from '../errors.js';
import type { RuleSetId } from '../rules/options.js';

/**
 * The largest layer, up to `most`, that can be built in memory beside a transposition table of `tableMib`; -1
 * for none. Throws `InvalidOption` for a board that has no tables.
 */
export async function largestLayer(
  rules: RuleSetId,
  pits: number,
  most = MAX_LAYER,
  tableMib = 0,
): Promise<number> {
  const core = await Core.load(rules, pits);
  for (let layers = Math.min(most, MAX_LAYER); layers >= 0; layers--) {
    try {
      core.reserve({ layers, tableMib, building: true });
      return layers;
    } catch (error) {
      if (!isGranaryError(error, 'OutOfMemory')) throw error;
    }
  }
  return -1;
}

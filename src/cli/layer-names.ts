/** The layer files of a folder, for commands that go through all of them. */
import path from 'node:path';
import { MAX_LAYER, MAX_TABLE_PITS } from '../core/core.js';
import { GranaryError } from '../errors.js';
import { ruleSetIds } from '../rules/options.js';
import type { RuleSetId } from '../rules/options.js';
import { cacheFolder, isLayerName, namesIn } from '../tablebase/folders.js';
import { parseFileName } from '../tablebase/format.js';
import type { LayerId } from '../tablebase/format.js';
import { UsageError } from './failure.js';

/** Which files are asked for. */
export interface Wanted {
  readonly rules?: RuleSetId;
  readonly pits?: number;
}

/** The folder named, or the cache folder. */
export function folderOf(named: string | undefined): string {
  if (named === '') throw new UsageError('the name of the folder is empty');
  return named ?? cacheFolder();
}

/** The names of the layer files wanted; throws `TablebaseMissing` if there are none. */
export async function layerNames(
  named: string | undefined,
  { rules, pits }: Wanted,
): Promise<readonly string[]> {
  const folder = folderOf(named);
  const all = (await namesIn(folder)).filter(isLayerName);
  const names = all.filter((name) => {
    const id = parseFileName(name);
    return (
      (rules === undefined || id?.rules === rules) && (pits === undefined || id?.pits === pits)
    );
  });
  if (names.length > 0) return names.sort();
  const found = all.length > 0 ? 'only layers of other games' : 'no layers';
  const remedy =
    named === undefined
      ? 'make some with granary prove, or name a folder'
      : 'name a folder made by granary build';
  throw new GranaryError(
    'TablebaseMissing',
    `${folder} has ${found}: ${remedy}` + (all.length > 0 ? ', or other --rules and --pits' : ''),
  );
}

/** The layer that a name promises, where this program has such. */
export function knownLayer(name: string): LayerId | undefined {
  const id = parseFileName(name);
  const rules = ruleSetIds().find((offered) => offered === id?.rules);
  const isKnown = rules !== undefined && id!.pits >= 1 && id!.pits <= MAX_TABLE_PITS;
  return isKnown && id!.seeds <= MAX_LAYER ? id : undefined;
}

/** Says of files that they are no layers of this program. */
export function unknownFiles(folder: string, files: readonly string[]): string[] {
  const [first, ...more] = files.map((file) => path.basename(file));
  if (first === undefined) return [];
  const found =
    more.length === 0
      ? `${path.join(folder, first)} is no layer that this program has: verify it`
      : `${[first, ...more].join(', ')} in ${folder} are no layers that this program has: verify them`;
  return [`${found} with the version that built ${more.length === 0 ? 'it' : 'them'}`];
}

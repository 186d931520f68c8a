/** Opening tables, for commands that can do nothing without them. */
import { GranaryError } from '../errors.js';
import { largestLayer } from '../tablebase/capacity.js';
import { DEFAULT_LAYERS, findFolders, nameOf } from '../tablebase/folders.js';
import type { Game } from '../tablebase/folders.js';
import { LayerMemory } from '../tablebase/memory.js';
import { checkBoard } from '../tablebase/places.js';
import { Tablebase } from '../tablebase/tablebase.js';
import { TABLEBASE_OPTION } from './options.js';
import type { Session } from './session.js';

/**
 * Tables to look positions up in, from the folders named, else from where they are looked for: folders.ts. Throws
 * `TablebaseMissing`, and `InvalidOption` for a board that has no tables.
 */
export async function openTables(
  session: Session,
  game: Game,
  named: readonly string[] | undefined,
): Promise<Tablebase> {
  const { signal } = session;
  return Tablebase.open(game.rules, {
    pits: game.pits,
    folders: await foldersOf(game, named),
    signal,
  });
}

/** The same for whole layers; `layer` is the one that is wanted. */
export async function openLayers(
  session: Session,
  game: Game,
  named: readonly string[] | undefined,
  layer: number,
): Promise<LayerMemory> {
  const { progress, signal } = session;
  return LayerMemory.open(await foldersOf(game, named, layer), game.rules, game.pits, {
    signal,
    onRead: (layer) => progress.show({ task: `reading layer ${layer}`, figures: [] }),
  });
}

async function foldersOf(
  game: Game,
  named: readonly string[] | undefined,
  layer?: number,
): Promise<readonly string[]> {
  // First, because of a board that has no tables none can be found.
  checkBoard(game);
  const folders = await findFolders(game, named, TABLEBASE_OPTION);
  if (folders.length === 0) throw await noTables(game, layer);
  return folders;
}

async function noTables(game: Game, layer = DEFAULT_LAYERS): Promise<GranaryError> {
  const { rules, pits } = game;
  const most = await largestLayer(rules, pits, layer);
  const remedy =
    most < layer
      ? `, and layer ${layer} does not fit into memory: the largest that does is ${most}`
      : `: build some with granary build --rules ${rules} --pits ${pits} --layers ${layer}`;
  return new GranaryError('TablebaseMissing', `there are no tables of ${nameOf(game)}${remedy}`);
}

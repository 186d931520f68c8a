/** Opening tables to look positions up in, for commands that can do nothing without them. */
import { GranaryError } from '../errors.js';
import { largestLayer } from '../tablebase/capacity.js';
import { Tablebase } from '../tablebase/tablebase.js';
import { findFolders, nameOf } from './folders.js';
import type { Game } from './folders.js';
import { DEFAULT_LAYERS } from './options.js';
import type { Session } from './session.js';

/**
 * The tables in the folders named, else where they are looked for: folders.ts. Throws `TablebaseMissing`, with
 * a remedy for `layer` if that is what is wanted.
 */
export async function openTables(
  session: Session,
  game: Game,
  named: readonly string[] | undefined,
  layer?: number,
): Promise<Tablebase> {
  const { progress, signal } = session;
  // First, because of a board that has no tables none can be found.
  await Tablebase.open([], game.rules, game.pits);
  const folders = await findFolders(game, named);
  if (folders.length === 0) throw await noTables(game, layer);
  return Tablebase.open(folders, game.rules, game.pits, {
    signal,
    onRead: (layer) => progress.show({ task: `reading layer ${layer}`, figures: [] }),
  });
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

/** Opening tables to look positions up in, for commands that can do nothing without them. */
import { GranaryError } from '../errors.js';
import { Tablebase } from '../tablebase/tablebase.js';
import { findFolders, nameOf } from './folders.js';
import type { Game } from './folders.js';
import type { Session } from './session.js';

/** The tables in the folders named, else where they are looked for: folders.ts. Throws `TablebaseMissing`. */
export async function openTables(
  session: Session,
  game: Game,
  named: readonly string[] | undefined,
): Promise<Tablebase> {
  const { progress, signal } = session;
  // First, because of a board that has no tables none can be found.
  await Tablebase.open([], game.rules, game.pits);
  const folders = await findFolders(game, named);
  if (folders.length === 0) throw noTables(game);
  return Tablebase.open(folders, game.rules, game.pits, {
    signal,
    onRead: (layer) => progress.show({ task: `reading layer ${layer}`, figures: [] }),
  });
}

function noTables(game: Game): GranaryError {
  return new GranaryError(
    'TablebaseMissing',
    `there are no tables of ${nameOf(game)}: build some with granary build --rules ${game.rules} ` +
      `--pits ${game.pits} --layers 20 --out DIR, and name the folder with --tablebase DIR`,
  );
}

/**
 * Where layers are looked for: the folders named by option, else those of `GRANARY_TABLEBASE`, else the
 * user's cache folder; of these the first source that holds a layer of the rule set and board.
 */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import envPaths from 'env-paths';
import { MAX_LAYER } from '../core/core.js';
import { GranaryError } from '../errors.js';
import type { RuleSetId } from '../rules/options.js';
import { makeFolder } from '../tablebase/folder.js';
import { fileName } from '../tablebase/format.js';

const OPTION = '--tablebase';
const VARIABLE = 'GRANARY_TABLEBASE';
const USER_ONLY = 0o700;

/** A rule set on a board. */
export interface Game {
  readonly rules: RuleSetId;
  readonly pits: number;
}

/** The folder in the user's cache that keeps layers from one run to the next. */
export function cacheFolder(): string {
  return path.join(envPaths('granary', { suffix: '' }).cache, 'tables');
}

/** Makes the cache folder, for its user alone; throws `NotWritable`. */
export async function makeCacheFolder(): Promise<string> {
  const folder = cacheFolder();
  await makeFolder(folder, USER_ONLY);
  return folder;
}

/** Throws `TablebaseMissing` if a folder that is named, by option or variable, is none. */
export async function checkFolders(named: readonly string[] | false | undefined): Promise<void> {
  if (named === false) return;
  if (named) for (const folder of named) await namesIn(folder, OPTION);
  else for (const folder of listedFolders()) await namesIn(folder, VARIABLE);
}

/** `named` is what the option gave: folders, or false for none. Throws `TablebaseMissing`. */
export async function findFolders(
  game: Game,
  named: readonly string[] | false | undefined,
): Promise<readonly string[]> {
  if (named === false) return [];
  if (named !== undefined) {
    for (const folder of named) checkHolds(game, folder, await namesIn(folder, OPTION));
    return named;
  }
  const listed = listedFolders();
  for (const folder of listed) {
    if (holds(game, await namesIn(folder, VARIABLE))) return listed;
  }
  const cache = cacheFolder();
  return holds(game, await readdir(cache).catch(() => [])) ? [cache] : [];
}

/** `kalah on 6 pits` */
export function nameOf({ rules, pits }: Game): string {
  return `${rules} on ${pits} ${pits === 1 ? 'pit' : 'pits'}`;
}

function listedFolders(): string[] {
  return (process.env[VARIABLE] ?? '').split(path.delimiter).filter((folder) => folder !== '');
}

/** What is in a folder that `namedBy` names; throws `TablebaseMissing`. */
export async function namesIn(folder: string, namedBy: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const faults: Record<string, string> = { ENOENT: 'does not exist', ENOTDIR: 'is no folder' };
    const fault = faults[code ?? ''] ?? `cannot be read (${message})`;
    throw new GranaryError(
      'TablebaseMissing',
      `${namedBy} names ${folder}, which ${fault}: name a folder made by granary build`,
      { cause: error },
    );
  }
}

function checkHolds(game: Game, folder: string, names: readonly string[]): void {
  if (holds(game, names)) return;
  const others = names.some((name) => name.endsWith('.layer'));
  const found = others ? 'only layers of other games' : 'no layers';
  throw new GranaryError(
    'TablebaseMissing',
    `${folder} has ${found}, none of ${nameOf(game)}: build them with ` +
      `granary build --rules ${game.rules} --pits ${game.pits} --layers 20 --out ${folder}`,
  );
}

function holds(game: Game, names: readonly string[]): boolean {
  const layers = Array.from({ length: MAX_LAYER + 1 }, (_, seeds) => fileName({ ...game, seeds }));
  return names.some((name) => layers.includes(name));
}

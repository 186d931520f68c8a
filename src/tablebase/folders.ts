/**
 * Folders in which layers are looked for: those that are named and nowhere else; else those of
 * `GRANARY_TABLEBASE`, if one of them has a layer of the rule set and board, or the user's cache folder, and after
 * them those that are shipped. Each layer is taken from the first that has it.
 */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import envPaths from 'env-paths';
import { MAX_LAYER } from '../core/core.js';
import { GranaryError } from '../errors.js';
import type { RuleSetId } from '../rules/options.js';
import { fileName, parseFileName } from './format.js';

/** Layers that are built, and proposed, where there are none. */
export const DEFAULT_LAYERS = 20;

const VARIABLE = 'GRANARY_TABLEBASE';
/** Mode of the cache folder: for its user alone. */
export const USER_ONLY = 0o700;

/** A rule set on a board. */
export interface Game {
  readonly rules: RuleSetId;
  readonly pits: number;
}

/** The folder of the layers that are shipped. */
export const SHIPPED_FOLDER = fileURLToPath(new URL('../../data/tables', import.meta.url));

/** The folder in the user's cache that keeps layers from one run to the next. */
export function cacheFolder(): string {
  // By its specification a path that is not absolute is to be ignored; env-paths takes any.
  if (!path.isAbsolute(process.env['XDG_CACHE_HOME'] ?? '')) delete process.env['XDG_CACHE_HOME'];
  return path.join(envPaths('granary', { suffix: '' }).cache, 'tables');
}

/** Throws `TablebaseMissing` if a folder that is named, by `option` or variable, is none. */
export async function checkFolders(
  named: readonly string[] | false | undefined,
  option: string,
): Promise<void> {
  if (named === false) return;
  if (named) for (const folder of named) await namesIn(folder, option);
  else for (const folder of listedFolders()) await namesIn(folder, VARIABLE);
}

/**
 * `named` is what `option` gave: folders, or false for none. A named folder that has only tables of other
 * games is passed over with `mayLack`. Throws `TablebaseMissing`.
 */
export async function findFolders(
  game: Game,
  named: readonly string[] | false | undefined,
  option: string,
  mayLack = false,
): Promise<readonly string[]> {
  if (named === false) return [];
  if (named === undefined) return standardFolders(game);
  const found: string[] = [];
  for (const folder of named) {
    const names = await namesIn(folder, option);
    if (holds(game, names)) found.push(folder);
    else if (!mayLack || !names.some(isLayerName)) throw holdsNone(game, folder, names);
  }
  return found;
}

/** The folders that have layers, where none is named. Throws `TablebaseMissing`. */
async function standardFolders(game: Game): Promise<readonly string[]> {
  const own = await ownFolders(game);
  const shipped = holds(game, await readdir(SHIPPED_FOLDER).catch(() => []));
  return shipped ? [...own, SHIPPED_FOLDER] : own;
}

async function ownFolders(game: Game): Promise<readonly string[]> {
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

/** How a command says that it builds into the first of the folders that is not the shipped one. */
export function outOf(folders: readonly string[]): string {
  const folder = folders.find((name) => name !== SHIPPED_FOLDER);
  return folder === undefined ? '' : ` --out ${folder}`;
}

function listedFolders(): string[] {
  return (process.env[VARIABLE] ?? '').split(path.delimiter).filter((folder) => folder !== '');
}

/** The layers that folders have, in rising order. */
export async function layersIn(game: Game, folders: readonly string[]): Promise<readonly number[]> {
  const layers = new Set<number>();
  for (const folder of folders) {
    for (const name of await readdir(folder)) {
      const id = parseFileName(name);
      if (id?.rules === game.rules && id.pits === game.pits) layers.add(id.seeds);
    }
  }
  return [...layers].sort((a, b) => a - b);
}

/** What is in a folder, which `namedBy` names; throws `TablebaseMissing`. */
export async function namesIn(folder: string, namedBy?: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const faults: Record<string, string> = { ENOENT: 'does not exist', ENOTDIR: 'is no folder' };
    const fault = faults[code ?? ''] ?? `cannot be read (${message})`;
    const subject = namedBy === undefined ? folder : `${namedBy} names ${folder}, which`;
    throw new GranaryError(
      'TablebaseMissing',
      `${subject} ${fault}: name a folder made by granary build`,
      { cause: error },
    );
  }
}

function holdsNone(game: Game, folder: string, names: readonly string[]): GranaryError {
  const found = names.some(isLayerName) ? 'only layers of other games' : 'no layers';
  return new GranaryError(
    'TablebaseMissing',
    `${folder} has ${found}, none of ${nameOf(game)}: build them with ` +
      `granary build --rules ${game.rules} --pits ${game.pits} --layers ${DEFAULT_LAYERS} --out ${folder}`,
  );
}

export function isLayerName(name: string): boolean {
  return name.endsWith('.layer');
}

function holds(game: Game, names: readonly string[]): boolean {
  const layers = Array.from({ length: MAX_LAYER + 1 }, (_, seeds) => fileName({ ...game, seeds }));
  return names.some((name) => layers.includes(name));
}

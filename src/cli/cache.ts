/**
 * The user's cache folder: what lies there, and its removal. Only regular files count that have the name of
 * a layer, or of one that was being written when its program ended. Nothing else in the folder is shown or
 * touched, and nothing is removed through a symbolic link.
 */
import { lstat, readdir, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import { MAX_LAYER } from '../core/core.js';
import { GranaryError } from '../errors.js';
import { MAX_PITS } from '../position.js';
import { ruleSetIds } from '../rules/options.js';
import type { RuleSetId } from '../rules/options.js';
import { isRunning } from '../tablebase/folder.js';
import { parseFileName } from '../tablebase/format.js';
import { printable } from './failure.js';
import { bytes, ranges } from './figures.js';
import { cacheFolder, nameOf } from '../tablebase/folders.js';
import type { Game } from '../tablebase/folders.js';
import { jsonOption, rulesOption, tablePitsOption } from './options.js';
import type { Session } from './session.js';

interface CommandOptions {
  readonly rules?: RuleSetId;
  readonly pits?: number;
  readonly remove?: true;
  readonly json?: true;
}

interface CachedFile extends Game {
  readonly layer: number;
  readonly name: string;
  readonly bytes: number;
  /** The process that was, or is, writing it; none for a whole layer. */
  readonly writer: number | undefined;
}

/** The files of a rule set on a board; printed as JSON, its keys come in this order. */
interface Table extends Game {
  readonly layers: readonly number[];
  readonly unfinished: number;
  readonly bytes: number;
}

/** A layer's name, and what follows it while the file is being written. */
const NAME = /^(.+\.layer)(?:\.(\d+)(?:-[0-9a-f]{8})?\.part)?$/;

const HELP = `
Only files that Granary made there count: layers, and those left unfinished by
a build that was killed. --remove removes them without a question, all or those
of --rules and --pits, and nothing else; it follows no symbolic link. Layers
are not read: a damaged one is listed and removed like any other.

JSON, one object:
  {"folder": "...", "tables": [{"rules": "kalah", "pits": 6,
   "layers": [0, 1, 2], "unfinished": 0, "bytes": 235}], "bytes": 235}
  and with --remove "removed", what there was, in place of "tables"
  unfinished  files that were being written
  bytes       in a table, all its files; at the end, all tables

Examples:
  granary cache
  granary cache --remove --rules kalah --pits 3
`;

export function addCache(program: Command, session: Session): void {
  program
    .command('cache')
    .description("list the tables in the user's cache folder, or remove them")
    .option('--remove', 'remove what would be listed')
    .addOption(rulesOption().default(undefined))
    .addOption(tablePitsOption())
    .addOption(jsonOption())
    .addHelpText('after', HELP)
    .action((options: CommandOptions) => runCache(session, options));
}

async function runCache(
  session: Session,
  { rules, pits, remove, json }: CommandOptions,
): Promise<void> {
  const folder = cacheFolder();
  const files = (await filesIn(folder)).filter(
    (file) => (rules ?? file.rules) === file.rules && (pits ?? file.pits) === file.pits,
  );
  const chosen = remove ? await removeFiles(session, folder, files) : files;
  const tables = tablesOf(chosen);
  const total = bytesOf(chosen);
  if (json) {
    await session.printJson({ folder, [remove ? 'removed' : 'tables']: tables, bytes: total });
  } else if (tables.length === 0) {
    session.print(`${printable(folder)}: ${remove ? 'nothing to remove' : 'no tables'}`);
  } else {
    const last = row(remove ? 'removed' : 'in all', '', bytes(total));
    const lines = [row('rules', 'pits', 'size', 'layers'), ...tables.map(tableRow), last];
    session.print(`${printable(folder)}\n\n${lines.join('\n')}`);
  }
}

/** In the order of rule sets, boards and layers. */
async function filesIn(folder: string): Promise<readonly CachedFile[]> {
  const files: CachedFile[] = [];
  for (const name of await readdir(folder).catch(ifMissing<string[]>([], folder))) {
    const id = identify(name);
    if (!id) continue;
    const found = await lstat(path.join(folder, name)).catch(ifMissing(undefined, folder));
    if (found?.isFile()) files.push({ ...id, name, bytes: found.size });
  }
  return files.sort(
    (a, b) =>
      ruleSetIds().indexOf(a.rules) - ruleSetIds().indexOf(b.rules) ||
      a.pits - b.pits ||
      a.layer - b.layer,
  );
}

/** What a file is by its name; undefined for a name that Granary gives to none. */
function identify(name: string): Omit<CachedFile, 'name' | 'bytes'> | undefined {
  const [, layerName = '', writer] = NAME.exec(name) ?? [];
  const id = parseFileName(layerName);
  const rules = ruleSetIds().find((offered) => offered === id?.rules);
  if (!id || !rules || id.pits < 1 || id.pits > MAX_PITS || id.seeds > MAX_LAYER) return undefined;
  const pid = writer === undefined ? undefined : Number(writer);
  return { rules, pits: id.pits, layer: id.seeds, writer: pid };
}

/** Removes files, but none that is being written, and says which; throws `NotWritable`. */
async function removeFiles(
  session: Session,
  folder: string,
  files: readonly CachedFile[],
): Promise<readonly CachedFile[]> {
  await checkNoLink(path.dirname(folder));
  await checkNoLink(folder);
  const removed: CachedFile[] = [];
  for (const file of files) {
    session.kept = `${removed.length} of ${files.length} files were removed from ${folder}`;
    if (session.signal.aborted) throw new GranaryError('Interrupted', 'interrupted');
    if (file.writer !== undefined && isRunning(file.writer)) continue;
    try {
      await unlink(path.join(folder, file.name));
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      throw new GranaryError(
        'NotWritable',
        `cannot remove ${path.join(folder, file.name)} (${code ?? message}): ` +
          `check the permissions of its folder; ${removed.length} of ${files.length} files were removed`,
        { cause: error },
      );
    }
    removed.push(file);
  }
  return removed;
}

/** What is reached through a link was put there by its owner, perhaps for others as well. */
async function checkNoLink(folder: string): Promise<void> {
  const found = await lstat(folder).catch(ifMissing(undefined, folder));
  if (!found?.isSymbolicLink()) return;
  throw new GranaryError(
    'NotWritable',
    `${folder} is a symbolic link, and nothing is removed through one: remove the files where they lie`,
  );
}

function tablesOf(files: readonly CachedFile[]): readonly Table[] {
  const games = new Map<string, CachedFile[]>();
  for (const file of files) games.set(nameOf(file), [...(games.get(nameOf(file)) ?? []), file]);
  return [...games.values()].map((game) => {
    const { rules, pits } = game[0]!;
    const whole = game.filter(({ writer }) => writer === undefined);
    return {
      rules,
      pits,
      layers: whole.map(({ layer }) => layer),
      unfinished: game.length - whole.length,
      bytes: bytesOf(game),
    };
  });
}

function bytesOf(files: readonly CachedFile[]): number {
  return files.reduce((sum, file) => sum + file.bytes, 0);
}

function tableRow({ rules, pits, layers, unfinished, bytes: size }: Table): string {
  const parts = unfinished > 0 ? [`${unfinished} unfinished`] : [];
  return row(rules, String(pits), bytes(size), [...ranges(layers), ...parts].join(', '));
}

function row(rules: string, pits: string, size: string, layers = ''): string {
  return `${rules.padEnd(12)}${pits.padStart(4)}${size.padStart(11)}  ${layers}`.trimEnd();
}

/** Gives `value` in place of what is not there; for `catch`. Throws `TablebaseMissing` for a file on the path. */
function ifMissing<T>(value: T, folder: string): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === 'ENOENT') return value;
    if (error.code === 'ENOTDIR') {
      throw new GranaryError(
        'TablebaseMissing',
        `the cache folder cannot be ${folder}, since a part of that path is a file: move the file away`,
        { cause: error },
      );
    }
    throw error;
  };
}

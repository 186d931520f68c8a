/**
 * Folders of layer files on disk. A file is written beside its place, synced and renamed, so that what
 * bears a layer's name is whole.
 */
import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { GranaryError } from '../errors.js';
import { Checksum, fileName, headBytes, makeHead, parseFileName } from './format.js';
import type { BlockPlace, LayerId } from './format.js';
import { blockCount } from './layer-file.js';
import { IN_FOLDER, unreadable } from './refusal.js';

/** What to do about a fault of the system. */
const REMEDIES: Readonly<Record<string, string>> = {
  ENOSPC: 'free some space, or name a folder on another disk',
  EDQUOT: 'free some space, or name a folder on another disk',
  EACCES: 'allow it to be written, or name another folder',
  EPERM: 'allow it to be written, or name another folder',
  EEXIST: 'it is a file, name a folder',
  ENOTDIR: 'a part of the path is a file, name a folder',
  ENAMETOOLONG: 'a name in the path is too long, name another folder',
};

function isFull(code: string): boolean {
  return code === 'ENOSPC' || code === 'EDQUOT';
}

/** What the system says of names that nothing bears. */
const NOWHERE: readonly string[] = ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'];

/** How names end while a file is being written: by which process, and for which of its writes. */
const PART = /^(?<name>.*)\.(?<pid>\d+)(?:-[0-9a-f]{8})?\.part$/;

/** The file by which a folder is found to be one that can be written. */
const PROBE = 'probe';

function partOf(name: string): string {
  return `${name}.${process.pid}-${randomBytes(4).toString('hex')}.part`;
}

/** The layer's file in the first of the folders that has it; throws `InvalidOption` and `TablebaseMissing`. */
export async function findLayer(
  folders: readonly string[],
  id: LayerId,
): Promise<string | undefined> {
  checkNames(folders);
  for (const folder of folders) {
    const file = path.join(folder, fileName(id));
    if ((await found(file))?.isFile()) return file;
  }
  return undefined;
}

/** Refuses what is no list of names; throws `InvalidOption`. */
export function checkNames(folders: unknown): asserts folders is readonly string[] {
  if (Array.isArray(folders) && folders.every((name) => typeof name === 'string')) return;
  throw new GranaryError('InvalidOption', 'folders is no list of names: expected [folder, ...]');
}

/** Throws `NotWritable` where a folder has the name of a layer: no file can take its place. */
export async function checkPlaces(folder: string, ids: readonly LayerId[]): Promise<void> {
  for (const id of ids) {
    const file = path.join(folder, fileName(id));
    if (!(await found(file))?.isDirectory()) continue;
    throw new GranaryError(
      'NotWritable',
      `${file} is a folder, where a layer is to be written: move it away, or name another folder`,
    );
  }
}

/** What bears a name; undefined for nothing, and for links that lead nowhere. Throws `TablebaseMissing`. */
async function found(file: string): Promise<Stats | undefined> {
  try {
    return await stat(file);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (NOWHERE.includes(code)) return undefined;
    throw unreadable({ name: file, remedies: IN_FOLDER }, message, error);
  }
}

/** Opens a file as `open` of `node:fs/promises` does. */
export type OpenFile = (file: string, flags: string) => Promise<FileHandle>;

/**
 * Writes a layer into a folder, from its blocks in order; throws `NotWritable`, and what `blocks` does. Then
 * nothing is left behind.
 */
export async function writeLayer(
  folder: string,
  id: LayerId,
  isHalved: boolean,
  blocks: AsyncIterable<Uint8Array>,
  { open: openFile = open }: { readonly open?: OpenFile | undefined } = {},
): Promise<{ file: string; bytes: number }> {
  const file = path.join(folder, fileName(id));
  const beside = partOf(file);
  try {
    const checksum = await Checksum.load();
    const places: Omit<BlockPlace, 'at'>[] = [];
    let at = headBytes(blockCount(id));
    const handle = await openFile(beside, 'w');
    try {
      for await (const bytes of blocks) {
        places.push({ length: bytes.length, checksum: checksum.of(bytes) });
        await writeWhole(handle, bytes, at);
        at += bytes.length;
      }
      await writeWhole(handle, makeHead(id, isHalved, places, checksum), 0);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(beside, file);
    return { file, bytes: at };
  } catch (error) {
    await rm(beside, { force: true });
    throw (error as NodeJS.ErrnoException).syscall === undefined
      ? error
      : notWritable(folder, error);
  }
}

/**
 * Writes a file from pieces beside its place and renames it; throws `NotWritable`, and then what was there before
 * stays.
 */
export async function writeFileSafely(
  file: string,
  pieces: readonly Uint8Array[],
  { open: openFile = open }: { readonly open?: OpenFile | undefined } = {},
): Promise<void> {
  const beside = partOf(file);
  try {
    const handle = await openFile(beside, 'w');
    try {
      let at = 0;
      for (const piece of pieces) {
        await writeWhole(handle, piece, at);
        at += piece.length;
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true });
    const { message, code = '' } = error as NodeJS.ErrnoException;
    throw new GranaryError(
      'NotWritable',
      `cannot write ${file} (${message}): ${isFull(code) ? 'free some space' : 'name another file'}`,
      { cause: error },
    );
  }
}

/**
 * Makes a folder that can be written, for its user alone if `mode` says so, and removes from it what builds
 * that were killed left behind; throws `NotWritable`.
 */
export async function makeFolder(folder: string, mode?: number): Promise<void> {
  const probe = partOf(path.join(folder, PROBE));
  try {
    await makePath(path.resolve(folder), mode);
    await (await open(probe, 'w')).close();
    await rm(probe, { force: true });
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const { name = '', pid } = PART.exec(entry.name)?.groups ?? {};
      const isOurs = name === PROBE || parseFileName(name) !== undefined;
      if (!entry.isFile() || !isOurs || isRunning(Number(pid))) continue;
      // Another build may have been faster.
      await rm(path.join(folder, entry.name), { force: true });
    }
  } catch (error) {
    throw notWritable(folder, error);
  }
}

/** As `mkdir` with `recursive`, which does not come to an end where a folder cannot hold others (/proc). */
async function makePath(folder: string, mode?: number): Promise<void> {
  const isThere = await stat(folder).then((found) => found.isDirectory(), ignoreMissing);
  if (isThere) return;
  const parent = path.dirname(folder);
  if (parent !== folder) await makePath(parent, mode);
  try {
    await mkdir(folder, { mode });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Whether there is a process with this number; one of another user counts. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Removes what writes of this process left beside their places when it ends at once; does not wait. */
export function removeParts(folder: string): void {
  try {
    const parts = readdirSync(folder).filter(
      (name) => Number(PART.exec(name)?.groups?.['pid']) === process.pid,
    );
    for (const part of parts) rmSync(path.join(folder, part), { force: true });
  } catch {
    // What cannot be read was not written to.
  }
}

async function writeWhole(handle: FileHandle, from: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < from.length;) {
    const { bytesWritten } = await handle.write(from, done, from.length - done, at + done);
    done += bytesWritten;
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): false {
  if (NOWHERE.includes(error.code ?? '')) return false;
  throw error;
}

function notWritable(folder: string, error: unknown): GranaryError {
  const { message, code = '' } = error as NodeJS.ErrnoException;
  const remedy = REMEDIES[code] ?? 'name another folder';
  // The rest of it names files that are there only while they are written.
  const [why] = message.split(', ');
  return new GranaryError('NotWritable', `cannot write into ${folder} (${why}): ${remedy}`, {
    cause: error,
  });
}

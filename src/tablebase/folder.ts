/**
 * Folders of layer files on disk. A file is written beside its place, synced and renamed, so that what
 * bears a layer's name is whole.
 */
import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { GranaryError } from '../errors.js';
import {
  checkHeader,
  checkSum,
  Checksum,
  fileName,
  HEADER_BYTES,
  makeHeader,
  parseFileName,
  parseHeader,
} from './format.js';
import type { Header, LayerId } from './format.js';

/** Bytes read or written at a time; between pieces other work gets its turn. */
const PIECE = 4 * 2 ** 20;

/** What to do about a fault of the system. */
const REMEDIES: Readonly<Record<string, string>> = {
  ENOSPC: 'free some space, or name a folder on another disk',
  EDQUOT: 'free some space, or name a folder on another disk',
  EACCES: 'allow it to be written, or name another folder',
  EPERM: 'allow it to be written, or name another folder',
  EEXIST: 'it is a file, name a folder',
  ENOTDIR: 'a part of the path is a file, name a folder',
};

/** How names end while a file is being written: by which process, and for which of its writes. */
const PART = /^(?<name>.*)\.(?<pid>\d+)(?:-[0-9a-f]{8})?\.part$/;

function partOf(name: string): string {
  return `${name}.${process.pid}-${randomBytes(4).toString('hex')}.part`;
}

/** The layer's file in the first of the folders that has it. */
export async function findLayer(
  folders: readonly string[],
  id: LayerId,
): Promise<string | undefined> {
  for (const folder of folders) {
    const file = path.join(folder, fileName(id));
    if (await stat(file).then((found) => found.isFile(), ignoreMissing)) return file;
  }
  return undefined;
}

/**
 * Checks that a file's header and length are those of a layer with so many entries, before room is made for
 * them; throws as `readLayer` does.
 */
export async function checkLayer(file: string, id: LayerId, entries: number): Promise<void> {
  const handle = await openLayer(file);
  try {
    await readHeader(handle, id, entries, file);
  } finally {
    await handle.close();
  }
}

/**
 * Reads a layer into `entries`; throws `TablebaseMissing` for a file that cannot be read, `TablebaseCorrupt` or
 * `TablebaseForeign`, `Interrupted`.
 */
export async function readLayer(
  file: string,
  id: LayerId,
  entries: Uint8Array,
  signal?: AbortSignal,
): Promise<void> {
  const handle = await openLayer(file);
  try {
    const header = await readHeader(handle, id, entries.length, file);
    const sum = await Checksum.of(id, entries.length);
    for (let at = 0; at < entries.length; at += PIECE) {
      throwIfInterrupted(signal);
      const piece = entries.subarray(at, at + PIECE);
      await readWhole(handle, piece, HEADER_BYTES + at, file);
      sum.update(piece);
    }
    checkSum(header, sum.value(), file);
  } finally {
    await handle.close();
  }
}

async function openLayer(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'r');
  } catch (error) {
    const { message } = error as NodeJS.ErrnoException;
    throw new GranaryError(
      'TablebaseMissing',
      `${file} cannot be read (${message}): allow it to be read, or build the layer again`,
      { cause: error },
    );
  }
}

async function readHeader(
  handle: FileHandle,
  id: LayerId,
  entries: number,
  file: string,
): Promise<Header> {
  const head = new Uint8Array(HEADER_BYTES);
  const { bytesRead } = await handle.read(head, 0, HEADER_BYTES, 0);
  const header = parseHeader(head.subarray(0, bytesRead), file);
  checkHeader(header, id, entries, (await handle.stat()).size, file);
  return header;
}

/** Writes a layer into a folder and returns the file; throws `NotWritable` or `Interrupted`. */
export async function writeLayer(
  folder: string,
  id: LayerId,
  entries: Uint8Array,
  signal?: AbortSignal,
): Promise<string> {
  const file = path.join(folder, fileName(id));
  const beside = partOf(file);
  try {
    const sum = await Checksum.of(id, entries.length);
    const handle = await open(beside, 'w');
    try {
      for (let at = 0; at < entries.length; at += PIECE) {
        throwIfInterrupted(signal);
        const piece = entries.subarray(at, at + PIECE);
        sum.update(piece);
        await writeWhole(handle, piece, HEADER_BYTES + at);
      }
      const header = makeHeader({ ...id, entries: entries.length, checksum: sum.value() });
      await writeWhole(handle, header, 0);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true });
    throw error instanceof GranaryError ? error : notWritable(folder, error);
  }
  return file;
}

/**
 * Makes a folder that can be written, for its user alone if `mode` says so, and removes from it what builds
 * that were killed left behind; throws `NotWritable`.
 */
export async function makeFolder(folder: string, mode?: number): Promise<void> {
  const probe = partOf(path.join(folder, 'probe'));
  try {
    await makePath(path.resolve(folder), mode);
    await (await open(probe, 'w')).close();
    await rm(probe, { force: true });
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const { name = '', pid } = PART.exec(entry.name)?.groups ?? {};
      if (!entry.isFile() || parseFileName(name) === undefined || isRunning(Number(pid))) continue;
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

async function readWhole(
  handle: FileHandle,
  into: Uint8Array,
  at: number,
  file: string,
): Promise<void> {
  for (let done = 0; done < into.length;) {
    const { bytesRead } = await handle.read(into, done, into.length - done, at + done);
    if (bytesRead === 0)
      throw new GranaryError('TablebaseCorrupt', `${file} breaks off while it is read`);
    done += bytesRead;
  }
}

async function writeWhole(handle: FileHandle, from: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < from.length;) {
    const { bytesWritten } = await handle.write(from, done, from.length - done, at + done);
    done += bytesWritten;
  }
}

function throwIfInterrupted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new GranaryError('Interrupted', 'interrupted');
}

function ignoreMissing(error: NodeJS.ErrnoException): false {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return false;
  throw error;
}

function notWritable(folder: string, error: unknown): GranaryError {
  const { message, code = '' } = error as NodeJS.ErrnoException;
  const remedy = REMEDIES[code] ?? 'name another folder';
  return new GranaryError('NotWritable', `cannot write into ${folder} (${message}): ${remedy}`, {
    cause: error,
  });
}

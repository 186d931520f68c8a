/** Builds that the system fails, and builds that meet in one folder. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Core } from '../../src/core/core.js';
import { Crew } from '../../src/tablebase/crew.js';
import type { OpenFile } from '../../src/tablebase/folder.js';
import { buildLayers, readLayer } from '../../src/tablebase/layers.js';
import { granary } from '../cli/granary.js';

const RULES = 'kalah';
const PITS = 6;
/** The last has a prediction. */
const LAYERS = 10;

let sound = '';
let folder = '';
beforeAll(async () => {
  sound = mkdtempSync(path.join(os.tmpdir(), 'granary-'));
  await build(sound);
});
afterAll(() => rmSync(sound, { recursive: true }));
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'granary-'));
  return () => rmSync(folder, { recursive: true });
});

async function build(into = folder, openFile?: OpenFile, crew?: Crew): Promise<number[]> {
  const layers: number[] = [];
  const builders = crew ?? Crew.alone(await Core.load(RULES, PITS));
  for await (const { layer } of buildLayers(builders, into, LAYERS, { open: openFile })) {
    layers.push(layer);
  }
  return layers;
}

/** What is in a folder, file by file. */
function digests(of = folder): Record<string, string> {
  const names = readdirSync(of).sort();
  return Object.fromEntries(
    names.map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(path.join(of, name)))
        .digest('hex'),
    ]),
  );
}

const bytesOf = (layer: number): number =>
  readFileSync(path.join(sound, `kalah-6-${String(layer).padStart(2, '0')}.layer`)).length;

function systemError(code: string, syscall: string): Error {
  return Object.assign(new Error(`${code}: it fails, ${syscall}`), { code, syscall, errno: -1 });
}

/** A disk with room for so many bytes more: of the piece that does not fit a part is written. */
function diskOf(bytes: number): OpenFile {
  let room = bytes;
  return async (file, flags) => {
    const handle = await open(file, flags);
    const write = async (
      from: Uint8Array,
      offset: number,
      length: number,
      at: number,
    ): Promise<{ bytesWritten: number }> => {
      const fitting = Math.min(room, length);
      if (fitting === 0) throw systemError('ENOSPC', 'write');
      room -= fitting;
      return handle.write(from, offset, fitting, at);
    };
    return partly(handle, { write });
  };
}

/** Files of a layer whose call of that name fails, others do as they should. */
function failing(layer: number, call: 'sync' | 'close', code: string): OpenFile {
  return async (file, flags) => {
    const handle = await open(file, flags);
    if (!path.basename(file).startsWith(`kalah-6-0${layer}.`)) return handle;
    const fail = async (): Promise<never> => {
      if (call === 'close') await handle.close();
      throw systemError(code, call === 'sync' ? 'fsync' : 'close');
    };
    return partly(handle, { [call]: fail });
  };
}

function partly(handle: FileHandle, other: object): FileHandle {
  const own = {
    write: handle.write.bind(handle),
    sync: () => handle.sync(),
    close: () => handle.close(),
  };
  return { ...own, ...other } as unknown as FileHandle;
}

/** The layers of the folder are the first of those of a sound build, and there is nothing else. */
async function expectSound(layers: number): Promise<void> {
  const expected = Object.entries(digests(sound)).slice(0, layers);
  expect(digests()).toEqual(Object.fromEntries(expected));
  const core = await Core.load(RULES, PITS);
  core.reserve({ layers: LAYERS });
  for (const [seeds, [name]] of expected.entries()) {
    await readLayer(Crew.alone(core), path.join(folder, name), { rules: RULES, pits: PITS, seeds });
  }
}

describe('a build on a disk that is full', () => {
  const before = (layer: number): number =>
    Array.from({ length: layer }, (_, below) => bytesOf(below)).reduce((sum, n) => sum + n, 0);

  it.each<[string, number, () => number]>([
    ['at once', 0, () => 0],
    ['in the first head', 0, () => bytesOf(0) - 1],
    ['after the first layer', 1, () => bytesOf(0)],
    ['in a first block', 5, () => before(5) + 3],
    ['in the head of a layer in the middle', 5, () => before(6) - 10],
    ['in a prediction', 10, () => before(10) + 5],
    ['in a block of the last layer', 10, () => before(10) + bytesOf(10) / 2],
    ['with the last byte', 10, () => before(11) - 1],
  ])('%s says so, keeps what is whole, and can be gone on with', async (_, whole, room) => {
    const crew = Crew.alone(await Core.load(RULES, PITS));
    await expect(build(folder, diskOf(Math.floor(room())), crew)).rejects.toMatchObject({
      name: 'NotWritable',
      message: expect.stringMatching(/ENOSPC.*: free some space, or name/) as string,
    });
    await expectSound(whole);
    expect(await build(folder, undefined, crew)).toHaveLength(LAYERS + 1);
    expect(digests()).toEqual(digests(sound));
  });

  it('ends where the room is just enough', async () => {
    await build(folder, diskOf(before(LAYERS + 1)));
    expect(digests()).toEqual(digests(sound));
  });
});

describe('a build whose file', () => {
  it.each([
    ['cannot be synced', 'sync', 'EIO'],
    ['cannot be closed', 'close', 'EDQUOT'],
    ['cannot be closed for want of room', 'close', 'ENOSPC'],
  ] as const)('%s says so, keeps what is whole, and can be gone on with', async (_, call, code) => {
    await expect(build(folder, failing(4, call, code))).rejects.toMatchObject({
      name: 'NotWritable',
      message: expect.stringMatching(
        new RegExp(`^cannot write into ${folder} \\(${code}.*\\): (free|name)`),
      ) as string,
    });
    await expectSound(4);
    await build();
    expect(digests()).toEqual(digests(sound));
  });

  it('cannot be opened says so', async () => {
    const none: OpenFile = () => Promise.reject(systemError('EMFILE', 'open'));
    await expect(build(folder, none)).rejects.toMatchObject({ name: 'NotWritable' });
    await expectSound(0);
  });

  it('is written in pieces of some bytes is the same', async () => {
    const short: OpenFile = async (file, flags) => {
      const handle = await open(file, flags);
      const write = (from: Uint8Array, offset: number, length: number, at: number): unknown =>
        handle.write(from, offset, Math.min(length, 1000), at);
      return partly(handle, { write });
    };
    await build(folder, short);
    expect(digests()).toEqual(digests(sound));
  });
});

it('a build removes what one that was killed left behind', async () => {
  const left = ['probe', 'kalah-6-03.layer'].map((name) => `${name}.${2 ** 22 + 1}-0123abcd.part`);
  for (const name of left) writeFileSync(path.join(folder, name), 'x');
  await build();
  expect(digests()).toEqual(digests(sound));
});

describe('builds into one folder', () => {
  it('by two cores of a process end with the same bytes', async () => {
    const [one, other] = await Promise.all([build(), build()]);
    expect([one.length, other.length]).toEqual([LAYERS + 1, LAYERS + 1]);
    expect(digests()).toEqual(digests(sound));
  });

  it('by three processes end with the same bytes', async () => {
    const args = ['build', '--rules', RULES, '--layers', String(LAYERS), '--out', folder];
    const runs = await Promise.all([granary(args), granary(args), granary(args)]);
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(digests()).toEqual(digests(sound));
  });

  it('of which one is on a full disk leave what the other writes', async () => {
    const full = build(folder, diskOf(100)).catch((error: unknown) => error);
    const [error] = await Promise.all([full, build()]);
    expect(error).toMatchObject({ name: 'NotWritable' });
    expect(digests()).toEqual(digests(sound));
  });
});

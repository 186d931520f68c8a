/** What is wrong with a layer file is told by its name; a wrong value never is. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Core } from '../../src/core/core.js';
import { rowsOf } from '../../src/core/rows.js';
import { isGranaryError } from '../../src/errors.js';
import type { ErrorKind } from '../../src/errors.js';
import { isOver, makePosition } from '../../src/position.js';
import type { Position } from '../../src/position.js';
import { Crew } from '../../src/tablebase/crew.js';
import { FileSource } from '../../src/tablebase/disk.js';
import { fileName } from '../../src/tablebase/format.js';
import { LayerFile } from '../../src/tablebase/layer-file.js';
import { buildLayers, readLayer } from '../../src/tablebase/layers.js';
import { IN_FOLDER } from '../../src/tablebase/refusal.js';
import { MemorySource } from '../../src/tablebase/source.js';
import type { Source } from '../../src/tablebase/source.js';
import { Tablebase } from '../../src/tablebase/tablebase.js';
import { allBoards, randomBoard, randomOf } from '../random.js';
import { flipped, HEADER, INDEX, samplesOf, withBlock, withHead } from './forged.js';
import type { Sample } from './forged.js';

const SMALL = 4;
/** The first layer of kalah on 6 pits that has a prediction. */
const PREDICTED = 10;
const FAULTS: readonly ErrorKind[] = ['TablebaseCorrupt', 'TablebaseForeign', 'TablebaseMissing'];

let folder = '';
let small: { core: Core; samples: readonly Sample[] };
let large: typeof small;
/** A core that files are read into. */
let scratch: { small: Core; large: Core };
beforeAll(async () => {
  small = await samplesOf('kalah', 3, SMALL + 1);
  large = await samplesOf('kalah', 6, PREDICTED);
  scratch = { small: await Core.load('kalah', 3), large: await Core.load('kalah', 6) };
  scratch.small.reserve({ layers: SMALL });
  scratch.large.reserve({ layers: PREDICTED });
});
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'granary-'));
  return () => rmSync(folder, { recursive: true });
});

const smallSample = (): Sample => small.samples[SMALL]!;
const largeSample = (): Sample => large.samples[PREDICTED]!;

interface Fault {
  readonly kind?: ErrorKind;
  /** The block that the message names. */
  readonly block?: number | undefined;
}

function expectFault(error: unknown, name: string, { kind, block }: Fault, label: string): void {
  if (!isGranaryError(error)) throw error;
  expect(FAULTS, label).toContain(error.name);
  if (kind !== undefined) expect(error.name, label).toBe(kind);
  expect(error.message, label).toContain(name);
  expect(error.message, label).not.toContain('\n');
  if (block !== undefined) expect(error.message, label).toMatch(new RegExp(`in block ${block}\\b`));
}

/** Reads all runs of a file in memory; those that come are right. Gives what the others fail with. */
async function faultsOf(sample: Sample, bytes: Uint8Array, core: Core): Promise<unknown[]> {
  const faults: unknown[] = [];
  try {
    const file = await LayerFile.open(new MemorySource('the file', bytes), sample.id);
    for (const [run, expected] of sample.entries.entries()) {
      const found = await file
        .entries(core, run)
        .catch((error: unknown) => void faults.push(error));
      if (found) expect(Buffer.compare(found, expected), `run ${run}`).toBe(0);
    }
  } catch (error) {
    faults.push(error);
  }
  return faults;
}

/** Reads a file run by run and as a whole: both tell the fault. */
async function expectRefused(
  sample: Sample,
  bytes: Uint8Array,
  fault: Fault,
  label = '',
): Promise<void> {
  const core = sample.id.pits === 3 ? scratch.small : scratch.large;
  const faults = await faultsOf(sample, bytes, core);
  expect(faults.length, label).toBeGreaterThan(0);
  for (const found of faults) expectFault(found, 'the file', fault, label);
  const file = path.join(folder, fileName(sample.id));
  writeFileSync(file, bytes);
  const read = readLayer(Crew.alone(core), file, sample.id);
  const error: unknown = await read.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expectFault(error, file, fault, label);
}

/** The block that a byte lies in; undefined in header and index. */
function blockAt({ head, blocks }: Sample, at: number): number | undefined {
  let end = head;
  const block = blocks.findIndex(({ length }) => at < (end += length));
  return at < head ? undefined : block;
}

describe('a layer file is refused', () => {
  it('after any one byte was changed', async () => {
    const sample = smallSample();
    for (let at = 0; at < sample.file.length; at++) {
      const block = blockAt(sample, at);
      await expectRefused(sample, flipped(sample.file, at), { block }, `byte ${at}`);
    }
  });

  it('after a byte of header, index, prediction or code was changed', async () => {
    const sample = largeSample();
    const { head, blocks, file } = sample;
    const random = randomOf(6);
    const any = (from: number, to: number): number[] =>
      Array.from({ length: 40 }, () => uniformInt(random, from, to - 1));
    const coded = head + blocks[0]!.length;
    const edges = [HEADER - 1, HEADER, head - 1, head, coded - 1, coded, file.length - 1];
    for (const at of [...edges, ...any(0, head), ...any(head, coded), ...any(coded, file.length)]) {
      const block = blockAt(sample, at);
      await expectRefused(sample, flipped(file, at), { block }, `byte ${at}`);
    }
  });

  it('when cut at any length', async () => {
    const sample = smallSample();
    const kind = 'TablebaseCorrupt';
    for (let length = 0; length < sample.file.length; length++) {
      await expectRefused(sample, sample.file.slice(0, length), { kind }, `${length} bytes`);
    }
    const { file, head, blocks } = largeSample();
    const random = randomOf(7);
    const lengths = [0, 1, HEADER - 1, HEADER, head - 1, head, head + blocks[0]!.length];
    for (let i = 0; i < 30; i++) lengths.push(uniformInt(random, 0, file.length - 1));
    for (const length of lengths) {
      await expectRefused(largeSample(), file.slice(0, length), { kind }, `${length} bytes`);
    }
  });

  it.each([1, 1000])('when it is longer by %i bytes', async (more) => {
    for (const sample of [smallSample(), largeSample()]) {
      const longer = Buffer.concat([sample.file, Buffer.alloc(more)]);
      await expectRefused(sample, longer, { kind: 'TablebaseCorrupt' });
    }
  });

  it.each<[string, (view: DataView, bytes: Uint8Array) => void]>([
    ['format version 0', (view) => view.setUint16(8, 0, true)],
    ['format version 2', (view) => view.setUint16(8, 2, true)],
    ['format version 257', (view) => view.setUint16(8, 257, true)],
    ['other pits', (view) => view.setUint8(10, 5)],
    ['other seeds', (view) => view.setUint8(11, 3)],
    ['another rule set', (_, bytes) => bytes.set(new TextEncoder().encode('oware'), 24)],
    ['a rule set of two lines', (_, bytes) => bytes.set([0x6b, 0x0a, 0x0d, 0x1b, 0x85], 24)],
    ['a longer rule set', (_, bytes) => bytes.set(new TextEncoder().encode('-empty'), 29)],
    ['another magic', (_, bytes) => bytes.set([0x1f, 0x8b])],
  ])('with %s, soundly sealed', async (_, change) => {
    for (const sample of [smallSample(), largeSample()]) {
      await expectRefused(sample, withHead(sample, change), { kind: 'TablebaseForeign' });
    }
  });

  it.each<[string, (view: DataView) => void]>([
    ['entries', (view) => view.setBigUint64(16, 2n ** 50n, true)],
    ['more entries', (view) => view.setBigUint64(16, 2n ** 64n - 1n, true)],
    ['blocks', (view) => view.setUint32(40, 2 ** 31, true)],
    ['no blocks', (view) => view.setUint32(40, 0, true)],
    ['bytes of header and index', (view) => view.setUint32(12, 2 ** 32 - 1, true)],
    ['bytes of the file', (view) => view.setBigUint64(48, 2n ** 50n, true)],
    ['no bytes of the file', (view) => view.setBigUint64(48, 0n, true)],
    ['entries that are not halved', (view) => view.setUint32(44, 0, true)],
    ['a block outside the file', (view) => view.setUint32(HEADER, 2 ** 32 - 1, true)],
    [
      'blocks that do not add up',
      (view) => view.setUint32(HEADER, view.getUint32(HEADER, true) + 1, true),
    ],
    ['an empty block', (view) => view.setUint32(HEADER + INDEX, 0, true)],
  ])('with a head that invents %s, soundly sealed', async (_, change) => {
    for (const sample of [smallSample(), largeSample()]) {
      await expectRefused(sample, withHead(sample, change), { kind: 'TablebaseCorrupt' });
    }
  });

  it('with an index that invents a larger file, soundly sealed', async () => {
    for (const sample of [smallSample(), largeSample()]) {
      const bytes = withHead(sample, (view) => {
        const grown = 2 ** 32 - 1;
        const more = grown - view.getUint32(HEADER, true);
        view.setUint32(HEADER, grown, true);
        view.setBigUint64(48, BigInt(sample.file.length + more), true);
      });
      await expectRefused(sample, bytes, { kind: 'TablebaseCorrupt' });
    }
  });

  it('with an index that invents a huge block, in a file that has it', async () => {
    for (const sample of [smallSample(), largeSample()]) {
      const grown = 2 ** 29;
      const size = sample.file.length + grown - sample.blocks[0]!.length;
      const bytes = withHead(sample, (view) => {
        view.setUint32(HEADER, grown, true);
        view.setBigUint64(48, BigInt(size), true);
      });
      const file = path.join(folder, fileName(sample.id));
      writeFileSync(file, bytes);
      // The rest of it takes no room.
      truncateSync(file, size);
      const opening = LayerFile.open(await FileSource.open(file), sample.id);
      await expect(opening).rejects.toMatchObject({
        name: 'TablebaseCorrupt',
        message: expect.stringMatching(
          /has 536870912 bytes in block 0, where at most \d+/,
        ) as string,
      });
    }
  });

  it('with a head of zeros, of which no more is read than says so', async () => {
    const read: number[] = [];
    const zeros: Source = {
      name: 'the file',
      remedies: IN_FOLDER,
      size: () => Promise.resolve(2 ** 36),
      read: (_, length) => {
        read.push(length);
        return Promise.resolve(new Uint8Array(length));
      },
      close: () => Promise.resolve(),
    };
    const opening = LayerFile.open(zeros, { rules: 'kalah', pits: 6, seeds: 63 });
    await expect(opening).rejects.toMatchObject({
      name: 'TablebaseCorrupt',
      message: 'the file begins with zeros: build the layer again',
    });
    expect(read).toEqual([HEADER]);
  });

  it.skipIf(process.platform === 'win32')('that is a pipe, without waiting for it', async () => {
    const file = path.join(folder, 'pipe.layer');
    execFileSync('mkfifo', [file]);
    await expect(FileSource.open(file)).rejects.toMatchObject({
      name: 'TablebaseForeign',
      message: expect.stringContaining('pipe.layer is no file: ') as string,
    });
  });

  it('with blocks that changed places, and with their checksums exchanged', async () => {
    for (const sample of [smallSample(), largeSample()]) {
      const { file, head, blocks } = sample;
      const last = blocks.length - 1;
      const swapped = [...blocks.slice(0, last - 2), blocks[last - 1]!, blocks[last - 2]!];
      const bytes = Buffer.concat([file.subarray(0, head), ...swapped, blocks[last]!]);
      await expectRefused(sample, bytes, { kind: 'TablebaseCorrupt' });
      const exchanged = withHead(sample, (view) => {
        const [one, other] = [HEADER + INDEX + 4, HEADER + INDEX * last + 4];
        const sum = view.getBigUint64(one, true);
        view.setBigUint64(one, view.getBigUint64(other, true), true);
        view.setBigUint64(other, sum, true);
      });
      await expectRefused(sample, exchanged, { kind: 'TablebaseCorrupt' });
    }
  });
});

describe('a block with a sound checksum is refused', () => {
  const kind = 'TablebaseCorrupt';
  const edit = (block: Uint8Array, change: (bytes: Buffer) => Uint8Array): Uint8Array =>
    deflateRawSync(change(inflateRawSync(block)));
  const set = (bytes: Buffer, at: number, value: number): Buffer => {
    bytes[at] = value;
    return bytes;
  };
  const ANY: readonly [string, (block: Uint8Array) => Uint8Array][] = [
    ['that is empty', () => new Uint8Array(0)],
    ['that is not deflate', (block) => new Uint8Array(block.length).fill(0xff)],
    ['that breaks off', (block) => block.slice(0, -1)],
    ['of too few bytes', (block) => edit(block, (bytes) => bytes.subarray(1))],
    [
      'of one byte more',
      (block) => edit(block, (bytes) => Buffer.concat([bytes, Buffer.alloc(1)])),
    ],
    ['of very many bytes', () => deflateRawSync(new Uint8Array(2 ** 26))],
    ['of no bytes', () => deflateRawSync(new Uint8Array(0))],
    ['that goes on after its stream', (block) => Buffer.concat([block, Buffer.alloc(2)])],
  ];

  it.each<[string, (block: Uint8Array) => Uint8Array]>([
    ...ANY,
    ['with an entry out of range', (block) => edit(block, (bytes) => set(bytes, 3, 5))],
    ['with an entry far out of range', (block) => edit(block, (bytes) => set(bytes, 3, 255))],
  ])('%s', async (_, change) => {
    const sample = smallSample();
    for (const [block, bytes] of sample.blocks.entries()) {
      if (sample.entries[block]!.length < 4) continue;
      await expectRefused(sample, withBlock(sample, block, change(bytes)), { kind, block });
    }
  });

  it.each<[string, (block: Uint8Array, nibbles: number) => Uint8Array]>([
    ...ANY,
    ['with too few escapes', (block) => edit(block, (bytes) => set(bytes, 0, 0xff))],
    [
      'without the last escapes',
      (block, nibbles) => edit(block, (bytes) => bytes.fill(0xff, 0, nibbles)),
    ],
    [
      'with an entry out of range',
      (_, nibbles) => {
        const bytes = new Uint8Array(2 * nibbles + nibbles).fill(0xff, 0, nibbles);
        return deflateRawSync(bytes.fill(255, nibbles));
      },
    ],
  ])('of a layer with a prediction, %s', async (_, change) => {
    const sample = largeSample();
    const block = 4;
    const nibbles = Math.ceil(sample.entries[block - 1]!.length / 2);
    const bytes = change(sample.blocks[block]!, nibbles);
    await expectRefused(sample, withBlock(sample, block, bytes), { kind, block });
  });

  it.each(ANY)('of a prediction, %s', async (_, change) => {
    const sample = largeSample();
    const bytes = withBlock(sample, 0, change(sample.blocks[0]!));
    await expectRefused(sample, bytes, { kind, block: 0 });
  });
});

describe('a prediction', () => {
  it('that could not be read is read again', async () => {
    const { id, file, entries } = largeSample();
    class Flaky extends MemorySource {
      reads = 0;
      override read(at: number, length: number): Promise<Uint8Array> {
        return ++this.reads === 2 ? Promise.reject(new Error('gone')) : super.read(at, length);
      }
    }
    const layer = await LayerFile.open(new Flaky('the file', file), id);
    await expect(layer.entries(scratch.large, 3)).rejects.toThrow('gone');
    expect(Buffer.compare(await layer.entries(scratch.large, 3), entries[3]!)).toBe(0);
  });
});

describe('a tablebase with one bad file', () => {
  /** Positions of the layers around the small one. */
  const positionsOf = (seeds: number): Position[] =>
    [...allBoards(3, seeds)].map((board) => makePosition(board, 'kalah'));
  const gainOf = (position: Position): number => small.core.probe(rowsOf(position));

  const write = (seeds: number, bytes: Uint8Array): string => {
    const file = path.join(folder, fileName({ rules: 'kalah', pits: 3, seeds }));
    writeFileSync(file, bytes);
    return file;
  };

  it('answers from others, and of that one what is right or what is wrong with it', async () => {
    const sample = smallSample();
    for (const seeds of [SMALL - 1, SMALL + 1]) write(seeds, small.samples[seeds]!.file);
    const faults: (readonly [string, Uint8Array])[] = [
      ['cut in its header', sample.file.slice(0, 20)],
      ['cut in its last block', sample.file.slice(0, -1)],
      ['empty', new Uint8Array(0)],
      ['of zeros', new Uint8Array(sample.file.length)],
      ['of another layer', small.samples[SMALL + 1]!.file],
      ['of version 2', withHead(sample, (view) => view.setUint16(8, 2, true))],
      ['with a block out of range', withBlock(sample, 2, deflateRawSync(Buffer.alloc(36, 255)))],
    ];
    for (let at = 0; at < sample.file.length; at += 3) {
      faults.push([`byte ${at}`, flipped(sample.file, at)]);
    }
    for (const [label, bytes] of faults) {
      const file = write(SMALL, bytes);
      const tables = await Tablebase.open('kalah', { pits: 3, folders: [folder] });
      let refused = 0;
      for (const seeds of [SMALL, SMALL - 1, SMALL + 1]) {
        for (const position of positionsOf(seeds)) {
          if (isOver(position)) continue;
          const found = await tables.probe(position).catch((error: unknown) => {
            expect(seeds, label).toBe(SMALL);
            expectFault(error, file, {}, label);
            refused++;
          });
          if (found !== undefined && found !== gainOf(position)) {
            expect(found, label).toBe(gainOf(position));
          }
        }
      }
      // All positions of the first and of the last block are over: they need no file.
      const block = /^byte (\d+)$/.exec(label)?.[1];
      const isNeeded =
        block === undefined || [undefined, 1, 2, 3].includes(blockAt(sample, Number(block)));
      expect(refused > 0, label).toBe(isNeeded);
      await tables.close();
    }
  });

  it('answers once the file is sound', async () => {
    const sample = smallSample();
    write(SMALL, sample.file.slice(0, 100));
    const tables = await Tablebase.open('kalah', { pits: 3, folders: [folder] });
    const position = makePosition({ south: [1, 1, 0], north: [1, 0, 1] }, 'kalah');
    await expect(tables.probe(position)).rejects.toMatchObject({ name: 'TablebaseCorrupt' });
    write(SMALL, sample.file);
    expect(await tables.probe(position)).toBe(gainOf(position));
    await tables.close();
  });

  it('tells what is wrong with a file that bears the name of the largest layer', async () => {
    const file = path.join(folder, 'kalah-6-63.layer');
    const rows = { south: [11, 10, 10, 0, 0, 1], north: [10, 10, 10, 1, 0, 0] };
    const position = makePosition(rows, 'kalah');
    for (const bytes of [new Uint8Array(4), largeSample().file, largeSample().file.slice(0, 80)]) {
      writeFileSync(file, bytes);
      const tables = await Tablebase.open('kalah', { folders: [folder] });
      const error: unknown = await tables.probe(position).catch((thrown: unknown) => thrown);
      expectFault(error, file, {}, `${bytes.length} bytes`);
    }
  });

  it('tells a file that has gone', async () => {
    const file = write(SMALL, smallSample().file);
    write(SMALL - 1, small.samples[SMALL - 1]!.file);
    const tables = await Tablebase.open('kalah', { pits: 3, folders: [folder] });
    rmSync(file);
    const position = makePosition({ south: [1, 1, 0], north: [1, 0, 1] }, 'kalah');
    const error: unknown = await tables.probe(position).catch((thrown: unknown) => thrown);
    expectFault(error, file, { kind: 'TablebaseMissing' }, 'gone');
    const below = makePosition({ south: [1, 1, 0], north: [1, 0, 0] }, 'kalah');
    expect(await tables.probe(below)).toBe(gainOf(below));
    await expect(FileSource.open(file)).rejects.toMatchObject({ name: 'TablebaseMissing' });
    await tables.close();
  });

  it('tells in a layer with a prediction which block is damaged, and answers from the rest', async () => {
    const sample = largeSample();
    const { blocks, head } = sample;
    // That of nine seeds of the mover and one of the other side.
    const block = blocks.length - 2;
    const at = head + blocks.slice(0, block).reduce((sum, { length }) => sum + length, 0);
    const file = path.join(folder, fileName(sample.id));
    writeFileSync(file, flipped(sample.file, at));
    const tables = await Tablebase.open('kalah', { folders: [folder] });
    const random = randomOf(9);
    let refused = 0;
    for (let i = 0; i < 300; i++) {
      const position = makePosition(randomBoard(random, 6, PREDICTED), 'kalah');
      if (isOver(position)) continue;
      const isDamaged = position.south.reduce((sum, seeds) => sum + seeds, 0) === PREDICTED - 1;
      const found: unknown = await tables.probe(position).catch((thrown: unknown) => thrown);
      if (!isDamaged) expect(found).toBe(large.core.probe(rowsOf(position)));
      else expectFault(found, file, { kind: 'TablebaseCorrupt', block }, `board ${i}`);
      if (isDamaged) refused++;
    }
    expect(refused).toBeGreaterThan(0);
    await tables.close();
  });
});

describe.each(['kalah', 'oware'])('a damaged layer of %s', (rules) => {
  let sound = '';
  beforeAll(async () => {
    sound = mkdtempSync(path.join(os.tmpdir(), 'granary-'));
    for await (const _ of buildLayers(Crew.alone(await Core.load(rules, 6)), sound, PREDICTED));
  });
  afterAll(() => rmSync(sound, { recursive: true }));

  it('is built anew with the same bytes, over what was read of it', async () => {
    const name = fileName({ rules, pits: 6, seeds: PREDICTED });
    const file = path.join(sound, name);
    const bytes = Uint8Array.from(readFileSync(file));
    writeFileSync(file, flipped(bytes, bytes.length - 1));
    const built: number[] = [];
    const crew = Crew.alone(await Core.load(rules, 6));
    for await (const { layer, kept } of buildLayers(crew, sound, PREDICTED)) {
      if (!kept) built.push(layer);
    }
    expect(built).toEqual([PREDICTED]);
    expect(Buffer.compare(readFileSync(file), bytes)).toBe(0);
  });
});

import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { deflateRawSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Core } from '../../src/core/core.js';
import { Crew } from '../../src/tablebase/crew.js';
import { writeLayer } from '../../src/tablebase/folder.js';
import { Checksum, headBytes } from '../../src/tablebase/format.js';
import { gainsOf } from '../../src/tablebase/gains.js';
import { buildLayers, countLayers, loadLayers, readLayer } from '../../src/tablebase/layers.js';
import { runsOf } from '../../src/tablebase/runs.js';
import { alterLayer, coreWithLayers, writeAltered, writeTables } from '../core/support.js';

const LAYERS = 6;

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'granary-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function build(layers = LAYERS, into = folder): Promise<string[]> {
  const crew = Crew.alone(await Core.load('kalah', 6));
  const states: string[] = [];
  for await (const { layer, kept } of buildLayers(crew, into, layers)) {
    states.push(`${layer} ${kept ? 'kept' : 'built'}`);
  }
  return states;
}

async function load(folders = [folder]): Promise<Core> {
  const core = await Core.load('kalah', 6);
  core.reserve({ layers: LAYERS });
  for await (const { layer } of loadLayers(core, folders, LAYERS)) expect(core.covered).toBe(layer);
  return core;
}

const file = (layer: number): string => path.join(folder, `kalah-6-0${layer}.layer`);

describe('a folder of layers', () => {
  it('gives back what was built', async () => {
    await build();
    const [loaded, solved] = [await load(), await coreWithLayers('kalah', 6, LAYERS)];
    expect(loaded.covered).toBe(LAYERS);
    for (let layer = 0; layer <= LAYERS; layer++) {
      expect(gainsOf(loaded, layer)).toEqual(gainsOf(solved, layer));
    }
  });

  it('gets the same bytes every time, whatever was there before', async () => {
    await build();
    const bytes = await readFile(file(LAYERS));
    await rm(file(LAYERS));
    await rm(file(3));
    expect(await build()).toEqual([
      '0 kept',
      '1 kept',
      '2 kept',
      '3 built',
      '4 kept',
      '5 kept',
      '6 built',
    ]);
    expect(await readFile(file(LAYERS))).toEqual(bytes);
  });

  it('has a damaged layer built again, and no other file touched', async () => {
    await build();
    const bytes = await readFile(file(4));
    await writeFile(file(4), bytes.subarray(0, 100));
    await writeFile(path.join(folder, 'notes.txt'), 'mine');
    expect(await build()).toContain('4 built');
    expect(await readFile(file(4))).toEqual(bytes);
    expect((await readdir(folder)).sort()).toEqual(
      [...Array(LAYERS + 1).keys()].map((n) => `kalah-6-0${n}.layer`).concat('notes.txt'),
    );
  });

  it('covers the layers before the first that is missing', async () => {
    await build();
    await rm(file(3));
    expect(await countLayers('kalah', 6, [folder], LAYERS)).toBe(2);
    expect((await load()).covered).toBe(2);
  });

  it('is completed by the next folder of a list', async () => {
    const other = path.join(folder, 'other');
    await build(3);
    await build(LAYERS, other);
    expect((await load([folder, other])).covered).toBe(LAYERS);
  });

  it('keeps what was complete when a build is interrupted', async () => {
    const crew = Crew.alone(await Core.load('kalah', 6));
    const controller = new AbortController();
    const building = async (): Promise<void> => {
      for await (const { layer } of buildLayers(crew, folder, 12, { signal: controller.signal })) {
        if (layer === LAYERS) controller.abort();
      }
    };
    await expect(building()).rejects.toMatchObject({ name: 'Interrupted' });
    expect((await readdir(folder)).filter((name) => !name.endsWith('.layer'))).toEqual([]);
    expect((await load()).covered).toBe(LAYERS);
  });

  it('refuses a place that cannot be written, naming it', async () => {
    await writeFile(path.join(folder, 'file'), '');
    await expect(build(1, path.join(folder, 'file'))).rejects.toMatchObject({
      name: 'NotWritable',
      message: expect.stringContaining(path.join(folder, 'file')) as string,
    });
  });
});

describe('a layer file', () => {
  const id = { rules: 'kalah', pits: 6, seeds: 2 };
  /** Every gain that entries of the layer can have. */
  const gains = new Int8Array(78).map((_, i) => 2 * (i % 3) - 2);
  let core: Core;
  const read = async (wanted = id): Promise<Int8Array> => {
    const bytes = (await stat(file(2))).size;
    expect(await readLayer(Crew.alone(core), file(2), wanted)).toBe(bytes);
    return gainsOf(core, 2);
  };
  beforeEach(async () => {
    core = await coreWithLayers('kalah', 6, 2);
    await writeAltered(core, folder, 2, (altered) => altered.set(gains));
  });

  it('gives back its gains', async () => {
    expect(await read()).toEqual(gains);
  });

  it('is refused after any one byte was changed', async () => {
    const bytes = await readFile(file(2));
    for (let at = 0; at < bytes.length; at++) {
      const changed = Uint8Array.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8));
      await writeFile(file(2), changed);
      await expect(read(), `byte ${at}`).rejects.toMatchObject({
        name: expect.stringMatching(/^Tablebase(Corrupt|Foreign)$/) as string,
        message: expect.stringContaining(file(2)) as string,
      });
    }
  });

  it('is refused when cut at any length, or with more behind it', async () => {
    const bytes = await readFile(file(2));
    for (let length = 0; length < bytes.length; length++) {
      await writeFile(file(2), bytes.subarray(0, length));
      await expect(read(), `${length} bytes`).rejects.toMatchObject({ name: 'TablebaseCorrupt' });
    }
    await writeFile(file(2), Buffer.concat([bytes, Buffer.alloc(1)]));
    await expect(read()).rejects.toMatchObject({ name: 'TablebaseCorrupt' });
  });

  it.each([{ rules: 'oware' }, { pits: 5 }, { seeds: 3 }])('is refused for %o', async (other) => {
    await expect(read({ ...id, ...other })).rejects.toMatchObject({ name: 'TablebaseForeign' });
  });

  it.each([0, 2])('is refused with format version %i', async (version) => {
    await writeFile(file(2), await changed((view) => view.setUint16(8, version, true)));
    await expect(read()).rejects.toMatchObject({ name: 'TablebaseForeign' });
  });

  it.each([
    ['bytes of the head', 12],
    ['entries', 16],
    ['blocks', 40],
    ['halving', 44],
    ['bytes of the file', 48],
    ['bytes of a block', 64],
  ])('is refused with %s that its header invents', async (_, at) => {
    for (const invented of [0, 2, 2 ** 31]) {
      await writeFile(file(2), await changed((view) => view.setUint32(at, invented, true)));
      await expect(read(), `${invented}`).rejects.toMatchObject({ name: 'TablebaseCorrupt' });
    }
  });

  it.each([
    ['no compressed data', () => Uint8Array.of(0xff)],
    ['nothing', () => new Uint8Array()],
    ['too few entries', ({ length }) => deflateRawSync(new Uint8Array(length - 1))],
    ['too many entries', ({ length }) => deflateRawSync(new Uint8Array(length + 1))],
    ['an entry that no gain has', ({ length }) => deflateRawSync(new Uint8Array(length).fill(3))],
  ] as readonly [string, (entries: { length: number }) => Uint8Array][])(
    'is refused with a block of %s, though its checksums are right',
    async (_, blockOf) => {
      const runs = runsOf(6, 2);
      for (const bad of runs.keys()) {
        const blocks = runs.map(({ entries }, i) =>
          i === bad ? blockOf({ length: entries }) : deflateRawSync(new Uint8Array(entries)),
        );
        await writeLayer(folder, id, true, Readable.from(blocks, { objectMode: true }));
        await expect(read()).rejects.toMatchObject({
          name: 'TablebaseCorrupt',
          message: expect.stringMatching(new RegExp(`02\\.layer .* block ${bad} `)) as string,
        });
      }
    },
  );

  /** The file with another head, and the checksum of that. */
  async function changed(change: (view: DataView) => void): Promise<Uint8Array> {
    const bytes = Uint8Array.from(await readFile(file(2)));
    const view = new DataView(bytes.buffer);
    change(view);
    const checksum = await Checksum.load();
    const index = bytes.subarray(64, headBytes(runsOf(6, 2).length));
    view.setBigUint64(56, checksum.of(bytes.subarray(0, 56), index), true);
    return bytes;
  }
});

describe('a layer file of entries that are predicted', () => {
  it.each(['kalah', 'awari'])('gives back its gains, of %s', async (rules) => {
    const layer = 10;
    const core = await coreWithLayers(rules, 6, layer);
    const [written] = await writeTables(core, folder, [layer]);
    const gains = gainsOf(core, layer);
    alterLayer(core, layer, (altered) => altered.fill(0));
    await readLayer(Crew.alone(core), written!, { rules, pits: 6, seeds: layer });
    expect(gainsOf(core, layer)).toEqual(gains);
  });
});

describe('parts of files', () => {
  const NO_PROCESS = 2 ** 22 + 1;

  it('of killed builds are removed, and nothing that only looks like one', async () => {
    const stale = `kalah-3-05.layer.${NO_PROCESS}-0123abcd.part`;
    const kept = [
      `my-notes.layer.${NO_PROCESS}.part`,
      `kalah-3-05.layer.${process.pid}-0123abcd.part`,
      'kalah-3-05.layer.part',
    ];
    for (const name of [stale, ...kept]) await writeFile(path.join(folder, name), 'x');
    await mkdir(path.join(folder, `kalah-3-06.layer.${NO_PROCESS}.part`));
    await build(0);
    const names = await readdir(folder);
    expect(names).toEqual(expect.arrayContaining(kept));
    expect(names).toContain(`kalah-3-06.layer.${NO_PROCESS}.part`);
    expect(names).not.toContain(stale);
  });

  it('do not meet when two cores of one process build into one folder', async () => {
    const [first, second] = await Promise.all([build(), build()]);
    expect([first.length, second.length]).toEqual([LAYERS + 1, LAYERS + 1]);
    expect((await load()).covered).toBe(LAYERS);
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
  });
});

/** Random faults in files and servers: reading ends in an error of ours, or in what is right. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { beforeAll, describe, expect, it } from 'vitest';
import { Core } from '../../src/core/core.js';
import { isGranaryError } from '../../src/errors.js';
import { Crew } from '../../src/tablebase/crew.js';
import { HttpSource } from '../../src/tablebase/http.js';
import { LayerFile } from '../../src/tablebase/layer-file.js';
import { runsOf } from '../../src/tablebase/runs.js';
import { MemorySource } from '../../src/tablebase/source.js';
import type { Source } from '../../src/tablebase/source.js';
import { pick, randomOf } from '../random.js';
import { blocksOf, HEADER, INDEX, samplesOf, seal, withBlocks } from './forged.js';
import type { Sample } from './forged.js';

/** What is built, the layer that is damaged, and how often; the last two have a prediction. */
const GAMES: readonly (readonly [string, number, number, number])[] = [
  ['kalah', 3, 4, 8000],
  ['oware', 3, 5, 8000],
  ['mangala', 1, 0, 2000],
  ['kalah', 6, 10, 800],
  ['oware', 6, 10, 800],
];

type Change = (random: RandomGenerator, bytes: Uint8Array) => Uint8Array;

const place = (random: RandomGenerator, bytes: Uint8Array): number =>
  uniformInt(random, 0, Math.max(0, bytes.length - 1));
const noise = (random: RandomGenerator, length: number): Uint8Array =>
  Uint8Array.from({ length }, () => uniformInt(random, 0, 255));
const part = (random: RandomGenerator, bytes: Uint8Array): [number, number] => {
  const from = place(random, bytes);
  return [
    from,
    Math.min(bytes.length, from + uniformInt(random, 1, 2 ** uniformInt(random, 0, 12))),
  ];
};
const set: Change = (random, bytes) => {
  const changed = Uint8Array.from(bytes);
  if (bytes.length > 0) changed[place(random, bytes)] = uniformInt(random, 0, 255);
  return changed;
};

const CHANGES: readonly Change[] = [
  set,
  (random, bytes) => set(random, set(random, bytes)),
  (random, bytes) => bytes.slice(0, place(random, bytes)),
  (random, bytes) => {
    const [from, to] = part(random, bytes);
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
  },
  (random, bytes) => {
    const [from] = part(random, bytes);
    const more = noise(random, uniformInt(random, 1, 40));
    return Buffer.concat([bytes.subarray(0, from), more, bytes.subarray(from)]);
  },
  (random, bytes) => {
    const [from, to] = part(random, bytes);
    return Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)]);
  },
  (random, bytes) => {
    const [from, to] = part(random, bytes);
    return Uint8Array.from(bytes).fill(pick(random, [0, 1, 127, 128, 255]), from, to);
  },
  (random, bytes) => {
    const [from, to] = part(random, bytes);
    const changed = Uint8Array.from(bytes);
    changed.set(noise(random, to - from), from);
    return changed;
  },
  (random) => noise(random, uniformInt(random, 0, 2000)),
];

/** Memory that tells when more is asked for than there is; it may hide how long it is. */
class WatchedSource extends MemorySource {
  constructor(
    private readonly all: Uint8Array,
    private readonly hidesSize: boolean,
  ) {
    super('the file', all);
  }

  override size(): Promise<number> {
    return this.hidesSize ? Promise.resolve(undefined as unknown as number) : super.size();
  }

  override read(at: number, length: number): Promise<Uint8Array> {
    if (!this.hidesSize) expect(at + length).toBeLessThanOrEqual(this.all.length);
    return super.read(at, length);
  }
}

function expectOurs(error: unknown): void {
  if (!isGranaryError(error)) throw error;
  expect(error.name).toMatch(/^Tablebase/);
  expect(error.message).toMatch(/^the file [^\n]*$|^http:\/\/[^\n]*$/);
}

/** What came of reading: runs that are right, that are not, and faults. */
interface Found {
  right: number;
  wrong: number;
  faults: number;
}

async function read(sample: Sample, core: Core, source: Source): Promise<Found> {
  const found = { right: 0, wrong: 0, faults: 0 };
  const { rules, pits, seeds } = sample.id;
  const largest = core.runs.maxEntry(seeds);
  const check = (run: number, entries: Uint8Array): void => {
    expect(entries).toHaveLength(sample.entries[run]!.length);
    if (Buffer.compare(entries, sample.entries[run]!) === 0) found.right++;
    else found.wrong++;
    if (entries.some((entry) => entry > largest))
      expect.fail(`an entry of run ${run} is too large`);
  };
  try {
    const file = await LayerFile.open(source, { rules, pits, seeds });
    for (const run of sample.entries.keys()) {
      await file.entries(core, run).then(
        (entries) => check(run, entries),
        (error: unknown) => {
          expectOurs(error);
          found.faults++;
        },
      );
    }
    await Crew.alone(core).decode(file);
    for (const [i, run] of runsOf(pits, seeds).entries()) check(i, core.runs.read(run));
    await file.close();
  } catch (error) {
    expectOurs(error);
    found.faults++;
  }
  return found;
}

describe.each(GAMES)('reading %s on %i pits, layer %i', (rules, pits, layer, times) => {
  let sample: Sample;
  let core: Core;
  beforeAll(async () => {
    sample = (await samplesOf(rules, pits, layer)).samples[layer]!;
    core = await Core.load(rules, pits);
    core.reserve({ layers: layer });
  });

  const readBytes = (random: RandomGenerator, bytes: Uint8Array): Promise<Found> =>
    read(sample, core, new WatchedSource(bytes, uniformInt(random, 0, 3) === 0));

  it('gives no wrong value of a file that was changed', async () => {
    const random = randomOf(11);
    let faults = 0;
    for (let i = 0; i < times; i++) {
      let bytes: Uint8Array = sample.file;
      for (let n = uniformInt(random, 1, 3); n > 0; n--)
        bytes = pick(random, CHANGES)(random, bytes);
      const hidesSize = uniformInt(random, 0, 3) === 0;
      const found = await read(sample, core, new WatchedSource(bytes, hidesSize));
      expect(found.wrong, `file ${i}`).toBe(0);
      // Where a file's length is hidden, nobody sees what is behind its end.
      if (!hidesSize && Buffer.compare(bytes, sample.file) !== 0)
        expect(found.faults, `file ${i}`).not.toBe(0);
      faults += found.faults;
    }
    expect(faults).toBeGreaterThan(times / 2);
  });

  it('gives no wrong value where blocks changed places', async () => {
    const random = randomOf(12);
    for (let i = 0; i < times / 10; i++) {
      const blocks = blocksOf(sample.file).slice();
      const [one, other] = [pick(random, [...blocks.keys()]), pick(random, [...blocks.keys()])];
      [blocks[one], blocks[other]] = [blocks[other]!, blocks[one]!];
      const bytes = Buffer.concat([sample.file.subarray(0, sample.head), ...blocks]);
      expect((await readBytes(random, bytes)).wrong, `file ${i}`).toBe(0);
    }
  });

  it('gives no wrong value of a file with a head that is forged', async () => {
    const random = randomOf(13);
    const FIELDS = [8, 10, 11, 12, 16, 24, 40, 44, 48];
    for (let i = 0; i < times; i++) {
      const bytes = Uint8Array.from(sample.file);
      const view = new DataView(bytes.buffer);
      for (let n = uniformInt(random, 1, 3); n > 0; n--) {
        const block = HEADER + INDEX * pick(random, [...sample.blocks.keys()]);
        const at = pick(random, [pick(random, FIELDS), block, block + 4]);
        const value = pick(random, [0, 1, 255, 2 ** 31, 2 ** 32 - 1, view.getUint32(at, true) + 1]);
        if (uniformInt(random, 0, 1) === 0) view.setUint8(at, uniformInt(random, 0, 255));
        else view.setUint32(at, value, true);
      }
      const found = await readBytes(random, seal(bytes, sample.head));
      expect(found.wrong, `file ${i}`).toBe(0);
    }
  });

  it('gives values that can be of a file with blocks that are forged', async () => {
    const random = randomOf(14);
    let wrong = 0;
    for (let i = 0; i < times; i++) {
      const blocks = sample.blocks.slice();
      for (let n = uniformInt(random, 1, 3); n > 0; n--) {
        const block = pick(random, [...blocks.keys()]);
        const change = pick(random, CHANGES);
        // Of what was changed before that is not always to be had.
        const said = inflateRawSync(sample.blocks[block]!);
        blocks[block] = pick(random, [
          () => change(random, blocks[block]!),
          () => deflateRawSync(change(random, said)),
          () => deflateRawSync(set(random, said)),
          () => deflateRawSync(noise(random, said.length)),
          () => pick(random, sample.blocks),
        ])();
      }
      wrong += (await readBytes(random, withBlocks(sample, blocks))).wrong;
    }
    // Some are of use: else nothing was tested.
    if (layer > 0) expect(wrong).toBeGreaterThan(0);
  });

  it('gives no wrong value of a server that errs', async () => {
    const random = randomOf(15);
    const limit = 4 * sample.file.length + 2 ** 16;
    let right = 0;
    for (let i = 0; i < times; i++) {
      const errs = uniformInt(random, 1, 4);
      const answer = (range: string): Response => {
        const [, from = '0', last = ''] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
        const isPart = range !== '' && uniformInt(random, 0, 3) > 0;
        let body = isPart ? sample.file.slice(Number(from), Number(last) + 1) : sample.file;
        const headers: Record<string, string> = {};
        const isTold = uniformInt(random, 0, 1) > 0;
        if (isPart && isTold)
          headers['content-range'] = `bytes ${from}-${last}/${sample.file.length}`;
        if (uniformInt(random, 0, errs) > 0)
          return new Response(body.slice(), { status: isPart ? 206 : 200, headers });
        if (uniformInt(random, 0, 1) === 0)
          body = Uint8Array.from(pick(random, CHANGES)(random, body));
        if (uniformInt(random, 0, 9) === 0) headers['content-encoding'] = 'gzip';
        if (uniformInt(random, 0, 9) === 0) headers['content-type'] = 'text/html';
        if (uniformInt(random, 0, 4) === 0) {
          const [a, b, c] = [place(random, body), place(random, body), place(random, body)];
          headers['content-range'] = pick(random, [
            `bytes ${a}-${b}/${c}`,
            `bytes */${c}`,
            'bytes',
          ]);
        }
        const status = pick(random, [200, 200, 206, 206, 206, 416, 404, 500]);
        return new Response(body.slice(), { status, headers });
      };
      const fetch = (_: string, { headers }: RequestInit): Promise<Response> =>
        Promise.resolve(answer(new Headers(headers).get('range') ?? ''));
      const source = new HttpSource('http://tables.invalid/', limit, { fetch });
      const found = await read(sample, core, source);
      expect(found.wrong, `server ${i}`).toBe(0);
      right += found.right;
    }
    expect(right).toBeGreaterThan(0);
  });
});

/** Tables on a server that does what it should, and on servers that do not. */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Core } from '../../src/core/core.js';
import { rowsOf } from '../../src/core/rows.js';
import { isGranaryError } from '../../src/errors.js';
import type { ErrorKind } from '../../src/errors.js';
import { isOver, makePosition } from '../../src/position.js';
import type { Position } from '../../src/position.js';
import { fileName, parseFileName } from '../../src/tablebase/format.js';
import { HttpSource } from '../../src/tablebase/http.js';
import { Tablebase } from '../../src/tablebase/tablebase.js';
import type { TablebaseOptions } from '../../src/tablebase/tablebase.js';
import { randomBoard, randomOf } from '../random.js';
import { flipped, HEADER, samplesOf, withHead } from './forged.js';
import type { Sample } from './forged.js';

const LAYERS = 10;
const MIB = 2 ** 20;

let core: Core;
let samples: readonly Sample[];
/** Some positions of each layer. */
let positions: readonly Position[];
beforeAll(async () => {
  ({ core, samples } = await samplesOf('kalah', 6, LAYERS));
  const random = randomOf(3);
  positions = Array.from({ length: 20 * LAYERS }, (_, i) =>
    makePosition(randomBoard(random, 6, 1 + (i % LAYERS)), 'kalah'),
  ).filter((position) => !isOver(position));
});

const gainOf = (position: Position): number => core.probe(rowsOf(position));

/** What a server is asked for. */
interface Asked {
  readonly file: Uint8Array;
  /** The range asked for, its end left out; undefined where all is. */
  readonly range: { readonly from: number; readonly to: number } | undefined;
  readonly request: IncomingMessage;
}
type Answer = (response: ServerResponse, asked: Asked) => void;

interface Server {
  readonly url: string;
  /** Requests, each by its layer and what range it asks for. */
  readonly requests: string[];
  /** Bytes of all bodies. */
  readonly served: () => number;
  /** Answers that were given up before they ended. */
  readonly open: () => number;
}

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Starts a server of the layers that answers so; for layers that it does not have it has 404. */
async function serve(answer: Answer): Promise<Server> {
  const requests: string[] = [];
  let served = 0;
  const open = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    const name = (request.url ?? '').slice(1).replace(/\?.*/, '');
    const seeds = parseFileName(name)?.seeds;
    const { range } = request.headers;
    requests.push(`${seeds} ${range}`);
    open.add(response);
    response.on('close', () => {
      open.delete(response);
    });
    const write = response.write.bind(response) as (...args: unknown[]) => boolean;
    const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse;
    const count = (piece: unknown): void =>
      void (served += (piece as Uint8Array | null)?.length ?? 0);
    Object.assign(response, {
      write: (...args: unknown[]) => (count(args[0]), write(...args)),
      end: (...args: unknown[]) => (count(args[0]), end(...args)),
    });
    const sample = name === fileName({ rules: 'kalah', pits: 6, seeds: seeds ?? -1 });
    const file = sample ? samples[seeds!]?.file : undefined;
    if (file === undefined) {
      response.writeHead(404).end();
      return;
    }
    const [, from, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
    const asked = from === undefined ? undefined : { from: Number(from), to: Number(last) + 1 };
    answer(response, { file, range: asked, request });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { url, requests, served: () => served, open: () => open.size };
}

const openTables = (url: string, options: TablebaseOptions = {}): Promise<Tablebase> =>
  Tablebase.open('kalah', { url, layers: LAYERS, ...options });

/** As servers should. */
const ranges: Answer = (response, { file, range }) => {
  if (range === undefined) {
    response.writeHead(200, { 'content-length': file.length }).end(file);
    return;
  }
  const body = file.subarray(range.from, range.to);
  if (body.length === 0) {
    response.writeHead(416, { 'content-range': `bytes */${file.length}` }).end();
    return;
  }
  const headers = {
    'accept-ranges': 'bytes',
    'content-length': body.length,
    'content-range': `bytes ${range.from}-${range.from + body.length - 1}/${file.length}`,
  };
  response.writeHead(206, headers).end(body);
};

const all: Answer = (response, { file }) => void response.writeHead(200).end(file);

/** Sends without end, as fast as it is read. */
function sendForEver(response: ServerResponse): void {
  const piece = new Uint8Array(2 ** 16);
  const more = (): void => {
    while (!response.destroyed && response.write(piece));
  };
  response.on('drain', more);
  more();
}

async function expectRight(tables: Tablebase): Promise<void> {
  for (const position of positions) expect(await tables.probe(position)).toBe(gainOf(position));
}

describe('a server that gives ranges', () => {
  it('answers, and is asked for each piece once', async () => {
    const server = await serve(ranges);
    const tables = await openTables(server.url);
    expect(server.requests).toEqual([]);
    await expectRight(tables);
    expect(new Set(server.requests).size).toBe(server.requests.length);
    expect(server.requests.every((request) => request.includes('bytes='))).toBe(true);
    const asked = server.requests.length;
    await expectRight(tables);
    expect(server.requests).toHaveLength(asked);
    await tables.close();
  });

  it('is asked only for what one position needs: head, prediction and one block', async () => {
    const server = await serve(ranges);
    const tables = await openTables(server.url);
    const position = makePosition(
      { south: [0, 1, 1, 1, 1, 1], north: [0, 1, 1, 1, 1, 1] },
      'kalah',
    );
    expect(await tables.probe(position)).toBe(gainOf(position));
    const { head, blocks } = samples[LAYERS]!;
    // The block of the prediction, then those for 0, 1, 2, ... seeds of the mover.
    expect(server.served()).toBe(head + blocks[0]!.length + blocks[1 + 5]!.length);
    expect(server.requests).toHaveLength(3);
  });

  it('is asked how many layers it has, for a byte each', async () => {
    const server = await serve(ranges);
    const tables = await Tablebase.open('kalah', { url: server.url });
    expect(tables.layers).toEqual(Array.from({ length: LAYERS + 1 }, (_, layer) => layer));
    expect(server.served()).toBe(LAYERS + 1);
    expect(server.requests).toHaveLength(LAYERS + 2);
    await expectRight(tables);
  });

  it('has the tables of a game, and says so where it has none', async () => {
    const server = await serve(ranges);
    const open = Tablebase.open('oware', { url: server.url });
    await expect(open).rejects.toMatchObject({
      name: 'TablebaseMissing',
      message: expect.stringContaining(`${server.url}oware-6-00.layer`) as string,
    });
  });

  it('is left when asked to', async () => {
    const server = await serve(() => undefined);
    const controller = new AbortController();
    const tables = await openTables(server.url, { signal: controller.signal });
    const probe = tables.probe(positions[0]!);
    controller.abort();
    await expect(probe).rejects.toMatchObject({ name: 'Interrupted' });
  });

  it('may be asked by another function', async () => {
    const asked: string[] = [];
    const tables = await openTables('http://tables.invalid/kalah/', {
      fetch: (url, { headers }) => {
        asked.push(url);
        const range = new Headers(headers).get('range') ?? '';
        const [, from = '', to = ''] = /(\d+)-(\d+)/.exec(range) ?? [];
        const name = path.posix.basename(url);
        const body = samples[parseFileName(name)!.seeds]!.file.slice(Number(from), Number(to) + 1);
        return Promise.resolve(new Response(body, { status: 206 }));
      },
    });
    await expectRight(tables);
    expect(asked.every((url) => url.startsWith('http://tables.invalid/kalah/kalah-6-'))).toBe(true);
  });
});

describe('a server that hangs', () => {
  const timeoutMs = 100;
  const given = {
    name: 'TablebaseMissing',
    message: expect.stringContaining('cannot be read (nothing came for 0.1 s): ') as string,
  };

  it('is given up before it answers', async () => {
    const server = await serve(() => undefined);
    const open = Tablebase.open('kalah', { url: server.url, timeoutMs });
    await expect(open).rejects.toMatchObject(given);
    const tables = await openTables(server.url, { timeoutMs });
    await expect(tables.probe(positions[0]!)).rejects.toMatchObject(given);
  });

  it('is given up in the middle of a file', async () => {
    const server = await serve((response, { file }) => {
      response.writeHead(200, { 'content-length': file.length }).write(file.subarray(0, 10));
    });
    const tables = await openTables(server.url, { timeoutMs });
    await expect(tables.probe(positions[0]!)).rejects.toMatchObject(given);
  });

  it('is given up also where the function that asks it does not end', async () => {
    const fetch = (): Promise<Response> => new Promise(() => undefined);
    const tables = await openTables('http://tables.invalid/', { timeoutMs, fetch });
    await expect(tables.probe(positions[0]!)).rejects.toMatchObject(given);
  });
});

describe('a function that asks a server', () => {
  const fails = async (reason: unknown): Promise<never> => {
    await Promise.resolve();
    throw reason;
  };

  it.each<[string, () => Promise<unknown>]>([
    ['gives nothing', () => Promise.resolve(undefined)],
    ['gives null', () => Promise.resolve(null)],
    ['fails with null', () => fails(null)],
    ['fails with a text', () => fails('no')],
  ])('and %s is told at fault', async (_, ask) => {
    const fetch = ask as () => Promise<Response>;
    const tables = await openTables('http://tables.invalid/', { fetch });
    await expect(tables.probe(positions[0]!)).rejects.toMatchObject({ name: 'TablebaseMissing' });
  });
});

describe('what is wrong on a server', () => {
  it('is told with what a reader of it can do', async () => {
    const server = await serve((response, { file, range, request }) =>
      ranges(response, { file: flipped(file, 100), range, request }),
    );
    const tables = await openTables(server.url);
    await expect(tables.probe(positions[0]!)).rejects.toMatchObject({
      message: expect.stringMatching(/: tell who keeps the server, or build the layer$/) as string,
    });
  });
});

describe('a server answers right although it', () => {
  it.each<[string, Answer]>([
    ['ignores ranges', all],
    [
      'ignores ranges and says no length',
      (response, { file }) => {
        response.writeHead(200, { 'transfer-encoding': 'chunked' });
        response.write(file.subarray(0, 10));
        response.end(file.subarray(10));
      },
    ],
    [
      'compresses whole files',
      (response, { file }) =>
        void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(file)),
    ],
    [
      'compresses ranges',
      (response, { file, range, request }) => {
        if (range === undefined) {
          ranges(response, { file, range, request });
          return;
        }
        const body = gzipSync(file.subarray(range.from, range.to));
        const headers = {
          'content-encoding': 'gzip',
          'content-range': `bytes ${range.from}-${range.to - 1}/${file.length}`,
        };
        response.writeHead(206, headers).end(body);
      },
    ],
    [
      'gives ranges of the compressed file',
      (response, { file, range }) => {
        const zipped = gzipSync(file);
        if (range === undefined) {
          response.writeHead(200, { 'content-encoding': 'gzip' }).end(zipped);
          return;
        }
        const body = zipped.subarray(range.from, range.to);
        const headers = {
          'content-encoding': 'gzip',
          'content-range': `bytes ${range.from}-${range.from + body.length - 1}/${zipped.length}`,
        };
        response.writeHead(206, headers).end(body);
      },
    ],
    [
      'hides which range it gives',
      (response, { file, range }) => {
        response.writeHead(206, { 'transfer-encoding': 'chunked' });
        response.end(file.subarray(range!.from, range!.to));
      },
    ],
    [
      'hides how long the file is',
      (response, { file, range }) => {
        const { from, to } = range!;
        response.writeHead(206, { 'content-range': `bytes ${from}-${to - 1}/*` });
        response.end(file.subarray(from, to));
      },
    ],
    [
      'sends pieces of a byte',
      (response, { file, range }) => {
        response.writeHead(206);
        for (const byte of file.subarray(range!.from, range!.to)) response.write(Buffer.of(byte));
        response.end();
      },
    ],
    [
      'leads elsewhere',
      (response, asked) => {
        const { url } = asked.request;
        if (url?.includes('?')) ranges(response, asked);
        else response.writeHead(302, { location: `${url ?? ''}?moved` }).end();
      },
    ],
  ])('%s', async (_, answer) => {
    // The name of a layer may be followed by a query.
    const server = await serve(answer);
    const tables = await openTables(server.url);
    await expectRight(tables);
    await tables.close();
  });

  it('ignores ranges: then it is asked for a file once', async () => {
    const server = await serve(all);
    const tables = await openTables(server.url);
    await expectRight(tables);
    const needed = new Set(positions.map(({ south, north }) => sum([...south, ...north])));
    expect(server.requests).toHaveLength(needed.size);
    expect(server.served()).toBe(sum([...needed].map((seeds) => samples[seeds]!.file.length)));
  });
});

describe('a server is told at fault that', () => {
  const CORRUPT: readonly ErrorKind[] = ['TablebaseCorrupt'];
  const FOREIGN: readonly ErrorKind[] = ['TablebaseForeign'];
  const MISSING: readonly ErrorKind[] = ['TablebaseMissing'];

  it.each<[string, readonly ErrorKind[], Answer]>([
    ['has nothing', MISSING, (response) => void response.writeHead(404).end('no')],
    ['fails', MISSING, (response) => void response.writeHead(500).end('sorry')],
    ['is busy', MISSING, (response) => void response.writeHead(503).end()],
    ['says that nothing is new', MISSING, (response) => void response.writeHead(304).end()],
    ['says nothing', MISSING, (response) => void response.writeHead(204).end()],
    ['hangs up', MISSING, (response) => void response.destroy()],
    [
      'answers with a page',
      FOREIGN,
      (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hi</p>'),
    ],
    [
      'answers with a page that it does not call one',
      FOREIGN,
      (response) => void response.writeHead(200).end(`<!doctype html>${' '.repeat(2000)}`),
    ],
    [
      'answers with a part of a page',
      FOREIGN,
      (response, { range }) => {
        const headers = { 'content-type': 'text/html; charset=utf-8' };
        response.writeHead(206, headers).end(' '.repeat(range!.to - range!.from));
      },
    ],
    [
      'compresses without saying so',
      FOREIGN,
      (response, { file }) => void response.writeHead(200).end(gzipSync(file)),
    ],
    [
      'compresses twice',
      FOREIGN,
      (response, { file }) =>
        void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(gzipSync(file))),
    ],
    [
      'says that it compresses and does not',
      MISSING,
      (response, { file }) =>
        void response.writeHead(200, { 'content-encoding': 'gzip' }).end(file),
    ],
    [
      'hangs up early',
      MISSING,
      (response, { file, range }) => {
        const { from, to } = range!;
        response.writeHead(206, { 'content-length': to - from });
        response.write(file.subarray(from, to - 1), () => response.destroy());
      },
    ],
    [
      'hangs up early with a whole file',
      MISSING,
      (response, { file }) => {
        response.writeHead(200, { 'content-length': file.length });
        response.write(file.subarray(0, file.length - 1), () => response.destroy());
      },
    ],
    [
      'sends a byte less than asked for',
      CORRUPT,
      (response, { file, range }) =>
        void response.writeHead(206).end(file.subarray(range!.from, range!.to - 1)),
    ],
    [
      'sends a byte more than asked for',
      CORRUPT,
      (response, { file, range }) =>
        void response.writeHead(206).end(file.subarray(range!.from, range!.to + 1)),
    ],
    [
      'sends all of it as a part',
      CORRUPT,
      (response, { file }) => {
        const headers = { 'content-range': `bytes 0-${file.length - 1}/${file.length}` };
        response.writeHead(206, headers).end(file);
      },
    ],
    [
      'gives another range than asked for',
      CORRUPT,
      (response, { file, range, request }) => {
        const moved = { from: range!.from + 1, to: range!.to + 1 };
        ranges(response, { file, range: moved, request });
      },
    ],
    [
      'gives another range and hides it',
      [...CORRUPT, ...FOREIGN],
      (response, { file, range }) =>
        void response.writeHead(206).end(file.subarray(range!.from + 1, range!.to + 1)),
    ],
    [
      'cannot say which range it gives',
      CORRUPT,
      (response, { file, range }) => {
        response.writeHead(206, { 'content-range': 'items 1-2/3' });
        response.end(file.subarray(range!.from, range!.to));
      },
    ],
    [
      'tells a wrong length of the file',
      CORRUPT,
      (response, { file, range }) => {
        const { from, to } = range!;
        response.writeHead(206, { 'content-range': `bytes ${from}-${to - 1}/${file.length + 1}` });
        response.end(file.subarray(from, to));
      },
    ],
    [
      'has a file that is cut',
      CORRUPT,
      (response, { file, range, request }) =>
        ranges(response, { file: file.subarray(0, 70), range, request }),
    ],
    [
      'has a file that is cut, and no ranges',
      CORRUPT,
      (response, { file }) => void response.writeHead(200).end(file.subarray(0, -1)),
    ],
    [
      'has a file that is longer, and no ranges',
      CORRUPT,
      (response, { file }) => void response.writeHead(200).end(Buffer.concat([file, file])),
    ],
    [
      'has an empty file',
      CORRUPT,
      (response, { range, request }) =>
        ranges(response, { file: new Uint8Array(0), range, request }),
    ],
    ['has no such range', CORRUPT, (response) => void response.writeHead(416).end()],
    [
      'has another layer',
      FOREIGN,
      (response, { range, request }) =>
        ranges(response, { file: samples[LAYERS]!.file, range, request }),
    ],
    [
      'damages a byte',
      CORRUPT,
      (response, { file, range, request }) =>
        ranges(response, { file: flipped(file, 100), range, request }),
    ],
    [
      'does not end',
      CORRUPT,
      (response) => {
        response.writeHead(200);
        sendForEver(response);
      },
    ],
    [
      'does not end a part',
      CORRUPT,
      (response, { file, range }) => {
        const { from, to } = range!;
        response.writeHead(206, { 'content-range': `bytes ${from}-${to - 1}/${file.length}` });
        sendForEver(response);
      },
    ],
    [
      'does not end a page',
      FOREIGN,
      (response) => {
        response.writeHead(200, { 'content-type': 'text/html' });
        sendForEver(response);
      },
    ],
    [
      'does not end another range',
      CORRUPT,
      (response, { file }) => {
        response.writeHead(206, { 'content-range': `bytes 7-8/${file.length}` });
        sendForEver(response);
      },
    ],
    [
      'does not end its regrets',
      MISSING,
      (response) => {
        response.writeHead(500);
        sendForEver(response);
      },
    ],
    [
      'sends very much compressed',
      CORRUPT,
      (response) => {
        const bomb = gzipSync(new Uint8Array(64 * MIB));
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
      },
    ],
  ])('%s', async (_, kinds, answer) => {
    const server = await serve(answer);
    const tables = await openTables(server.url);
    for (const position of [positions[3]!, positions[4]!]) {
      const seeds = sum([...position.south, ...position.north]);
      const found: unknown = await tables.probe(position).catch((error: unknown) => error);
      expect(isGranaryError(found), String(found)).toBe(true);
      const error = found as Error;
      expect(kinds).toContain(error.name);
      expect(error.message).toContain(
        `${server.url}${fileName({ rules: 'kalah', pits: 6, seeds })}`,
      );
      expect(error.message).not.toContain('\n');
    }
    await tables.close();
    // Nobody reads on, and what is in the buffers of the system is some MiB.
    for (let i = 0; server.open() > 0 && i < 1000; i++)
      await new Promise((done) => setTimeout(done, 5));
    expect(server.open()).toBe(0);
    expect(server.served()).toBeLessThan(32 * MIB);
  });

  it('fails now and then: the next time it is asked again', async () => {
    let failures = 2;
    const server = await serve((response, asked) => {
      if (failures-- > 0) response.writeHead(503).end();
      else ranges(response, asked);
    });
    const tables = await openTables(server.url);
    const [position] = positions;
    for (let i = 0; i < 2; i++) {
      await expect(tables.probe(position!)).rejects.toMatchObject({ name: 'TablebaseMissing' });
    }
    expect(await tables.probe(position!)).toBe(gainOf(position!));
  });

  it('has one bad layer: others answer', async () => {
    const bad = 5;
    const server = await serve((response, asked) => {
      if (asked.request.url === '/kalah-6-05.layer') response.writeHead(500).end();
      else ranges(response, asked);
    });
    const tables = await openTables(server.url);
    for (const position of positions) {
      const isBad = sum([...position.south, ...position.north]) === bad;
      const found: unknown = await tables.probe(position).catch((error: unknown) => error);
      if (isBad) expect(found).toMatchObject({ name: 'TablebaseMissing' });
      else expect(found).toBe(gainOf(position));
    }
  });

  it('stops answering with pages for what it does not have, where layers are counted', async () => {
    const server = await serve((response, asked) => {
      if (Number(parseFileName(asked.request.url!.slice(1))?.seeds) < 4) ranges(response, asked);
      else response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Not here</p>');
    });
    const tables = await Tablebase.open('kalah', { url: server.url });
    expect(tables.layers).toEqual([0, 1, 2, 3]);
  });

  it('fails while layers are counted', async () => {
    const server = await serve((response, asked) => {
      if (asked.request.url === '/kalah-6-05.layer') response.writeHead(503).end();
      else ranges(response, asked);
    });
    const open = Tablebase.open('kalah', { url: server.url });
    await expect(open).rejects.toMatchObject({
      name: 'TablebaseMissing',
      message: expect.stringContaining(`${server.url}kalah-6-05.layer`) as string,
    });
  });

  it('has a layer that is cut or empty, which does not keep others from being counted', async () => {
    const lengths: Readonly<Record<string, number>> = { 2: 0, 4: 10 };
    const server = await serve((response, { file, range, request }) => {
      const cut = lengths[parseFileName(request.url!.slice(1))!.seeds] ?? file.length;
      ranges(response, { file: file.subarray(0, cut), range, request });
    });
    const tables = await Tablebase.open('kalah', { url: server.url });
    expect(tables.layers).toHaveLength(LAYERS + 1);
    for (const position of positions) {
      const seeds = sum([...position.south, ...position.north]);
      const found: unknown = await tables.probe(position).catch((error: unknown) => error);
      if (seeds in lengths) expect(found).toMatchObject({ name: 'TablebaseCorrupt' });
      else expect(found).toBe(gainOf(position));
    }
  });

  it('invents a block of 4 GiB: no more is asked for than a file can have', async () => {
    const asked: number[] = [];
    const server = await serve((response, { file, range }) => {
      const sample = samples.find((one) => one.file === file)!;
      const forged = withHead(sample, (view) => {
        const grown = 2 ** 32 - 1 - view.getUint32(HEADER, true);
        view.setUint32(HEADER, 2 ** 32 - 1, true);
        view.setBigUint64(48, BigInt(file.length + grown), true);
      });
      asked.push(range!.to);
      response.writeHead(206);
      if (range!.to > 2 ** 30) sendForEver(response);
      else response.end(forged.subarray(range!.from, range!.to));
    });
    const tables = await openTables(server.url);
    const position = makePosition(
      { south: [0, 1, 1, 1, 1, 1], north: [0, 1, 1, 1, 1, 1] },
      'kalah',
    );
    await expect(tables.probe(position)).rejects.toMatchObject({
      name: 'TablebaseCorrupt',
      message: expect.stringContaining(`${server.url}kalah-6-10.layer`) as string,
    });
    expect(Math.max(...asked)).toBeLessThan(MIB);
  });

  it('ignores ranges and is asked for layers: they are not taken twice', async () => {
    const server = await serve((response, { file, request }) => {
      response.writeHead(200, { 'content-length': file.length });
      // A reader that is content with the first bytes goes away.
      if (request.headers.range === 'bytes=0-0') response.write(file.subarray(0, 1));
      else response.end(file);
    });
    const tables = await Tablebase.open('kalah', { url: server.url });
    expect(tables.layers).toHaveLength(LAYERS + 1);
    expect(server.served()).toBe(LAYERS + 1);
    await expectRight(tables);
  });

  it('has every layer that there can be, and nothing in them', async () => {
    const any = createServer((_, response) => {
      response.writeHead(200).end('fine');
    });
    any.listen(0, '127.0.0.1');
    await once(any, 'listening');
    closing.push(() => new Promise((done) => any.close(done).closeAllConnections()));
    const url = `http://127.0.0.1:${(any.address() as AddressInfo).port}/`;
    const tables = await Tablebase.open('kalah', { url });
    expect(tables.layers).toHaveLength(64);
    const rows = { south: [11, 10, 10, 0, 0, 1], north: [10, 10, 10, 1, 0, 0] };
    for (const position of [positions[0]!, makePosition(rows, 'kalah')]) {
      await expect(tables.probe(position)).rejects.toMatchObject({
        name: expect.stringMatching(/^Tablebase(Corrupt|Foreign)$/) as string,
        message: expect.stringContaining(url) as string,
      });
    }
  });

  it('cannot be reached', async () => {
    const server = await serve(ranges);
    for (const close of closing.splice(0)) await close();
    const tables = await openTables(server.url);
    await expect(tables.probe(positions[0]!)).rejects.toMatchObject({
      name: 'TablebaseMissing',
      message: expect.stringContaining(server.url) as string,
    });
  });
});

describe('a source', () => {
  const ADDRESS = 'http://tables.invalid/a.layer';
  const sourceOf = (...answers: readonly Response[]): HttpSource => {
    const left = answers.slice();
    return new HttpSource(ADDRESS, 1000, { fetch: () => Promise.resolve(left.shift()!) });
  };
  const bytes = Uint8Array.from({ length: 300 }, (_, i) => i % 251);

  const broken = (): ReadableStream =>
    new ReadableStream({ start: (body) => body.error(new Error('cut')) });

  it.each([416, 500])('tells what %i means, whatever becomes of the body', async (status) => {
    const read = sourceOf(new Response(broken(), { status })).read(0, 1);
    await expect(read).rejects.toMatchObject({
      name: expect.stringMatching(/^Tablebase/) as string,
      message: expect.stringContaining(ADDRESS) as string,
    });
  });

  it('tells where a part breaks off', async () => {
    const source = sourceOf(new Response(bytes.slice(100, 149), { status: 206 }));
    await expect(source.read(100, 50)).rejects.toMatchObject({
      name: 'TablebaseCorrupt',
      message: expect.stringContaining(`${ADDRESS} breaks off after 149 bytes`) as string,
    });
  });

  it('asks again for a whole file that did not arrive, and keeps one that did', async () => {
    const source = sourceOf(new Response(broken()), new Response(bytes));
    await expect(source.read(100, 50)).rejects.toMatchObject({ name: 'TablebaseMissing' });
    expect(await source.read(100, 50)).toEqual(bytes.slice(100, 150));
    expect(await source.read(0, 300)).toEqual(bytes);
    expect(await source.size()).toBe(300);
    await expect(source.read(299, 2)).rejects.toMatchObject({ name: 'TablebaseCorrupt' });
  });

  it('takes nothing for nothing', async () => {
    expect(await sourceOf().read(5, 0)).toEqual(new Uint8Array(0));
  });
});

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

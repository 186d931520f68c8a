import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { makePosition } from '../../src/position.js';
import { SHIPPED_FOLDER } from '../../src/tablebase/folders.js';
import { Tablebase } from '../../src/tablebase/tablebase.js';

/** Two positions of one layer whose entries lie in different blocks. */
const POSITIONS = [
  makePosition({ south: [1, 1, 1, 1, 1, 4], north: [1, 0, 0, 0, 0, 0] }, 'kalah'),
  makePosition({ south: [1, 0, 0, 0, 0, 0], north: [1, 1, 1, 1, 1, 4] }, 'kalah'),
];

/** Requests that it takes to probe both positions three times in turns. */
async function requestsWith(cacheMib: number): Promise<number> {
  let requests = 0;
  const fetch = (url: string, { headers }: RequestInit): Promise<Response> => {
    requests++;
    const file = path.join(SHIPPED_FOLDER, path.basename(url));
    const { range = '' } = headers as Record<string, string>;
    const [, from, to] = /bytes=(\d+)-(\d+)/.exec(range)!;
    const bytes = readFileSync(file).subarray(Number(from), Number(to) + 1);
    return Promise.resolve(new Response(bytes, { status: 206 }));
  };
  const url = 'http://tables.invalid/';
  const tables = await Tablebase.open('kalah', { url, layers: 12, cacheMib, fetch });
  for (let i = 0; i < 6; i++) await tables.probe(POSITIONS[i % 2]!);
  await tables.close();
  return requests;
}

it('decoded blocks are kept as long as there is room for them', async () => {
  // Head, prediction, and each block once, or each time that it is needed.
  expect(await requestsWith(32)).toBe(4);
  expect(await requestsWith(0.001)).toBe(8);
});

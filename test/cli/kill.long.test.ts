/** Builds that are killed at any time, and started again, end as one that is left in peace. */
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, watch } from 'node:fs';
import { once } from 'node:events';
import path from 'node:path';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { beforeAll, describe, expect, test } from 'vitest';
import { randomOf } from '../random.js';
import { filesIn, finish, granary, makeFolder, start } from './granary.js';

const LAYERS = 17;
/** Layers from this one on are built again when a build has come to its end. */
const AGAIN = 12;
const KILLS = 12;

/** Options by which the bytes must not change. */
const VARIANTS: readonly (readonly [string, readonly string[]])[] = [
  ['by default', []],
  ['by 1 worker', ['--workers', '1']],
  ['by 2 workers', ['--workers', '2']],
];

const argsOf = (folder: string, more: readonly string[]): string[] => {
  return ['build', '--rules', 'kalah', '--layers', String(LAYERS), '--out', folder, ...more];
};

function digests(folder: string): Record<string, string> {
  const sha256 = (name: string): string =>
    createHash('sha256')
      .update(readFileSync(path.join(folder, name)))
      .digest('hex');
  return Object.fromEntries(filesIn(folder).map((name) => [name, sha256(name)]));
}

/** When a layer is being written: `count` times something has been done to a part of a file. */
function written(folder: string, count: number): Promise<void> {
  return new Promise((resolve) => {
    let left = count;
    const watcher = watch(folder, (_, name) => {
      if (!name?.endsWith('.part') || --left > 0) return;
      watcher.close();
      resolve();
    });
    watcher.unref();
  });
}

let undisturbed: Record<string, string>;
beforeAll(async () => {
  const folder = makeFolder();
  expect((await granary(argsOf(folder, []))).code).toBe(0);
  undisturbed = digests(folder);
  expect(Object.keys(undisturbed)).toHaveLength(LAYERS + 1);
});

describe.skipIf(process.platform === 'win32').each(VARIANTS)('a build %s', (_, more) => {
  test('that is left in peace has the same bytes as any', async () => {
    const folder = makeFolder();
    expect((await granary(argsOf(folder, more))).code).toBe(0);
    expect(digests(folder)).toEqual(undisturbed);
  });

  /** Builds, killed by `when` until that was often enough, and then to the end. */
  async function killed(when: (folder: string) => Promise<unknown>): Promise<void> {
    const folder = makeFolder();
    for (let kills = 0; kills < KILLS;) {
      const child = start(argsOf(folder, more));
      const end = finish(child);
      const exit = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
      await Promise.race([when(folder), exit]);
      child.kill('SIGKILL');
      const [, signal] = await exit;
      await end;
      if (signal === 'SIGKILL') kills++;
      for (const [name, digest] of Object.entries(digests(folder))) {
        if (name.endsWith('.layer')) expect(digest, name).toBe(undisturbed[name]);
      }
      if (filesIn(folder).filter((name) => name.endsWith('.layer')).length <= LAYERS) continue;
      for (let layer = AGAIN; layer <= LAYERS; layer++) {
        rmSync(path.join(folder, `kalah-6-${layer}.layer`));
      }
    }
    expect((await granary(argsOf(folder, more))).code).toBe(0);
    expect(digests(folder)).toEqual(undisturbed);
  }

  test('that is killed at random times ends with the same bytes', async () => {
    const random = randomOf(21);
    await killed(() => new Promise((done) => setTimeout(done, uniformInt(random, 50, 2500))));
  });

  test('that is killed while it writes ends with the same bytes', async () => {
    const random = randomOf(22);
    await killed((folder) => written(folder, uniformInt(random, 1, 60)));
  });
});

import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import {
  filesIn,
  finish,
  granary,
  jsonLines,
  MAIN,
  makeFolder,
  printed,
  start,
} from './granary.js';

/** The promise is 0.3 s; the rest is for a machine that is busy with other tests. */
const SOON_MS = 1000;

/** Interrupts a program and checks that it ends as it should; gives its line on stderr. */
async function interrupt(
  child: ChildProcessWithoutNullStreams,
  signal: NodeJS.Signals,
): Promise<string> {
  const end = finish(child);
  const asked = performance.now();
  child.kill(signal);
  const { code, stderr } = await end;
  expect(code).toBe(130);
  expect(performance.now() - asked).toBeLessThan(SOON_MS);
  expect(stderr).toMatch(/^granary: interrupted: .*$/m);
  return stderr;
}

describe.skipIf(process.platform === 'win32')('Ctrl-C ends at once', () => {
  test('a build, which keeps its layers and leaves no piece of one', async () => {
    const folder = makeFolder();
    const child = start(['build', '--layers', '24', '--out', folder]);
    await printed(child.stdout, /^ +15 /m);
    expect(await interrupt(child, 'SIGINT')).toMatch(/layers 0 to \d+ are kept in .* goes on/);
    const files = filesIn(folder);
    expect(files.length).toBeGreaterThan(15);
    expect(files.every((name) => /^kalah-6-\d\d\.layer$/.test(name))).toBe(true);

    const again = await granary(['build', '--layers', '12', '--out', folder, '--json']);
    const kept = jsonLines<{ kept?: boolean }>(again.stdout).map((layer) => layer.kept);
    expect(kept).toEqual(Array<boolean>(13).fill(true));
  });

  test('a search', async () => {
    const child = start(['solve', '--seeds', '6', '--table-mib', '16']);
    await printed(child.stderr, /only the shipped tables of/);
    expect(await interrupt(child, 'SIGTERM')).toContain('interrupted: nothing proven yet\n');
  });

  test('a search, which says what it has proven', async () => {
    const args = ['--seeds', '4', '--no-tablebase', '--no-book', '--table-mib', '16'];
    const child = start(['solve', ...args]);
    await printed(child.stderr, /between (0|\+\d+) and/);
    const stderr = await interrupt(child, 'SIGINT');
    expect(stderr).toMatch(/interrupted: proven so far (at least \+?\d+|from \+?\d+ to \+\d+)\n$/);
  });

  test('a stream of searches, whose answers stand', async () => {
    const child = start(['solve', '-', '--table-mib', '16']);
    child.stdin.write('1/1 0/0 s\n6,6,6,6,6,6/6,6,6,6,6,6 0/0 s\n');
    await printed(child.stderr, /only the shipped tables of kalah on 6 pits/);
    expect(await interrupt(child, 'SIGINT')).toContain(
      'interrupted: line 2: nothing proven yet; the lines answered so far stand\n',
    );
  });

  test('a proof, whose tables are kept', async () => {
    const folder = makeFolder();
    const args = ['--layers', '8', '--tablebase', folder, '--table-mib', '16'];
    const child = start(['prove', '--seeds', '6', ...args]);
    await printed(child.stderr, /tables: .*\n/);
    expect(await interrupt(child, 'SIGINT')).toContain('the tables are kept in');
    expect(filesIn(folder)).toHaveLength(9);
  });

  test('a verification', async () => {
    const folder = makeFolder();
    await granary(['build', '--layers', '11', '--out', folder]);
    const child = start(['verify', folder]);
    await printed(child.stdout, /kalah-6-08/);
    expect(await interrupt(child, 'SIGINT')).toContain('what is printed stands');
  });

  test('a count', async () => {
    const child = start(['perft', '--depth', '20']);
    await printed(child.stdout, /^ +11 /m);
    await interrupt(child, 'SIGINT');
  });

  test('a stream that waits for its next line', async () => {
    const child = start(['moves', '-']);
    child.stdin.write('1/1 0/0 s\n');
    await printed(child.stdout, /\n/);
    await interrupt(child, 'SIGINT');
  });
});

describe.skipIf(process.platform === 'win32')('a reader that goes away', () => {
  test.each([
    ['moves -', `yes '1/1 0/0 s' | "$NODE" "$MAIN" moves - | head -1`],
    ['build', `"$NODE" "$MAIN" build --layers 24 --out "$OUT" | head -1`],
    ['help', `"$NODE" "$MAIN" solve --help | head -1`],
  ])('ends %s quietly', async (_name, line) => {
    const out = makeFolder();
    const env = { ...process.env, NODE: process.execPath, MAIN, OUT: out };
    const child = spawn('sh', ['-c', line], { env });
    child.stdin.end();
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    await once(child, 'close');
    expect(stdout.split('\n')).toHaveLength(2);
    expect(stderr.replace(/^building .*\n/, '')).toBe('');
    expect(filesIn(out).filter((name) => !name.endsWith('.layer'))).toEqual([]);
  });
});

test.runIf(process.platform === 'linux')('output that cannot be written is an error', async () => {
  const line = '"$NODE" "$MAIN" moves 1/1_0/0_s > /dev/full';
  const child = spawn('sh', ['-c', line], {
    env: { ...process.env, NODE: process.execPath, MAIN },
  });
  const { code, stderr } = await finish(child);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^granary: cannot write the output \(ENOSPC.*\)\n$/);
});

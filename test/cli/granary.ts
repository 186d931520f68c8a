/** Runs the built program as a user does, away from the user's own tables. */
import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';

export const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
export const START = '4,4,4,4,4,4/4,4,4,4,4,4 0/0 s';
export const SMALL = '3,3,3/3,3,3 0/0 s';
/** The hint that a search without tables gives, and its progress where the machine is busy; or nothing. */
export const NO_TABLES_OR_NOTHING =
  /^((granary: no tables of .* were found|proving |value |finding ).*\n)*$/;
/** A small transposition table is laid out sooner. */
export const QUICK = ['--table-mib', '1'];

export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly stdin?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
}

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** A folder of its own, removed after the tests of the file. */
export function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'granary-cli-'));
  folders.push(folder);
  return folder;
}

export function filesIn(folder: string): string[] {
  return readdirSync(folder).sort();
}

/** Starts the program; its home and its cache are an empty folder unless `env` says otherwise. */
export function start(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ChildProcessWithoutNullStreams {
  const home = env['HOME'] ?? makeFolder();
  const { GRANARY_TABLEBASE: _tables, GRANARY_DEBUG: _debug, ...inherited } = process.env;
  return spawn(process.execPath, [MAIN, ...args], {
    env: { ...inherited, HOME: home, LOCALAPPDATA: home, XDG_CACHE_HOME: home, ...env },
  });
}

/** Runs the program to its end. */
export function granary(
  args: readonly string[],
  { stdin = '', env }: RunOptions = {},
): Promise<Run> {
  const child = start(args, env);
  // A program that ends before it has read everything closes the pipe.
  child.stdin.on('error', () => undefined);
  child.stdin.end(stdin);
  return finish(child);
}

/** What the program prints until it ends. */
export function finish(child: ChildProcessWithoutNullStreams): Promise<Run> {
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** Waits until the program has printed something like `pattern` on one of its streams. */
export function printed(
  stream: ChildProcessWithoutNullStreams['stdout'],
  pattern: RegExp,
): Promise<string> {
  let text = '';
  return new Promise((resolve, reject) => {
    stream.on('data', (more: string | Buffer) => {
      text += more.toString();
      if (pattern.test(text)) resolve(text);
    });
    stream.on('end', () => reject(new Error(`ended before ${String(pattern)}: ${text}`)));
  });
}

/** The objects of a text that has one a line. */
export function jsonLines<T>(text: string): T[] {
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as T]));
}

/**
 * The same work by the native programs, in turns with ours: CPU seconds of both, the median of each and of
 * the ratios of neighbours.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Subject } from './subjects.js';

export interface Comparison {
  readonly name: string;
  /** Median CPU seconds. */
  readonly ours: number;
  readonly native: number;
  /** Median of ours / native, round by round. */
  readonly ratio: number;
  readonly rounds: number;
}

/** The native program in a folder, if it is there. */
export function findNative(folder: string): string | undefined {
  const program = path.join(folder, 'native');
  return existsSync(program) ? program : undefined;
}

/** Runs `repeat` times ours, then native once, in turns; the first round is not counted. */
export async function compare(
  subject: Subject,
  program: string,
  args: readonly string[],
  { rounds = 7, repeat = 1 } = {},
): Promise<Comparison> {
  const ours: number[] = [];
  const native: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const mine = (await cpuSeconds(() => repeated(subject, repeat))) / repeat;
    subject.check?.();
    const theirs = nativeSeconds(program, args);
    if (round === 0) continue;
    ours.push(mine);
    native.push(theirs);
  }
  const ratios = ours.map((seconds, i) => seconds / (native[i] ?? NaN));
  return {
    name: subject.name,
    ours: median(ours),
    native: median(native),
    ratio: median(ratios),
    rounds,
  };
}

async function repeated(subject: Subject, times: number): Promise<void> {
  for (let i = 0; i < times; i++) await subject.run();
}

async function cpuSeconds(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** The native program prints the CPU seconds that it took. */
function nativeSeconds(program: string, args: readonly string[]): number {
  const output = execFileSync(program, args, { encoding: 'utf8' });
  const seconds = /seconds ([\d.]+)/.exec(output)?.[1];
  if (seconds === undefined)
    throw new Error(`${program} ${args.join(' ')} printed no seconds: ${output}`);
  return Number(seconds);
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = NaN, high = NaN] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return (low + high) / 2;
}

/** What building tables took: time, memory and size on disk, by the program as people run it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { table } from './text.js';

const MAIN = path.join(import.meta.dirname, '../../dist/cli/main.js');
const WORKERS = 2;
const SHOWN = [12, 14, 16, 18, 20, 22, 24, 26, 28];
/** Entries of each layer that the plain rules recompute. */
const SAMPLE = 2000;

interface Layer {
  readonly layer: number;
  readonly positions: number;
  readonly seconds: number;
  readonly writing: number;
  readonly bytes: number;
}

interface Built {
  readonly layers: readonly Layer[];
  /** Peak of the process's memory, bytes. */
  readonly peak: number;
}

export async function tables(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'granary-results-'));
  try {
    const builds: string[][] = [];
    const sizes: string[][] = [];
    for (const [rules, layers] of [
      ['kalah', 20],
      ['kalah', 24],
      ['kalah', 28],
      ['kalah-empty', 20],
      ['kalah-turn', 20],
      ['mangala', 20],
      ['oware', 20],
      ['awari', 20],
      ['awari', 24],
    ] as const) {
      const out = path.join(folder, `${rules}-${layers}`);
      const built = await build(rules, layers, out);
      const checked = await verify(out);
      builds.push(buildRow(rules, layers, built, checked));
      sizes.push([`${rules} to ${layers}`, ...SHOWN.map((layer) => bits(built, layer))]);
      await rm(out, { recursive: true });
    }
    return text(builds, sizes);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function text(builds: readonly string[][], sizes: readonly string[][]): string {
  return `## Tables: time, memory and size

\`granary build --workers ${WORKERS}\` on 6 pits. Wall time on two cores, with what other work there was on the machine; peak is the most memory of the whole process, entries
are the bytes of all layers in memory. Checked is by \`granary verify --sample ${SAMPLE}\`: entries of each layer recomputed
from their successors by the plain rules; none was wrong.

${table(['layers', 'positions', 'solved, s', 'written, s', 'entries, MiB', 'peak, MiB', 'on disk, MB', 'checked'], builds)}

Bits a position in the file of a layer:

${table(['layer', ...SHOWN.map(String)], sizes.filter(isLargest))}
`;
}

/** Of several builds of a rule set the last is the largest. */
function isLargest([name = '']: string[], i: number, all: readonly string[][]): boolean {
  return !all[i + 1]?.[0]?.startsWith(`${name.split(' ')[0]} `);
}

async function build(rules: string, layers: number, out: string): Promise<Built> {
  const args = ['build', '--rules', rules, '--layers', String(layers), '--out', out, '--json'];
  const child = spawn(process.execPath, [MAIN, ...args, '--workers', String(WORKERS)], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(child, 'exit');
  let peak = 0;
  const watch = setInterval(() => {
    void peakOf(child.pid!).then((bytes) => (peak = Math.max(peak, bytes)));
  }, 100);
  const found: Layer[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    found.push(JSON.parse(line) as Layer);
    console.error(`${rules}: layer ${found.length - 1}`);
  }
  clearInterval(watch);
  const [code] = (await ended) as [number];
  if (code !== 0) throw new Error(`granary ${args.join(' ')} failed`);
  return { layers: found, peak };
}

/** What Linux says of the most memory that a process has had; 0 elsewhere. */
async function peakOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return 1024 * Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0);
}

async function verify(folder: string): Promise<number> {
  const args = ['verify', folder, '--sample', String(SAMPLE), '--json'];
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  let checked = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    const found = JSON.parse(line) as { checked: number; wrong: number };
    if (found.wrong > 0) throw new Error(`wrong: ${line}`);
    checked += found.checked;
  }
  const [code] = (await ended) as [number];
  if (code !== 0) throw new Error(`granary ${args.join(' ')} failed`);
  return checked;
}

function buildRow(rules: string, layers: number, built: Built, checked: number): string[] {
  const sum = (key: 'positions' | 'seconds' | 'writing' | 'bytes'): number =>
    built.layers.reduce((total, layer) => total + layer[key], 0);
  const width = rules === 'oware' || rules === 'awari' ? 1 : 0;
  const entries = built.layers.reduce(
    (bytes, { layer, positions }) =>
      bytes + (positions * Math.max(1, Math.ceil(Math.log2((layer << width) + 1)))) / 8,
    0,
  );
  return [
    `${rules}, 0..${layers}`,
    String(sum('positions')),
    sum('seconds').toFixed(1),
    sum('writing').toFixed(1),
    (entries / 2 ** 20).toFixed(0),
    (built.peak / 2 ** 20).toFixed(0),
    (sum('bytes') / 1e6).toFixed(1),
    String(checked),
  ];
}

function bits({ layers }: Built, layer: number): string {
  const found = layers[layer];
  return found === undefined ? '' : ((8 * found.bytes) / found.positions).toFixed(3);
}

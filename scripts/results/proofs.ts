/**
 * Large starts, each proven by the command line with two workers over the largest tables that pay. What each run has
 * printed is kept in a folder, as are its tables and checkpoint, so that runs that end go on, and are not made twice.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from '../../src/tablebase/folders.js';
import { signed, table } from './text.js';

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const WORK = path.join(path.dirname(cacheFolder()), 'results');
const TABLE_MIB = 1024;
const WORKERS = 2;

interface Run {
  readonly rules: string;
  readonly pits: number;
  readonly seeds: number;
  readonly layers: number;
  readonly workers?: number;
  readonly moves?: boolean;
}

const RUNS: readonly Run[] = [
  { rules: 'kalah', pits: 6, seeds: 5, layers: 26 },
  { rules: 'kalah-empty', pits: 6, seeds: 5, layers: 26 },
  { rules: 'mangala', pits: 6, seeds: 4, layers: 26, moves: true },
  { rules: 'mangala', pits: 6, seeds: 4, layers: 25, workers: 1 },
  { rules: 'mangala', pits: 4, seeds: 4, layers: 31, moves: true },
  { rules: 'mangala', pits: 4, seeds: 5, layers: 31, moves: true },
  { rules: 'mangala', pits: 4, seeds: 6, layers: 31, moves: true },
  { rules: 'mangala', pits: 5, seeds: 4, layers: 30, moves: true },
  { rules: 'mangala', pits: 6, seeds: 3, layers: 20, workers: 1, moves: true },
];

/** What `granary solve --json` prints. */
interface Answer {
  readonly value: number;
  readonly proof: string;
  readonly lower: number;
  readonly upper: number;
  readonly pv: readonly string[];
  readonly nodes: number;
  readonly seconds: number;
  readonly moves?: readonly {
    readonly move: string;
    readonly proof: string;
    readonly lower: number;
    readonly upper: number;
  }[];
}

export async function proofs(): Promise<string> {
  await mkdir(WORK, { recursive: true });
  const rows: string[][] = [];
  const lines: string[] = [];
  for (const run of RUNS) {
    const answer = await answerOf(run);
    const { rules, pits, seeds, layers, workers = WORKERS } = run;
    const start = `${rules}(${pits},${seeds})`;
    rows.push([
      start,
      boundsText(answer),
      (answer.nodes / 1e6).toFixed(1),
      answer.seconds.toFixed(0),
      `0..${layers}`,
      String(workers),
      answer.moves?.map((move) => `${move.move}: ${boundsText(move)}`).join(', ') ?? '',
    ]);
    if (answer.proof === 'exact') lines.push(`- ${start}: ${answer.pv.join(' ')}`);
  }
  const head = ['start', 'value', 'M nodes', 'seconds', 'tables', 'workers', 'first moves'];
  return `## Large starts

\`granary solve --workers 2 --table-mib ${TABLE_MIB} --no-book --json\`, over tables that \`granary build\` made before; where
first moves are named, nodes and seconds are those of the start and all of them. With two workers nodes differ a little
from run to run, values do not.

${table(head, rows)}

Lines of best play:

${lines.join('\n')}
`;
}

async function answerOf(run: Run): Promise<Answer> {
  const { rules, pits, seeds, layers, workers = WORKERS, moves } = run;
  const name = `${rules}-${pits}-${seeds}-${layers}-${workers}`;
  const file = path.join(WORK, `${name}.json`);
  if (!existsSync(file)) {
    const tables = path.join(WORK, 'tables');
    const game = ['--rules', rules, '--pits', String(pits), '--layers', String(layers)];
    await granary(['build', ...game, '--out', tables]);
    const search = ['--workers', String(workers), '--table-mib', String(TABLE_MIB), '--no-book'];
    const rest = ['--seeds', String(seeds), '--tablebase', tables, '--json'];
    const checkpoint = ['--checkpoint', path.join(WORK, `${name}.proof`)];
    const asked = moves ? ['--moves'] : [];
    const printed = await granary(['solve', ...game, ...search, ...rest, ...checkpoint, ...asked]);
    await writeFile(`${file}.part`, printed);
    await rename(`${file}.part`, file);
  }
  return JSON.parse(await readFile(file, 'utf8')) as Answer;
}

/** Runs a command; its progress is seen. */
function granary(args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [MAIN, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    child.stdout.on('data', (bytes: Buffer) => (printed += bytes.toString()));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(printed);
      else reject(new Error(`granary ${args.join(' ')} ended with ${code}`));
    });
  });
}

function boundsText({ lower, upper }: { readonly lower: number; readonly upper: number }): string {
  return lower === upper ? signed(lower) : `${signed(lower)} to ${signed(upper)}`;
}

/**
 * Measures the core: `npm run bench`, or `npm run bench -- --native DIR` to measure beside the native
 * programs in DIR.
 */
import { statSync } from 'node:fs';
import os from 'node:os';
import { parseArgs } from 'node:util';
import { Bench } from 'tinybench';
import { Core } from '../src/core/core.js';
import { startPosition } from '../src/position.js';
import type { RuleSetId } from '../src/rules/options.js';
import { solve } from '../src/solver/solver.js';
import { measureGames } from './games.js';
import { compare, findNative } from './native.js';
import type { Comparison } from './native.js';
import { measureParts } from './parts.js';
import { measureProofs } from './proofs.js';
import { measureTablebases } from './tablebases.js';
import { measureTables } from './tables.js';
import { layersSubject, perftSubject, probeSubject, proofSubject } from './subjects.js';

const OPTIONS = {
  native: { type: 'string' },
  rounds: { type: 'string', default: '7' },
  parts: { type: 'boolean' },
  proofs: { type: 'boolean' },
  tablebases: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

interface Options {
  readonly native?: string;
  readonly rounds: string;
  readonly parts?: boolean;
  readonly proofs?: boolean;
  readonly tablebases?: boolean;
  readonly help?: boolean;
}

const values = readOptions();
if (values.help) {
  console.log(
    'npm run bench -- [--native DIR] [--rounds N] | --parts | --proofs | --tablebases\n\n' +
      '  --native DIR  measure in turns with the native programs in DIR (made by their build.sh)\n' +
      '  --rounds N    counted rounds of each comparison (default 7)\n' +
      '  --parts       what each part of the search is worth, and the size of its table\n' +
      '  --proofs      ways to a proof: questions, orders, what the table keeps\n' +
      '  --tablebases  entries, workers, files and probes; on a machine that is otherwise idle',
  );
} else if (values.parts) {
  printMachine();
  await measureParts((line) => console.log(line));
  console.log();
  await measureTables((line) => console.log(line));
} else if (values.proofs) {
  printMachine();
  await measureProofs((line) => console.log(line));
} else if (values.tablebases) {
  printMachine();
  await measureTablebases((line) => console.log(line));
} else if (values.native === undefined) {
  printMachine();
  await measureAlone();
  console.log(
    '\nNot measured: the ratios to the native programs. Build those and name their folder:\n' +
      'npm run bench -- --native DIR',
  );
} else {
  const program = findNative(values.native);
  const rounds = Number(values.rounds);
  if (program === undefined) {
    fail(
      `--native: no program native in ${values.native}; build it there, it is a single C program`,
    );
  } else if (!Number.isInteger(rounds) || rounds < 1) {
    fail(`--rounds: ${values.rounds} is no whole number from 1 on`);
  } else {
    printMachine();
    await measureAlone();
    await measureBeside(program, rounds);
  }
}

/** What the command line asks for; help where it asks for what there is not. */
function readOptions(): Options {
  try {
    return parseArgs({ options: OPTIONS }).values;
  } catch (error) {
    fail((error as Error).message);
    return { rounds: '', help: true };
  }
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}

function printMachine(): void {
  const cpu = os.cpus()[0]?.model.trim() ?? 'unknown processor';
  console.log(`Node ${process.version}, ${cpu}, release build of ${wasmKib()} KiB\n`);
}

async function measureAlone(): Promise<void> {
  const bench = new Bench({ time: 1000, warmupTime: 300, throws: true });
  const subjects = [
    await perftSubject(8, 563_055),
    await proofSubject(2, 6, 4),
    await layersSubject(14, 8_828_916),
    await layersSubject(14, 8_543_850, 'kalah-empty'),
    await layersSubject(14, 8_838_798, 'kalah-turn'),
    await probeSubject(16, 10_000, 11_692),
  ];
  for (const subject of subjects) {
    bench.add(subject.name, () => subject.run(), { afterEach: () => subject.check?.() });
  }
  await bench.run();
  console.table(bench.table());
  await measureGames((line) => console.log(line));
}

async function measureBeside(program: string, rounds: number): Promise<void> {
  const rows: Comparison[] = [];
  for (const [subject, args, repeat] of [
    [await perftSubject(9, 2_763_490), ['perft', '4', '9'], 20],
    [await proofSubject(3, 2, 4), ['solve', '3'], 1],
    [await layersSubject(18, 80_859_970), ['layers', '18'], 1],
  ] as const) {
    rows.push(await compare(subject, program, args, { rounds, repeat }));
  }
  console.log('\n| work (CPU time, medians, in turns) | ours | native | ours / native |');
  console.log('| --- | --- | --- | --- |');
  for (const { name, ours, native, ratio } of rows) {
    console.log(
      `| ${name} | ${ours.toFixed(4)} s | ${native.toFixed(4)} s | **${ratio.toFixed(2)}** |`,
    );
  }
  await measureStart();
}

/** Nodes of the starts of (6,4) over tables to 20 seeds. */
async function measureStart(): Promise<void> {
  for (const rules of ['kalah', 'kalah-empty'] as const) await measureStartOf(rules);
}

async function measureStartOf(rules: RuleSetId): Promise<void> {
  const layers = 20;
  const core = await Core.load(rules, 6);
  core.reserve({ layers, tableMib: 64, building: true });
  core.solveLayers(layers);
  const { value, nodes, lookups, seconds } = await solve(core, startPosition(rules, 6, 4));
  const million = (count: number): string => (count / 1e6).toFixed(2);
  console.log(
    `\n${rules}(6,4) start, tables to ${layers}: value ${value}, ${million(nodes)} M nodes, ` +
      `${million(lookups)} M looked up, ${seconds.toFixed(1)} s`,
  );
}

function wasmKib(): string {
  return (statSync(new URL('../build/release.wasm', import.meta.url)).size / 1024).toFixed(1);
}

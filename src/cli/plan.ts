import type { Command } from 'commander';
import { nameOf } from '../tablebase/folders.js';
import { planLayers } from '../tablebase/plan.js';
import type { Plan } from '../tablebase/plan.js';
import { bytes, count, duration, rounded } from './figures.js';
import { memoryMibOf, workersOf } from './machine.js';
import type { Resources } from './machine.js';
import {
  jsonOption,
  layersOption,
  memoryOption,
  pitsOption,
  rulesOption,
  workersOption,
} from './options.js';
import type { GameOptions } from './options.js';
import type { Session } from './session.js';

interface CommandOptions extends Omit<GameOptions, 'seeds'>, Resources {
  readonly layers: number;
  readonly json?: true;
}

const MIB = 2 ** 20;
/** What a build takes beside WebAssembly's memory (docs/results.md). */
const PROCESS_MIB = 250;

const HELP = `
Positions and memory are exact. It is WebAssembly's memory, which --memory
limits; the process takes about 250 MiB more. Disk and time are estimates, from
rates that were measured on a processor of 2024; other work on the machine adds
to them. The exit code is 1 if it does not fit into memory.

JSON, one object; bytes and seconds:
  {"rules": "kalah", "pits": 6, "layers": 20, "positions": 225792840,
   "tableBytes": 138942464, "memoryBytes": 157187496, "memoryMib": 4096,
   "diskBytes": 58769170, "workers": 2, "solveSeconds": 1.505286,
   "writeSeconds": 3.641820, "fits": true, "largest": 28}

Examples:
  granary plan --layers 28
  granary plan --rules awari --layers 24 --workers 8 --memory 2000
`;

export function addPlan(program: Command, session: Session): void {
  program
    .command('plan')
    .description('say what building a tablebase will take')
    .addOption(rulesOption())
    .addOption(pitsOption())
    .addOption(layersOption('largest layer to build').makeOptionMandatory())
    .addOption(workersOption())
    .addOption(memoryOption())
    .addOption(jsonOption())
    .addHelpText('after', HELP)
    .action((options: CommandOptions) => runPlan(session, options));
}

async function runPlan(session: Session, options: CommandOptions): Promise<void> {
  const { rules, pits, layers, json } = options;
  const workers = workersOf(options);
  const memoryMib = memoryMibOf(options);
  const plan = await planLayers(rules, pits, layers, { workers, memoryMib });
  if (json) await session.printJson(planJson(options, plan, workers, memoryMib));
  else session.print(planText(options, plan, workers, memoryMib));
  if (!plan.fits) session.markFailed();
}

function planJson(
  { rules, pits, layers }: CommandOptions,
  plan: Plan,
  workers: number,
  memoryMib: number,
): object {
  const { positions, tableBytes, memoryBytes, diskBytes, fits, largest } = plan;
  return {
    rules,
    pits,
    layers,
    positions,
    tableBytes,
    memoryBytes,
    memoryMib,
    diskBytes,
    workers,
    solveSeconds: rounded(plan.solveSeconds),
    writeSeconds: rounded(plan.writeSeconds),
    fits,
    largest,
  };
}

function planText(options: CommandOptions, plan: Plan, workers: number, memoryMib: number): string {
  const { solveSeconds, writeSeconds, largest } = plan;
  const seconds = duration(solveSeconds + writeSeconds);
  const by = `${workers} ${workers === 1 ? 'worker' : 'workers'}`;
  return [
    `${nameOf(options)}, layers 0 to ${options.layers}`,
    `positions  ${count(plan.positions)}`,
    `memory     ${mib(plan.memoryBytes)}, ${mib(plan.tableBytes)} of them for the entries`,
    `           and about ${PROCESS_MIB} MiB for the rest of the process`,
    `disk       about ${bytes(plan.diskBytes)}`,
    `time       about ${seconds} with ${by}: ${duration(solveSeconds)} to solve, ` +
      `${duration(writeSeconds)} to write`,
    plan.fits
      ? `it fits into ${count(memoryMib)} MiB; the largest layer that does is ${largest}`
      : `it does not fit into ${count(memoryMib)} MiB; ` +
        (largest < 0 ? 'no layer does' : `the largest layer that does is ${largest}`),
  ].join('\n');
}

function mib(bytes: number): string {
  return `${count(Math.ceil(bytes / MIB))} MiB`;
}

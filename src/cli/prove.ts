import type { Command } from 'commander';
import type { Core } from '../core/core.js';
import { rowsOf, seedsInPlay } from '../core/rows.js';
import { startPosition } from '../position.js';
import { loadCore } from './cores.js';
import { bytes, duration } from './figures.js';
import { makeCacheFolder } from './folders.js';
import {
  jsonOption,
  layersOption,
  nameOption,
  pitsOption,
  rulesOption,
  seedsOption,
  tableOption,
} from './options.js';
import type { GameOptions } from './options.js';
import { Report, solutionJson } from './report.js';
import type { Session } from './session.js';
import { solveShown } from './solving.js';
import { buildTables, positionsIn } from './tables.js';

const DEFAULT_LAYERS = 20;

interface CommandOptions extends GameOptions {
  readonly layers: number;
  readonly tableMib: number;
  readonly tablebase?: string;
  readonly json?: true;
}

const HELP = `
The tables are built into the user's cache folder, and found there the next
time. First comes the value of the start with a line of best play, then each
first move, every line as soon as it is proven.

JSON: one object, the same as that of granary solve --moves.

Examples:
  granary prove
  granary prove --pits 4 --seeds 4
`;

export function addProve(program: Command, session: Session): void {
  program
    .command('prove')
    .description(
      'build the tables that are missing and prove the value of a start and of its moves',
    )
    .addOption(rulesOption())
    .addOption(pitsOption())
    .addOption(seedsOption())
    .addOption(layersOption('largest layer of the tables', DEFAULT_LAYERS))
    .addOption(tableOption())
    .addOption(
      nameOption('--tablebase <dir>', 'folder for the tables (default: in the cache folder)'),
    )
    .addOption(jsonOption())
    .addHelpText('after', HELP)
    .action((options: CommandOptions) => runProve(session, options));
}

async function runProve(session: Session, options: CommandOptions): Promise<void> {
  const { rules, pits, seeds, tableMib, json } = options;
  const position = startPosition(rules, pits, seeds);
  const core = await loadCore(position);
  const report = json ? undefined : new Report(session, position);
  if (core.isGeneral) {
    core.reserve({ layers: -1, tableMib });
  } else {
    const layers = Math.min(options.layers, seedsInPlay(rowsOf(position)));
    const folder = options.tablebase ?? (await makeCacheFolder());
    await prepareTables(session, core, folder, layers, tableMib);
  }
  report?.printPosition();
  const solution = await solveShown(session, () => core, position, {
    moves: true,
    ...(report && { onValue: report.onValue, onMove: report.onMove }),
    subject: 'the start',
  });
  if (report) report.printTotal(solution);
  else await session.printJson(solutionJson(position, solution));
}

async function prepareTables(
  session: Session,
  core: Core,
  folder: string,
  layers: number,
  tableMib: number,
): Promise<void> {
  const started = performance.now();
  let built = 0;
  for await (const { kept } of buildTables(session, core, folder, layers, tableMib)) {
    if (!kept) built++;
  }
  const what = `layers 0 to ${layers} (${bytes(positionsIn(core, layers))})`;
  const seconds = duration((performance.now() - started) / 1000);
  if (built === 0) session.tell(`tables: ${what} read in ${seconds} from ${folder}`);
  else session.tell(`tables: ${what} ready in ${seconds}, ${built} of them built, in ${folder}`);
  session.kept = `the tables are kept in ${folder}`;
}

import type { Command } from 'commander';
import type { Core } from '../core/core.js';
import { rowsOf, seedsInPlay } from '../core/rows.js';
import { startPosition } from '../position.js';
import { loadCore } from './cores.js';
import { count, duration } from './figures.js';
import { cacheFolder, DEFAULT_LAYERS, nameOf, USER_ONLY } from '../tablebase/folders.js';
import {
  checkpointOption,
  jsonOption,
  layersOption,
  memoryOption,
  nameOption,
  nodesOption,
  pitsOption,
  rulesOption,
  seedsOption,
  tableOption,
  timeOption,
  workersOption,
} from './options.js';
import type { GameOptions } from './options.js';
import { workersOf } from './machine.js';
import type { Resources } from './machine.js';
import { Report, solutionJson } from './report.js';
import type { Session } from './session.js';
import { solveShown } from './solving.js';
import { startCrew } from '../worker/workers.js';
import { buildTables, positionsIn } from './tables.js';

interface CommandOptions extends GameOptions, Resources {
  readonly layers: number;
  readonly tableMib: number;
  readonly tablebase?: string;
  readonly nodes?: number;
  readonly time?: number;
  readonly checkpoint?: string;
  readonly json?: true;
}

const HELP = `
The tables are built into the user's cache folder, and found there the next
time. First comes who wins, then the value of the start with a line of best
play, then each first move, every line as soon as it is proven. Layers with more
seeds than the start has are not built. Starts of oware and awari are proven
only where tables hold them.

With --checkpoint what is found is written into a file each minute and at the
end, and the same command goes on from there after Ctrl-C or a kill. Half of
--nodes and --time is for the start, the rest for its moves alike. With several
workers the values are the same, and nodes and lines of best play may differ.

JSON, one object, at the end: the same as that of granary solve --moves.

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
    .addOption(workersOption())
    .addOption(memoryOption())
    .addOption(nodesOption())
    .addOption(timeOption())
    .addOption(checkpointOption())
    .addOption(
      nameOption('--tablebase <dir>', 'folder for the tables (default: in the cache folder)'),
    )
    .addOption(jsonOption())
    .addHelpText('after', HELP)
    .action((options: CommandOptions, command: Command) => {
      const isAsked = command.getOptionValueSource('layers') === 'cli';
      return runProve(session, options, isAsked ? options.layers : undefined);
    });
}

/** `asked` are the layers that the command line asks for. */
async function runProve(
  session: Session,
  options: CommandOptions,
  asked: number | undefined,
): Promise<void> {
  const { rules, pits, seeds, tableMib, nodes, time, checkpoint, json } = options;
  const position = startPosition(rules, pits, seeds);
  const core = await loadCore(position, options);
  const report = json ? undefined : new Report(session, position);
  const layers = core.isGeneral ? -1 : Math.min(options.layers, seedsInPlay(rowsOf(position)));
  if (asked !== undefined && asked > layers) session.tell(`granary: ${whyFewer(core, layers)}`);
  if (core.isCyclic && layers < seedsInPlay(rowsOf(position))) {
    session.tell(
      `granary: ${rules} has no proof in sight above its tables, since positions come back: expect bounds at ` +
        'best, which Ctrl-C prints',
    );
  }
  if (core.isGeneral) {
    core.reserve({ layers: -1, tableMib });
  } else {
    await prepareTables(session, core, options.tablebase, layers, tableMib);
  }
  report?.printPosition();
  const crew = workersOf(options) > 1 ? await startCrew(core) : undefined;
  const solution = await solveShown(session, () => ({ core, crew }), position, {
    moves: true,
    nodes,
    seconds: time,
    checkpoint,
    ...(report && { onWinner: report.onWinner, onValue: report.onValue, onMove: report.onMove }),
    subject: 'the start',
  });
  crew?.dispose();
  if (report) report.printTotal(solution);
  else await session.printJson(solutionJson(position, solution));
}

function whyFewer(core: Core, layers: number): string {
  return layers < 0
    ? `no layers are built: there are none for ${nameOf(core)} with so many seeds`
    : `only layers 0 to ${layers} are built: the start has ${layers} seeds, and needs no more`;
}

async function prepareTables(
  session: Session,
  core: Core,
  named: string | undefined,
  layers: number,
  tableMib: number,
): Promise<void> {
  const folder = named ?? cacheFolder();
  const mode = named === undefined ? USER_ONLY : undefined;
  const started = performance.now();
  let built = 0;
  for await (const { kept } of buildTables(session, core, folder, layers, { tableMib, mode })) {
    if (!kept) built++;
  }
  const what = `layers 0 to ${layers} (${count(positionsIn(core, layers))} positions)`;
  const seconds = duration((performance.now() - started) / 1000);
  if (built === 0) session.tell(`tables: ${what} read in ${seconds} from ${folder}`);
  else session.tell(`tables: ${what} ready in ${seconds}, ${built} of them built, in ${folder}`);
  session.kept = `the tables are kept in ${folder}`;
}

import type { Command } from 'commander';
import type { Position } from '../position.js';
import { answerLines, STDIN, STREAM_HELP } from './answers.js';
import { Cores } from './cores.js';
import type { CoreOptions } from './cores.js';
import { checkFolders } from './folders.js';
import {
  jsonOption,
  layersOption,
  listOption,
  nodesOption,
  pitsOption,
  rulesOption,
  seedsOption,
  tableOption,
} from './options.js';
import type { GameOptions } from './options.js';
import { readPosition, readPositions } from './positions.js';
import { Report, solutionJson } from './report.js';
import type { Session } from './session.js';
import { solveShown } from './solving.js';
import type { ShownOptions } from './solving.js';

interface CommandOptions extends GameOptions, CoreOptions {
  readonly moves?: true;
  readonly nodes?: number;
  readonly json?: true;
}

const HELP = `
Without a position the start is solved that --pits and --seeds name.
${STREAM_HELP}
Tables are looked for in the folders of --tablebase, else in those of
GRANARY_TABLEBASE (a list like PATH), else in the cache folder that granary
prove fills. No more is loaded than the seeds in play can need.

JSON, one line a position:
  {"rules": "kalah", "position": "...", "value": 8, "proof": "exact",
   "pv": ["3,6", "2"], "nodes": 1234, "lookups": 567, "seconds": 0.12,
   "moves": [{"move": "1", "value": -2, "proof": "exact"}]}
  value    the mover's score at the end of the game, stores included
  proof    exact, or lower or upper where the value is only a bound (--nodes)
  pv       best play, turn by turn
  nodes    positions whose moves were generated
  lookups  positions looked up in tables
  moves    only with --moves

Examples:
  granary solve --seeds 3 --moves
  granary solve '0,0,3,1,0,2/4,0,0,1,0,5 20/12 s' --json
  granary solve - --tablebase tables < positions.txt
`;

export function addSolve(program: Command, session: Session): void {
  program
    .command('solve')
    .description('find the exact value of positions, with a line of best play')
    .argument('[positions...]', 'positions as text, or - for standard input')
    .addOption(rulesOption())
    .addOption(pitsOption('pits a side of the start'))
    .addOption(seedsOption())
    .option('--moves', 'find the value of every move as well')
    .addOption(listOption('--tablebase <dir>', 'folder of tables; may be given again'))
    .option('--no-tablebase', 'search without tables')
    .addOption(layersOption('most layers of the tables to load (default: what can be needed)'))
    .addOption(tableOption())
    .addOption(nodesOption())
    .addOption(jsonOption())
    .addHelpText('after', HELP)
    .action((args: string[], options: CommandOptions) => runSolve(session, args, options));
}

async function runSolve(
  session: Session,
  args: readonly string[],
  options: CommandOptions,
): Promise<void> {
  const { rules, nodes, moves = false } = options;
  await checkFolders(options.tablebase);
  const cores = new Cores(session, rules, options);
  const solveOne = (position: Position, more: ShownOptions = {}) =>
    solveShown(session, () => cores.prepare(position), position, { nodes, moves, ...more });

  if (args.length === 1 && args[0] === STDIN) {
    await answerLines(session, rules, async (position, line) =>
      solutionJson(position, await solveOne(position, { subject: `line ${line}` })),
    );
    return;
  }
  const positions = args.length > 0 ? readPositions(args, rules) : [readPosition([], options)];
  session.kept = 'what is printed stands';
  for (const [i, position] of positions.entries()) {
    if (options.json) {
      await session.printJson(solutionJson(position, await solveOne(position)));
      continue;
    }
    if (i > 0) session.print('');
    const report = new Report(session, position);
    const { onValue, onMove } = report;
    report.printTotal(await solveOne(position, { onValue, onMove }));
  }
}

import type { Command } from 'commander';
import { Books } from '../book/folders.js';
import { GranaryError, isGranaryError } from '../errors.js';
import { Match } from '../match.js';
import { parsePosition } from '../notation.js';
import type { Position } from '../position.js';
import type { Solution } from '../solver/solver.js';
import { answerLines, STDIN, STREAM_HELP } from './answers.js';
import { Cores } from './cores.js';
import type { CoreOptions } from './cores.js';
import { checkFolders } from '../tablebase/folders.js';
import {
  checkpointOption,
  jsonOption,
  layersOption,
  nodesOption,
  noTablebaseOption,
  pitsOption,
  rulesOption,
  seedsOption,
  TABLEBASE_OPTION,
  tablebaseOption,
  tableOption,
  timeOption,
  workersOption,
} from './options.js';
import { UsageError } from './failure.js';
import type { GameOptions } from './options.js';
import { checkNoStart, readPosition, readPositions } from './positions.js';
import { Report, solutionJson } from './report.js';
import type { Session } from './session.js';
import { solveShown } from './solving.js';
import type { ShownOptions } from './solving.js';

interface CommandOptions extends GameOptions, CoreOptions {
  readonly moves?: true;
  readonly book: boolean;
  readonly nodes?: number;
  readonly time?: number;
  readonly checkpoint?: string;
  readonly played?: string;
  readonly json?: true;
}

const PRINTED = 'what is printed stands';

const HELP = `
Without a position the start is solved that --pits and --seeds name.
${STREAM_HELP}
With --tablebase tables are looked for in its folders only; else in those of
GRANARY_TABLEBASE (a list like PATH), if one of them has a layer of the rule set
and board, else in the cache folder that granary prove fills. Each layer is
taken from the first folder that has it. No more is loaded than the seeds in
play can need, and nothing above a layer that is missing. Without tables all is
searched, which can take long.

Values of the first plies of kalah and kalah-empty from 6 pits with 4 seeds are
taken from books that come with the package, or those in the folder books beside
the tables in the cache folder. What a book says is proven; with --no-book it is
proven again.

With --played the position is where a game began, and what is solved is the
position after these turns. In Oware and Awari the game then ends when a
position comes back that it has been through, as at the table: in Oware each
side takes its own row, in Awari the seeds left are split. Without --played play
that has no end is worth an even split in both, and values that rest on it are
marked.

With --moves half of --nodes and --time is for the position, the rest for its
moves alike. With --checkpoint what is found is written into a file each minute
and at the end, and the same command goes on from there after Ctrl-C or a kill;
tables, --table-mib and --workers may be others then. With several workers the
values are the same, and nodes and lines of best play may differ each time.

JSON, one line a position:
  {"rules": "kalah", "position": "...", "value": 8, "proof": "exact",
   "lower": 8, "upper": 8, "pv": ["3,6", "2"], "nodes": 1234, "lookups": 567,
   "seconds": 0.12, "moves": [{"move": "1", "value": -2, "proof": "exact",
   "lower": -2, "upper": -2}]}
  value    the mover's score at the end of the game, stores included
  proof    exact, or lower or upper where the value is only a bound (--nodes)
  split    only where positions can come back: true if no line of best play
           ends, so that the value rests on play without end; may be unknown
  book     only where the value is a book's: true
  lower    all that is proven: the score lies between the two. Where they are as
  upper    far apart as the seeds in play allow, nothing is proven yet
  pv       best play, turn by turn
  nodes    positions whose moves were generated
  lookups  positions looked up in tables
  moves    only with --moves

Examples:
  granary solve --seeds 3 --moves
  granary solve '0,0,3,1,0,2/4,0,0,1,0,5 20/12 s' --json
  granary solve - --tablebase tables < positions.txt
  granary solve --rules oware 0,0,1/0,0,1_2/2_s --played '3 3 1 1 2'
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
    .addOption(tablebaseOption())
    .addOption(noTablebaseOption())
    .addOption(layersOption('most layers of the tables to load (default: what can be needed)'))
    .option('--no-book', 'take no value from a book of openings')
    .addOption(tableOption())
    .addOption(workersOption('threads that search together', 1))
    .addOption(nodesOption())
    .addOption(timeOption())
    .addOption(checkpointOption())
    .option('--played <turns>', "turns played from the position, as '3,6 2'")
    .addOption(jsonOption())
    .addHelpText('after', HELP)
    .action((args: string[], options: CommandOptions, command: Command) => {
      checkNoStart(command, args);
      return runSolve(session, args, options);
    });
}

async function runSolve(
  session: Session,
  args: readonly string[],
  options: CommandOptions,
): Promise<void> {
  const { rules, nodes, time, checkpoint, moves = false } = options;
  const isMany = args.length > 1 || args[0] === STDIN;
  await checkFolders(options.tablebase, TABLEBASE_OPTION);
  const cores = new Cores(session, rules, options);
  const books = options.book ? new Books() : undefined;
  const solveOne = async (position: Position, more: ShownOptions = {}): Promise<Solution> =>
    solveShown(session, () => cores.prepare(position), position, {
      nodes,
      seconds: time,
      moves,
      checkpoint,
      book: await books?.holding(position),
      ...more,
    });

  for (const name of ['played', 'checkpoint'] as const) {
    if (options[name] === undefined || !isMany) continue;
    throw new UsageError(`--${name} beside several positions: expected one, or none for the start`);
  }
  if (options.played !== undefined && checkpoint !== undefined) {
    throw new UsageError(
      '--checkpoint beside --played: what is found rests on the game, and is not kept',
    );
  }
  if (args.length === 1 && args[0] === STDIN) {
    await answerLines(
      session,
      (line) => parsePosition(line, rules),
      async (position, line) =>
        solutionJson(position, await solveOne(position, { subject: `line ${line}` })),
    );
    return;
  }
  const given = args.length > 0 ? readPositions(args, rules) : [readPosition([], options)];
  const game = options.played === undefined ? undefined : playedFrom(given[0]!, options.played);
  const positions = game ? [game.position] : given;
  const history = game?.history;
  session.kept = undefined;
  for (const [i, position] of positions.entries()) {
    const subject = positions.length > 1 ? `position ${i + 1}` : undefined;
    if (options.json) {
      await session.printJson(
        solutionJson(position, await solveOne(position, { subject, history })),
      );
      session.kept = PRINTED;
      continue;
    }
    if (i > 0) session.print('');
    const report = new Report(session, position);
    const onValue = (solution: Solution): void => {
      report.onValue(solution);
      session.kept = PRINTED;
    };
    report.printTotal(
      await solveOne(position, { onValue, onMove: report.onMove, subject, history }),
    );
  }
}

/** The game so far, played to its end if need be; throws `InvalidHistory` for turns that are no game. */
function playedFrom(start: Position, turns: string): Match {
  const texts = turns.split(/\s+/).filter((turn) => turn !== '');
  if (texts.length === 0) throw new UsageError("--played is empty: expected turns, as '3,6 2'");
  const match = matchFrom(start, texts);
  if (match.reason !== 'repetition') return match;
  const [south, north] = match.scores;
  throw new GranaryError(
    'InvalidHistory',
    `--played: the game is over by repetition, ${south}-${north}: leave out its last turn`,
  );
}

function matchFrom(start: Position, turns: readonly string[]): Match {
  try {
    return Match.fromMoves(start, turns, { stopWhenDecided: false });
  } catch (error) {
    if (!isGranaryError(error)) throw error;
    throw new GranaryError(error.name, `--played: ${error.message}`);
  }
}

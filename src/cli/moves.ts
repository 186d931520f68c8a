import type { Command } from 'commander';
import { formatPosition } from '../notation.js';
import { isOver, moves } from '../position.js';
import type { Move, Position } from '../position.js';
import type { RuleSetId } from '../rules/options.js';
import { answerLines, STDIN, STREAM_HELP } from './answers.js';
import { jsonOption, rulesOption } from './options.js';
import { readPositions } from './positions.js';
import { finalScore, nameOf } from './report.js';
import type { Session } from './session.js';

interface MovesOptions {
  readonly rules: RuleSetId;
  readonly json?: true;
}

const HELP = `${STREAM_HELP}
JSON, one line a position:
  {"position": "...", "over": false,
   "moves": [{"move": "3", "position": "...", "extraTurn": true, "captured": 0,
              "over": false}]}
  captured  seeds taken by the capture alone
  over      the game is over: the seeds left have been swept into the stores

Examples:
  granary moves '4,4,4,4,4,4/4,4,4,4,4,4 0/0 s'
  granary moves - < positions.txt
`;

export function addMoves(program: Command, session: Session): void {
  program
    .command('moves')
    .description('list the legal moves of positions and what they lead to, by the plain rules')
    .argument('<positions...>', 'positions as text, or - for standard input')
    .addOption(rulesOption())
    .addOption(jsonOption())
    .addHelpText('after', HELP)
    .action((args: string[], options: MovesOptions) => runMoves(session, args, options));
}

async function runMoves(
  session: Session,
  args: readonly string[],
  { rules, json }: MovesOptions,
): Promise<void> {
  if (args.length === 1 && args[0] === STDIN) {
    await answerLines(session, rules, movesJson);
    return;
  }
  for (const [i, position] of readPositions(args, rules).entries()) {
    if (json) await session.printJson(movesJson(position));
    else session.print((i > 0 ? '\n' : '') + movesText(position));
  }
}

function movesJson(position: Position): object {
  return {
    position: formatPosition(position),
    over: isOver(position),
    moves: moves(position).map(({ position: next, ...move }) => ({
      move: move.move,
      position: formatPosition(next),
      extraTurn: move.extraTurn,
      captured: move.captured,
      over: move.over,
    })),
  };
}

function movesText(position: Position): string {
  const title = formatPosition(position);
  if (isOver(position)) return `${title}\nthe game is over: ${finalScore(position)}`;
  const header = row('move', 'captured', 'next', 'position');
  return [title, header, ...moves(position).map(moveRow)].join('\n');
}

function moveRow({ move, position, extraTurn, captured, over }: Move): string {
  const mover = nameOf(position.mover);
  const next = over ? 'game over' : extraTurn ? `${mover} again` : mover;
  return row(move, captured > 0 ? String(captured) : '-', next, formatPosition(position));
}

function row(move: string, captured: string, next: string, position: string): string {
  return `${move.padStart(4)}  ${captured.padStart(8)}  ${next.padEnd(11)}  ${position}`;
}

import type { Command } from 'commander';
import {
  formatAuale,
  formatKgp,
  formatPosition,
  hasAuale,
  parseKgp,
  parsePosition,
} from '../notation.js';
import { isOver, moves, settle } from '../position.js';
import type { Move, Position } from '../position.js';
import { ruleSetIds } from '../rules/options.js';
import type { RuleSetId } from '../rules/options.js';
import { answerLines, STDIN, STREAM_HELP } from './answers.js';
import { UsageError } from './failure.js';
import { jsonOption, notationOption, rulesOption } from './options.js';
import type { Notation } from './options.js';
import { readPositions } from './positions.js';
import { finalScore, nameOf } from './outcome.js';
import type { Session } from './session.js';

interface MovesOptions {
  readonly rules: RuleSetId;
  readonly notation: Notation;
  readonly json?: true;
}

type Format = (position: Position) => string;

const FORMATS: Readonly<Record<Notation, Format>> = {
  granary: formatPosition,
  kgp: formatKgp,
  auale: formatAuale,
};

const HELP = `${STREAM_HELP}
With --notation kgp positions are written as board text of the Kalah Game
Protocol, each seen by its mover: a board with North to move is turned round.
With --notation auale they are written as board text of Aualé, a program that
plays Oware; only with the rule sets oware and awari. Reading takes no option.

JSON, one line a position:
  {"rules": "kalah", "position": "...", "over": false,
   "moves": [{"move": "3", "position": "...", "extraTurn": true, "captured": 0,
              "over": false}]}
  over      the game is over; then there are no moves, and after "over" comes
            "result": {"south": 25, "north": 23}, all seeds swept. A move that
            ends the game has them in the stores of its position
  captured  seeds taken by the capture alone

Examples:
  granary moves '4,4,4,4,4,4/4,4,4,4,4,4 0/0 s'
  granary moves '<3,10,2,1,2,3,4,2,0>' --notation kgp
  granary moves 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S --rules oware --notation auale
  granary moves - < positions.txt
`;

export function addMoves(program: Command, session: Session): void {
  program
    .command('moves')
    .description('list the legal moves of positions and what they lead to, by the plain rules')
    .argument('<positions...>', 'positions as text, or - for standard input')
    .addOption(rulesOption())
    .addOption(notationOption())
    .addOption(jsonOption())
    .addHelpText('after', HELP)
    .action((args: string[], options: MovesOptions) => runMoves(session, args, options));
}

async function runMoves(
  session: Session,
  args: readonly string[],
  { rules, notation, json }: MovesOptions,
): Promise<void> {
  if (notation === 'auale') checkAuale(rules);
  const format = FORMATS[notation];
  // South is the side that is South in what is printed.
  const seen = (position: Position): Position =>
    notation === 'kgp' ? parseKgp(formatKgp(position), rules) : position;
  if (args.length === 1 && args[0] === STDIN) {
    await answerLines(
      session,
      (line) => seen(parsePosition(line, rules)),
      (position) => movesJson(position, format),
    );
    return;
  }
  for (const [i, position] of readPositions(args, rules).map(seen).entries()) {
    if (json) await session.printJson(movesJson(position, format));
    else session.print((i > 0 ? '\n' : '') + movesText(position, format));
  }
}

function checkAuale(rules: RuleSetId): void {
  if (hasAuale(rules)) return;
  const ids = ruleSetIds().filter(hasAuale);
  throw new UsageError(
    `--notation auale: its board text is of Oware, not of ${rules}: expected --rules ${ids.join(' or ')}`,
  );
}

function movesJson(position: Position, format: Format): object {
  const over = isOver(position);
  const [south, north] = settle(position).stores;
  return {
    rules: position.rules,
    position: format(position),
    over,
    ...(over && { result: { south, north } }),
    moves: moves(position).map(({ position: next, ...move }) => ({
      move: move.move,
      position: format(next),
      extraTurn: move.extraTurn,
      captured: move.captured,
      over: move.over,
    })),
  };
}

function movesText(position: Position, format: Format): string {
  const title = `${position.rules}  ${format(position)}`;
  if (isOver(position)) return `${title}\nthe game is over: ${finalScore(position)}`;
  const header = row('move', 'captured', 'next', 'position');
  return [title, header, ...moves(position).map((move) => moveRow(move, format))].join('\n');
}

function moveRow({ move, position, extraTurn, captured, over }: Move, format: Format): string {
  const mover = nameOf(position.mover);
  const next = over ? 'game over' : extraTurn ? `${mover} again` : mover;
  return row(move, captured > 0 ? String(captured) : '-', next, format(position));
}

function row(move: string, captured: string, next: string, position: string): string {
  return `${move.padStart(4)}  ${captured.padStart(8)}  ${next.padEnd(11)}  ${position}`;
}

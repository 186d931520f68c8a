import type { Command } from 'commander';
import { formatPosition, parsePosition, parseTurn } from '../notation.js';
import { isOver, score } from '../position.js';
import type { Position } from '../position.js';
import type { RuleSetId } from '../rules/options.js';
import { answerLines, STDIN } from './answers.js';
import { drawBoard } from './drawing.js';
import { explainTurn, turnJson } from './explanation.js';
import type { Step } from './explanation.js';
import { UsageError } from './failure.js';
import { jsonOption, rulesOption } from './options.js';
import { checkWhole, MOVER } from './positions.js';
import { exactOutcome, finalScore } from './outcome.js';
import { wrapped } from './report.js';
import type { Session } from './session.js';
import { tellPly } from './telling.js';

interface CommandOptions {
  readonly rules: RuleSetId;
  readonly json?: true;
}

const HELP = `
MOVE is a pit of the side to move, or the pits of a turn joined by commas: 3,6
or C,F. What is told follows from the plain rules.

With - positions are read from standard input, one a line, each followed by a
move. Each line is answered by a line of JSON in its place; one that is no
position and move, also a blank one or one that begins with #, by
{"line": n, "error": "..."}, and then the exit code is 1.

JSON, one object a move:
  {"rules": "kalah", "position": "...", "plies": [
    {"move": "3", "side": "s", "seeds": 4,
     "sown": [{"side": "s", "pit": 4, "holds": 5}],
     "last": {"side": "s", "pit": "store", "held": 0},
     "capture": {"reason": "opposite", "grandSlam": false,
                 "pits": [{"side": "s", "pit": 1, "seeds": 1}]},
     "captured": 6, "extraTurn": false,
     "end": {"reason": "row-empty", "sweep": {"south": 0, "north": 5}},
     "over": true, "position": "..."}]}
  seeds     taken up from the pit; sown lists where each falls, in order, and
            what that place holds then; a pit is its number, or "store"
  last      where the last seed falls, and what was there before it
  capture   null, or why seeds are captured, and how many from which pits; the
            reason is opposite, empty (a lone seed), even or two-three
  captured  seeds taken by the capture; none in a grand slam that takes nothing
  end       null, or why the game is over and how many seeds each side takes
            from the pits; the reason is row-empty, mover-empty or no-move
  position  in a ply, the position after it

Examples:
  granary explain '4,4,4,4,4,4/4,4,4,4,4,4 0/0 s' 3,6
  granary explain '0,0,3,1,0,2/4,0,0,1,0,5 20/12 s' D --json
  granary explain 1-0-0-0-0-4-2-1-2-1-0-4-20-13-S 6 --rules oware
  echo '4,4,4,4,4,4/4,4,4,4,4,4 0/0 s 3,6' | granary explain -
`;

export function addExplain(program: Command, session: Session): void {
  program
    .command('explain')
    .description('tell what a move does, seed by seed, and why')
    .argument('<position>', 'position as text, or - for standard input')
    .argument('[move]', 'pit, or pits of one turn joined by commas')
    .allowExcessArguments()
    .addOption(rulesOption())
    .addOption(jsonOption())
    .addHelpText('after', HELP)
    .action((_position: unknown, _move: unknown, options: CommandOptions, command: Command) =>
      runExplain(session, command.args, options),
    );
}

async function runExplain(
  session: Session,
  args: readonly string[],
  { rules, json }: CommandOptions,
): Promise<void> {
  if (args.length === 1 && args[0] === STDIN) {
    await answerLines(
      session,
      (line) => readQuestion(line, rules),
      ({ position, turn }) => turnJson(position, explainTurn(position, turn)),
    );
    return;
  }
  checkWhole(args);
  const [text = '', turn, ...more] = args;
  if (text === STDIN) {
    throw new UsageError(`${STDIN} reads standard input: expected no move beside it`);
  }
  if (turn === undefined) {
    throw new UsageError("missing required argument 'move' (see granary explain --help)");
  }
  if (more.length > 0) {
    throw new UsageError(
      `${args.length} arguments: expected a position and a move, plies joined by commas, like 3,6`,
    );
  }
  const position = parsePosition(text, rules);
  const steps = explainTurn(position, parseTurn(turn, position.south.length));
  if (json) {
    await session.printJson(turnJson(position, steps));
    return;
  }
  session.print(`${rules}  ${formatPosition(position)}\n\n${drawBoard(position).join('\n')}`);
  for (const step of steps) session.print(`\n${stepText(step)}`);
}

interface Question {
  readonly position: Position;
  readonly turn: readonly number[];
}

/** A position and, as the last field, a move; throws `InvalidPosition` or `IllegalMove`. */
function readQuestion(line: string, rules: RuleSetId): Question {
  const [, before = line, last = ''] = /^(.*\S)\s+(\S+)\s*$/.exec(line) ?? [];
  const [text, move] = MOVER.test(last) ? [line, ''] : [before, last];
  const position = parsePosition(text, rules);
  return { position, turn: parseTurn(move, position.south.length) };
}

function stepText({ position, ply, next }: Step): string {
  const sentences = tellPly(position, ply).map((sentence) => wrapped('', sentence.split(' ')));
  const result = isOver(next) ? [finalText(next)] : [];
  return [...sentences, ...result, '', formatPosition(next), '', ...drawBoard(next)].join('\n');
}

function finalText(position: Position): string {
  const result = exactOutcome(score(position), position.mover);
  return `The score is ${finalScore(position)}: ${result}.`;
}

import type { Command } from 'commander';
import { formatPosition, parsePosition, parseTurn } from '../notation.js';
import { isOver, score } from '../position.js';
import type { Position } from '../position.js';
import type { RuleSetId } from '../rules/options.js';
import { drawBoard } from './drawing.js';
import { explainTurn, turnJson } from './explanation.js';
import type { Step } from './explanation.js';
import { UsageError } from './failure.js';
import { jsonOption, rulesOption } from './options.js';
import { checkWhole } from './positions.js';
import { finalScore, outcome, wrapped } from './report.js';
import type { Session } from './session.js';
import { tellPly } from './telling.js';

interface CommandOptions {
  readonly rules: RuleSetId;
  readonly json?: true;
}

const HELP = `
MOVE is a pit of the side to move, or the pits of a turn joined by commas: 3,6
or C,F. What is told follows from the plain rules.

JSON, one object:
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
`;

export function addExplain(program: Command, session: Session): void {
  program
    .command('explain')
    .description('tell what a move does, seed by seed, and why')
    .argument('<position>', 'position as text')
    .argument('<move>', 'pit, or pits of one turn joined by commas')
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
  checkWhole(args);
  const [text = '', turn = '', ...more] = args;
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

function stepText({ position, ply, next }: Step): string {
  const sentences = tellPly(position, ply).map((sentence) => wrapped('', sentence.split(' ')));
  const result = isOver(next) ? [finalText(next)] : [];
  return [...sentences, ...result, '', formatPosition(next), '', ...drawBoard(next)].join('\n');
}

function finalText(position: Position): string {
  const result = outcome({ value: score(position), proof: 'exact' }, position.mover);
  return `The score is ${finalScore(position)}: ${result}.`;
}

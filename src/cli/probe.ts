import type { Command } from 'commander';
import { isGranaryError } from '../errors.js';
import { formatPosition, parsePosition } from '../notation.js';
import { isOver, moves, score } from '../position.js';
import type { Move, Position } from '../position.js';
import { isCyclic, optionsOf } from '../rules/options.js';
import type { RuleSetId } from '../rules/options.js';
import { layerOf } from '../tablebase/tablebase.js';
import { Tablebase } from '../tablebase/tablebase.js';
import { answerLines, STDIN, STREAM_HELP } from './answers.js';
import { signed } from './figures.js';
import { checkFolders } from '../tablebase/folders.js';
import { openTables } from './lookup.js';
import { jsonOption, rulesOption, TABLEBASE_OPTION, tablebaseOption } from './options.js';
import { readPositions } from './positions.js';
import { exactOutcome, finalScore, nameOf } from './outcome.js';
import type { Session } from './session.js';

interface CommandOptions {
  readonly rules: RuleSetId;
  readonly tablebase?: readonly string[];
  readonly json?: true;
}

/** What the tables say of a position. */
interface Answer {
  readonly position: Position;
  readonly layer: number;
  readonly covered: boolean;
  readonly value: number | null;
  readonly moves: readonly { readonly move: string; readonly value: number | null }[];
}

const ENDLESS = 'play that has no end counts as an even split of the seeds in the pits';

const HELP = `
Looks positions up and searches nothing. Layers that are not there are not
covered, and those that are answer without them. Tables are looked for where
granary solve looks; no more is read than the positions and their moves need.
${STREAM_HELP}
JSON, one line a position:
  {"rules": "kalah", "position": "...", "layer": 7, "covered": true, "value": 4,
   "moves": [{"move": "3", "value": 4}, {"move": "5", "value": null}]}
  layer    seeds in the pits
  covered  whether that layer is there
  endless  "split" for rule sets in which play can go on for ever: such play
           counts as an even split of the seeds in the pits
  value    the mover's score at the end of the game, stores included; null where
           the layer that would tell is not there. A game that is over needs no
           layer, and neither does a move that ends it

Examples:
  granary probe '0,0,3,1,0,2/4,0,0,1,0,5 20/12 s' --tablebase tables
  granary probe - --tablebase tables < positions.txt
`;

export function addProbe(program: Command, session: Session): void {
  program
    .command('probe')
    .description('look positions and their moves up in tables')
    .argument('<positions...>', 'positions as text, or - for standard input')
    .addOption(rulesOption())
    .addOption(tablebaseOption())
    .addOption(jsonOption())
    .addHelpText('after', HELP)
    .action((args: string[], options: CommandOptions) => runProbe(session, args, options));
}

async function runProbe(
  session: Session,
  args: readonly string[],
  options: CommandOptions,
): Promise<void> {
  await checkFolders(options.tablebase, TABLEBASE_OPTION);
  const prober = new Prober(session, options);
  if (args.length === 1 && args[0] === STDIN) {
    await answerLines(
      session,
      (line) => parsePosition(line, options.rules),
      async (position) => answerJson(await prober.probe(position)),
    );
    return;
  }
  const positions = readPositions(args, options.rules);
  session.kept = 'what is printed stands';
  for (const [i, position] of positions.entries()) {
    const answer = await prober.probe(position);
    if (options.json) await session.printJson(answerJson(answer));
    else session.print((i > 0 ? '\n' : '') + answerText(answer));
  }
}

/** Keeps the tables of each board, so that of a stream of positions only the first pays for reading. */
class Prober {
  private readonly byPits = new Map<number, Tablebase>();

  constructor(
    private readonly session: Session,
    private readonly options: CommandOptions,
  ) {}

  async probe(position: Position): Promise<Answer> {
    const layer = layerOf(position);
    if (isOver(position)) {
      const covered = await this.coversOver(position);
      return { position, layer, covered, value: score(position), moves: [] };
    }
    const tables = await this.tablesFor(position);
    const covered = tables.covers(position);
    const value = await valueIn(tables, position);
    const values: Answer['moves'][number][] = [];
    for (const move of moves(position)) {
      values.push({ move: move.move, value: await valueOf(tables, position, move) });
    }
    return { position, layer, covered, value, moves: values };
  }

  private async tablesFor({ south }: Position): Promise<Tablebase> {
    const pits = south.length;
    const { rules, tablebase } = this.options;
    const tables =
      this.byPits.get(pits) ?? (await openTables(this.session, { rules, pits }, tablebase));
    this.byPits.set(pits, tables);
    return tables;
  }

  /** Whether the layer of a game that is over is there: it is answered also where there are no tables at all. */
  private async coversOver(position: Position): Promise<boolean> {
    try {
      return (await this.tablesFor(position)).covers(position);
    } catch (error) {
      if (isGranaryError(error, 'TablebaseMissing') || isGranaryError(error, 'InvalidOption')) {
        return false;
      }
      throw error;
    }
  }
}

/** The value of a move for the side that makes it. */
async function valueOf(
  tables: Tablebase,
  { mover }: Position,
  { position: next }: Move,
): Promise<number | null> {
  const value = await valueIn(tables, next);
  if (value === null) return null;
  return next.mover === mover ? value : 0 - value;
}

async function valueIn(tables: Tablebase, position: Position): Promise<number | null> {
  return tables.covers(position) || isOver(position) ? tables.probe(position) : null;
}

function answerJson({ position, ...answer }: Answer): object {
  const { layer, covered, ...values } = answer;
  return {
    rules: position.rules,
    position: formatPosition(position),
    layer,
    covered,
    ...(isEndless(position) && { endless: 'split' }),
    ...values,
  };
}

function answerText({ position, layer, covered, value, moves }: Answer): string {
  const title = `${position.rules}  ${formatPosition(position)}`;
  if (isOver(position)) {
    const result = outcomeOf(position, value);
    return `${title}\nthe game is over, ${finalScore(position)}: ${result}`;
  }
  const said = covered
    ? `${outcomeOf(position, value)} (${valueText(value)} for ${nameOf(position.mover)}, to move)`
    : 'not covered';
  const lines = moves.map(({ move, value: moveValue }) => {
    const isBest = value !== null && moveValue === value;
    const line = row(move, valueText(moveValue), outcomeOf(position, moveValue));
    return isBest ? `${line}  best` : line;
  });
  const endless = isEndless(position) ? [ENDLESS] : [];
  const head = [title, `layer ${layer}: ${said}`, ...endless, ''];
  return [...head, row('move', 'value', 'outcome'), ...lines].join('\n');
}

function isEndless({ rules }: Position): boolean {
  return isCyclic(optionsOf(rules));
}

function outcomeOf({ mover }: Position, value: number | null): string {
  return value === null ? 'not covered' : exactOutcome(value, mover);
}

function valueText(value: number | null): string {
  return value === null ? '-' : signed(value);
}

function row(move: string, value: string, outcome: string): string {
  return `${move.padStart(4)}  ${value.padStart(6)}  ${outcome}`;
}

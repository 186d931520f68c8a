import type { Command } from 'commander';
import type { Core } from '../core/core.js';
import { rowsOf, seedsInPlay } from '../core/rows.js';
import type { Rows } from '../core/rows.js';
import { GranaryError } from '../errors.js';
import { formatPosition, parsePosition } from '../notation.js';
import { pause } from '../pause.js';
import type { Position } from '../position.js';
import { answerLines, STDIN, STREAM_HELP } from './answers.js';
import { loadCore } from './cores.js';
import { brief, count, duration } from './figures.js';
import { depthOption, jsonOption, pitsOption, rulesOption, seedsOption } from './options.js';
import type { GameOptions } from './options.js';
import { checkNoStart, readPosition } from './positions.js';
import type { Session } from './session.js';

interface CommandOptions extends GameOptions {
  readonly depth: number;
  readonly divide?: true;
  readonly json?: true;
}

interface MoveLeaves {
  /** The pit's number, from 1, as text. */
  readonly move: string;
  readonly leaves: number;
}

/** The leaves of one depth. */
interface Counts {
  readonly plies: number;
  readonly leaves: number;
  readonly byMove: readonly MoveLeaves[];
  readonly seconds: number;
}

/** A part of a count: leaves, and the share of the whole that is done with them. */
interface Part {
  readonly leaves: number;
  readonly share: number;
}

/** Plies counted by one call into the core, which nothing can interrupt: some milliseconds. */
const DEPTH_AT_ONCE = 8;
/** Time between two looks at signals. */
const SLICE_MS = 20;

const HELP = `
Counts the sequences of exactly 1, 2, ... N plies. An extra turn is a ply of
its own; games that end earlier add nothing.
${STREAM_HELP}
JSON, one object a position:
  {"rules": "kalah", "position": "...", "depth": 3, "leaves": [6, 35, 185]}
  and with --divide "divide": [{"move": "1", "leaves": 30}], those of depth N

Examples:
  granary perft --seeds 4 --depth 9
  granary perft '0,0,3,1,0,2/4,0,0,1,0,5 20/12 s' --depth 4 --divide
  granary perft - --depth 6 < positions.txt
`;

export function addPerft(program: Command, session: Session): void {
  program
    .command('perft')
    .description('count the leaves of the game tree, to check and to measure the core')
    .argument('[position]', 'position as text, or - for standard input (default: the start)')
    .allowExcessArguments()
    .addOption(rulesOption())
    .addOption(pitsOption('pits a side of the start'))
    .addOption(seedsOption())
    .addOption(depthOption())
    .option('--divide', 'count by first move as well')
    .addOption(jsonOption())
    .addHelpText('after', HELP)
    .action((_first: unknown, options: CommandOptions, command: Command) => {
      checkNoStart(command, command.args);
      return runPerft(session, command.args, options);
    });
}

async function runPerft(
  session: Session,
  args: readonly string[],
  options: CommandOptions,
): Promise<void> {
  if (args.length === 1 && args[0] === STDIN) {
    const counters = new Counters(session);
    await answerLines(
      session,
      (line) => parsePosition(line, options.rules),
      async (position) => countJson(position, options, await counters.for(position)),
    );
    return;
  }
  const position = readPosition(args, options);
  const counter = new Counter(session, await loadCore(position));
  session.kept = 'what is printed stands';
  if (options.json) await session.printJson(await countJson(position, options, counter));
  else await printCounts(session, position, options, counter);
}

async function countJson(
  position: Position,
  { depth, divide }: CommandOptions,
  counter: Counter,
): Promise<object> {
  const counts: Counts[] = [];
  for await (const count of countsOf(position, depth, counter)) counts.push(count);
  return {
    rules: position.rules,
    position: formatPosition(position),
    depth,
    leaves: counts.map(({ leaves }) => leaves),
    ...(divide && { divide: counts.at(-1)!.byMove }),
  };
}

async function printCounts(
  session: Session,
  position: Position,
  { depth, divide }: CommandOptions,
  counter: Counter,
): Promise<void> {
  const title = `${position.rules}  ${formatPosition(position)}`;
  session.print(`${title}\n${row('depth', 'leaves', 'time')}`);
  for await (const { plies, leaves, byMove, seconds } of countsOf(position, depth, counter)) {
    session.print(row(String(plies), count(leaves), duration(seconds)));
    if (!divide || plies < depth) continue;
    session.print(`\n${row('move', 'leaves')}`);
    for (const { move, leaves } of byMove) session.print(row(move, count(leaves)));
  }
}

async function* countsOf(
  position: Position,
  depth: number,
  counter: Counter,
): AsyncGenerator<Counts> {
  for (let plies = 1; plies <= depth; plies++) {
    const started = performance.now();
    const byMove = await counter.divide(rowsOf(position), plies);
    const leaves = byMove.reduce((sum, move) => sum + move.leaves, 0);
    yield { plies, leaves, byMove, seconds: (performance.now() - started) / 1000 };
  }
}

/** Keeps the last core, so that of a stream of positions alike only the first pays for loading. */
class Counters {
  private last: Counter | undefined;

  constructor(private readonly session: Session) {}

  async for(position: Position): Promise<Counter> {
    if (!this.last?.takes(position)) {
      this.last = new Counter(this.session, await loadCore(position));
    }
    return this.last;
  }
}

/** Counts leaves in slices, so that signals are heard and progress is seen. */
class Counter {
  private lastPause = performance.now();

  constructor(
    private readonly session: Session,
    private readonly core: Core,
  ) {}

  takes(position: Position): boolean {
    const { core } = this;
    return core.pits === position.south.length && seedsInPlay(rowsOf(position)) <= core.maxSeeds;
  }

  /** The leaves of depth `plies` of each move. */
  async divide(rows: Rows, plies: number): Promise<MoveLeaves[]> {
    const { core, session } = this;
    if (core.isOver(rows)) return [];
    const started = performance.now();
    const pits = core.moves(rows);
    let total = 0;
    let done = 0;
    const byMove: MoveLeaves[] = [];
    for (const pit of pits) {
      let leaves = 0;
      for (const part of this.partsOf(rows, pit, plies, 1 / pits.length)) {
        leaves += part.leaves;
        total += part.leaves;
        done += part.share;
        if (performance.now() - this.lastPause < SLICE_MS) continue;
        const seconds = (performance.now() - started) / 1000;
        session.progress.show({
          task: `counting depth ${plies}`,
          part: Math.min(done, 1),
          figures: [`${brief(total)} leaves`, `${brief(total / seconds)} leaves/s`],
        });
        await this.pause();
      }
      byMove.push({ move: String(pit + 1), leaves });
    }
    session.progress.clear();
    return byMove;
  }

  private *partsOf(rows: Rows, pit: number, plies: number, share: number): Generator<Part> {
    const { core } = this;
    if (plies === 1) {
      yield { leaves: 1, share };
      return;
    }
    const next = core.play(rows, pit);
    if (next.over) {
      yield { leaves: 0, share };
    } else if (plies - 1 <= DEPTH_AT_ONCE) {
      yield { leaves: core.perft(next.rows, plies - 1), share };
    } else {
      const pits = core.moves(next.rows);
      for (const next_pit of pits) {
        yield* this.partsOf(next.rows, next_pit, plies - 1, share / pits.length);
      }
    }
  }

  private async pause(): Promise<void> {
    await pause();
    this.lastPause = performance.now();
    if (this.session.signal.aborted) throw new GranaryError('Interrupted', 'interrupted');
  }
}

function row(first: string, leaves: string, time = ''): string {
  return `${first.padStart(5)}${leaves.padStart(22)}${time.padStart(14)}`.trimEnd();
}

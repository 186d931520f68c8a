/** Solving a position while showing on stderr how far it is. */
import type { Core } from '../core/core.js';
import { isOver, score } from '../position.js';
import type { Position } from '../position.js';
import { exactly } from '../solver/bounds.js';
import type { Bounds } from '../solver/bounds.js';
import { solve } from '../solver/solver.js';
import type { Solution, SolveOptions, SolveProgress } from '../solver/solver.js';
import type { Crew } from '../tablebase/crew.js';
import { brief, clock, signed } from './figures.js';
import { Keeper } from './keeper.js';
import { limitsOf, NO_SCORE, provenText, scoreText } from './outcome.js';
import type { Status } from './progress.js';
import type { Session } from './session.js';

export interface ShownOptions extends Omit<SolveOptions, 'signal' | 'onProgress' | 'crew'> {
  /** What is solved, in words. */
  readonly subject?: string | undefined;
  /** The file that keeps what is found on the way. */
  readonly checkpoint?: string | undefined;
}

/** What solves a position. */
export interface Solver {
  readonly core: Core;
  readonly crew?: Crew | undefined;
}

/** A game that is over is answered without `prepare`. */
export async function solveShown(
  session: Session,
  prepare: () => Solver | Promise<Solver>,
  position: Position,
  { subject, checkpoint, ...options }: ShownOptions,
): Promise<Solution> {
  if (isOver(position)) return solveOver(position, options);
  const { mover: side } = position;
  const limits = limitsOf(position, side);
  const keep = (bounds: Bounds): void => {
    const text = provenText({ bounds, limits, side });
    session.proven = subject === undefined ? text : `${subject}: ${text}`;
  };
  keep(limits);
  let keeper: Keeper | undefined;
  try {
    const { core, crew } = await prepare();
    if (checkpoint !== undefined) keeper = await Keeper.open(session, checkpoint, core);
    const started = performance.now();
    return await solve(core, position, {
      ...options,
      crew,
      signal: session.signal,
      onValue: (solution) => {
        keep(solution);
        options.onValue?.(solution);
      },
      onProgress: (progress) => {
        if (progress.stage === 'value') keep(progress);
        const seconds = (performance.now() - started) / 1000;
        session.progress.show(statusOf(progress, subject ?? 'the position', seconds, position));
        return keeper?.saveIfDue();
      },
    });
  } finally {
    session.progress.clear();
    await keeper?.close();
    session.proven = undefined;
  }
}

function solveOver(position: Position, options: ShownOptions): Solution {
  const effort = { nodes: 0, lookups: 0, seconds: 0 };
  const solution: Solution = { ...exactly(score(position)), pv: [], ...effort };
  options.onValue?.(solution);
  return options.moves ? { ...solution, moves: [] } : solution;
}

function statusOf(
  progress: SolveProgress,
  subject: string,
  seconds: number,
  position: Position,
): Status {
  const { stage, move, lower, upper, nodes, tableFill } = progress;
  const figures = [
    `${brief(nodes)} nodes`,
    `${brief(nodes / seconds)} nodes/s`,
    clock(seconds),
    `table ${Math.round(100 * tableFill)} % full`,
  ];
  const known = `between ${signed(lower)} and ${signed(upper)}`;
  switch (stage) {
    case 'value':
      return {
        task: `proving ${subject}`,
        figures: [
          known,
          ...figures.slice(0, 3),
          ...movesText(progress, position),
          ...figures.slice(3),
        ],
      };
    case 'line':
      return { task: `value ${signed(lower)}, finding best play`, figures };
    case 'move':
      return {
        task: `proving move ${move ?? ''}`,
        figures: [known, `in all ${figures[0]!}`, ...figures.slice(1)],
      };
  }
}

/** `moves 1: <= +2, 3: >= +4`: what is known of them. */
function movesText({ moves }: SolveProgress, position: Position): string[] {
  const { mover: side } = position;
  const limits = limitsOf(position, side);
  const texts = moves.flatMap(({ move, ...bounds }) => {
    const text = scoreText({ bounds, limits, side });
    return text === NO_SCORE ? [] : [`${move}: ${text}`];
  });
  return texts.length > 0 ? [`moves ${texts.join(', ')}`] : [];
}

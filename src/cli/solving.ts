/** Solving a position while showing on stderr how far it is. */
import type { Core } from '../core/core.js';
import { isOver, score } from '../position.js';
import type { Position } from '../position.js';
import { exactly } from '../solver/bounds.js';
import type { Bounds } from '../solver/bounds.js';
import { solve } from '../solver/solver.js';
import type { Solution, SolveOptions, SolveProgress } from '../solver/solver.js';
import { brief, clock, signed } from './figures.js';
import { limitsOf, provenText } from './outcome.js';
import type { Status } from './progress.js';
import type { Session } from './session.js';

export interface ShownOptions extends Omit<SolveOptions, 'signal' | 'onProgress'> {
  /** What is solved, in words. */
  readonly subject?: string | undefined;
}

/** A game that is over is answered without `prepare`. */
export async function solveShown(
  session: Session,
  prepare: () => Core | Promise<Core>,
  position: Position,
  { subject, ...options }: ShownOptions,
): Promise<Solution> {
  if (isOver(position)) return solveOver(position, options);
  const { mover: side } = position;
  const limits = limitsOf(position, side);
  const keep = (bounds: Bounds): void => {
    const text = provenText({ bounds, limits, side });
    session.proven = subject === undefined ? text : `${subject}: ${text}`;
  };
  keep(limits);
  try {
    const core = await prepare();
    const started = performance.now();
    return await solve(core, position, {
      ...options,
      signal: session.signal,
      onValue: (solution) => {
        keep(solution);
        options.onValue?.(solution);
      },
      onProgress: (progress) => {
        if (progress.stage === 'value') keep(progress);
        const seconds = (performance.now() - started) / 1000;
        session.progress.show(statusOf(progress, subject ?? 'the position', seconds));
      },
    });
  } finally {
    session.progress.clear();
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
  { stage, move, lower, upper, nodes }: SolveProgress,
  subject: string,
  seconds: number,
): Status {
  const figures = [`${brief(nodes)} nodes`, `${brief(nodes / seconds)} nodes/s`, clock(seconds)];
  const known = `between ${signed(lower)} and ${signed(upper)}`;
  switch (stage) {
    case 'value':
      return { task: `proving ${subject}`, figures: [known, ...figures] };
    case 'line':
      return { task: `value ${signed(lower)}, finding best play`, figures };
    case 'move':
      return { task: `proving move ${move ?? ''}`, figures: [known, ...figures] };
  }
}

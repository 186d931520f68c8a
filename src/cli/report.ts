/** A solution for people to read, each part as soon as it is proven. */
import { formatPosition } from '../notation.js';
import { isOver, play } from '../position.js';
import type { Position } from '../position.js';
import type { Side } from '../rules/board.js';
import { isExact } from '../solver/bounds.js';
import type { Bounds } from '../solver/bounds.js';
import type { Effort, MoveValue, Solution } from '../solver/solver.js';
import { count, duration, rounded } from './figures.js';
import { finalScore, limitsOf, nameOf, NO_SCORE, outcome, scoreText } from './outcome.js';
import type { Known } from './outcome.js';
import type { Session } from './session.js';

/** Stands at the end of a line of play that comes back to a position before it. */
const ROUND = '... and so on, for ever';
const LABEL = 'best play  ';
const MAX_WIDTH = 100;

/** The object that is printed as JSON; its keys come in this order. */
export function solutionJson(position: Position, solution: Solution): object {
  const { value, proof, lower, upper, split, book, pv, nodes, lookups, seconds, moves } = solution;
  return {
    rules: position.rules,
    position: formatPosition(position),
    value,
    proof,
    lower,
    upper,
    ...(split !== undefined && { split }),
    ...(book && { book }),
    pv,
    nodes,
    lookups,
    seconds: rounded(seconds),
    ...(moves && { moves }),
  };
}

/** Prints a position's solution; its `onValue` and `onMove` are what `solve` calls. */
export class Report {
  private readonly mover: Side;
  private value: number | undefined;
  /** What was said of the value. */
  private printed = '';
  private isTitled = false;
  private hasMoves = false;

  constructor(
    private readonly session: Session,
    private readonly position: Position,
  ) {
    this.mover = position.mover;
  }

  /** Otherwise it comes with the value. */
  printPosition(): void {
    this.isTitled = true;
    this.session.print(`${this.position.rules}  ${formatPosition(this.position)}`);
  }

  /** Said only where it comes before the value. */
  readonly onWinner = (bounds: Bounds, effort: Effort): void => {
    if (isExact(bounds)) return;
    if (!this.isTitled) this.printPosition();
    const known = this.known(bounds, this.position);
    this.session.print(`${outcome(known)}: ${effortLine(effort)}`);
  };

  readonly onValue = (solution: Solution): void => {
    if (!this.isTitled) this.printPosition();
    const known = this.known(solution, this.position);
    if (isOver(this.position)) {
      this.session.print(`the game is over, ${finalScore(this.position)}: ${outcome(known)}`);
      return;
    }
    if (solution.proof === 'exact') this.value = solution.value;
    this.printed = this.valueText(solution);
    this.session.print(this.printed);
    if (solution.pv.length > 0) {
      this.session.print(wrapped(LABEL, solution.split ? [...solution.pv, ROUND] : solution.pv));
    }
    this.session.print(effortLine(solution));
  };

  readonly onMove = (move: MoveValue, { nodes, lookups, seconds }: Effort): void => {
    if (!this.hasMoves) {
      this.session.print(`\n${row('move', 'value', 'outcome', 'nodes', 'looked up', 'time')}`);
    }
    this.hasMoves = true;
    const isBest = move.proof === 'exact' && move.value === this.value;
    const figures = [count(nodes), count(lookups), duration(seconds)] as const;
    const known = this.known(move, play(this.position, Number(move.move)).position);
    const end = outcome(known) + (move.split ? ', endless' : '');
    const line = row(move.move, scoreText(known), end, ...figures);
    this.session.print(isBest ? `${line}  best` : line);
  };

  /** What is proven for our mover, where `position` is all that is left to play. */
  private known(bounds: Known['bounds'], position: Position): Known {
    return { bounds, limits: limitsOf(position, this.mover), side: this.mover };
  }

  /** The whole effort, where there were moves, and what they add to the value. */
  printTotal(solution: Solution): void {
    if (!this.hasMoves) return;
    const value = this.valueText(solution);
    if (value !== this.printed) this.session.print(`\nby the moves: ${value}`);
    this.session.print(`\nin all ${effortLine(solution)}`);
  }

  private valueText(solution: Solution): string {
    const known = this.known(solution, this.position);
    const score = scoreText(known);
    const mover = nameOf(this.mover);
    const whose = score === NO_SCORE ? `${mover} to move` : `${score} for ${mover}, to move`;
    const rest = solution.split ? '; play has no end, the seeds left are split' : '';
    const source = solution.book ? ', by the book' : '';
    return `${outcome(known)} (${whose})${rest}${source}`;
  }
}

function effortLine({ nodes, lookups, seconds }: Effort): string {
  return `${count(nodes)} nodes, ${count(lookups)} looked up, ${duration(seconds)}`;
}

function row(
  move: string,
  value: string,
  outcome: string,
  nodes: string,
  lookups: string,
  time: string,
): string {
  const figures = nodes.padStart(12) + lookups.padStart(12) + time.padStart(9);
  return `${move.padStart(4)}  ${value.padStart(6)}  ${outcome.padEnd(24)}${figures}`;
}

/** Words after a label, in lines that fit the terminal. */
export function wrapped(label: string, words: readonly string[]): string {
  const width = Math.min(process.stdout.columns || MAX_WIDTH, MAX_WIDTH) - label.length;
  const lines: string[] = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (line === undefined || line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return label + lines.join(`\n${' '.repeat(label.length)}`);
}

/** A solution for people to read, each part as soon as it is proven. */
import { formatPosition } from '../notation.js';
import { isOver, settle } from '../position.js';
import type { Position } from '../position.js';
import type { Side } from '../rules/board.js';
import { otherSide } from '../rules/board.js';
import type { Proven } from '../solver/bounds.js';
import type { Effort, MoveValue, Solution } from '../solver/solver.js';
import { count, duration, rounded, signed } from './figures.js';
import type { Session } from './session.js';

const LABEL = 'best play  ';
const MAX_WIDTH = 100;

/** The object that is printed as JSON; its keys come in this order. */
export function solutionJson(position: Position, solution: Solution): object {
  const { value, proof, pv, nodes, lookups, seconds, moves } = solution;
  return {
    rules: position.rules,
    position: formatPosition(position),
    value,
    proof,
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

  readonly onValue = (solution: Solution): void => {
    if (!this.isTitled) this.printPosition();
    const result = outcome(solution, this.mover);
    if (isOver(this.position)) {
      this.session.print(`the game is over, ${finalScore(this.position)}: ${result}`);
      return;
    }
    if (solution.proof === 'exact') this.value = solution.value;
    this.session.print(`${result} (${bound(solution)} for ${nameOf(this.mover)}, to move)`);
    if (solution.pv.length > 0) this.session.print(wrapped(LABEL, solution.pv));
    this.session.print(effortLine(solution));
  };

  readonly onMove = (move: MoveValue, { nodes, lookups, seconds }: Effort): void => {
    if (!this.hasMoves) {
      this.session.print(`\n${row('move', 'value', 'outcome', 'nodes', 'looked up', 'time')}`);
    }
    this.hasMoves = true;
    const isBest = move.proof === 'exact' && move.value === this.value;
    const figures = [count(nodes), count(lookups), duration(seconds)] as const;
    const line = row(move.move, bound(move), outcome(move, this.mover), ...figures);
    this.session.print(isBest ? `${line}  best` : line);
  };

  /** The whole effort, where there were moves. */
  printTotal(solution: Solution): void {
    if (this.hasMoves) this.session.print(`\nin all ${effortLine(solution)}`);
  }
}

export function nameOf(side: Side): string {
  return side === 's' ? 'South' : 'North';
}

/** `South 28, North 20` */
export function finalScore(position: Position): string {
  const [south, north] = settle(position).stores;
  return `South ${south}, North ${north}`;
}

/** Who wins, by what is proven. */
export function outcome({ value, proof }: Proven, mover: Side): string {
  const us = nameOf(mover);
  const by = Math.abs(value);
  switch (proof) {
    case 'exact':
      if (value === 0) return 'draw';
      return `${value > 0 ? us : nameOf(otherSide(mover))} wins by ${by}`;
    case 'lower':
      if (value === 0) return `${us} wins or draws`;
      return value > 0 ? `${us} wins by at least ${by}` : `${us} loses by at most ${by}`;
    case 'upper':
      if (value === 0) return `${us} draws or loses`;
      return value > 0 ? `${us} wins by at most ${by}` : `${us} loses by at least ${by}`;
  }
}

function bound({ value, proof }: Proven): string {
  const sign = { exact: '', lower: '>= ', upper: '<= ' }[proof];
  return sign + signed(value);
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
  const figures = nodes.padStart(11) + lookups.padStart(13) + time.padStart(11);
  return `${move.padStart(4)}  ${value.padStart(6)}  ${outcome.padEnd(25)}${figures}`;
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

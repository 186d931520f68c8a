/**
 * A game at the table: a start, the plies played from it, and how it ends (result.ts).
 *
 * A ply is one sowing, a turn the run of plies by one side. What a `Match` hands out is frozen and stays as it
 * is when the match goes on.
 */
import { GranaryError, isGranaryError } from './errors.js';
import { formatTurn, parseTurn } from './notation.js';
import { checkPosition, isOver, legalPits, moves, play } from './position.js';
import type { Move, Position, Side } from './position.js';
import { optionsOf } from './rules/options.js';
import { closedResult, decidedFor, decidedResult, endedResult, repeatedResult } from './result.js';
import type { Closing, EndReason, Pair, Result } from './result.js';

/** How a match is ended. */
export interface MatchOptions {
  /** Whether a store above half of all seeds ends play, the rest left in the pits. Default: true. */
  readonly stopWhenDecided?: boolean;
}

/** A ply of the match. `extraTurn` and `over` are what the rules say, whether or not the match stops here. */
export interface Played extends Move {
  readonly side: Side;
  /** Counted from 1. */
  readonly pit: number;
}

/** The plies that one side plays in a row. */
export interface Turn {
  readonly side: Side;
  readonly plies: readonly Played[];
  /** As `formatTurn` writes it: `3,6`. */
  readonly text: string;
}

const BY: Partial<Record<EndReason, string>> = {
  repetition: ' by repetition',
  agreement: ' by agreement',
  resigned: ' by resignation',
};

/** A game that knows its history: its start, its plies, and how it ended. */
export class Match {
  private line: readonly Played[] = Object.freeze([]);
  private closing: Closing | undefined;
  /** What was undone, the last undone last. */
  private readonly undone: (Played | Closing)[] = [];
  private readonly stopWhenDecided: boolean;

  constructor(
    public readonly start: Position,
    { stopWhenDecided = true }: MatchOptions = {},
  ) {
    checkPosition(start);
    this.stopWhenDecided = stopWhenDecided;
  }

  /**
   * A game from outside. A number is a ply; a text is a whole turn, only the last may be a beginning. Throws
   * `InvalidHistory` that names the first wrong ply.
   */
  static fromMoves(
    start: Position,
    turns: readonly (number | string)[],
    options: MatchOptions = {},
  ): Match {
    const match = new Match(start, options);
    for (const [i, turn] of turns.entries()) {
      match.follow(`move ${i + 1}, `, () => {
        if (typeof turns[i - 1] === 'string') match.checkTurnPassed();
        match.extend(turn);
      });
    }
    return match;
  }

  /**
   * A game from outside as its positions, the start first, each one ply after the one before and as `play`
   * gives it. Where two pits lead to the same position the first counts. Throws `InvalidHistory` that names the
   * first wrong ply.
   */
  static fromPositions(positions: readonly Position[], options: MatchOptions = {}): Match {
    const [start, ...rest] = positions;
    if (start === undefined) throw invalid('no positions: expected at least the start');
    const match = new Match(start, options);
    for (const position of rest) {
      match.follow('', () => {
        match.checkOpen();
        match.extend(match.pitTo(position));
      });
    }
    return match;
  }

  /** The rows as they lie; where the table ended the game, `scores` counts what they are worth. */
  get position(): Position {
    return this.line.at(-1)?.position ?? this.start;
  }

  get plies(): readonly Played[] {
    return this.line;
  }

  get turns(): readonly Turn[] {
    const runs: Played[][] = [];
    for (const ply of this.line) {
      const run = runs.at(-1);
      if (run?.[0]?.side === ply.side) run.push(ply);
      else runs.push([ply]);
    }
    return Object.freeze(runs.map(turnOf));
  }

  /** The start and the position after each ply. */
  get positions(): readonly Position[] {
    return Object.freeze([this.start, ...this.line.map(({ position }) => position)]);
  }

  /**
   * The positions before this one that may come back, the oldest first: those since the last ply that moved
   * seeds into a store. None where the rule set knows no repetition. A search that reaches one of them, or
   * this one, has reached the end of the match.
   */
  get history(): readonly Position[] {
    if (optionsOf(this.start.rules).repetition === 'none') return Object.freeze([]);
    const all = this.positions;
    let first = all.length - 1;
    while (first > 0 && hasSameStores(all[first - 1]!, all[first]!)) first--;
    return Object.freeze(all.slice(first, -1));
  }

  /** The mover's pits that may be played, counted from 1; none once the match is over. */
  get legalPits(): readonly number[] {
    return Object.freeze(this.over ? [] : [...legalPits(this.position)]);
  }

  /** Whether the match has ended, by its rules or by the table. */
  get over(): boolean {
    return this.result !== undefined;
  }

  get reason(): EndReason | undefined {
    return this.result?.reason;
  }

  /** The side with more than half of all seeds in `scores`; play may go on. */
  get decided(): Side | undefined {
    return decidedFor(this.position, this.scores);
  }

  /** The stores; once the match is over, the final scores. */
  get scores(): Pair {
    return this.result?.scores ?? this.position.stores;
  }

  /** Undefined until the match is over. */
  get result(): Result | undefined {
    const { position, closing } = this;
    if (closing !== undefined) return closedResult(position, closing);
    if (isOver(position)) return endedResult(position);
    if (this.history.some((earlier) => isSameBoard(earlier, position))) {
      return repeatedResult(position);
    }
    const stops = this.stopWhenDecided && decidedFor(position, position.stores) !== undefined;
    return stops ? decidedResult(position) : undefined;
  }

  /**
   * Plays a pit, counted from 1, or the text of a turn or of its beginning, and gives the plies. All of the
   * text is played or nothing: throws `IllegalMove`.
   */
  play(move: number | string): readonly Played[] {
    const before = this.line;
    try {
      this.extend(move);
    } catch (error) {
      this.line = before;
      throw error;
    }
    this.undone.length = 0;
    return Object.freeze(this.line.slice(before.length));
  }

  /**
   * Ends the game by agreement, each side taking its own row, in rule sets whose games can go on for ever.
   * Whether a capture can still come is for the players to judge. Throws `IllegalMove`.
   */
  agree(): void {
    this.checkOpen();
    const { rules } = this.start;
    if (optionsOf(rules).repetition === 'none') {
      throw illegal(`${rules} does not end by agreement: expected a move, or a side that resigns`);
    }
    this.close({ reason: 'agreement' });
  }

  /** Ends the game with the other side winning; the stores stay as they are. Throws `IllegalMove`. */
  resign(side: Side = this.position.mover): void {
    this.checkOpen();
    this.close({ reason: 'resigned', side });
  }

  /** Takes back the last ply, or the agreement or resignation after it; false if there is nothing. */
  undo(): boolean {
    const last = this.closing ?? this.line.at(-1);
    if (last === undefined) return false;
    if (this.closing === undefined) this.line = Object.freeze(this.line.slice(0, -1));
    else this.closing = undefined;
    this.undone.push(last);
    return true;
  }

  /** Takes back the plies of the last turn, or an agreement or resignation; false if there is nothing. */
  undoTurn(): boolean {
    const side = this.closing ? undefined : this.line.at(-1)?.side;
    const undone = this.undo();
    while (side !== undefined && this.line.at(-1)?.side === side) this.undo();
    return undone;
  }

  /** Does again what was undone last; false if there is nothing, or something else was played since. */
  redo(): boolean {
    const last = this.undone.pop();
    if (last === undefined) return false;
    if (isClosing(last)) this.closing = last;
    else this.line = Object.freeze([...this.line, last]);
    return true;
  }

  /** Does again what is left of the turn that was undone last; false if there is nothing. */
  redoTurn(): boolean {
    const side = sideOf(this.undone.at(-1));
    const redone = this.redo();
    while (side !== undefined && sideOf(this.undone.at(-1)) === side) this.redo();
    return redone;
  }

  /** Where it throws, the plies before the wrong one have been played. */
  private extend(move: number | string): void {
    const { south, mover: side } = this.position;
    const pits = typeof move === 'string' ? parseTurn(move, south.length) : [move];
    for (const [i, pit] of pits.entries()) {
      this.checkOpen();
      const { position } = this;
      if (i > 0 && position.mover !== side) {
        throw illegal(`the turn has passed after ${pits[i - 1]!}: expected no more pits in it`);
      }
      const ply = Object.freeze({ ...play(position, pit), side, pit });
      this.line = Object.freeze([...this.line, ply]);
    }
  }

  private close(closing: Closing): void {
    this.closing = Object.freeze(closing);
    this.undone.length = 0;
  }

  /** Runs a step of a game from outside; what it refuses is refused with the number of its ply. */
  private follow(where: string, step: () => void): void {
    try {
      step();
    } catch (error) {
      if (!isGranaryError(error)) throw error;
      throw invalid(`${where}ply ${this.line.length + 1}: ${error.message}`, { cause: error });
    }
  }

  /** The pit that leads to a position from outside. */
  private pitTo(position: Position): number {
    const { rules } = this.start;
    if (position.rules !== rules) {
      throw illegal(`a position of ${position.rules} in a game of ${rules}: expected one rule set`);
    }
    const legal = moves(this.position);
    const found = legal.find((move) => isSamePosition(move.position, position));
    if (found !== undefined) return Number(found.move);
    const pits = legal.map(({ move }) => move).join(', ');
    throw illegal(`no pit leads to its position: expected what comes of one of ${pits}`);
  }

  private checkOpen(): void {
    const { result } = this;
    if (result === undefined) return;
    const score = result.scores.join('-');
    throw illegal(
      result.reason === 'decided'
        ? `the game is decided, ${score}, and stops there: to play on, turn stopWhenDecided off`
        : `the game is over${BY[result.reason] ?? ''}, ${score}: nothing can follow`,
    );
  }

  private checkTurnPassed(): void {
    const last = this.turns.at(-1);
    if (last === undefined || this.over || last.side !== this.position.mover) return;
    throw illegal(
      `the turn goes on after ${last.text}: expected its other pits in the same text, or plies as numbers`,
    );
  }
}

function turnOf(plies: readonly Played[]): Turn {
  const text = formatTurn(plies.map(({ pit }) => pit));
  return Object.freeze({ side: plies[0]!.side, plies: Object.freeze(plies), text });
}

function isClosing(act: Played | Closing): act is Closing {
  return 'reason' in act;
}

function sideOf(act: Played | Closing | undefined): Side | undefined {
  return act === undefined || isClosing(act) ? undefined : act.side;
}

function isSamePosition(a: Position, b: Position): boolean {
  return isSameBoard(a, b) && hasSameStores(a, b);
}

function isSameBoard(a: Position, b: Position): boolean {
  return a.mover === b.mover && isSameRow(a.south, b.south) && isSameRow(a.north, b.north);
}

function hasSameStores(a: Position, b: Position): boolean {
  return isSameRow(a.stores, b.stores);
}

function isSameRow(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((seeds, pit) => seeds === b[pit]);
}

function illegal(message: string): GranaryError {
  return new GranaryError('IllegalMove', message);
}

function invalid(message: string, options?: ErrorOptions): GranaryError {
  return new GranaryError('InvalidHistory', message, options);
}

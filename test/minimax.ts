/** Values by looking at every line of play with the plain rules: slow, and independent of the core. */
import { otherSide, rowOf, storeOf } from '../src/rules/board.js';
import type { Board, Side } from '../src/rules/board.js';
import { optionsOf } from '../src/rules/options.js';
import type { RuleSetId } from '../src/rules/options.js';
import { isOver, legalPits, playPit, sweep } from '../src/rules/rules.js';

export class Minimax {
  private readonly known = new Map<string, number>();

  constructor(private readonly rules: RuleSetId) {}

  /** What the mover's store gains on the other from here on. */
  gain(board: Board): number {
    const key = `${rowOf(board, board.mover).join()}/${rowOf(board, otherSide(board.mover)).join()}`;
    const found = this.known.get(key);
    if (found !== undefined) return found;
    const options = optionsOf(this.rules);
    const gain = isOver(options, board)
      ? lead(sweep(options, board), board.mover) - lead(board, board.mover)
      : Math.max(...legalPits(options, board).map((pit) => this.gainBy(board, pit)));
    this.known.set(key, gain);
    return gain;
  }

  /** The gain of the side to move if it plays a pit, from 0. */
  gainBy(board: Board, pit: number): number {
    const ply = playPit(optionsOf(this.rules), board, pit);
    const now = lead(ply.board, board.mover) - lead(board, board.mover);
    if (ply.over) return now;
    const next = this.gain(ply.board);
    return ply.board.mover === board.mover ? now + next : now - next;
  }
}

function lead(board: Board, side: Side): number {
  return storeOf(board, side) - storeOf(board, otherSide(side));
}

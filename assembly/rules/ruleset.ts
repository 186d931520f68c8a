import { Row } from '../board';

/** What one ply leads to; filled by `RuleSet.play`. Statics are Wasm globals: no memory is touched. */
export class Ply {
  /** The rows after the ply, seen by the side that moves next. */
  static mover: Row = 0;
  static other: Row = 0;
  /** Net seeds that the side that played has won by this ply; the sweep included when `over`. */
  static gain: i32 = 0;
  /** The same side moves again. */
  static extraTurn: bool = false;
  /** The game has ended: `gain` is its result and the rows are unswept. */
  static over: bool = false;
}

/**
 * The rules as the core sees them. Machinery takes a rule set as a type parameter R and calls
 * `changetype<R>(0)`: each rule set gets its own copy of the machinery, with these methods inlined,
 * so that no node pays for a rule that it does not use.
 */
export abstract class RuleSet {
  /** The top bit of each playable pit's byte; the game is not over. */
  abstract moves(own: Row, opp: Row): u64;
  /** Plays the pit at bit position `shift` and fills `Ply`. */
  abstract play(own: Row, opp: Row, shift: u64): void;
  /** The game has ended before the mover plays. */
  abstract isOver(own: Row, opp: Row): bool;
  /** The mover's gain by the sweep of an ended game. */
  abstract sweepGain(own: Row, opp: Row): i32;
  /** The first of two or more seeds goes back into the origin. */
  abstract keepsFirst(): bool;
  /** Positions can come back: no seeds are sown into stores, and laps pass over the origin. */
  abstract isCyclic(): bool;
  /** The slow form for boards that the fast one does not hold: see `general.ts`. */
  abstract isGeneral(): bool;

  // What the layer solvers must know beside that, of rule sets in their fast form.

  /** A last seed in an own empty pit captures what lies opposite. */
  abstract capturesOpposite(): bool;
  /** A lone last seed in an own empty pit is captured, with nothing opposite. */
  abstract capturesAlone(): bool;
  /** A last seed in the other row can capture. */
  abstract capturesAcross(): bool;
  /**
   * The bytes of the pits that are captured when the last seed has fallen into the other row, at bit position
   * `last`; `row` is that row, sown. All of the row's seeds only where such a capture takes them.
   */
  abstract capturedAcross(row: Row, last: u64): Row;
  /** A capture of all seeds of the other row is restricted: it depends on the other plies. */
  abstract restrictsSlams(): bool;
}

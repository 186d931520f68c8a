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
  /** The top bit of each playable pit's byte. The game is not over. */
  abstract moves(own: Row, opp: Row): u64;
  /** Plays the pit at bit position `shift` and fills `Ply`. */
  abstract play(own: Row, opp: Row, shift: u64): void;
  /** The game has ended before the mover plays. */
  abstract isOver(own: Row, opp: Row): bool;
  /** The mover's gain by the sweep of an ended game. */
  abstract sweepGain(own: Row, opp: Row): i32;
  /** A lone last seed in an own empty pit is captured, with nothing opposite. */
  abstract capturesAlone(): bool;
  /** The slow form for boards that the fast one does not hold: see `general.ts`. */
  abstract isGeneral(): bool;
}

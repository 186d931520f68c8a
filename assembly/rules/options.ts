/**
 * The choices that make a rule set of a family of games. Each is a method that returns a constant, so that it
 * costs nothing where it is asked. A rule set states all of them: a method that it inherited could be
 * overridden by another rule set, and would then be called, not inlined.
 */
export abstract class Options {
  /** Last seed in an own empty pit with nothing opposite: the lone seed is captured all the same. */
  abstract capturesAlone(): bool;
  /** The game ends when the side to move has no seeds, not as soon as either row is empty. */
  abstract endsWithMover(): bool;
}

/**
 * Several games, added up: match points and seeds. Sides keep their seats; who starts a game is the mover of
 * its start, whether they take turns at it or draw lots.
 */
import { GranaryError } from './errors.js';
import type { Match } from './match.js';
import type { Pair, Result } from './result.js';

/** Matches that are over, their points and seeds added up by seat. */
export class Series {
  private added: readonly Result[] = Object.freeze([]);

  /** Counts a match as it now stands; undoing it later changes nothing here. Throws `InvalidHistory`. */
  add(match: Match): Result {
    const { result } = match;
    if (result === undefined) {
      throw new GranaryError(
        'InvalidHistory',
        'the game is not over and cannot be counted: expected one played to its end, or resigned',
      );
    }
    this.added = Object.freeze([...this.added, result]);
    return result;
  }

  get results(): readonly Result[] {
    return this.added;
  }

  get points(): Pair {
    return sum(this.added.map(({ points }) => points));
  }

  /** All scores; they may be halves as those are. */
  get seeds(): Pair {
    return sum(this.added.map(({ scores }) => scores));
  }
}

function sum(pairs: readonly Pair[]): Pair {
  return Object.freeze(
    pairs.reduce<Pair>((total, [south, north]) => [total[0] + south, total[1] + north], [0, 0]),
  );
}

import { formatPosition, parseSetup } from '../../src/notation.js';
import type { Board, Place } from '../../src/rules/board.js';
import { optionsOf } from '../../src/rules/options.js';
import type { RuleSetId } from '../../src/rules/options.js';
import * as plain from '../../src/rules/rules.js';

export function board(text: string): Board {
  const { south, north, stores = [], mover = 's' } = parseSetup(text);
  return { south, north, stores: [stores[0] ?? 0, stores[1] ?? 0], mover };
}

/** Plays a pit counted from 1. */
export function play(rules: RuleSetId, text: string, pit: number): plain.Ply {
  return plain.playPit(optionsOf(rules), board(text), pit - 1);
}

/** The board after a pit counted from 1, as text. */
export function after(rules: RuleSetId, text: string, pit: number): string {
  return formatPosition(play(rules, text, pit).board);
}

/** Legal pits counted from 1. */
export function legal(rules: RuleSetId, text: string): readonly number[] {
  return plain.legalPits(optionsOf(rules), board(text)).map((pit) => pit + 1);
}

/** Places as text: `s3` is South's pit 3, `n*` North's store. */
export function names(places: readonly Place[]): string {
  return places.map(({ side, pit }) => `${side}${pit === 'store' ? '*' : pit + 1}`).join(' ');
}

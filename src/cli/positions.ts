/** Positions on the command line. */
import type { Command } from 'commander';
import { GranaryError, isGranaryError } from '../errors.js';
import { parsePosition } from '../notation.js';
import { startPosition } from '../position.js';
import type { Position } from '../position.js';
import type { RuleSetId } from '../rules/options.js';
import { STDIN } from './answers.js';
import { UsageError } from './failure.js';
import type { GameOptions } from './options.js';

/** What a position falls into, after its rows, where a shell splits it at its spaces. */
const STORES = /^\d+\/\d+$/;
const SPACE = /[\s_]/;
export const MOVER = /^[sn]$/i;

/** The positions given, all of them sound; throws `UsageError` or `InvalidPosition`. */
export function readPositions(args: readonly string[], rules: RuleSetId): Position[] {
  checkWhole(args);
  if (args.includes(STDIN)) {
    throw new UsageError(`${STDIN} reads standard input: expected no other position beside it`);
  }
  return args.map((text, i) => {
    try {
      return parsePosition(text, rules);
    } catch (error) {
      if (args.length === 1 || !isGranaryError(error)) throw error;
      throw new GranaryError(error.name, `argument ${i + 1}: ${error.message}`);
    }
  });
}

/** Refuses options that name a start beside positions. */
export function checkNoStart(command: Command, args: readonly string[]): void {
  const given = ['pits', 'seeds'].filter((name) => command.getOptionValueSource(name) === 'cli');
  if (args.length === 0 || given.length === 0) return;
  throw new UsageError(
    `${given.map((name) => `--${name}`).join(' and ')} beside a position: the options name a start, ` +
      'so leave out them or the position',
  );
}

/** The one position given, or the start. */
export function readPosition(args: readonly string[], options: GameOptions): Position {
  const { rules, pits, seeds } = options;
  const [position = startPosition(rules, pits, seeds), ...more] = readPositions(args, rules);
  if (more.length > 0) throw new UsageError(`${args.length} positions: expected at most one`);
  return position;
}

/** Refuses a position that a shell has split, and says how it stays whole. */
export function checkWhole(args: readonly string[]): void {
  const at = args.findIndex(
    (arg, i) => i > 0 && (MOVER.test(arg) || (STORES.test(arg) && !SPACE.test(args[i - 1]!))),
  );
  if (at < 0) return;
  const mover = args.slice(at).findIndex((arg) => MOVER.test(arg));
  const pieces = args.slice(at - 1, mover < 0 ? at + 1 : at + mover + 1);
  throw new UsageError(
    `a position came as ${pieces.length} arguments: quote it, '${pieces.join(' ')}', ` +
      `or write _ for each space, ${pieces.join('_')}`,
  );
}

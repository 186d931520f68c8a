/** Whole numbers on the command line; nothing else checks them. */
import { UsageError } from './failure.js';

export interface Range {
  readonly min: number;
  readonly max: number;
}

/** Reads the number given for `flag`; throws `UsageError`. */
export function parseWhole(flag: string, text: string, { min, max }: Range): number {
  const number = /^\d+$/.test(text) ? Number(text) : NaN;
  if (number >= min && number <= max) return number;
  throw new UsageError(`${flag} '${text}': expected a whole number from ${min} to ${max}`);
}

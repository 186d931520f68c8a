/** How an error ends a command: one line for the person at the terminal, and an exit code. */
import { CommanderError } from 'commander';
import { isGranaryError } from '../errors.js';
import type { ErrorKind } from '../errors.js';

export const EXIT_ERROR = 1;
export const EXIT_USAGE = 2;

/** Of our errors, those that only a command line can cause. */
const USAGE_KINDS: readonly ErrorKind[] = [
  'InvalidPosition',
  'InvalidHistory',
  'IllegalMove',
  'UnknownRules',
  'InvalidOption',
];

/** The command line itself is wrong: an argument or option that cannot be meant. */
export class UsageError extends Error {}

/** What commander found wrong with a command line, in our words; `help` says where more is to be read. */
export function usageErrorOf(error: CommanderError, help: string): UsageError {
  const found = error.message
    .replace(/^error: /, '')
    .replace(/\.?\s*\(Did you mean (.+)\?\)$/, ': did you mean $1?');
  const negative = /^unknown option '(-\d.*)'/.exec(found)?.[1];
  if (negative === undefined) return new UsageError(`${found} (see ${help})`);
  return new UsageError(`'${negative}' is no option, and in a position no number is negative`);
}

export interface Failure {
  readonly exitCode: number;
  /** One line; none if all has been said. */
  readonly message?: string;
}

/** With this set, errors come with their stack. */
const DEBUG = 'GRANARY_DEBUG';

export function failureOf(error: unknown): Failure {
  const failure = describe(error);
  if (failure.message === undefined) return failure;
  const message = printable(failure.message);
  if (!process.env[DEBUG] || !(error instanceof Error)) return { ...failure, message };
  return { ...failure, message: `${message}\n${error.stack ?? ''}` };
}

function describe(error: unknown): Failure {
  // Commander has printed what was asked for: the version, or help.
  if (error instanceof CommanderError) {
    return { exitCode: error.exitCode === 0 ? 0 : EXIT_USAGE };
  }
  if (error instanceof UsageError) return { exitCode: EXIT_USAGE, message: error.message };
  if (isGranaryError(error)) {
    const exitCode = USAGE_KINDS.includes(error.name) ? EXIT_USAGE : EXIT_ERROR;
    return { exitCode, message: error.message };
  }
  if (isSystemError(error)) {
    return {
      exitCode: EXIT_ERROR,
      message: `${error.message}: check the path and its permissions`,
    };
  }
  const message = error instanceof Error ? error.message : String(error);
  return {
    exitCode: EXIT_ERROR,
    message: `unexpected error: ${message} (set ${DEBUG}=1 to see where it comes from)`,
  };
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && 'syscall' in error;
}

/** Messages repeat what strangers wrote: nothing in them may be obeyed by a terminal. */
export function printable(message: string): string {
  return message.replace(/\s+/g, ' ').replace(/\p{Cc}/gu, '?');
}

import { spawn } from 'node:child_process';
import os from 'node:os';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Ctrl-C reaches the children from the terminal; only a signal sent to us alone is passed on. */
const TERMINAL_HEAD_START_MS = 100;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Running programs, and whether a signal to us kills them.
 * @type {Map<import('node:child_process').ChildProcess, boolean>}
 */
const children = new Map();

/** The last signal that came while a program ran. @type {NodeJS.Signals | undefined} */
export let interruptedBy;

/** @param {NodeJS.Signals} signal */
function passOn(signal) {
  interruptedBy = signal;
  const toAll = () => children.forEach((abrupt, child) => child.kill(abrupt ? 'SIGKILL' : signal));
  if (signal === 'SIGINT') setTimeout(toAll, TERMINAL_HEAD_START_MS).unref();
  else toAll();
}

/** @param {NodeJS.Signals} signal */
export function exitCodeOf(signal) {
  return 128 + os.constants.signals[signal];
}

/**
 * Runs a program in the project root and gives its exit code: 127 if there is no such program,
 * 128 + n if signal n ended it. While it runs, signals go to it and do not end us.
 * @param {string} command
 * @param {string[]} args
 * @param {{
 *   stdio?: import('node:child_process').StdioOptions,
 *   env?: NodeJS.ProcessEnv,
 *   shell?: boolean,
 *   onOutput?: (chunk: Buffer) => void,
 *   signal?: AbortSignal,
 *   abrupt?: boolean,
 * }} [options] `onOutput` gets what goes to stdout and stderr instead of their being inherited;
 *   `abrupt`: a signal to us kills the program, for those that take seconds to clean up
 * @returns {Promise<number>}
 */
export function run(
  command,
  args,
  { abrupt = false, onOutput, stdio = 'inherit', ...options } = {},
) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: onOutput ? ['ignore', 'pipe', 'pipe'] : stdio,
      ...options,
    });
    if (onOutput) {
      child.stdout?.on('data', onOutput);
      child.stderr?.on('data', onOutput);
    }
    if (children.size === 0) SIGNALS.forEach((signal) => process.on(signal, passOn));
    children.set(child, abrupt);
    const leave = () => {
      children.delete(child);
      if (children.size === 0) SIGNALS.forEach((signal) => process.off(signal, passOn));
    };
    child.on('error', (error) => {
      leave();
      if (error.code === 'ENOENT') resolve(127);
      else if (error.name !== 'AbortError') reject(error);
    });
    child.on('close', (code, signal) => {
      leave();
      resolve(signal ? exitCodeOf(signal) : (code ?? 1));
    });
  });
}

/**
 * As `run`, with this Node.
 * @param {string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export function runNode(args, options) {
  return run(process.execPath, args, options);
}

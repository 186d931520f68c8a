/**
 * One run of the program, from the command line to the exit code: results go to stdout, everything else to
 * stderr, and Ctrl-C or a reader that has gone away end it at once.
 */
import { once } from 'node:events';
import { EXIT_ERROR, failureOf, printable } from './failure.js';
import { Progress } from './progress.js';

const EXIT_INTERRUPTED = 130;
/** As if SIGPIPE had ended us. */
const EXIT_PIPE_CLOSED = 141;
/** Time for the work to hear of its end and to tidy up. */
const GRACE_MS = 150;
/** The same where it has something to save. */
const SAVING_MS = 20_000;

export class Session {
  readonly progress = new Progress(process.stderr);
  /** Said when the run is interrupted: what of it stands. */
  kept: string | undefined = 'nothing was kept';
  /** Said before that: what is proven of the position in work. */
  proven: string | undefined;

  private readonly controller = new AbortController();
  private readonly cleanups: (() => void)[] = [];
  private exitCode = 0;
  private grace = GRACE_MS;
  private ending: { readonly exitCode: number; readonly message?: string } | undefined;

  /** Aborted when the run is to end. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Runs a command and ends the process. */
  async run(command: () => Promise<unknown>): Promise<never> {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      process.on(signal, () => this.stop(EXIT_INTERRUPTED, `interrupted: ${this.outlook()}`));
    }
    for (const stream of [process.stdout, process.stderr]) {
      stream.on('error', (error: NodeJS.ErrnoException) => this.stopWriting(error));
    }
    process.on('uncaughtException', (error) => this.leave(this.fail(error)));
    try {
      await command();
    } catch (error) {
      if (!this.ending) this.exitCode = this.fail(error);
    }
    if (!this.ending) await written();
    return this.leave(this.exitCode);
  }

  /** Prints a line of results. */
  print(line: string): void {
    this.write(`${line}\n`);
  }

  /** Prints a line of JSON, and waits where the reader is slower. */
  async printJson(value: unknown): Promise<void> {
    if (!this.write(`${JSON.stringify(value)}\n`)) await once(process.stdout, 'drain');
  }

  /** Says something that is no result, on one line: names of folders may hold anything. */
  tell(line: string): void {
    this.writeError(printable(line));
  }

  /** What goes on ends in an error, which has been told. */
  markFailed(): void {
    this.exitCode = EXIT_ERROR;
  }

  /** What goes on is saved at its end, as `kept` says, also when the run is interrupted. */
  keep(kept: string): void {
    this.kept = kept;
    this.grace = SAVING_MS;
  }

  /** What is to be done if the process ends before the work has; it must not wait. */
  atEnd(cleanup: () => void): void {
    this.cleanups.push(cleanup);
  }

  private outlook(): string {
    const parts = [this.proven, this.kept].filter((part) => part !== undefined);
    return parts.length > 0 ? parts.join('; ') : 'nothing was done yet';
  }

  private write(text: string): boolean {
    const { stdout } = process;
    return stdout.isTTY ? this.progress.aside(() => stdout.write(text)) : stdout.write(text);
  }

  private writeError(text: string): void {
    this.progress.aside(() => process.stderr.write(`${text}\n`));
  }

  private fail(error: unknown): number {
    const { exitCode, message } = failureOf(error);
    if (message !== undefined) this.writeError(`granary: ${message}`);
    return exitCode;
  }

  private stopWriting(error: NodeJS.ErrnoException): void {
    if (error.code === 'EPIPE') this.stop(EXIT_PIPE_CLOSED);
    else this.stop(EXIT_ERROR, `cannot write the output (${error.message})`);
  }

  private stop(exitCode: number, message?: string): void {
    if (this.ending) {
      this.leave(exitCode);
      return;
    }
    this.ending = message === undefined ? { exitCode } : { exitCode, message };
    this.controller.abort();
    setTimeout(() => this.leave(exitCode), this.grace);
  }

  private leave(exitCode: number): never {
    this.progress.clear();
    for (const cleanup of this.cleanups) cleanup();
    const message = this.ending?.message;
    if (message !== undefined) process.stderr.write(`granary: ${printable(message)}\n`);
    process.exit(this.ending?.exitCode ?? exitCode);
  }
}

/** Waits until stdout has taken all that was printed. */
function written(): Promise<void> {
  return new Promise((resolve) => process.stdout.write('', () => resolve()));
}

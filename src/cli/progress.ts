/**
 * What is being done right now, on stderr: one line that is redrawn on a terminal, a plain line every few
 * seconds elsewhere. Work that is soon over shows nothing.
 */
import { SingleBar } from 'cli-progress';
import type { Params } from 'cli-progress';

export interface Status {
  /** What is being done: `building layer 18 of 20`. */
  readonly task: string;
  /** How far it is, 0 to 1, where that is known. */
  readonly part?: number;
  /** What else there is to say, the weightiest first: what does not fit the line is left out. */
  readonly figures: readonly string[];
}

const DELAY_MS = 300;
const PLAIN_INTERVAL_MS = 5000;
const MIN_GAUGE = 10;
const MAX_GAUGE = 30;
const GAP = '  ';

export class Progress {
  private readonly bar: SingleBar | undefined;
  private status: Status | undefined;
  private isDrawn = false;
  /** When the next line may appear. */
  private due = 0;

  constructor(private readonly stream: NodeJS.WriteStream) {
    if (!stream.isTTY || process.env['TERM'] === 'dumb') return;
    // The terminal's cursor and line wrapping stay as they are, so that nothing has to be put right
    // after a kill: no line is as wide as the terminal.
    this.bar = new SingleBar({ stream, linewrap: true, clearOnComplete: true, format: draw });
  }

  show(status: Status): void {
    const now = performance.now();
    if (this.status === undefined) this.due = now + (this.bar ? DELAY_MS : PLAIN_INTERVAL_MS);
    this.status = status;
    if (this.isDrawn) this.bar?.update(0, status);
    else if (now >= this.due) this.appear(status, now);
  }

  /** Writes something that must not run into the line. */
  aside<T>(write: () => T): T {
    if (!this.isDrawn) return write();
    this.erase();
    const result = write();
    if (this.status) this.appear(this.status, performance.now());
    return result;
  }

  /** What was shown is over. */
  clear(): void {
    this.erase();
    this.status = undefined;
  }

  private appear(status: Status, now: number): void {
    if (this.bar) {
      this.bar.start(1, 0, status);
      this.isDrawn = true;
    } else {
      this.stream.write(`${plainLine(status)}\n`);
      this.due = now + PLAIN_INTERVAL_MS;
    }
  }

  private erase(): void {
    if (this.isDrawn) this.bar?.stop();
    this.isDrawn = false;
  }
}

function draw(_options: unknown, { maxWidth }: Params, payload: unknown): string {
  const { task, part, figures } = payload as Status;
  const lead = task.slice(0, maxWidth - 1);
  if (part === undefined) return joined(lead, figures, maxWidth);
  const pieces = [percent(part), ...figures];
  // The gauge says no more than the percentage: it gives way to other figures.
  const whole = joined(lead, [gauge(part, maxWidth / 4 - 8), ...pieces], maxWidth);
  return whole.endsWith(pieces.at(-1)!) ? whole : joined(lead, pieces, maxWidth);
}

/** As many pieces as fit on the line. */
function joined(lead: string, pieces: readonly string[], maxWidth: number): string {
  let line = lead;
  for (const piece of pieces) {
    if (line.length + GAP.length + piece.length >= maxWidth) break;
    line += GAP + piece;
  }
  return line;
}

function plainLine({ task, part, figures }: Status): string {
  return [task, ...(part === undefined ? [] : [percent(part)]), ...figures].join(', ');
}

function gauge(part: number, room: number): string {
  const width = Math.floor(Math.min(Math.max(room, MIN_GAUGE), MAX_GAUGE));
  return `[${'='.repeat(Math.floor(part * width)).padEnd(width)}]`;
}

function percent(part: number): string {
  return `${String(Math.floor(100 * part)).padStart(3)} %`;
}

/** How long a check may take, by whatever clock it is given. */
import { GranaryError } from '../errors.js';
import { pause } from '../pause.js';

/** Seconds, from any beginning. */
export type Clock = () => number;

export class Allowance {
  /** What is being checked is expected to be done in time: then the straight way is taken. */
  constructor(
    private readonly clock: Clock,
    private readonly end: number,
    readonly isAmple: boolean,
    private readonly signal?: AbortSignal,
  ) {}

  /** By the clock. */
  get now(): number {
    return this.clock();
  }

  get left(): number {
    return Math.max(this.end - this.now, 0);
  }

  get isSpent(): boolean {
    return this.left === 0;
  }

  /** A part of what is left. */
  share(part: number): Allowance {
    const { now } = this;
    const end = now + Math.max(this.end - now, 0) * part;
    return new Allowance(this.clock, end, this.isAmple, this.signal);
  }

  /** Lets other work run, and says whether to go on; throws `Interrupted`. */
  async goesOn(): Promise<boolean> {
    await pause();
    this.throwIfInterrupted();
    return !this.isSpent;
  }

  throwIfInterrupted(): void {
    if (this.signal?.aborted) throw new GranaryError('Interrupted', 'interrupted');
  }
}

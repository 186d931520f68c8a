/**
 * The positions that a game has been through since its last capture, each with its mover's gain should it come back: there
 * searches end the game. None is set where play that has no end is worth nothing.
 */
import { GranaryError } from '../errors.js';
import type { Side } from '../rules/board.js';
import { keyOf, seedsInPlay } from './rows.js';
import type { Rows } from './rows.js';
import type { WasmExports } from './wasm.js';

/** Most positions of a history (assembly/search/path.ts). */
const MAX_HISTORY = 1024;
/** The sides in the order of the core's numbers for them. */
const SIDES: readonly Side[] = ['s', 'n'];

/** The core's number for a side. */
export function sideNumber(side: Side): number {
  return SIDES.indexOf(side);
}

/** A position of a game's history, and its mover's gain if it comes back: with the same side to move. */
export interface PastPosition {
  readonly rows: Rows;
  readonly mover: Side;
  readonly gain: number;
}

export class History {
  /** Gains by rows and the side to move, and the seeds in play in all of them. */
  private gains: ReadonlyMap<string, number> = new Map();
  private seeds = -1;

  constructor(private readonly wasm: WasmExports) {}

  /** Sets the history, until the next call. Throws `InvalidOption` if there are too many. */
  set(history: readonly PastPosition[]): void {
    const { wasm } = this;
    const gains = new Map(history.map(({ rows, mover, gain }) => [pastKey(rows, mover), gain]));
    const isSame =
      gains.size === this.gains.size &&
      [...gains].every(([key, gain]) => this.gains.get(key) === gain);
    if (isSame) return;
    if (gains.size > MAX_HISTORY) {
      throw new GranaryError(
        'InvalidOption',
        `a history of ${gains.size} positions: at most ${MAX_HISTORY} are taken, leave out the oldest`,
      );
    }
    // What is known of positions rests on the history.
    wasm.clearTable();
    wasm.historyClear();
    for (const { rows, mover, gain } of history) {
      wasm.historyAdd(rows.own, rows.opp, sideNumber(mover), gain);
    }
    this.gains = gains;
    this.seeds = history[0] === undefined ? -1 : seedsInPlay(history[0].rows);
  }

  get isEmpty(): boolean {
    return this.gains.size === 0;
  }

  /** The mover's gain if this position of the history comes back; undefined if it is not in it. */
  gain(rows: Rows, mover: Side): number | undefined {
    return this.isEmpty ? undefined : this.gains.get(pastKey(rows, mover));
  }

  /** Whether the history bears on a position: then it matters which side is to move. */
  bearsOn(rows: Rows): boolean {
    return seedsInPlay(rows) === this.seeds;
  }

  /**
   * Bounds of the mover's gain in a position that the history bears on, and of whose layer a table says `known`: who plays
   * by the table either gets what it says, or meets the history on the way.
   */
  limits(known: number, mover: Side): { lower: number; upper: number } {
    const side = sideNumber(mover);
    return {
      lower: Math.min(known, this.wasm.historyLeast(side)),
      upper: Math.max(known, this.wasm.historyMost(side)),
    };
  }
}

/** Tells positions of a history apart. */
function pastKey(rows: Rows, mover: Side): string {
  return `${keyOf(rows)} ${mover}`;
}

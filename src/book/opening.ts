/**
 * The positions of an opening: all that a start leads to in some plies and whose game is not over, in one order, on which
 * the files of books rest. Ply after ply of the start, those that come first lead on first, pits in their order; each
 * position stands where it is first met. A position is both rows as the side to move sees them: no stores, no side.
 */
import type { Core } from '../core/core.js';
import { packRow } from '../core/rows.js';
import type { Rows } from '../core/rows.js';

/** How a position was first met. */
export interface Step {
  /** The place of the position before. */
  readonly from: number;
  /** Net seeds won by the side that played. */
  readonly gain: number;
  readonly extraTurn: boolean;
}

const FIRST_ROOM = 1024;
const EMPTY = -1;

export class Opening {
  private own = new BigUint64Array(FIRST_ROOM);
  private opp = new BigUint64Array(FIRST_ROOM);
  private from = new Int32Array(FIRST_ROOM);
  private gains = new Int16Array(FIRST_ROOM);
  private extraTurns = new Uint8Array(FIRST_ROOM);
  /** Places by a hash of the rows, at most half of them taken. */
  private slots = new Int32Array(2 * FIRST_ROOM).fill(EMPTY);
  private readonly pair = new BigUint64Array(2);
  private readonly words = new Uint32Array(this.pair.buffer);
  private count = 0;
  /** The first place of each ply, and the end of the last. */
  private readonly starts = [0];

  private constructor() {}

  /** Plays `plies` plies from the start with `seeds` seeds in each pit; undefined if there are more than `most` positions. */
  static layOut(core: Core, seeds: number, plies: number, most = Infinity): Opening | undefined {
    const opening = new Opening();
    const row = packRow(new Array<number>(core.pits).fill(seeds));
    opening.add({ own: row, opp: row }, { from: EMPTY, gain: 0, extraTurn: false });
    for (let ply = 0; ply < plies; ply++) {
      const [first, end] = opening.beginPly();
      for (let from = first; from < end; from++) {
        const rows = opening.rows(from);
        for (const pit of core.moves(rows)) {
          const next = core.play(rows, pit);
          if (next.over || opening.placeOf(next.rows) !== undefined) continue;
          const { gain, extraTurn } = next;
          opening.add(next.rows, { from, gain, extraTurn });
        }
        if (opening.count > most) return undefined;
      }
    }
    opening.beginPly();
    return opening;
  }

  get size(): number {
    return this.count;
  }

  get plies(): number {
    return this.starts.length - 2;
  }

  /** The places that were first met after so many plies, from the first to before the last. */
  ply(ply: number): readonly [first: number, end: number] {
    return [this.starts[ply]!, this.starts[ply + 1]!];
  }

  rows(place: number): Rows {
    return { own: this.own[place]!, opp: this.opp[place]! };
  }

  /** Undefined for the start. */
  step(place: number): Step | undefined {
    if (place === 0) return undefined;
    return {
      from: this.from[place]!,
      gain: this.gains[place]!,
      extraTurn: this.extraTurns[place] === 1,
    };
  }

  /** The place of a position; undefined if it is not of the opening. */
  placeOf(rows: Rows): number | undefined {
    const place = this.slots[this.slotOf(rows)]!;
    return place === EMPTY ? undefined : place;
  }

  private beginPly(): readonly [first: number, end: number] {
    this.starts.push(this.count);
    return this.ply(this.starts.length - 2);
  }

  private add(rows: Rows, { from, gain, extraTurn }: Step): void {
    if (this.count === this.from.length) this.grow();
    const place = this.count++;
    this.own[place] = rows.own;
    this.opp[place] = rows.opp;
    this.from[place] = from;
    this.gains[place] = gain;
    this.extraTurns[place] = extraTurn ? 1 : 0;
    this.slots[this.slotOf(rows)] = place;
  }

  private grow(): void {
    const room = 2 * this.from.length;
    this.own = copyTo(new BigUint64Array(room), this.own);
    this.opp = copyTo(new BigUint64Array(room), this.opp);
    this.from = copyTo(new Int32Array(room), this.from);
    this.gains = copyTo(new Int16Array(room), this.gains);
    this.extraTurns = copyTo(new Uint8Array(room), this.extraTurns);
    this.slots = new Int32Array(2 * room).fill(EMPTY);
    for (let place = 0; place < this.count; place++) {
      this.slots[this.slotOf(this.rows(place))] = place;
    }
  }

  /** The slot of a position, or the free one where it belongs. */
  private slotOf({ own, opp }: Rows): number {
    const mask = this.slots.length - 1;
    let slot = this.hashOf(own, opp) & mask;
    for (;;) {
      const place = this.slots[slot]!;
      if (place === EMPTY || (this.own[place] === own && this.opp[place] === opp)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  private hashOf(own: bigint, opp: bigint): number {
    this.pair[0] = own;
    this.pair[1] = opp;
    let hash = 0;
    for (const word of this.words) {
      hash = Math.imul(hash ^ word, 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    return hash;
  }
}

function copyTo<T extends { set(from: T): void }>(to: T, from: T): T {
  to.set(from);
  return to;
}

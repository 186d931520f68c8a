/**
 * The graph of a game from its start: every position that can come up, told apart by pits, stores and who is to move,
 * with who wins there. Play stops as soon as a store holds more than half of all seeds; a position in which the game
 * is over has its seeds where the ply has left them. For games in which no position comes back.
 */
import type { Core } from '../core/core.js';
import { rowsOf } from '../core/rows.js';
import type { Rows } from '../core/rows.js';
import { startPosition } from '../position.js';
import type { Allowance } from './allowance.js';
import type { StoreCount } from './claims.js';

export interface Graph {
  readonly nodes: number;
  /** By the seeds in the stores; won and lost are for South. */
  readonly stores: readonly StoreCount[];
}

/** Most positions that are kept in memory: 23 bytes each, in tables that are at most half full. */
const MOST_NODES = 2 ** 23;
/** Plies between two looks at the clock. */
const SLICE = 20_000;
const MOST_DEPTH = 4096;
const FIRST_CAPACITY = 2 ** 12;

/** Undefined if time or memory does not suffice. */
export async function measureGraph(
  core: Core,
  seeds: number,
  allowance: Allowance,
  onProgress?: (nodes: number) => void,
): Promise<Graph | undefined> {
  const walk = new Walk(core, 2 * core.pits * seeds);
  walk.begin(rowsOf(startPosition(core.rules, core.pits, seeds)));
  while (!walk.isDone) {
    if (walk.isFull || !(await allowance.goesOn())) return undefined;
    walk.run(SLICE);
    onProgress?.(walk.nodes);
  }
  return { nodes: walk.nodes, stores: walk.counts() };
}

/** Results for the mover, in the order of their numbers: 0 is not known yet. */
const LOST = 1;
const DRAWN = 2;
const WON = 3;

/** A position on the way from the start to the one in work. */
interface Frame {
  own: bigint;
  opp: bigint;
  /** South's store and North's. */
  stores: [number, number];
  /** 0 for South, 1 for North. */
  mover: number;
  /** Those that are still to be played, a bit each. */
  pits: number;
  best: number;
  slot: number;
  /** The other side is to move after the ply that led here. */
  turned: boolean;
}

/** Depth first, so that the result of a position is known when its last ply has been followed. */
class Walk {
  private readonly path: Frame[] = [];
  private readonly seen = new Seen();
  private readonly tallies = new Map<number, number[]>();

  constructor(
    private readonly core: Core,
    private readonly seeds: number,
  ) {}

  get nodes(): number {
    return this.seen.size;
  }

  get isDone(): boolean {
    return this.path.length === 0;
  }

  get isFull(): boolean {
    return this.seen.size >= MOST_NODES || this.path.length >= MOST_DEPTH;
  }

  run(plies: number): void {
    for (; plies > 0 && !this.isDone && !this.isFull; plies--) this.step();
  }

  counts(): StoreCount[] {
    return [...this.tallies]
      .sort(([a], [b]) => a - b)
      .map(([key, [loss = 0, draw = 0, win = 0]]) => {
        const captured = Math.floor(key / (this.seeds + 1));
        return { captured, south: key % (this.seeds + 1), win, loss, draw };
      });
  }

  /** Begins at the start. */
  begin({ own, opp }: Rows): void {
    const slot = this.seen.add(own, opp, 0);
    this.push({ own, opp, stores: [0, 0], mover: 0, best: 0, slot, turned: false });
  }

  private step(): void {
    const frame = this.path.at(-1)!;
    if (frame.pits === 0) {
      this.leave(frame);
      return;
    }
    const pit = 31 - Math.clz32(frame.pits);
    frame.pits -= 2 ** pit;
    const { rows, extraTurn, over, gain } = this.core.play({ own: frame.own, opp: frame.opp }, pit);
    const { stores: before } = frame;
    const taken = this.seeds - before[0] - before[1] - seedsOf(rows.own) - seedsOf(rows.opp);
    const stores: [number, number] = [before[0], before[1]];
    stores[frame.mover]! += taken;
    const mover = extraTurn ? frame.mover : 1 - frame.mover;
    const found = this.seen.find(rows.own, rows.opp, 2 * stores[0] + mover);
    if (found !== 0) {
      weigh(frame, found, !extraTurn);
      return;
    }
    const slot = this.seen.add(rows.own, rows.opp, 2 * stores[0] + mover);
    const isDecided = 2 * Math.max(...stores) > this.seeds;
    if (over || isDecided) {
      const lead = stores[frame.mover]! - stores[1 - frame.mover]!;
      const score = over ? lead - taken + gain : lead;
      const result = score === 0 ? DRAWN : score > 0 === extraTurn ? WON : LOST;
      this.settle(slot, result, stores, mover);
      weigh(frame, result, !extraTurn);
      return;
    }
    const { own, opp } = rows;
    this.push({ own, opp, stores, mover, best: 0, slot, turned: !extraTurn });
  }

  private push(frame: Omit<Frame, 'pits'>): void {
    this.path.push({ ...frame, pits: filledPits(frame.own) });
  }

  private leave({ slot, best, stores, mover, turned }: Frame): void {
    this.path.pop();
    this.settle(slot, best, stores, mover);
    const before = this.path.at(-1);
    if (before) weigh(before, best, turned);
  }

  private settle(
    slot: number,
    result: number,
    [south, north]: [number, number],
    mover: number,
  ): void {
    this.seen.setResult(slot, result);
    const key = (south + north) * (this.seeds + 1) + south;
    const tally = this.tallies.get(key) ?? [0, 0, 0];
    this.tallies.set(key, tally);
    const forSouth = mover === 0 ? result : LOST + WON - result;
    tally[forSouth - LOST]!++;
  }
}

/** Takes the result of a successor into account. */
function weigh(frame: Frame, result: number, turned: boolean): void {
  frame.best = Math.max(frame.best, turned ? LOST + WON - result : result);
}

/** The results of positions that have been met, in a hash table that doubles when it is half full. */
class Seen {
  size = 0;
  private capacity = FIRST_CAPACITY;
  private own = new Float64Array(this.capacity);
  private opp = new Float64Array(this.capacity);
  /** South's store and the mover, plus 1: 0 is a free place. */
  private rest = new Uint16Array(this.capacity);
  /** Positions keep their number when the table grows. */
  private numbers = new Uint32Array(this.capacity);
  private results = new Uint8Array(this.capacity);

  /** The result of a position, or 0. */
  find(own: bigint, opp: bigint, rest: number): number {
    const place = this.placeOf(Number(own), Number(opp), rest + 1);
    return this.rest[place] === 0 ? 0 : this.results[this.numbers[place]!]!;
  }

  /** Adds a position that is not there, and gives its number. */
  add(own: bigint, opp: bigint, rest: number): number {
    if (2 * this.size >= this.capacity) this.grow();
    const number = this.size++;
    this.put(Number(own), Number(opp), rest + 1, number);
    return number;
  }

  setResult(number: number, result: number): void {
    this.results[number] = result;
  }

  private put(own: number, opp: number, rest: number, number: number): void {
    const place = this.placeOf(own, opp, rest);
    this.own[place] = own;
    this.opp[place] = opp;
    this.rest[place] = rest;
    this.numbers[place] = number;
  }

  /** Where a position lies, or the free place for it. */
  private placeOf(own: number, opp: number, rest: number): number {
    const mask = this.capacity - 1;
    let place = hash(own, opp, rest) & mask;
    while (
      this.rest[place] !== 0 &&
      !(this.own[place] === own && this.opp[place] === opp && this.rest[place] === rest)
    ) {
      place = (place + 1) & mask;
    }
    return place;
  }

  private grow(): void {
    const { own, opp, rest, numbers, results, capacity } = this;
    this.capacity = 2 * capacity;
    this.own = new Float64Array(this.capacity);
    this.opp = new Float64Array(this.capacity);
    this.rest = new Uint16Array(this.capacity);
    this.numbers = new Uint32Array(this.capacity);
    this.results = new Uint8Array(this.capacity);
    this.results.set(results);
    for (let place = 0; place < capacity; place++) {
      if (rest[place] !== 0) this.put(own[place]!, opp[place]!, rest[place]!, numbers[place]!);
    }
  }
}

const HIGH = 2 ** 32;

function hash(own: number, opp: number, rest: number): number {
  let mixed = Math.imul(own | 0, 0x9e3779b1) ^ Math.imul((own / HIGH) | 0, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35) ^ Math.imul(opp | 0, 0x27d4eb2f);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0x165667b1) ^ Math.imul((opp / HIGH) | 0, 0xd3a2646c);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0xfd7046c5) ^ Math.imul(rest, 0xb55a4f09);
  return mixed ^ (mixed >>> 14);
}

/** Seeds in a row of up to 6 pits, a byte each, none of more than 127. */
function seedsOf(row: bigint): number {
  const whole = Number(row);
  // Two bytes a number: no sum runs over.
  const low = whole >>> 0;
  const sums = (low & 0x00ff00ff) + ((low >>> 8) & 0x00ff00ff) + ((whole / HIGH) & 0xff);
  return (sums & 0xffff) + (sums >>> 16) + ((whole / HIGH) >>> 8);
}

/** The pits that hold seeds, a bit each: in games without cycles all of them can be played. */
function filledPits(row: bigint): number {
  let whole = Number(row);
  let mask = 0;
  for (let pit = 1; whole > 0; pit *= 2, whole = Math.floor(whole / 256)) {
    if (whole % 256 > 0) mask |= pit;
  }
  return mask;
}

import { Thread } from '../thread';
import { Block, Entries } from './block';
import { Families } from './families';

/*
 * Lines of positions: all that have one row fixed, on one side, while the other row runs through a family in
 * rising rank. What a ply does to the fixed row is the same for all of them, and what it does to the other row
 * is a list made beforehand (`families.ts`), so that a ply is one loop along the line.
 */

/** A solved line: where its entries lie. */
export class Line {
  static address: usize = 0;
  /** Bits from the address to the first entry, and from each entry to the next. */
  static bit: u32 = 0;
  static stride: u32 = 0;
  static mask: u32 = 0;
  /** The seeds in play: a gain is its entry, doubled where entries are halved, less these. */
  static seeds: i32 = 0;

  /** Positions with this row of the mover; the other row varies. */
  @inline static ofMover(moverSeeds: i32, otherSeeds: i32, rank: u32): void {
    const block = Block.at(moverSeeds, otherSeeds);
    Line.address = Block.address(block);
    Line.bit = Block.bit(block, rank, 0);
    Line.stride = Block.otherStride(block);
    Line.mask = Block.mask(block);
    Line.seeds = moverSeeds + otherSeeds;
  }

  /** Positions with this row of the other side; the mover's row varies. */
  @inline static ofOther(moverSeeds: i32, otherSeeds: i32, rank: u32): void {
    const block = Block.at(moverSeeds, otherSeeds);
    Line.address = Block.address(block);
    Line.bit = Block.bit(block, 0, rank);
    Line.stride = Block.moverStride(block);
    Line.mask = Block.mask(block);
    Line.seeds = moverSeeds + otherSeeds;
  }

  /** Writes the line in work. */
  static write(length: u32): void {
    const halved = Entries.halved;
    if (<u32>popcnt(Line.mask) == Line.stride) {
      Block.writeRun(Line.address, Line.bit, Line.stride, Best.line, length, halved);
      return;
    }
    for (let j: u32 = 0; j < length; j++) {
      const entry = (<u32>load<u8>(Best.line + j)) >> halved;
      Block.write(Line.address, Line.bit + j * Line.stride, Line.mask, entry);
    }
  }
}

/** The line in work: the best gain so far of each position, plus the seeds in play, a byte each. */
export class Best {
  static line: usize = 0;
  static seeds: i32 = 0;

  /** Begins a line of a layer, with less than any gain. */
  static begin(seeds: i32, length: u32): void {
    Best.line = Thread.line;
    Best.seeds = seeds;
    memory.fill(Best.line, 0, length);
  }

  static fill(gain: i32, length: u32): void {
    memory.fill(Best.line, <u8>(gain + Best.seeds), length);
  }

  @inline static set(j: u32, gain: i32): void {
    store<u8>(Best.line + j, <u8>(gain + Best.seeds));
  }

  @inline static keep(j: u32, gain: i32): void {
    Best.keepRaised(Best.line + j, gain + Best.seeds);
  }

  /** Keeps a gain to which the seeds in play have been added. */
  @inline static keepRaised(at: usize, gain: i32): void {
    store<u8>(at, <u8>max(<i32>load<u8>(at), gain));
  }
}

/** Where a line of successors begins for each number of captured seeds. */
export class CaptureBase {
  @inline static set(captured: i32, gain: i32): void {
    const base = Thread.captureBases + ((<usize>captured) << 5);
    store<u32>(base, <u32>Line.address);
    store<u32>(base, Line.bit, 4);
    store<u32>(base, Line.stride, 8);
    store<u32>(base, Line.mask, 12);
    store<i32>(base, gain + Line.seeds + Best.seeds, 16);
  }
}

/** The other side moves next; successors lie along the line. */
export function passAlong(length: u32, gain: i32): void {
  const address = Line.address;
  const stride = Line.stride;
  const mask = Line.mask;
  const halved = Entries.halved;
  const best = Best.line;
  gain += Line.seeds + Best.seeds;
  let bit = Line.bit;
  for (let j: u32 = 0; j < length; j++) {
    Best.keepRaised(best + j, gain - <i32>(Block.read(address, bit, mask) << halved));
    bit += stride;
  }
}

/** The same side moves again; successors lie along the line. */
export function stayAlong(length: u32, gain: i32): void {
  const address = Line.address;
  const stride = Line.stride;
  const mask = Line.mask;
  const halved = Entries.halved;
  const best = Best.line;
  gain += Best.seeds - Line.seeds;
  let bit = Line.bit;
  for (let j: u32 = 0; j < length; j++) {
    Best.keepRaised(best + j, gain + <i32>(Block.read(address, bit, mask) << halved));
    bit += stride;
  }
}

/** The other side moves next; `ranks` (u16) says where on the line each successor lies. */
export function passThrough(ranks: usize, length: u32, gain: i32): void {
  const address = Line.address;
  const first = Line.bit;
  const stride = Line.stride;
  const mask = Line.mask;
  const halved = Entries.halved;
  const best = Best.line;
  gain += Line.seeds + Best.seeds;
  for (let j: u32 = 0; j < length; j++) {
    const bit = first + load<u16>(ranks + 2 * j) * stride;
    Best.keepRaised(best + j, gain - <i32>(Block.read(address, bit, mask) << halved));
  }
}

/** A capture of `counts` (u8) seeds; the line of each count is in `CaptureBase`. */
export function captureThrough(counts: usize, ranks: usize, length: u32): void {
  const bases = Thread.captureBases;
  const halved = Entries.halved;
  const best = Best.line;
  for (let j: u32 = 0; j < length; j++) {
    const base = bases + ((<usize>load<u8>(counts + j)) << 5);
    const bit = load<u32>(base, 4) + load<u16>(ranks + 2 * j) * load<u32>(base, 8);
    const entry = Block.read(load<u32>(base), bit, load<u32>(base, 12));
    Best.keepRaised(best + j, load<i32>(base, 16) - <i32>(entry << halved));
  }
}

export function passKind(seeds: i32, kind: i32, length: u32, gain: i32): void {
  passListed(Families.list(seeds, kind), Families.listEnd(seeds, kind), length, gain);
}

/** The other side moves next; a list says which positions have the ply and where it leads. */
export function passListed(item: usize, end: usize, length: u32, gain: i32): void {
  const address = Line.address;
  const first = Line.bit;
  const stride = Line.stride;
  const mask = Line.mask;
  const halved = Entries.halved;
  const best = Best.line;
  gain += Line.seeds + Best.seeds;
  for (; item < end; item += 4) {
    const j = load<u16>(item);
    if (j >= length) break;
    const bit = first + load<u16>(item, 2) * stride;
    Best.keepRaised(best + j, gain - <i32>(Block.read(address, bit, mask) << halved));
  }
}

/** The same side moves again; a list says which positions have the ply and where it leads. */
export function stayListed(item: usize, end: usize, length: u32, gain: i32): void {
  const address = Line.address;
  const first = Line.bit;
  const stride = Line.stride;
  const mask = Line.mask;
  const halved = Entries.halved;
  const best = Best.line;
  gain += Best.seeds - Line.seeds;
  for (; item < end; item += 4) {
    const j = load<u16>(item);
    if (j >= length) break;
    const bit = first + load<u16>(item, 2) * stride;
    Best.keepRaised(best + j, gain + <i32>(Block.read(address, bit, mask) << halved));
  }
}

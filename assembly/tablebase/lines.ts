import { CAPTURE_BASES, ROW_BUFFER } from '../board';
import { Families } from './families';
import { Block } from './rank';

/*
 * Lines of positions: all that have one row fixed, on one side, while the other row runs through a family in
 * rising rank. What a ply does to the fixed row is the same for all of them, and what it does to the other row
 * is a list made beforehand (`families.ts`), so that a ply is one loop along the line. The best gain so far of
 * each position stands in the row buffer, an i8 each.
 */

/** Where the entries of one line begin in a block, and the distance between neighbours. */
export class Line {
  static address: usize = 0;
  static stride: u32 = 0;

  /** Positions with this row of the mover; the other row varies. */
  @inline static ofMover(moverSeeds: i32, otherSeeds: i32, rank: u32): void {
    const block = Block.at(moverSeeds, otherSeeds);
    Line.address = Block.entry(block, rank, 0);
    Line.stride = Block.otherStride(block);
  }

  /** Positions with this row of the other side; the mover's row varies. */
  @inline static ofOther(moverSeeds: i32, otherSeeds: i32, rank: u32): void {
    const block = Block.at(moverSeeds, otherSeeds);
    Line.address = Block.entry(block, 0, rank);
    Line.stride = Block.moverStride(block);
  }
}

/** Where a line of successors begins for each number of captured seeds: address, stride, gain. */
export class CaptureBase {
  @inline static set(captured: i32, gain: i32): void {
    const base = CAPTURE_BASES + ((<usize>captured) << 4);
    store<u32>(base, <u32>Line.address);
    store<u32>(base, Line.stride, 4);
    store<i32>(base, gain, 8);
  }
}

export function keepBest(j: u32, gain: i32): void {
  store<i8>(ROW_BUFFER + j, <i8>max(<i32>load<i8>(ROW_BUFFER + j), gain));
}

export function fillLine(gain: i32, length: u32): void {
  memory.fill(ROW_BUFFER, <u8>gain, length);
}

export function writeLine(length: u32): void {
  const stride = Line.stride;
  let address = Line.address;
  if (stride == 1) {
    memory.copy(address, ROW_BUFFER, length);
    return;
  }
  for (let j: u32 = 0; j < length; j++) {
    store<i8>(address, load<i8>(ROW_BUFFER + j));
    address += stride;
  }
}

/** The other side moves next; successors lie along the line. */
export function passAlong(length: u32, gain: i32): void {
  const stride = Line.stride;
  let address = Line.address;
  for (let j: u32 = 0; j < length; j++) {
    keepBest(j, gain - load<i8>(address));
    address += stride;
  }
}

/** The same side moves again; successors lie along the line. */
export function stayAlong(length: u32, gain: i32): void {
  const stride = Line.stride;
  let address = Line.address;
  for (let j: u32 = 0; j < length; j++) {
    keepBest(j, gain + load<i8>(address));
    address += stride;
  }
}

/** The other side moves next; `ranks` (u16) says where on the line each successor lies. */
export function passThrough(ranks: usize, length: u32, gain: i32): void {
  const stride = Line.stride;
  const address = Line.address;
  for (let j: u32 = 0; j < length; j++) {
    keepBest(j, gain - load<i8>(address + load<u16>(ranks + 2 * j) * stride));
  }
}

/** A capture of `counts` (u8) seeds; the line of each count is in `CaptureBase`. */
export function captureThrough(counts: usize, ranks: usize, length: u32): void {
  for (let j: u32 = 0; j < length; j++) {
    const base = CAPTURE_BASES + ((<usize>load<u8>(counts + j)) << 4);
    const entry = load<u32>(base) + load<u16>(ranks + 2 * j) * load<u32>(base, 4);
    keepBest(j, load<i32>(base, 8) - load<i8>(entry));
  }
}

export function passKind(seeds: i32, kind: i32, length: u32, gain: i32): void {
  passListed(Families.list(seeds, kind), Families.listEnd(seeds, kind), length, gain);
}

/** The other side moves next; a list says which positions have the ply and where it leads. */
export function passListed(item: usize, end: usize, length: u32, gain: i32): void {
  const stride = Line.stride;
  const address = Line.address;
  for (; item < end; item += 4) {
    const j = load<u16>(item);
    if (j >= length) break;
    keepBest(j, gain - load<i8>(address + load<u16>(item, 2) * stride));
  }
}

/** The same side moves again; a list says which positions have the ply and where it leads. */
export function stayListed(item: usize, end: usize, length: u32, gain: i32): void {
  const stride = Line.stride;
  const address = Line.address;
  for (; item < end; item += 4) {
    const j = load<u16>(item);
    if (j >= length) break;
    keepBest(j, gain + load<i8>(address + load<u16>(item, 2) * stride));
  }
}

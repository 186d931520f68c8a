import { Board, CAPTURE_BASES, PITS_MASK, ROW_BUFFER, Row, Rows } from '../board';
import { Ply, RuleSet } from '../rules/ruleset';
import { Sowing } from '../rules/sowing';
import {
  Families,
  LIST_CROSS,
  LIST_EMPTY,
  LIST_LAP,
  LIST_OWN,
  LIST_STORE,
  LIST_TAKEN,
  plusFirst,
} from './families';
import { Tablebase } from './probe';
import { Block, Family, Rank } from './rank';

/*
 * Solves a layer of a game without cycles in one pass.
 *
 * A ply that keeps the layer stays in its own row (it reaches no store and captures nothing). It only
 * moves seeds onward, so that it lowers the rank of the row, and the turn passes. Let X be the row of the
 * side with more seeds and Y the other, and take the rows X in rising rank. The positions (X to move, Y)
 * of one X and all Y need (Y to move, X') with X' before X; the positions (Y to move, X) need (X to move,
 * Y'), just solved. So each is one line of positions that do not depend on each other, and a ply is one
 * loop along the line: what it does to X is the same for all Y, and what it does to Y is a list made
 * beforehand (`families.ts`). Pairs of blocks {a, b} are independent.
 *
 * Where both sides have as many seeds, X and Y run through the same rows: the line ends before Y = X, and
 * the position (X, X) comes last, by itself.
 */

/** Where the entries of one line begin in a block, and the distance between neighbours. */
class Line {
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

/** One layer being solved; `run` goes on where it stopped. */
export class AcyclicSolver {
  private static larger: i32 = 0;
  private static smaller: i32 = 0;
  private static rank: u32 = 0;

  static begin(layer: i32): void {
    AcyclicSolver.larger = layer;
    AcyclicSolver.smaller = 0;
    AcyclicSolver.rank = 0;
  }

  /** Solves lines until `budget` positions are done or the layer is; returns how many were done. */
  static run<R extends RuleSet>(budget: u32): u32 {
    let done: u32 = 0;
    while (AcyclicSolver.larger >= AcyclicSolver.smaller && done < budget) {
      const larger = AcyclicSolver.larger;
      const smaller = AcyclicSolver.smaller;
      done += solveLines<R>(larger, smaller, AcyclicSolver.rank);
      if (++AcyclicSolver.rank == Family.size(larger)) {
        AcyclicSolver.larger--;
        AcyclicSolver.smaller++;
        AcyclicSolver.rank = 0;
      }
    }
    return done;
  }
}

/** Solves both lines of one row X of the larger side; returns the number of positions. */
function solveLines<R extends RuleSet>(larger: i32, smaller: i32, rank: u32): u32 {
  const row = Families.row(larger, rank);
  const even = larger == smaller;
  const length = even ? rank : Family.size(smaller);
  if (length) {
    solveMoverLine<R>(row, larger, smaller, length);
    Line.ofMover(larger, smaller, rank);
    writeLine(length);
    solveOtherLine<R>(
      row,
      larger,
      smaller,
      length,
      Block.entry(Block.at(larger, smaller), rank, 0),
    );
    Line.ofOther(smaller, larger, rank);
    writeLine(length);
  }
  if (!even) return 2 * length;
  const gain = bestGain<R>(row, row);
  store<i8>(Block.entry(Block.at(larger, larger), rank, rank), <i8>gain);
  return 2 * length + 1;
}

/** The line (X to move, Y): what each ply does to X is fixed. */
function solveMoverLine<R extends RuleSet>(row: Row, larger: i32, smaller: i32, length: u32): void {
  const pits = Board.pits;
  memory.fill(ROW_BUFFER, 0x80, length);
  if (changetype<R>(0).isOver(row, Families.row(smaller, 0))) {
    fillLine(changetype<R>(0).sweepGain(row, Families.row(smaller, 0)), length);
    return;
  }
  let moves = Rows.nonEmpty(row);
  while (moves) {
    const shift = Rows.lowest(moves);
    moves &= moves - 1;
    const pit = <i32>(shift >> 3);
    const count = <i32>Rows.count(row, shift);
    const sown = (row + load<u64>(Sowing.entry(shift, count))) & PITS_MASK;
    const toStore = pits - pit;
    if (count < toStore) {
      const last = <u64>(8 * (pit + count));
      if (Rows.count(row, last)) {
        Line.ofOther(smaller, larger, Rank.of(sown));
        passAlong(length, 0);
      } else {
        captureAlong<R>(sown, last, larger, smaller, length);
      }
    } else if (count == toStore) {
      Line.ofMover(larger - 1, smaller, Rank.of(sown));
      stayAlong(length, 1);
    } else if (count <= toStore + pits) {
      const crossing = count - toStore;
      Line.ofOther(smaller + crossing, larger - 1 - crossing, Rank.of(sown));
      passThrough(Families.plus(smaller, crossing), length, 1);
    } else {
      for (let j: u32 = 0; j < length; j++) {
        keepBest(j, plyGain<R>(row, Families.row(smaller, j), shift));
      }
    }
  }
}

/** A ply of X that ends in an own pit that was empty: it captures what lies opposite, if anything does. */
function captureAlong<R extends RuleSet>(
  sown: Row,
  last: u64,
  larger: i32,
  smaller: i32,
  length: u32,
): void {
  const rank = Rank.of(Rows.cleared(sown, last));
  if (changetype<R>(0).capturesAlone()) {
    Line.ofOther(smaller, larger - 1, rank);
    CaptureBase.set(0, 1);
  } else {
    Line.ofOther(smaller, larger, Rank.of(sown));
    CaptureBase.set(0, 0);
  }
  for (let captured = 1; captured <= smaller; captured++) {
    Line.ofOther(smaller - captured, larger - 1, rank);
    CaptureBase.set(captured, captured + 1);
  }
  const opposite = <i32>((Board.lastShift - last) >> 3);
  captureThrough(Families.count(smaller, opposite), Families.cleared(smaller, opposite), length);
}

/** The line (Y to move, X): plies of Y come from lists; X changes only by seeds that cross or a capture. */
function solveOtherLine<R extends RuleSet>(
  row: Row,
  larger: i32,
  smaller: i32,
  length: u32,
  moverLine: usize,
): void {
  const pits = Board.pits;
  if (changetype<R>(0).isOver(Families.row(smaller, 0), row)) {
    fillLine(changetype<R>(0).sweepGain(Families.row(smaller, 0), row), length);
    return;
  }
  memory.fill(ROW_BUFFER, 0x80, length);
  Line.ofOther(smaller - 1, larger, Rank.of(row));
  stayListed(Families.list(smaller, LIST_STORE), Families.listEnd(smaller, LIST_STORE), length, 1);
  for (let crossing = 1; crossing <= pits && crossing < smaller; crossing++) {
    Line.ofMover(larger + crossing, smaller - 1 - crossing, Rank.of(plusFirst(row, crossing)));
    passKind(smaller, LIST_CROSS + crossing, length, 1);
  }
  Line.address = moverLine;
  Line.stride = 1;
  passKind(smaller, LIST_OWN, length, 0);
  for (let last = 1; last < pits; last++) {
    const opposite = Board.lastShift - <u64>(8 * last);
    const captured = <i32>Rows.count(row, opposite);
    if (captured || changetype<R>(0).capturesAlone()) {
      Line.ofMover(larger - captured, smaller - 1, Rank.of(Rows.cleared(row, opposite)));
      passKind(smaller, LIST_TAKEN + last, length, captured + 1);
    } else {
      Line.address = moverLine;
      Line.stride = 1;
      passKind(smaller, LIST_EMPTY + last, length, 0);
    }
  }
  const end = Families.listEnd(smaller, LIST_LAP);
  for (let item = Families.list(smaller, LIST_LAP); item < end; item += 4) {
    const j = load<u32>(item) & 0xffff;
    if (j >= length) break;
    keepBest(j, plyGain<R>(Families.row(smaller, j), row, load<u32>(item) >> 16));
  }
}

/** The mover's gain by one ply whose successor is solved. */
function plyGain<R extends RuleSet>(own: Row, opp: Row, shift: u64): i32 {
  changetype<R>(0).play(own, opp, shift);
  if (Ply.over) return Ply.gain;
  const gain = Tablebase.probe(Ply.mover, Ply.other);
  return Ply.extraTurn ? Ply.gain + gain : Ply.gain - gain;
}

/** The mover's gain by his best ply; all successors are solved. */
function bestGain<R extends RuleSet>(own: Row, opp: Row): i32 {
  const rules = changetype<R>(0);
  if (rules.isOver(own, opp)) return rules.sweepGain(own, opp);
  let best = i32.MIN_VALUE;
  let moves = rules.moves(own, opp);
  while (moves) {
    const shift = Rows.lowest(moves);
    moves &= moves - 1;
    best = max(best, plyGain<R>(own, opp, shift));
  }
  return best;
}

// ---- Loops along a line. The best gain so far of each position stands in the row buffer, an i8 each.

/** Where a line of successors begins for each number of captured seeds: address, stride, gain. */
class CaptureBase {
  @inline static set(captured: i32, gain: i32): void {
    const base = CAPTURE_BASES + ((<usize>captured) << 4);
    store<u32>(base, <u32>Line.address);
    store<u32>(base, Line.stride, 4);
    store<i32>(base, gain, 8);
  }
}

function keepBest(j: u32, gain: i32): void {
  store<i8>(ROW_BUFFER + j, <i8>max(<i32>load<i8>(ROW_BUFFER + j), gain));
}

function fillLine(gain: i32, length: u32): void {
  memory.fill(ROW_BUFFER, <u8>gain, length);
}

function writeLine(length: u32): void {
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
function passAlong(length: u32, gain: i32): void {
  const stride = Line.stride;
  let address = Line.address;
  for (let j: u32 = 0; j < length; j++) {
    keepBest(j, gain - load<i8>(address));
    address += stride;
  }
}

/** The same side moves again; successors lie along the line. */
function stayAlong(length: u32, gain: i32): void {
  const stride = Line.stride;
  let address = Line.address;
  for (let j: u32 = 0; j < length; j++) {
    keepBest(j, gain + load<i8>(address));
    address += stride;
  }
}

/** The other side moves next; `ranks` (u16) says where on the line each successor lies. */
function passThrough(ranks: usize, length: u32, gain: i32): void {
  const stride = Line.stride;
  const address = Line.address;
  for (let j: u32 = 0; j < length; j++) {
    keepBest(j, gain - load<i8>(address + load<u16>(ranks + 2 * j) * stride));
  }
}

/** A capture of `counts` (u8) seeds; the line of each count is in `CaptureBase`. */
function captureThrough(counts: usize, ranks: usize, length: u32): void {
  for (let j: u32 = 0; j < length; j++) {
    const base = CAPTURE_BASES + ((<usize>load<u8>(counts + j)) << 4);
    const entry = load<u32>(base) + load<u16>(ranks + 2 * j) * load<u32>(base, 4);
    keepBest(j, load<i32>(base, 8) - load<i8>(entry));
  }
}

function passKind(seeds: i32, kind: i32, length: u32, gain: i32): void {
  passListed(Families.list(seeds, kind), Families.listEnd(seeds, kind), length, gain);
}

/** The other side moves next; a list says which positions have the ply and where it leads. */
function passListed(item: usize, end: usize, length: u32, gain: i32): void {
  const stride = Line.stride;
  const address = Line.address;
  for (; item < end; item += 4) {
    const j = load<u16>(item);
    if (j >= length) break;
    keepBest(j, gain - load<i8>(address + load<u16>(item, 2) * stride));
  }
}

/** The same side moves again; a list says which positions have the ply and where it leads. */
function stayListed(item: usize, end: usize, length: u32, gain: i32): void {
  const stride = Line.stride;
  const address = Line.address;
  for (; item < end; item += 4) {
    const j = load<u16>(item);
    if (j >= length) break;
    keepBest(j, gain + load<i8>(address + load<u16>(item, 2) * stride));
  }
}

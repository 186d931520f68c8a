import { Board, PITS_MASK, Row, Rows } from '../board';
import { RuleSet } from '../rules/ruleset';
import { Sowing } from '../rules/sowing';
import { bestGain, plyGain } from './best';
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
import {
  Best,
  CaptureBase,
  captureThrough,
  Line,
  passAlong,
  passKind,
  passThrough,
  stayAlong,
  stayListed,
} from './lines';
import { Tablebase } from './probe';
import { Family, Rank } from './rank';
import { Task } from './task';

/*
 * Solves a layer of a game without cycles in one pass.
 *
 * A ply that keeps the layer stays in its own row (it reaches no store and captures nothing). It only
 * moves seeds onward, so that it lowers the rank of the row, and the turn passes. Let X be the row of the
 * side with more seeds and Y the other, and take the rows X in rising rank. The positions (X to move, Y)
 * of one X and all Y need (Y to move, X') with X' before X; the positions (Y to move, X) need (X to move,
 * Y'), just solved. So each is one line (`lines.ts`) of positions that do not depend on each other. Pairs of
 * blocks {a, b} are independent.
 *
 * Where both sides have as many seeds, X and Y run through the same rows: the line ends before Y = X, and
 * the position (X, X) comes last, by itself.
 */

/** One layer being solved; `run` goes on where it stopped. */
export class AcyclicSolver {
  /** Solves lines until `budget` positions are done or no task is left; returns how many were done. */
  static run<R extends RuleSet>(budget: u32): u32 {
    let done: u32 = 0;
    // The biggest pairs first, so that threads end at about the same time.
    while (done < budget && Task.next(false)) {
      done += solveLines<R>(Task.larger, Task.layer - Task.larger, Task.rank);
    }
    return done;
  }
}

/** Solves both lines of one row X of the larger side; returns the number of positions. */
function solveLines<R extends RuleSet>(larger: i32, smaller: i32, rank: u32): u32 {
  const row = Families.row(larger, rank);
  const even = larger == smaller;
  const length = even ? rank : Family.size(smaller);
  if (changetype<R>(0).isGeneral()) {
    solvePlainly<R>(row, smaller, length);
  } else if (length) {
    Best.begin(larger + smaller, length);
    solveMoverLine<R>(row, larger, smaller, length);
    Line.ofMover(larger, smaller, rank);
    Line.write(length);
    Best.begin(larger + smaller, length);
    solveOtherLine<R>(row, larger, smaller, length);
    Line.ofOther(smaller, larger, rank);
    Line.write(length);
  }
  if (!even) return 2 * length;
  Tablebase.write(row, row, bestGain<R>(row, row));
  return 2 * length + 1;
}

/** Both lines of a row, position by position. */
function solvePlainly<R extends RuleSet>(row: Row, smaller: i32, length: u32): void {
  for (let j: u32 = 0; j < length; j++) {
    const other = Families.row(smaller, j);
    Tablebase.write(row, other, bestGain<R>(row, other));
  }
  for (let j: u32 = 0; j < length; j++) {
    const mover = Families.row(smaller, j);
    Tablebase.write(mover, row, bestGain<R>(mover, row));
  }
}

/** The line (X to move, Y): what each ply does to X is fixed. */
function solveMoverLine<R extends RuleSet>(row: Row, larger: i32, smaller: i32, length: u32): void {
  const pits = Board.pits;
  if (changetype<R>(0).isOver(row, Families.row(smaller, 0))) {
    Best.fill(changetype<R>(0).sweepGain(row, Families.row(smaller, 0)), length);
    return;
  }
  let moves = Rows.nonEmpty(row);
  while (moves) {
    const shift = Rows.lowest(moves);
    moves &= moves - 1;
    const pit = <i32>(shift >> 3);
    const count = <i32>Rows.count(row, shift);
    const sown = (row + load<u64>(Sowing.entry(shift, count))) & PITS_MASK;
    const reach = Sowing.reach(count);
    const toStore = pits - pit;
    if (reach < toStore) {
      const last = <u64>(8 * (pit + reach));
      if (Rows.count(row, last)) {
        Line.ofOther(smaller, larger, Rank.of(sown));
        passAlong(length, 0);
      } else {
        captureAlong<R>(sown, last, larger, smaller, length);
      }
    } else if (reach == toStore) {
      Line.ofMover(larger - 1, smaller, Rank.of(sown));
      stayAlong(length, 1);
    } else if (reach <= toStore + pits) {
      crossAlong<R>(sown, reach - toStore, larger, smaller, length);
    } else {
      for (let j: u32 = 0; j < length; j++) {
        Best.keep(j, plyGain<R>(row, Families.row(smaller, j), shift));
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

/** A ply of X that leaves a seed in the store and ends `crossing` pits into the other row. */
function crossAlong<R extends RuleSet>(
  sown: Row,
  crossing: i32,
  larger: i32,
  smaller: i32,
  length: u32,
): void {
  const left = larger - 1 - crossing;
  const rank = Rank.of(sown);
  Line.ofOther(smaller + crossing, left, rank);
  if (!changetype<R>(0).capturesAcross()) {
    passThrough(Families.plus(smaller, crossing), length, 1);
    return;
  }
  for (let lost = 0; lost <= smaller + crossing; lost++) {
    Line.ofOther(smaller + crossing - lost, left, rank);
    CaptureBase.set(lost, 1 + lost);
  }
  captureThrough(Families.lost(smaller, crossing), Families.left(smaller, crossing), length);
}

/** The line (Y to move, X): plies of Y come from lists; X changes only by seeds that cross or a capture. */
function solveOtherLine<R extends RuleSet>(row: Row, larger: i32, smaller: i32, length: u32): void {
  const pits = Board.pits;
  if (changetype<R>(0).isOver(Families.row(smaller, 0), row)) {
    Best.fill(changetype<R>(0).sweepGain(Families.row(smaller, 0), row), length);
    return;
  }
  Line.ofOther(smaller - 1, larger, Rank.of(row));
  stayListed(Families.list(smaller, LIST_STORE), Families.listEnd(smaller, LIST_STORE), length, 1);
  for (let crossing = 1; crossing <= pits && crossing < smaller; crossing++) {
    const sown = plusFirst(row, crossing);
    const captured = changetype<R>(0).capturedAcross(sown, 8 * (crossing - 1));
    const lost = Rows.seeds(captured);
    Line.ofMover(larger + crossing - lost, smaller - 1 - crossing, Rank.of(sown ^ captured));
    passKind(smaller, LIST_CROSS + crossing, length, 1 + lost);
  }
  const rank = Rank.of(row);
  Line.ofMover(larger, smaller, rank);
  passKind(smaller, LIST_OWN, length, 0);
  for (let last = 1; last < pits; last++) {
    const opposite = Board.lastShift - <u64>(8 * last);
    const captured = <i32>Rows.count(row, opposite);
    if (captured || changetype<R>(0).capturesAlone()) {
      Line.ofMover(larger - captured, smaller - 1, Rank.of(Rows.cleared(row, opposite)));
      passKind(smaller, LIST_TAKEN + last, length, captured + 1);
    } else {
      Line.ofMover(larger, smaller, rank);
      passKind(smaller, LIST_EMPTY + last, length, 0);
    }
  }
  const end = Families.listEnd(smaller, LIST_LAP);
  for (let item = Families.list(smaller, LIST_LAP); item < end; item += 4) {
    const j = load<u32>(item) & 0xffff;
    if (j >= length) break;
    Best.keep(j, plyGain<R>(Families.row(smaller, j), row, load<u32>(item) >> 16));
  }
}

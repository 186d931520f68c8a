import { Board, PITS_MASK, Row, Rows } from '../board';
import { RuleSet } from '../rules/ruleset';
import { Sowing } from '../rules/sowing';
import { bestGain } from './best';
import { Packing } from './block';
import {
  Families,
  LIST_CROSS,
  LIST_LAP,
  LIST_OWN,
  LIST_ROUND,
  LIST_SLAM,
  plusFirst,
} from './families';
import { Best, CaptureBase, captureThrough, Line, passAlong, passKind, passThrough } from './lines';
import { Tablebase } from './probe';
import { Family, Rank } from './rank';
import { Task } from './task';

/*
 * Solves a layer of a game in which positions come back, by value iteration from 0: R. van der Goot, Awari
 * retrograde analysis (CG 2000), in an order that follows play.
 *
 * Endless play is worth 0. For each threshold t from 1 on let W be the least set of positions from which the
 * mover can force a gain of t or more, and L the least set from which the other side can:
 *
 *     p in W   if a ply that leaves the layer gains t or more, or one leads into L
 *     p in L   if every ply that leaves the layer gains -t or less, and every other leads into W
 *
 * A position enters these sets at a finite rank, so that the win is forced in finitely many plies; outside
 * both sets either side can stay outside for ever. So the value is at least t in W, at most -t in L, and 0 where
 * no set holds the position. One update V(p) := best of its plies is a step of all these operators at once. They
 * are monotone, and V = 0 is their bottom, all sets empty: values never change their sign and only grow in size,
 * and updates in place, in any order, end in the least sets when no update changes anything. From any other
 * start they can end in a table that equals its own update and is wrong, because cycles support themselves.
 *
 * A sweep takes the rows X of the side with more seeds in rising rank, lopsided pairs of blocks first, and
 * updates two lines (`lines.ts`) for each: (X to move, Y) and (Y to move, X), for all Y. So a change runs along
 * the plies of a whole row in one sweep. A line is left out as long as nothing has changed that it reads: a
 * stamp for each row holds the last sweep that changed a position with that row, the mover's or the other's.
 * The last sweep changes nothing, which proves that each value is the best of its plies.
 */

/** One layer being solved; `run` goes on where it stopped. */
export class CyclicSolver {
  /** The sweep in work, from 1. */
  static sweep: i32 = 0;

  /** Prepares a layer for the first sweep. */
  static begin<R extends RuleSet>(layer: i32): void {
    Packing.loosen(layer);
    Stamps.use(layer);
    Stamps.clear();
    setEnded<R>(layer);
  }

  /** This thread takes part in a sweep over a layer. */
  static join(layer: i32, sweep: i32): void {
    Stamps.use(layer);
    CyclicSolver.sweep = sweep;
  }

  /** Sweeps over about `budget` positions more; returns how many they were, 0 when no task is left. */
  static run<R extends RuleSet>(budget: u32): u32 {
    let done: u32 = 0;
    while (done < budget && Task.next(true)) {
      done += CyclicSolver.sweepLines<R>(Task.larger, Task.layer - Task.larger, Task.rank);
    }
    return done;
  }

  /** Updates both lines of one row X of the larger side; returns the number of positions that were passed. */
  private static sweepLines<R extends RuleSet>(larger: i32, smaller: i32, rank: u32): u32 {
    const row = Families.row(larger, rank);
    const even = larger == smaller;
    const length = even ? rank : Family.size(smaller);
    if (!smaller || changetype<R>(0).isGeneral()) {
      for (let j: u32 = 0; j < length; j++) {
        updateOne<R>(row, Families.row(smaller, j));
        updateOne<R>(Families.row(smaller, j), row);
      }
    } else if (length) {
      if (moverLineIsStale(row, larger)) {
        Best.begin(larger + smaller, length);
        updateMoverLine<R>(row, larger, smaller, length);
        Line.ofMover(larger, smaller, rank);
        if (storeChanges(length, Stamps.other(smaller, 0))) Stamps.set(Stamps.mover(larger, rank));
      }
      if (otherLineIsStale(row, larger, smaller)) {
        Best.begin(larger + smaller, length);
        updateOtherLine<R>(row, larger, smaller, length);
        Line.ofOther(smaller, larger, rank);
        if (storeChanges(length, Stamps.mover(smaller, 0))) Stamps.set(Stamps.other(larger, rank));
      }
    }
    if (even) updateOne<R>(row, row);
    return even ? 2 * length + 1 : 2 * length;
  }
}

/** For each row of the families: the last sweep that changed a position with it (u16), as either side's row. */
class Stamps {
  private static rows: usize = 0;

  /** The stamps are those of a layer. */
  static use(layer: i32): void {
    Stamps.rows = <usize>(Family.first(layer) + Family.size(layer));
  }

  /** Forgets all sweeps. */
  static clear(): void {
    memory.fill(Families.stamps, 0, 4 * Stamps.rows);
  }

  /** Address of the stamp for positions in which this is the mover's row. */
  @inline static mover(seeds: i32, rank: u32): usize {
    return Families.stamps + 2 * <usize>(Family.first(seeds) + rank);
  }
  /** The same for the other side's row. */
  @inline static other(seeds: i32, rank: u32): usize {
    return Stamps.mover(seeds, rank) + 2 * Stamps.rows;
  }

  @inline static set(stamp: usize): void {
    store<u16>(stamp, <u16>CyclicSolver.sweep);
  }
  /** Something has changed there in this sweep or the one before it. */
  @inline static isFresh(stamp: usize): bool {
    return <i32>load<u16>(stamp) >= CyclicSolver.sweep - 1;
  }
}

/** Gives positions in which the game is over their value, before any other reads it. */
function setEnded<R extends RuleSet>(layer: i32): void {
  const lopsided = !changetype<R>(0).isGeneral();
  for (let mover = 0; mover <= layer; mover++) {
    if (lopsided && mover > 0 && mover < layer) continue;
    for (let i: u32 = 0; i < Family.size(mover); i++) {
      const own = Families.row(mover, i);
      for (let j: u32 = 0; j < Family.size(layer - mover); j++) {
        const opp = Families.row(layer - mover, j);
        if (!changetype<R>(0).isOver(own, opp)) continue;
        Tablebase.write(own, opp, changetype<R>(0).sweepGain(own, opp));
      }
    }
  }
}

function updateOne<R extends RuleSet>(own: Row, opp: Row): void {
  const gain = bestGain<R>(own, opp);
  if (gain == Tablebase.probe(own, opp)) return;
  Tablebase.write(own, opp, gain);
  Stamps.set(Stamps.mover(Rows.seeds(own), Rank.of(own)));
  Stamps.set(Stamps.other(Rows.seeds(opp), Rank.of(opp)));
  Task.markChanged();
}

/** Whether something that the line (X to move, Y) reads has changed: positions with a row that X becomes. */
function moverLineIsStale(row: Row, larger: i32): bool {
  let moves = Rows.nonEmpty(row);
  while (moves) {
    const shift = Rows.lowest(moves);
    moves &= moves - 1;
    const count = <i32>Rows.count(row, shift);
    if (count >= 2 * Board.pits) return true;
    const sown = (row + load<u64>(Sowing.entry(shift, count))) & PITS_MASK;
    const crossing = min(max(count - Sowing.home(<i32>(shift >> 3)), 0), Board.pits);
    if (Stamps.isFresh(Stamps.other(larger - crossing, Rank.of(sown)))) return true;
  }
  return false;
}

/** The same of the line (Y to move, X): positions with X and the seeds that cross into it. */
function otherLineIsStale(row: Row, larger: i32, smaller: i32): bool {
  if (smaller >= 2 * Board.pits) return true;
  for (let crossing = 0; crossing <= Board.pits && crossing <= smaller; crossing++) {
    const rank = Rank.of(plusFirst(row, crossing));
    if (Stamps.isFresh(Stamps.mover(larger + crossing, rank))) return true;
  }
  return false;
}

/** The line (X to move, Y) into the line in work. */
function updateMoverLine<R extends RuleSet>(
  row: Row,
  larger: i32,
  smaller: i32,
  length: u32,
): void {
  const pits = Board.pits;
  let moves = Rows.nonEmpty(row);
  while (moves) {
    const shift = Rows.lowest(moves);
    moves &= moves - 1;
    const count = <i32>Rows.count(row, shift);
    if (count >= 2 * pits) {
      for (let j: u32 = 0; j < length; j++) bestInto<R>(j, row, Families.row(smaller, j));
      return;
    }
    const sown = (row + load<u64>(Sowing.entry(shift, count))) & PITS_MASK;
    const rank = Rank.of(sown);
    const crossing = count - Sowing.home(<i32>(shift >> 3));
    if (crossing <= 0) {
      Line.ofOther(smaller, larger, rank);
      passAlong(length, 0);
    } else if (crossing <= pits) {
      for (let lost = 0; lost <= smaller + crossing; lost++) {
        Line.ofOther(smaller + crossing - lost, larger - crossing, rank);
        CaptureBase.set(lost, lost);
      }
      captureThrough(Families.lost(smaller, crossing), Families.left(smaller, crossing), length);
    } else {
      Line.ofOther(smaller + pits, larger - pits, rank);
      passThrough(Families.plus(smaller, pits), length, 0);
    }
  }
  // Here a capture depends on the other plies.
  const end = Families.listEnd(smaller, LIST_SLAM);
  for (let item = Families.list(smaller, LIST_SLAM); item < end; item += 4) {
    const j = load<u32>(item);
    if (j >= length) break;
    bestInto<R>(j, row, Families.row(smaller, j));
  }
}

/** The line (Y to move, X) into the line in work. */
function updateOtherLine<R extends RuleSet>(
  row: Row,
  larger: i32,
  smaller: i32,
  length: u32,
): void {
  const pits = Board.pits;
  Line.ofMover(larger, smaller, Rank.of(row));
  passKind(smaller, LIST_OWN, length, 0);
  for (let crossing = 1; crossing <= pits && crossing <= smaller; crossing++) {
    const sown = plusFirst(row, crossing);
    const captured = changetype<R>(0).capturedAcross(sown, 8 * (crossing - 1));
    const lost = Rows.seeds(captured);
    Line.ofMover(larger + crossing - lost, smaller - crossing, Rank.of(sown ^ captured));
    passKind(smaller, LIST_CROSS + crossing, length, lost);
  }
  if (smaller > pits) {
    Line.ofMover(larger + pits, smaller - pits, Rank.of(plusFirst(row, pits)));
    passKind(smaller, LIST_ROUND, length, 0);
  }
  bestListed<R>(LIST_LAP, row, smaller, length);
  if (!changetype<R>(0).restrictsSlams()) return;
  for (let crossing = 1; crossing <= pits; crossing++) {
    const sown = plusFirst(row, crossing);
    if (changetype<R>(0).capturedAcross(sown, 8 * (crossing - 1)) == sown) {
      bestListed<R>(LIST_CROSS + crossing, row, smaller, length);
    }
  }
}

/** All plies of the positions (Y to move, X) that a list names. */
function bestListed<R extends RuleSet>(kind: i32, row: Row, smaller: i32, length: u32): void {
  const end = Families.listEnd(smaller, kind);
  for (let item = Families.list(smaller, kind); item < end; item += 4) {
    const j = <u32>load<u16>(item);
    if (j >= length) break;
    bestInto<R>(j, Families.row(smaller, j), row);
  }
}

function bestInto<R extends RuleSet>(j: u32, own: Row, opp: Row): void {
  Best.set(j, bestGain<R>(own, opp));
}

/**
 * Writes the line in work to its place, where entries are bytes, and stamps the rows along it whose positions
 * have changed; `stamps` is the first row's. Returns whether any has.
 */
function storeChanges(length: u32, stamps: usize): bool {
  const step = (<usize>Line.stride) >> 3;
  const address = Line.address + (Line.bit >> 3);
  const best = Best.line;
  let changed = false;
  let j: usize = 0;
  while (j < length) {
    if (step == 1 && j + 8 <= length) {
      if (load<u64>(best + j) == load<u64>(address + j)) {
        j += 8;
        continue;
      }
    }
    const end = min(j + 8, <usize>length);
    for (; j < end; j++) {
      const gain = load<u8>(best + j);
      const entry = address + j * step;
      if (load<u8>(entry) == gain) continue;
      store<u8>(entry, gain);
      Stamps.set(stamps + 2 * j);
      changed = true;
    }
  }
  if (changed) Task.markChanged();
  return changed;
}

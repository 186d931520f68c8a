import { HISTORY, Row, Rows } from '../board';
import { FRAMES_BYTES, Thread } from '../thread';

/*
 * Games in which positions come back. Endless play is worth 0, and seeds that are captured never return: between
 * two occurrences of a position nothing is won. So where a position of the path comes back its value is taken
 * to be 0, and likewise at the horizon, a ply beyond which the search does not look.
 *
 * Such a value may hold on this path only (the graph-history problem). Each result therefore tells the highest
 * position of the path that it rests on: that of the repetition, or the horizon, which lies above all. Of a node
 * with a cut-off it is what the child that gave it rests on, else the least of all children. A result that rests
 * on its own position, or on one below it, holds on every path: who relies on the repetition can go round for
 * ever, at that position as well as anywhere. Only such results are stored in the transposition table, and only
 * such a result answers the question at the root; else the search begins anew with a farther horizon. Results that
 * rest on the horizon are kept under a second key, with the plies that were left to it, as hints: they save
 * searching a position again with as many plies left or fewer, and still rest on the horizon.
 */
export const FRAME: usize = 272;
/** Deeper than any line of a game without cycles gets with 127 seeds. */
export const MAX_PLY: i32 = <i32>(FRAMES_BYTES / FRAME);

/** What a result rests on that holds on every path. */
export const NOTHING: i32 = i32.MAX_VALUE;
/** What a result rests on that was cut off at the horizon. */
export const HORIZON: i32 = -1;

/** Most plies left that a hint can tell: the work of an entry in the transposition table has 5 bits. */
export const MAX_LEFT: i32 = 31;

const FIRST_HORIZON: i32 = 8;
const HORIZON_STEP: i32 = 4;

/** The positions from the root to the node in work; they lie in their frames (negamax.ts). */
export class Path {
  /** The ply of the highest position that the last result rests on. */
  static restsOn: i32 = NOTHING;
  private static horizon: i32 = FIRST_HORIZON;

  @inline static frame(ply: i32): usize {
    return Thread.frames + <usize>ply * FRAME;
  }

  /** Plies left to the horizon. */
  @inline static left(ply: i32): i32 {
    return Path.horizon - ply;
  }

  static resetHorizon(): void {
    Path.horizon = FIRST_HORIZON;
  }
  static extendHorizon(): void {
    Path.horizon = min(Path.horizon + HORIZON_STEP, MAX_PLY - 1);
  }

  /** Puts a position on the path; true if its value is taken to be 0 instead, and says what that rests on. */
  static comesBack(ply: i32, own: Row, opp: Row, seeds: i32): bool {
    for (let earlier = ply - 2; earlier >= 0; earlier -= 2) {
      const frame = Path.frame(earlier);
      if (load<i32>(frame, 252) != seeds) break;
      if (load<u64>(frame, 256) != own || load<u64>(frame, 264) != opp) continue;
      Path.restsOn = earlier;
      return true;
    }
    if (ply >= Path.horizon) {
      Path.restsOn = HORIZON;
      return true;
    }
    const frame = Path.frame(ply);
    store<i32>(frame, seeds, 252);
    store<u64>(frame, own, 256);
    store<u64>(frame, opp, 264);
    return false;
  }
}

/**
 * The positions that a game has been through since its last capture: where one of them comes back, the game is
 * over, and its mover's gain is what the host has given. A position comes back only with the same side to move: turned
 * round, with the other side to move, it is another one. Plies take turns, so that the side is told by the ply.
 *
 *     entry (24 B)   own u64 | opp u64 | gain i32 | side i32
 */
export class History {
  static count: i32 = 0;
  /** Seeds in play in all of them; -1 without any. */
  static seeds: i32 = -1;

  /** Their gains by recurrence, seen by side 0. */
  private static least: i32 = 0;
  private static most: i32 = 0;

  static clear(): void {
    History.count = 0;
    History.seeds = -1;
    History.least = i32.MAX_VALUE;
    History.most = i32.MIN_VALUE;
  }

  /**
   * The least that a side can get by a recurrence. Who plays as the table of the layer says, where no history is
   * known, gets what it says or ends in the history: so a gain is at least the lesser of the two, and at most
   * the greater of the table's and `mostOf`.
   */
  static leastOf(side: i32): i32 {
    return side ? -History.most : History.least;
  }
  static mostOf(side: i32): i32 {
    return side ? -History.least : History.most;
  }

  /** False if there is no room for it. */
  static add(own: Row, opp: Row, side: i32, gain: i32): bool {
    if (History.count == MAX_HISTORY) return false;
    const entry = HISTORY + 24 * <usize>History.count;
    History.count++;
    store<u64>(entry, own);
    store<u64>(entry, opp, 8);
    store<i32>(entry, gain, 16);
    store<i32>(entry, side, 20);
    const seen = side ? -gain : gain;
    History.least = min(History.least, seen);
    History.most = max(History.most, seen);
    History.seeds = Rows.seeds(own) + Rows.seeds(opp);
    return true;
  }

  /** Address of the entry of a position, or 0; `side` is to move. */
  static find(own: Row, opp: Row, side: i32): usize {
    const end = HISTORY + 24 * <usize>History.count;
    for (let entry = HISTORY; entry < end; entry += 24) {
      if (load<u64>(entry) != own || load<u64>(entry, 8) != opp) continue;
      if (load<i32>(entry, 20) == side) return entry;
    }
    return 0;
  }

  @inline static gain(entry: usize): i32 {
    return load<i32>(entry, 16);
  }
}
const MAX_HISTORY: i32 = 1024;

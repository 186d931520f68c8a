import { Board, Row, Rows } from '../board';
import { Thread } from '../thread';
import { Entries } from './block';
import { Family, Rank } from './rank';

/*
 * Entries as ranks: how likely each is, given entries that come before it in its run. The ranks of a run, two a
 * byte, are what files compress; docs/tablebase-format.md is the specification.
 *
 * A run is a table of entries X, a line for each row of the outer side, a column for each row of the inner side. A
 * row's parents are the rows with one seed in a later pit, which come before it. A score says how often entries
 * of a row equal those of a parent: it depends on the side, on both pits and on the seeds in them. Of an entry
 * X(i, j) the neighbours are, with P the best parent of row i within the run, P2 the second best and M the best
 * parent of column j,
 *
 *     N = X(P, j)    W = X(i, M)    NW = X(P, M)    N2 = X(P2, j)
 *
 * and the differences W - NW, N - NW and N2 - N, cut off at a few seeds, are its context. Each context has a list of
 * the 15 likeliest values of X - N; X is coded by its place there, or by 15 and by itself.
 *
 *     this thread's memory for it:
 *     0x000000  scores   u8   [role][key]              0 the mover's rows, 1 the other side's
 *     0x002000  ranks    i8   [context][16]            X - N by place
 *     0x007000  places   u8   [context][X - N + 128]   place by X - N
 *     0x070000  cuts     u16  [3][difference + 256]    what a difference adds to a list's address
 *     0x080000  tallies  u32  [role][key][2]           parents, and those that are equal
 *     0x090000  counts   u32  [context][X - N + 128]
 */
const KEYS: u32 = 15 * 256;
const ROLES: u32 = 2;
const DIFFERENCES: u32 = 256;
const ZERO: i32 = 128;
const NEAR: i32 = 4;
const FAR: i32 = 3;
const NEAR_VALUES: i32 = 2 * NEAR + 1;
const FAR_VALUES: i32 = 2 * FAR + 1;
export const CONTEXTS: i32 = 2 * NEAR_VALUES * NEAR_VALUES * FAR_VALUES;
/** Places in a list; the next number says that an entry is in none. */
const PLACES: u32 = 15;
const RANKS_STRIDE: i32 = 16;
/** Lines between those that are learned from. */
const LEARNED: u32 = 8;

const SCORES: usize = 0;
const RANKS: usize = 0x2000;
const PLACE_OF: usize = 0x7000;
const CUTS: usize = 0x70000;
const CUT_BYTES: usize = 0x400;
const CUT_ZERO: usize = 0x200;
const TALLIES: usize = 0x80000;
const COUNTS: usize = 0x90000;

/** Bytes of scores, and of all lists, as files have them. */
export const SCORES_BYTES: u32 = ROLES * KEYS;
export const RANKS_BYTES: u32 = PLACES * <u32>CONTEXTS;

/** Parents of a row, by the pits that a seed moves between. */
class Parents {
  /** The key of the score of a parent with a seed moved from pit p to pit q, the m-th pair of pits. */
  @inline static key(row: Row, m: i32, p: i32, q: i32): u32 {
    const from = min(<u32>Rows.count(row, 8 * p), 15);
    const to = min(<u32>Rows.count(row, 8 * q), 15);
    return ((<u32>m) << 8) | (from << 4) | to;
  }

  @inline static rank(row: Row, p: i32, q: i32): u32 {
    return Rank.of(row - ((<u64>1) << (8 * p)) + ((<u64>1) << (8 * q)));
  }

  @inline static score(role: u32, key: u32): i32 {
    return <i32>load<u8>(Thread.prediction + SCORES + role * KEYS + key);
  }
}

/** Differences of neighbours, cut off, as parts of a list's address: looking them up is faster than comparing. */
class Cuts {
  static fill(): void {
    for (let difference = -256; difference < 256; difference++) {
      const near = min(max(difference, -NEAR), NEAR) + NEAR;
      const far = min(max(difference, -FAR), FAR) + FAR;
      const at = Cuts.at() + 2 * <usize>difference;
      store<u16>(at, <u16>(near * NEAR_VALUES * FAR_VALUES * RANKS_STRIDE));
      store<u16>(at + CUT_BYTES, <u16>(near * FAR_VALUES * RANKS_STRIDE));
      store<u16>(at + 2 * CUT_BYTES, <u16>(far * RANKS_STRIDE));
    }
  }

  @inline static at(): usize {
    return Thread.prediction + CUTS + CUT_ZERO;
  }

  /**
   * Where the list for entry `j` of a line lies, from the first of the side's; `cuts` is `at()`, `above` and `second`
   * are the lines of the best parents, `parents` those of the columns.
   */
  @inline static list(
    cuts: usize,
    line: usize,
    above: usize,
    second: usize,
    parents: usize,
    j: u32,
  ): usize {
    const n = <i32>load<u8>(above + j);
    let w = n;
    let nw = n;
    if (j) {
      const parent = load<u16>(parents + 2 * j);
      w = <i32>load<u8>(line + parent);
      nw = <i32>load<u8>(above + parent);
    }
    const n2 = <i32>load<u8>(second + j);
    return <usize>(
      (<u32>load<u16>(cuts + 2 * <usize>(w - nw)) +
        load<u16>(cuts + 2 * <usize>(n - nw), CUT_BYTES) +
        load<u16>(cuts + 2 * <usize>(n2 - n), 2 * CUT_BYTES))
    );
  }
}

/** The run in work. */
export class Predictor {
  private static columns: u32 = 0;
  private static rows: u32 = 0;
  private static first: u32 = 0;
  private static outerSeeds: i32 = 0;
  private static innerSeeds: i32 = 0;
  /** The role of the outer side's rows: 0 the mover's. */
  private static outerRole: u32 = 0;
  private static filler: i32 = 0;
  /** Which columns' parents stand in memory. */
  private static parentsOf: i32 = -1;

  /** Lines of the best and the second best parent of the line in work; -1 for one before the run. */
  private static best: i32 = -1;
  private static second: i32 = -1;

  /** Forgets what has been learned and counted. */
  static clear(): void {
    memory.fill(Thread.prediction + TALLIES, 0, 8 * ROLES * KEYS);
    memory.fill(Thread.prediction + COUNTS, 0, 4 * CONTEXTS * DIFFERENCES);
  }

  static get tallies(): usize {
    return Thread.prediction + TALLIES;
  }
  static get counts(): usize {
    return Thread.prediction + COUNTS;
  }
  static get scores(): usize {
    return Thread.prediction + SCORES;
  }
  /** Where the host puts the lists of all contexts, `PLACES` bytes each, before `use`. */
  static get lists(): usize {
    return Thread.payload;
  }

  /** Takes over scores and lists. */
  static use(): void {
    const ranks = Thread.prediction + RANKS;
    const places = Thread.prediction + PLACE_OF;
    memory.fill(places, <u8>PLACES, CONTEXTS * DIFFERENCES);
    for (let context: u32 = 0; context < <u32>CONTEXTS; context++) {
      for (let place: u32 = 0; place < PLACES; place++) {
        const difference = load<i8>(Predictor.lists + context * PLACES + place);
        store<i8>(ranks + context * <u32>RANKS_STRIDE + place, difference);
        store<u8>(places + context * DIFFERENCES + <u32>(<i32>difference + ZERO), <u8>place);
      }
    }
    Cuts.fill();
    Predictor.parentsOf = -1;
  }

  /** Begins a run, whose entries stand in this thread's memory, or are to. */
  static begin(moverSeeds: i32, otherSeeds: i32, first: u32, rows: u32): void {
    const isMoverOuter = moverSeeds >= otherSeeds;
    Predictor.outerSeeds = max(moverSeeds, otherSeeds);
    Predictor.innerSeeds = min(moverSeeds, otherSeeds);
    Predictor.outerRole = isMoverOuter ? 0 : 1;
    Predictor.columns = Family.size(Predictor.innerSeeds);
    Predictor.first = first;
    Predictor.rows = rows;
    Predictor.filler = (moverSeeds + otherSeeds) >> Entries.halved;
    memory.fill(Thread.filler, <u8>Predictor.filler, Predictor.columns);
  }

  /** Finds the best parent of each column but the first, once for all runs of a block. */
  private static findColumns(): void {
    const role = 1 - Predictor.outerRole;
    const id = (Predictor.innerSeeds << 1) | (<i32>role);
    if (id == Predictor.parentsOf) return;
    Predictor.parentsOf = id;
    const pits = Board.pits;
    let row: Row = (<u64>Predictor.innerSeeds) << Board.lastShift;
    for (let j: u32 = 1; j < Predictor.columns; j++) {
      row = Rank.next(row);
      let best: u32 = 0;
      let score = -1;
      let m = 0;
      for (let p = 0; p < pits - 1; p++) {
        if (!Rows.count(row, 8 * p)) {
          m += pits - 1 - p;
          continue;
        }
        for (let q = p + 1; q < pits; q++) {
          const found = Parents.score(role, Parents.key(row, m++, p, q));
          if (found <= score) continue;
          score = found;
          best = Parents.rank(row, p, q);
        }
      }
      store<u16>(Thread.parents + 2 * j, <u16>best);
    }
  }

  /** Finds the parents of line i, whose outer row this is. */
  private static findLines(row: Row, i: u32): void {
    const pits = Board.pits;
    let best = <i32>i - 1;
    let second = best;
    let bestScore = -1;
    let secondScore = -1;
    let m = 0;
    for (let p = 0; p < pits - 1; p++) {
      if (!Rows.count(row, 8 * p)) {
        m += pits - 1 - p;
        continue;
      }
      for (let q = p + 1; q < pits; q++) {
        const score = Parents.score(Predictor.outerRole, Parents.key(row, m++, p, q));
        if (score <= secondScore) continue;
        const line = <i32>Parents.rank(row, p, q) - <i32>Predictor.first;
        if (line < 0) continue;
        if (score > bestScore) {
          secondScore = bestScore;
          second = best;
          bestScore = score;
          best = line;
        } else {
          secondScore = score;
          second = line;
        }
      }
    }
    Predictor.best = best;
    Predictor.second = second < 0 ? best : second;
  }

  @inline private static line(i: i32): usize {
    return i < 0 ? Thread.filler : Thread.entries + <usize>i * Predictor.columns;
  }

  /** Where the lists of the side that is the outer one begin. */
  @inline private static side(): usize {
    return <usize>(
      (<i32>Predictor.outerRole * NEAR_VALUES * NEAR_VALUES * FAR_VALUES * RANKS_STRIDE)
    );
  }

  /** Counts how often entries equal those of their parents. */
  static learn(): void {
    const columns = Predictor.columns;
    let outer = Rank.row(Predictor.outerSeeds, Predictor.first);
    for (let i: u32 = 0; i < Predictor.rows; i++) {
      if (i) outer = Rank.next(outer);
      if ((Predictor.first + i) % LEARNED) continue;
      Predictor.learnLine(outer, i);
      let inner: Row = (<u64>Predictor.innerSeeds) << Board.lastShift;
      for (let j: u32 = 1; j < columns; j++) {
        inner = Rank.next(inner);
        Predictor.learnEntry(inner, Predictor.line(i), j);
      }
    }
  }

  private static learnLine(row: Row, i: u32): void {
    const pits = Board.pits;
    const columns = Predictor.columns;
    const line = Predictor.line(i);
    let m = 0;
    for (let p = 0; p < pits - 1; p++) {
      for (let q = p + 1; q < pits; q++, m++) {
        if (!Rows.count(row, 8 * p)) continue;
        const parent = <i32>Parents.rank(row, p, q) - <i32>Predictor.first;
        if (parent < 0) continue;
        const above = Predictor.line(parent);
        let equal: u32 = 0;
        for (let j: u32 = 0; j < columns; j++) {
          if (load<u8>(line + j) == load<u8>(above + j)) equal++;
        }
        tally(Predictor.outerRole, Parents.key(row, m, p, q), columns, equal);
      }
    }
  }

  private static learnEntry(row: Row, line: usize, j: u32): void {
    const pits = Board.pits;
    const entry = load<u8>(line + j);
    let m = 0;
    for (let p = 0; p < pits - 1; p++) {
      if (!Rows.count(row, 8 * p)) {
        m += pits - 1 - p;
        continue;
      }
      for (let q = p + 1; q < pits; q++, m++) {
        const parent = load<u8>(line + Parents.rank(row, p, q));
        tally(1 - Predictor.outerRole, Parents.key(row, m, p, q), 1, parent == entry ? 1 : 0);
      }
    }
  }

  /** Counts how often each difference occurs in each context. */
  static count(): void {
    Predictor.walk(true);
  }

  /** Codes the run into this thread's memory and returns how many bytes it takes. */
  static encode(): u32 {
    return Predictor.walk(false);
  }

  private static walk(counting: bool): u32 {
    Predictor.findColumns();
    const columns = Predictor.columns;
    const side = Predictor.side();
    const counts = Predictor.counts;
    const places = Thread.prediction + PLACE_OF;
    const parents = Thread.parents;
    const cuts = Cuts.at();
    const entries = Predictor.rows * columns;
    let nibbles = Thread.payload;
    let escapes = nibbles + ((entries + 1) >> 1);
    let isOdd = false;
    let outer = Rank.row(Predictor.outerSeeds, Predictor.first);
    for (let i: u32 = 0; i < Predictor.rows; i++) {
      if (i) outer = Rank.next(outer);
      Predictor.findLines(outer, i);
      const line = Predictor.line(i);
      const above = Predictor.line(Predictor.best);
      const second = Predictor.line(Predictor.second);
      for (let j: u32 = 0; j < columns; j++) {
        const n = <i32>load<u8>(above + j);
        const list = side + Cuts.list(cuts, line, above, second, parents, j);
        const entry = load<u8>(line + j);
        const at = list * (DIFFERENCES / RANKS_STRIDE) + <usize>(<i32>entry - n + ZERO);
        if (counting) {
          store<u32>(counts + 4 * at, load<u32>(counts + 4 * at) + 1);
          continue;
        }
        const place = load<u8>(places + at);
        if (place == PLACES) store<u8>(escapes++, entry);
        if (isOdd) {
          store<u8>(nibbles, load<u8>(nibbles) | (place << 4));
          nibbles++;
        } else {
          store<u8>(nibbles, place);
        }
        isOdd = !isOdd;
      }
    }
    return <u32>(escapes - Thread.payload);
  }

  /** Decodes the run from `bytes` in this thread's memory; false if it cannot be. */
  static decode(bytes: u32, largest: i32): bool {
    Predictor.findColumns();
    const columns = Predictor.columns;
    const entries = Predictor.rows * columns;
    const end = Thread.payload + bytes;
    let escapes = Thread.payload + ((entries + 1) >> 1);
    if (escapes > end) return false;
    const side = Predictor.side();
    const ranks = Thread.prediction + RANKS + side;
    const parents = Thread.parents;
    const cuts = Cuts.at();
    const payload = Thread.payload;
    let at: u32 = 0;
    let wrong: i32 = 0;
    let outer = Rank.row(Predictor.outerSeeds, Predictor.first);
    for (let i: u32 = 0; i < Predictor.rows; i++) {
      if (i) outer = Rank.next(outer);
      Predictor.findLines(outer, i);
      const line = Predictor.line(i);
      const above = Predictor.line(Predictor.best);
      const second = Predictor.line(Predictor.second);
      for (let j: u32 = 0; j < columns; j++) {
        const n = <i32>load<u8>(above + j);
        const list = Cuts.list(cuts, line, above, second, parents, j);
        const place = ((<u32>load<u8>(payload + (at >> 1))) >> ((at & 1) << 2)) & 15;
        at++;
        let entry: i32;
        if (place < PLACES) {
          entry = n + <i32>load<i8>(ranks + list + place);
        } else {
          if (escapes == end) return false;
          entry = <i32>load<u8>(escapes++);
        }
        wrong |= entry | (largest - entry);
        store<u8>(line + j, <u8>entry);
      }
    }
    return escapes == end && wrong >= 0;
  }
}

function tally(role: u32, key: u32, parents: u32, equal: u32): void {
  const at = Thread.prediction + TALLIES + ((role * KEYS + key) << 3);
  store<u32>(at, load<u32>(at) + parents);
  store<u32>(at, load<u32>(at, 4) + equal, 4);
}

import { Row, Rows } from '../board';
import { Ply, RuleSet } from '../rules/ruleset';
import { Tablebase } from '../tablebase/probe';
import { Thread } from '../thread';
import { Busy } from './busy';
import { Key } from './key';
import { Ordering } from './ordering';
import { History, HORIZON, MAX_LEFT, MAX_PLY, NOTHING, Path } from './path';
import { Transposition } from './transposition';

/*
 * Exact search of one null window, that can be suspended after any number of nodes and goes on exactly
 * where it was.
 *
 * `negamax` answers one question: is the mover's gain at least `beta`? Its result v means
 *
 *     v >= beta:  the gain is at least v
 *     v <  beta:  the gain is at most v
 *
 * The search runs on the Wasm stack. When its budget is used up, a node returns at once and each node above
 * it leaves what it knows in its frame; going on, the same calls are made again down to that place, each
 * taking up its frame instead of starting anew.
 *
 *     frame (272 B a ply)
 *     0    children, 24 B a pit: mover u64, other u64, gain i32, extra turn i32
 *     192  order of children, i32 a child: score << 3 | pit
 *     224  key u64
 *     232  nodes before this one f64
 *     240  best i32 | next child u8, children put off u8, number of children u16
 *     248  rests on i32 | seeds i32   } where positions come back
 *     256  own u64 | opp u64          } (path.ts)
 */
const CHILD: usize = 24;
const ORDER: usize = 192;

/** Children are looked up in the transposition table only this far above the tablebase: nearer to it, that
 * costs more than it saves. */
const ENHANCED_MARGIN: i32 = 8;
/** Threads share the children of positions this far above the tablebase: nearer to it a subtree is too small. */
const SHARED_MARGIN: i32 = 6;

export class Search {
  /** Nodes: positions whose plies were generated. */
  static nodes: f64 = 0;
  /** Children whose value came from the tablebase. */
  static lookups: f64 = 0;
  /** `nodes` at which to suspend. */
  static limit: f64 = 0;
  static suspended: bool = false;
  /** Plies above this one have frames to be taken up. */
  static resumePly: i32 = 0;
  /** Positions in layers 0..`covered` are looked up. */
  static covered: i32 = -1;
  /** The side to move at the root, 0 or 1, where a history is known. */
  static side: i32 = 0;

  /** The side to move at a ply of a game in which plies take turns. */
  @inline static sideAt(ply: i32): i32 {
    return (Search.side + ply) & 1;
  }
}

export function negamax<R extends RuleSet>(
  ply: i32,
  own: Row,
  opp: Row,
  seeds: i32,
  beta: i32,
): i32 {
  if (seeds < beta) return seeds;
  if (beta <= -seeds) return -seeds;
  if (ply == MAX_PLY) unreachable();
  const cyclic = changetype<R>(0).isCyclic();
  const frame = Path.frame(ply);
  let key: u64;
  let before: f64;
  let best: i32;
  let next: i32;
  let count: i32;
  let putOff = 0;
  let isResumed = false;
  let restsOn = NOTHING;
  if (ply < Search.resumePly) {
    key = load<u64>(frame, 224);
    before = load<f64>(frame, 232);
    best = load<i32>(frame, 240);
    next = load<u8>(frame, 244);
    putOff = load<u8>(frame, 245);
    count = load<u16>(frame, 246);
    if (cyclic) restsOn = load<i32>(frame, 248);
    isResumed = true;
    if (ply == Search.resumePly - 1) Search.resumePly = 0;
  } else {
    if (Search.nodes >= Search.limit) {
      Search.suspended = true;
      Search.resumePly = ply;
      return 0;
    }
    key = keyAt<R>(ply, own, opp, seeds);
    if (key) {
      const found = Transposition.find(key);
      if (found) {
        const entry = load<u64>(found);
        const lower = Transposition.lower(entry);
        if (lower >= beta) return lower;
        const upper = Transposition.upper(entry);
        if (upper < beta) return upper;
      }
    }
    if (cyclic && seeds == History.seeds && seeds <= Tablebase.covered) {
      Search.lookups++;
      const known = Tablebase.probe(own, opp);
      const side = Search.sideAt(ply);
      const lower = min(known, History.leastOf(side));
      if (lower >= beta) return lower;
      const upper = max(known, History.mostOf(side));
      if (upper < beta) return upper;
    }
    if (cyclic) {
      if (Path.comesBack(ply, own, opp, seeds)) return 0;
      const hint = key ? Transposition.find(Key.second(key)) : 0;
      if (hint) {
        const entry = load<u64>(hint);
        const lower = Transposition.lower(entry);
        const upper = Transposition.upper(entry);
        if ((lower >= beta || upper < beta) && Transposition.work(entry) >= Path.left(ply)) {
          Path.restsOn = HORIZON;
          return lower >= beta ? lower : upper;
        }
      }
    }
    before = Search.nodes++;
    best = i32.MIN_VALUE;
    next = 0;
    count = 0;
    // Every ply; what ends the game or reaches the tablebase has its value at once.
    const rules = changetype<R>(0);
    let moves = rules.moves(own, opp);
    while (moves) {
      const shift = Rows.highest(moves);
      moves ^= (<u64>0x80) << shift;
      rules.play(own, opp, shift);
      const gain = Ply.gain;
      let value = gain;
      if (!Ply.over) {
        const recurrence =
          cyclic && !gain ? History.find(Ply.mover, Ply.other, Search.sideAt(ply + 1)) : 0;
        if (recurrence) {
          value = -History.gain(recurrence);
        } else if (seeds - gain > Search.covered) {
          const pit = <i32>(shift >> 3);
          const child = frame + <usize>pit * CHILD;
          store<u64>(child, Ply.mover);
          store<u64>(child, Ply.other, 8);
          store<i32>(child, gain, 16);
          store<i32>(child, <i32>Ply.extraTurn, 20);
          store<i32>(frame + (count << 2), pit, ORDER);
          count++;
          continue;
        }
        if (!recurrence) {
          Search.lookups++;
          const known = Tablebase.probe(Ply.mover, Ply.other);
          value = Ply.extraTurn ? gain + known : gain - known;
        }
      }
      if (value > best) {
        best = value;
        if (value >= beta) {
          count = 0;
          break;
        }
      }
    }
    if (count && seeds >= Search.covered + ENHANCED_MARGIN) {
      const known = enhancedCutoff<R>(ply, seeds, count, beta);
      if (known >= beta) {
        best = known;
        count = 0;
      }
    }
    if (count > 1) order<R>(frame, own, count);
  }
  const isShared = Thread.count > 1 && key != 0 && seeds >= Search.covered + SHARED_MARGIN;
  if (isShared) Busy.add(key);
  while (next < count) {
    if (isShared && !isResumed && next > 0 && next < count - putOff) {
      if (isBusy<R>(ply, seeds, next)) {
        putLast(frame, next, count);
        putOff++;
        continue;
      }
    }
    isResumed = false;
    const child = frame + <usize>(load<i32>(frame + (next << 2), ORDER) & 7) * CHILD;
    const gain = load<i32>(child, 16);
    const extraTurn = load<i32>(child, 20);
    if (cyclic) Path.restsOn = NOTHING;
    const rest = negamax<R>(
      ply + 1,
      load<u64>(child),
      load<u64>(child, 8),
      seeds - gain,
      extraTurn ? beta - gain : gain - beta + 1,
    );
    if (Search.suspended) {
      store<u64>(frame, key, 224);
      store<f64>(frame, before, 232);
      store<i32>(frame, best, 240);
      store<u8>(frame, <u8>next, 244);
      store<u8>(frame, <u8>putOff, 245);
      store<u16>(frame, <u16>count, 246);
      if (cyclic) store<i32>(frame, restsOn, 248);
      return 0;
    }
    const value = extraTurn ? gain + rest : gain - rest;
    if (value > best) {
      best = value;
      if (value >= beta) {
        // The others do not matter any more.
        if (cyclic) restsOn = Path.restsOn;
        break;
      }
    }
    if (cyclic) restsOn = min(restsOn, Path.restsOn);
    next++;
  }
  if (isShared) Busy.remove(key);
  if (cyclic) {
    // What rests on this position or on those below it rests on nothing that another path lacks.
    Path.restsOn = restsOn >= ply ? NOTHING : restsOn;
    if (Path.restsOn != NOTHING) {
      if (key && Path.restsOn == HORIZON && Path.left(ply) <= MAX_LEFT) {
        const lower = best >= beta ? best : -seeds;
        const upper = best >= beta ? seeds : best;
        Transposition.replace(Key.second(key), lower, upper, Path.left(ply));
      }
      return best;
    }
  }
  if (key) {
    const work = <i32>(63 - clz(<u64>(Search.nodes - before)));
    if (best >= beta) Transposition.store(key, best, seeds, work);
    else Transposition.store(key, -seeds, best, work);
  }
  return best;
}

/** The key of a position on the path; of those that a history bears on, each side has its own. */
function keyAt<R extends RuleSet>(ply: i32, own: Row, opp: Row, seeds: i32): u64 {
  const key = Key.of<R>(own, opp);
  if (!changetype<R>(0).isCyclic() || !key || seeds != History.seeds) return key;
  return Search.sideAt(ply) ? Key.ofOtherSide(key) : key;
}

/** Whether a thread is searching a child. */
function isBusy<R extends RuleSet>(ply: i32, seeds: i32, index: i32): bool {
  const frame = Path.frame(ply);
  const child = frame + <usize>(load<i32>(frame + (index << 2), ORDER) & 7) * CHILD;
  const key = keyAt<R>(
    ply + 1,
    load<u64>(child),
    load<u64>(child, 8),
    seeds - load<i32>(child, 16),
  );
  return key != 0 && Busy.has(key);
}

/** Puts a child behind all others. */
function putLast(frame: usize, index: i32, count: i32): void {
  const item = load<i32>(frame + (index << 2), ORDER);
  for (let i = index; i < count - 1; i++) {
    store<i32>(frame + (i << 2), load<i32>(frame + ((i + 1) << 2), ORDER), ORDER);
  }
  store<i32>(frame + ((count - 1) << 2), item, ORDER);
}

/** The best lower bound that the transposition table knows of a child, or less than `beta`. */
function enhancedCutoff<R extends RuleSet>(ply: i32, seeds: i32, count: i32, beta: i32): i32 {
  const frame = Path.frame(ply);
  for (let i = 0; i < count; i++) {
    const child = frame + <usize>load<i32>(frame + (i << 2), ORDER) * CHILD;
    const gain = load<i32>(child, 16);
    const key = keyAt<R>(ply + 1, load<u64>(child), load<u64>(child, 8), seeds - gain);
    if (!key) continue;
    const found = Transposition.find(key);
    if (!found) continue;
    const entry = load<u64>(found);
    const value = load<i32>(child, 20)
      ? gain + Transposition.lower(entry)
      : gain - Transposition.upper(entry);
    if (value >= beta) return value;
  }
  return i32.MIN_VALUE;
}

/** Sorts the children by score, highest first. */
function order<R extends RuleSet>(frame: usize, own: Row, count: i32): void {
  const end = frame + (count << 2);
  for (let at = frame; at < end; at += 4) {
    const pit = load<i32>(at, ORDER);
    const child = frame + <usize>pit * CHILD;
    const weight = changetype<R>(0).isGeneral()
      ? Ordering.replies(load<u64>(child))
      : Ordering.weight(load<u64>(child), load<u64>(child, 8));
    const sown = <i32>Rows.count(own, 8 * pit);
    const score = Ordering.score(
      pit,
      sown,
      load<i32>(child, 16),
      load<i32>(child, 20) != 0,
      weight,
    );
    const item = (score << 3) | pit;
    let place = at;
    while (place > frame && load<i32>(place - 4, ORDER) < item) {
      store<i32>(place, load<i32>(place - 4, ORDER), ORDER);
      place -= 4;
    }
    store<i32>(place, item, ORDER);
  }
}

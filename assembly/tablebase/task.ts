import { TASKS } from '../board';
import { Family } from './rank';

/*
 * Work on one layer, by one thread or several. Pairs of blocks {a, b} are the tasks; a counter in memory gives
 * each to the thread that asks next.
 *
 *     u32 next pair | u32 whether an entry has changed
 */
const CHANGED: usize = 4;

/** The row of the larger side that this thread is at. */
export class Task {
  static layer: i32 = 0;
  static larger: i32 = -1;
  static rank: u32 = 0;

  /** Makes all pairs free to be taken. */
  static open(): void {
    store<u32>(TASKS, 0);
    store<u32>(TASKS, 0, CHANGED);
  }

  /** This thread takes part in the work on a layer. */
  static join(layer: i32): void {
    Task.layer = layer;
    Task.larger = -1;
  }

  /** Goes on to the next row, of the next free pair where one is done; false when no pair is left. */
  static next(lopsidedFirst: bool): bool {
    if (Task.larger >= 0 && ++Task.rank < Family.size(Task.larger)) return true;
    const layer = Task.layer;
    const pair = takePair();
    const isLeft = pair <= layer >> 1;
    Task.larger = !isLeft ? -1 : lopsidedFirst ? layer - pair : ((layer + 1) >> 1) + pair;
    Task.rank = 0;
    return isLeft;
  }

  static markChanged(): void {
    store<u32>(TASKS, 1, CHANGED);
  }
  static hasChanged(): bool {
    return load<u32>(TASKS, CHANGED) != 0;
  }
}

function takePair(): i32 {
  if (ASC_FEATURE_THREADS) return atomic.add<i32>(TASKS, 1);
  const pair = load<i32>(TASKS);
  store<i32>(TASKS, pair + 1);
  return pair;
}

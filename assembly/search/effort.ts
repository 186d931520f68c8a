import { EFFORTS } from '../board';
import { Thread } from '../thread';

/*
 * What the searches of each thread have cost, since its core was loaded; on a cache line of its own.
 *
 *     f64 nodes | f64 lookups
 */
const BYTES: usize = 64;

export class Effort {
  /** Tells the effort of this thread. */
  static tell(nodes: f64, lookups: f64): void {
    const own = EFFORTS + <usize>Thread.index * BYTES;
    store<f64>(own, nodes);
    store<f64>(own, lookups, 8);
  }

  /** Of all threads together. */
  static nodes(): f64 {
    return Effort.sum(0);
  }
  static lookups(): f64 {
    return Effort.sum(8);
  }

  private static sum(offset: usize): f64 {
    let sum: f64 = 0;
    for (let i = 0; i < Thread.count; i++) sum += load<f64>(EFFORTS + <usize>i * BYTES + offset);
    return sum;
  }
}

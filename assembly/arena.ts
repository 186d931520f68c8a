import { ARENA } from './board';
import { Game } from './games';
import { Transposition } from './search/transposition';
import { Families } from './tablebase/families';
import { Tablebase } from './tablebase/probe';
import { Block, layersSize, MAX_LAYER } from './tablebase/rank';

/*
 * The memory above the fixed areas:
 *
 *     ARENA   tablebase, layers 0..`layers` one after another
 *     + 64    transposition table, 2^tableBits entries of 8 B
 *     + 64    working tables of the layer solver, while it builds
 */

const PAGE: u64 = 65536;
const LIMIT: u64 = (<u64>1) << 32;

export class Arena {
  /** Bytes of memory that `reserve` needs. */
  static bytes(layers: i32, tableBits: i32, building: bool): f64 {
    return <f64>Arena.end(layers, tableBits, building);
  }

  private static tableAt(layers: i32): u64 {
    return (<u64>ARENA + (layers < 0 ? 0 : layersSize(layers)) + 63) & ~(<u64>63);
  }
  private static tablesAt(layers: i32, tableBits: i32): u64 {
    return Arena.tableAt(layers) + ((<u64>8) << tableBits);
  }
  private static end(layers: i32, tableBits: i32, building: bool): u64 {
    return Arena.tablesAt(layers, tableBits) + (building ? Families.bytes(layers) : 0);
  }

  /**
   * Lays out the memory, growing it if needed, for layers 0..`layers` (-1: none), a cleared transposition
   * table and, when building, the working tables. No layer is covered afterwards. False if there is no such
   * memory.
   */
  static reserve(layers: i32, tableBits: i32, building: bool): bool {
    if (layers > MAX_LAYER) return false;
    const end = Arena.end(layers, tableBits, building);
    if (end > LIMIT) return false;
    const before = memory.size();
    const pages = <i32>((end + PAGE - 1) / PAGE) - before;
    if (pages > 0 && memory.grow(pages) < 0) return false;
    Tablebase.covered = -1;
    if (layers >= 0) Block.fill(ARENA, layers);
    Transposition.use(<usize>Arena.tableAt(layers), tableBits);
    // New memory is zero already; touching it all would take its time.
    if (<u64>before * PAGE < LIMIT) Transposition.clearBelow((<usize>before) << 16);
    else Transposition.clear();
    if (building)
      Game.fillFamilies(<usize>((Arena.tablesAt(layers, tableBits) + 63) & ~(<u64>63)), layers);
    return true;
  }
}

import { Game } from './games';
import { Transposition } from './search/transposition';
import { Block, Packing } from './tablebase/block';
import { Families } from './tablebase/families';
import { Tablebase } from './tablebase/probe';
import { MAX_LAYER } from './tablebase/rank';
import { Thread } from './thread';

/*
 * The memory above the threads:
 *
 *     tablebase, layers 0..`layers` one after another
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

  private static tableAt(layers: i32, building: bool): u64 {
    let bytes = Block.layersBytes(layers);
    if (building && layers >= 0 && Game.isCyclic()) bytes = max(bytes, Packing.bytesBefore(layers));
    return (<u64>Thread.end() + bytes + 63) & ~(<u64>63);
  }
  private static familiesAt(layers: i32, tableBits: i32, building: bool): u64 {
    const end = Arena.tableAt(layers, building) + ((<u64>8) << tableBits);
    return (end + 63) & ~(<u64>63);
  }
  private static end(layers: i32, tableBits: i32, building: bool): u64 {
    const end = Arena.familiesAt(layers, tableBits, building);
    return building ? end + Families.bytes(layers) : end;
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
    Arena.use(layers, tableBits, building);
    if (layers >= 0) Block.fill(Thread.end(), layers);
    // New memory is zero already; touching it all would take its time.
    if (<u64>before * PAGE < LIMIT) Transposition.clearBelow((<usize>before) << 16);
    else Transposition.clear();
    if (building) Game.fillFamilies(layers);
    return true;
  }

  /** Points this instance at memory that another has laid out so. */
  static use(layers: i32, tableBits: i32, building: bool): void {
    Tablebase.covered = -1;
    Transposition.use(<usize>Arena.tableAt(layers, building), tableBits);
    if (building) Families.use(<usize>Arena.familiesAt(layers, tableBits, building), layers);
  }
}

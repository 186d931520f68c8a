import { ONES, Row } from '../board';
import { Block, Rank } from './rank';

/** The tablebase in memory: entries of one byte, the mover's gain. */
export class Tablebase {
  /** Layers 0..`covered` are solved; -1 when none is. */
  static covered: i32 = -1;

  /** The mover's gain in a position of a covered layer. */
  @inline static probe(own: Row, opp: Row): i32 {
    const ownSums = own * ONES;
    const oppSums = opp * ONES;
    const block = Block.at((<u32>(ownSums >> 40)) & 0xff, (<u32>(oppSums >> 40)) & 0xff);
    return load<i8>(Block.entry(block, Rank.ofSums(ownSums), Rank.ofSums(oppSums)));
  }
}

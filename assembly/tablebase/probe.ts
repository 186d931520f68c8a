import { ONES, Row } from '../board';
import { Block, Entries } from './block';
import { Rank } from './rank';

/** The tablebase in memory. */
export class Tablebase {
  /** Layers 0..`covered` are solved; -1 when none is. */
  static covered: i32 = -1;

  /** The mover's gain in a position of a covered layer. */
  @inline static probe(own: Row, opp: Row): i32 {
    const ownSums = own * ONES;
    const oppSums = opp * ONES;
    const mover = (<u32>(ownSums >> 40)) & 0xff;
    const other = (<u32>(oppSums >> 40)) & 0xff;
    const block = Block.at(mover, other);
    const bit = Block.bit(block, Rank.ofSums(ownSums), Rank.ofSums(oppSums));
    const entry = Block.read(Block.address(block), bit, Block.mask(block));
    return <i32>(entry << Entries.halved) - <i32>(mover + other);
  }

  /** Writes a position's gain. */
  static write(own: Row, opp: Row, gain: i32): void {
    const ownSums = own * ONES;
    const oppSums = opp * ONES;
    const mover = (<u32>(ownSums >> 40)) & 0xff;
    const other = (<u32>(oppSums >> 40)) & 0xff;
    const block = Block.at(mover, other);
    const bit = Block.bit(block, Rank.ofSums(ownSums), Rank.ofSums(oppSums));
    const entry = (<u32>(gain + <i32>(mover + other))) >> Entries.halved;
    Block.write(Block.address(block), bit, Block.mask(block), entry);
  }
}

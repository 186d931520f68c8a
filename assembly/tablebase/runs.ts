import { Thread } from '../thread';
import { Block } from './block';
import { Family } from './rank';

/*
 * Entries on their way to a file and from it, a byte each: runs of whole rows of the outer side of a block, as
 * they lie in memory (block.ts).
 */
export class Run {
  /** The other row of a block, which runs through all of its family in each row of the outer side. */
  static columns(moverSeeds: i32, otherSeeds: i32): u32 {
    return Family.size(min(moverSeeds, otherSeeds));
  }

  /** Copies rows of a block into this thread's memory. */
  static read(moverSeeds: i32, otherSeeds: i32, first: u32, rows: u32): void {
    const block = Block.at(moverSeeds, otherSeeds);
    const columns = Run.columns(moverSeeds, otherSeeds);
    const address = Block.address(block);
    const mask = Block.mask(block);
    const width = <u32>popcnt(mask);
    const end = Thread.entries + rows * columns;
    let bit = first * columns * width;
    for (let to = Thread.entries; to < end; to++) {
      store<u8>(to, <u8>Block.read(address, bit, mask));
      bit += width;
    }
  }

  /** Writes rows of a block from this thread's memory; one thread at a time writes to a block. */
  static write(moverSeeds: i32, otherSeeds: i32, first: u32, rows: u32): void {
    const block = Block.at(moverSeeds, otherSeeds);
    const columns = Run.columns(moverSeeds, otherSeeds);
    const width = <u32>popcnt(Block.mask(block));
    const bit = first * columns * width;
    Block.writeRun(Block.address(block), bit, width, Thread.entries, rows * columns, 0);
  }
}

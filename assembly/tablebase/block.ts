import { BLOCKS } from '../board';
import { Family } from './rank';

/*
 * How gains lie in memory. Blocks (a, b), a seeds of the mover and b of the other side, one after another, layer
 * after layer, each from a multiple of 8 bytes on, so that two threads never write one word. In a block entries
 * lie bit after bit: the least number of bits that holds every gain of the layer. In games without cycles a gain
 * has the parity of the seeds in play, and every second number is left out:
 *
 *     entry = (gain + seeds) >> halved
 *
 * The row with more seeds is the outer index, the mover's where they are equal: so it is the outer one in both
 * blocks of a pair {a, b}, and walking along the other row reads and writes bits that lie side by side.
 *
 * Where positions come back, the layer that is being solved has a byte for each entry, so that a thread may read
 * what another is writing; solved, it is packed in place.
 */

/** Blocks begin at multiples of this, in bytes, less one. */
const ALIGN: u64 = 7;

export class Entries {
  /** 1 where gains have the parity of the seeds in play. */
  static halved: u32 = 0;

  /** Bits of an entry of a layer. */
  static width(seeds: i32): u32 {
    const largest = (2 * seeds) >> Entries.halved;
    return max(1, 32 - clz(largest));
  }
}

export class Block {
  /** Address of the block's description: address u32, mover's and other's stride in bits u32, mask u32. */
  @inline static at(moverSeeds: u32, otherSeeds: u32): usize {
    return BLOCKS + <usize>((moverSeeds << 10) | (otherSeeds << 4));
  }
  @inline static address(block: usize): usize {
    return load<u32>(block);
  }
  /** Bits between the entries of neighbouring rows of the mover. */
  @inline static moverStride(block: usize): u32 {
    return load<u32>(block, 4);
  }
  /** The same of the other side. */
  @inline static otherStride(block: usize): u32 {
    return load<u32>(block, 8);
  }
  /** The bits that an entry has. */
  @inline static mask(block: usize): u32 {
    return load<u32>(block, 12);
  }
  /** Where the entry with these ranks lies, in bits from the block's address. */
  @inline static bit(block: usize, mover: u32, other: u32): u32 {
    return mover * Block.moverStride(block) + other * Block.otherStride(block);
  }
  /** The entry `bit` bits from `address`. */
  @inline static read(address: usize, bit: u32, mask: u32): u32 {
    return ((<u32>load<u16>(address + (bit >> 3))) >> (bit & 7)) & mask;
  }
  @inline static write(address: usize, bit: u32, mask: u32, entry: u32): void {
    const at = address + (bit >> 3);
    const rest = (<u32>load<u16>(at)) & ~(mask << (bit & 7));
    store<u16>(at, <u16>(rest | (entry << (bit & 7))));
  }

  /**
   * Writes `count` entries of `width` bits side by side, from bytes that are shifted right by `shift` first. The
   * bits before and after them stay.
   */
  static writeRun(address: usize, bit: u32, width: u32, from: usize, count: u32, shift: u32): void {
    let to = address + (bit >> 3);
    let bits = bit & 7;
    let word = (<u64>load<u8>(to)) & ((1 << bits) - 1);
    for (const end = from + count; from < end; from++) {
      word |= (<u64>((<u32>load<u8>(from)) >> shift)) << bits;
      bits += width;
      if (bits < 32) continue;
      store<u32>(to, <u32>word);
      to += 4;
      word >>= 32;
      bits -= 32;
    }
    for (; bits >= 8; bits -= 8) {
      store<u8>(to++, <u8>word);
      word >>= 8;
    }
    if (bits) store<u8>(to, <u8>(((<u32>load<u8>(to)) & (0xff << bits)) | (<u32>word)));
  }

  /** Bytes of a block with entries of so many bits; an entry is read as two bytes, the last one too. */
  static bytes(moverSeeds: i32, otherSeeds: i32, width: u32): u64 {
    const entries = <u64>Family.size(moverSeeds) * <u64>Family.size(otherSeeds);
    return ((entries * width) / 8 + 2 + ALIGN) & ~ALIGN;
  }

  /** Bytes of a layer with entries of so many bits. */
  static layerBytes(seeds: i32, width: u32): u64 {
    let bytes: u64 = 0;
    for (let mover = 0; mover <= seeds; mover++) bytes += Block.bytes(mover, seeds - mover, width);
    return bytes;
  }

  /** Bytes of layers 0..`layers`, packed. */
  static layersBytes(layers: i32): u64 {
    let bytes: u64 = 0;
    for (let seeds = 0; seeds <= layers; seeds++) {
      bytes += Block.layerBytes(seeds, Entries.width(seeds));
    }
    return bytes;
  }

  /** Lays the blocks of layers 0..`layers` out from `address` on. */
  static fill(address: usize, layers: i32): void {
    for (let seeds = 0; seeds <= layers; seeds++) {
      address = Block.fillLayer(address, seeds, Entries.width(seeds));
    }
  }

  /** Lays the blocks of a layer out, entries of `width` bits each; returns the address after them. */
  static fillLayer(address: usize, seeds: i32, width: u32): usize {
    for (let mover = 0; mover <= seeds; mover++) {
      const other = seeds - mover;
      const block = Block.at(mover, other);
      store<u32>(block, <u32>address);
      store<u32>(block, mover >= other ? Family.size(other) * width : width, 4);
      store<u32>(block, mover >= other ? width : Family.size(mover) * width, 8);
      store<u32>(block, (1 << width) - 1, 12);
      address += <usize>Block.bytes(mover, other, width);
    }
    return address;
  }

  /** Address of the first block of a layer that was laid out. */
  static layerAddress(seeds: i32): usize {
    return Block.address(Block.at(0, seeds));
  }
}

/** Bits of a byte, which entries have while a layer with cycles is solved. */
const BYTE: u32 = 8;

export class Packing {
  /** Bytes of layers 0..`layers` while the last of them is solved with a byte an entry. */
  static bytesBefore(layers: i32): u64 {
    return Block.layersBytes(layers - 1) + Block.layerBytes(layers, BYTE);
  }

  /** Lays a layer out with a byte for each entry, all with gain 0. */
  static loosen(seeds: i32): void {
    const address = Block.layerAddress(seeds);
    const end = Block.fillLayer(address, seeds, BYTE);
    memory.fill(address, <u8>seeds, end - address);
  }

  /** Packs a layer that was loosened, in place: each entry moves to lower bits. */
  static pack(seeds: i32): void {
    const width = Entries.width(seeds);
    let from = Block.layerAddress(seeds);
    let to = from;
    Block.fillLayer(to, seeds, width);
    for (let mover = 0; mover <= seeds; mover++) {
      const size = <u64>Family.size(mover) * <u64>Family.size(seeds - mover);
      Block.writeRun(to, 0, width, from, <u32>size, 0);
      from += <usize>Block.bytes(mover, seeds - mover, BYTE);
      to += <usize>Block.bytes(mover, seeds - mover, width);
    }
  }
}

/** Layer files taken apart, changed, and put together again with checksums that fit (src/tablebase/format.ts). */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Core } from '../../src/core/core.js';
import { Crew } from '../../src/tablebase/crew.js';
import { Checksum, fileName } from '../../src/tablebase/format.js';
import type { LayerId } from '../../src/tablebase/format.js';
import { buildLayers } from '../../src/tablebase/layers.js';
import { runsOf } from '../../src/tablebase/runs.js';

export const HEADER = 64;
export const INDEX = 12;
export const HEAD_AT = 12;
const BLOCKS_AT = 40;
const SIZE_AT = 48;
const CHECKSUM_AT = 56;

const checksum = await Checksum.load();

/** A sound file, and what it says. */
export interface Sample {
  readonly id: LayerId;
  readonly file: Uint8Array;
  /** Bytes of header and index. */
  readonly head: number;
  readonly blocks: readonly Uint8Array[];
  /** The entries of each run. */
  readonly entries: readonly Uint8Array[];
}

/** Builds layers 0..`layers` and gives the file and the entries of each; the core keeps them. */
export async function samplesOf(
  rules: string,
  pits: number,
  layers: number,
): Promise<{ core: Core; samples: readonly Sample[] }> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'granary-'));
  const core = await Core.load(rules, pits);
  for await (const _ of buildLayers(Crew.alone(core), folder, layers));
  const samples = Array.from({ length: layers + 1 }, (_, seeds) => {
    const id = { rules, pits, seeds };
    const file = Uint8Array.from(readFileSync(path.join(folder, fileName(id))));
    const entries = runsOf(pits, seeds).map((run) => core.runs.read(run).slice());
    return {
      id,
      file,
      head: viewOf(file).getUint32(HEAD_AT, true),
      blocks: blocksOf(file),
      entries,
    };
  });
  rmSync(folder, { recursive: true });
  return { core, samples };
}

export function blocksOf(file: Uint8Array): readonly Uint8Array[] {
  const view = viewOf(file);
  let at = view.getUint32(HEAD_AT, true);
  return Array.from({ length: view.getUint32(BLOCKS_AT, true) }, (_, i) => {
    const length = view.getUint32(HEADER + INDEX * i, true);
    return file.slice(at, (at += length));
  });
}

/** The file with other blocks, as many: index, sizes and all checksums fit them. */
export function withBlocks({ file, head }: Sample, blocks: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(head + blocks.reduce((sum, { length }) => sum + length, 0));
  bytes.set(file.subarray(0, HEADER));
  const view = viewOf(bytes);
  let at = head;
  for (const [i, block] of blocks.entries()) {
    view.setUint32(HEADER + INDEX * i, block.length, true);
    view.setBigUint64(HEADER + INDEX * i + 4, checksum.of(block), true);
    bytes.set(block, at);
    at += block.length;
  }
  view.setBigUint64(SIZE_AT, BigInt(bytes.length), true);
  return seal(bytes, head);
}

/** The file with one block exchanged; everything else fits it. */
export function withBlock(sample: Sample, block: number, bytes: Uint8Array): Uint8Array {
  return withBlocks(sample, sample.blocks.with(block, bytes));
}

/** The file with its header or index changed, and the header's checksum made to fit. */
export function withHead(
  { file, head }: Sample,
  change: (view: DataView, bytes: Uint8Array) => void,
): Uint8Array {
  const bytes = Uint8Array.from(file);
  change(viewOf(bytes), bytes);
  return seal(bytes, head);
}

/** Makes the header's checksum fit. */
export function seal(bytes: Uint8Array, head: number): Uint8Array {
  const sum = checksum.of(bytes.subarray(0, CHECKSUM_AT), bytes.subarray(HEADER, head));
  viewOf(bytes).setBigUint64(CHECKSUM_AT, sum, true);
  return bytes;
}

/** The file with one bit of a byte changed. */
export function flipped(file: Uint8Array, at: number, bit = at % 8): Uint8Array {
  const bytes = Uint8Array.from(file);
  bytes[at]! ^= 1 << bit;
  return bytes;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/**
 * The blocks of layer files: what they say, compressed by DEFLATE (RFC 1951). Small layers have their entries in
 * them; larger ones have a prediction in the first block, and in the others entries coded by it.
 */
import { inflateRawSync } from 'node:zlib';
import type { InflateRaw } from 'node:zlib';
import { constants, deflateRaw } from 'pako';
import type { Core } from '../core/core.js';
import type { Prediction, Run } from '../core/runs.js';

type Strategy = constants.Z_RLE | constants.Z_DEFAULT_STRATEGY;

/** Runs coded by a prediction repeat few strings; looking for them makes them larger. */
const { Z_RLE: ONLY_REPEATS, Z_DEFAULT_STRATEGY: ALL_STRINGS } = constants;

/** The block of a run of a solved layer; coded by the prediction that the core uses, if `isPredicted`. */
export function encodeRun(core: Core, run: Run, isPredicted: boolean): Uint8Array {
  return isPredicted
    ? deflate(core.runs.encode(run), ONLY_REPEATS)
    : deflate(core.runs.read(run), ALL_STRINGS);
}

/**
 * The entries of a run from its block; the view holds until the core's next run. Throws an `Error` that says what is
 * wrong with the block.
 */
export function decodeRun(
  core: Core,
  run: Run,
  isPredicted: boolean,
  block: Uint8Array,
): Uint8Array {
  if (isPredicted) {
    const entries = core.runs.decode(run, inflate(block, 2 * run.entries));
    if (entries === undefined) throw new Error('it has no such run');
    return entries;
  }
  const entries = inflate(block, run.entries);
  if (entries.length < run.entries) throw new Error(`it has ${entries.length} entries`);
  const largest = core.runs.maxEntry(run.mover + run.other);
  for (const entry of entries) if (entry > largest) throw new Error(`it has an entry of ${entry}`);
  return entries;
}

/** The block of a prediction. */
export function encodePrediction({ scores, lists }: Prediction): Uint8Array {
  const bytes = new Uint8Array(scores.length + lists.length);
  bytes.set(scores);
  bytes.set(lists, scores.length);
  return deflate(bytes, ALL_STRINGS);
}

/** Throws an `Error` that says what is wrong with the block. */
export function decodePrediction(core: Core, block: Uint8Array): Prediction {
  const { scores, lists } = core.runs.predictionShape;
  const bytes = inflate(block, scores + lists);
  if (bytes.length < scores + lists) throw new Error(`it has ${bytes.length} bytes`);
  return { scores: bytes.subarray(0, scores), lists: bytes.subarray(scores) };
}

/** Most bytes of a block that holds so many. */
export function mostBytes(bytes: number): number {
  return bytes + 5 * Math.ceil(bytes / 2 ** 14) + 16;
}

/** The same bytes on every machine, which zlib does not promise. */
function deflate(bytes: Uint8Array, strategy: Strategy): Uint8Array {
  return deflateRaw(bytes, { level: 9, memLevel: 9, strategy });
}

/** At most so many bytes, from a stream that is the whole block. */
function inflate(block: Uint8Array, most: number): Uint8Array {
  const { buffer, engine } = inflateRawSync(block, {
    maxOutputLength: Math.max(most, 1),
    info: true,
  }) as unknown as { readonly buffer: Uint8Array; readonly engine: InflateRaw };
  const { bytesWritten } = engine;
  if (bytesWritten < block.length) throw new Error(`it ends after ${bytesWritten} bytes`);
  return buffer;
}

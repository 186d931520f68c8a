import { readFile } from 'node:fs/promises';
import { instantiate } from '@assemblyscript/loader';
import { GranaryError } from '../errors.js';
import type { instantiate as instantiateRaw } from '../../build/release.js';

/** The optimised build, or the one with assertions; both give the same results. */
export type Build = 'release' | 'debug';

/**
 * The core's exports, as asc generates their types. The loader hands values over as WebAssembly has them:
 * a bool is 0 or 1, and a u64 comes back as a signed bigint.
 */
type Generated = Awaited<ReturnType<typeof instantiateRaw>>;
export type WasmExports = { [Name in keyof Generated]: Raw<Generated[Name]> };
type Raw<T> = T extends (...args: infer Args) => boolean ? (...args: Args) => number : T;

/** `source` is the name of a build, or the bytes of one. */
export async function instantiateCore(source: Build | BufferSource): Promise<WasmExports> {
  const bytes = typeof source === 'string' ? await readBuild(source) : source;
  try {
    const { exports } = await instantiate<WasmExports>(bytes);
    return exports;
  } catch (error) {
    if (!(error instanceof Error) || !/out of memory/i.test(error.message)) throw error;
    throw new GranaryError(
      'OutOfMemory',
      `no memory for the core (${error.message}): free some, or raise the limit of the process`,
      { cause: error },
    );
  }
}

function readBuild(build: Build): Promise<BufferSource> {
  return readFile(new URL(`../../build/${build}.wasm`, import.meta.url));
}

import { readFile } from 'node:fs/promises';
import { instantiate } from '@assemblyscript/loader';
import { GranaryError } from '../errors.js';
import type { instantiate as instantiateRaw } from '../../build/release.js';

/** The optimised build, the same for several threads on one memory, or the one with assertions: all give the same results. */
export type Build = 'release' | 'threads' | 'debug';

const PAGE = 65536;
/** What the build for threads asks for (asconfig.json). */
const INITIAL_PAGES = 32;

/**
 * The core's exports, as asc generates their types. The loader hands values over as WebAssembly has them:
 * a bool is 0 or 1, and a u64 comes back as a signed bigint.
 */
type Generated = Awaited<ReturnType<typeof instantiateRaw>>;
export type WasmExports = { [Name in keyof Generated]: Raw<Generated[Name]> };
type Raw<T> = T extends (...args: infer Args) => boolean ? (...args: Args) => number : T;

/** What a core is made of: the name of a build, the bytes of one, or one that is compiled. */
export type Source = Build | BufferSource | WebAssembly.Module;

/** `memory` is for builds that share it. */
export async function instantiateCore(
  source: Source,
  memory?: WebAssembly.Memory,
): Promise<WasmExports> {
  const code = isBuild(source) ? await readBuild(source) : source;
  const imports = memory && { env: { memory } };
  try {
    const { exports } = await instantiate<WasmExports>(code, imports);
    return exports;
  } catch (error) {
    throw asOutOfMemory(error);
  }
}

/** Compiles a build, so that several threads can run it. */
export async function compileCore(source: Source): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  return WebAssembly.compile(isBuild(source) ? await readBuild(source) : source);
}

/** A memory that threads can share, of `mib` at most. */
export function sharedMemory(mib: number): WebAssembly.Memory {
  try {
    const maximum = Math.ceil((mib * 2 ** 20) / PAGE);
    return new WebAssembly.Memory({ initial: INITIAL_PAGES, maximum, shared: true });
  } catch (error) {
    throw asOutOfMemory(error);
  }
}

function isBuild(source: Source): source is Build {
  return typeof source === 'string';
}

function asOutOfMemory(error: unknown): unknown {
  if (!(error instanceof Error) || !/out of memory|could not allocate/i.test(error.message)) {
    return error;
  }
  return new GranaryError(
    'OutOfMemory',
    `no memory for the core (${error.message}): free some, or raise the limit of the process`,
    { cause: error },
  );
}

function readBuild(build: Build): Promise<Uint8Array<ArrayBuffer>> {
  return readFile(new URL(`../../build/${build}.wasm`, import.meta.url));
}

/** What the machine, or the container that the program runs in, has to work with. */
import { availableParallelism, totalmem } from 'node:os';
import { MAX_MEMORY_MIB, MAX_THREADS, MIN_MEMORY_MIB } from '../core/core.js';
import type { CoreOptions } from '../core/core.js';

export interface Resources {
  readonly workers?: number | undefined;
  /** Most memory, in MiB. */
  readonly memory?: number | undefined;
}

/** A worker for each processor. */
export function workersOf({ workers }: Resources): number {
  return workers ?? Math.min(availableParallelism(), MAX_THREADS - 1);
}

export function memoryMibOf({ memory }: Resources): number {
  if (memory !== undefined) return memory;
  const limit = process.constrainedMemory();
  const bytes = Math.min(totalmem(), limit > 0 ? limit : Infinity);
  return Math.max(MIN_MEMORY_MIB, Math.min(MAX_MEMORY_MIB, Math.floor(bytes / 2 ** 20)));
}

/** How a core is loaded for so many workers beside its own thread; one works in it. */
export function loadedFor(resources: Resources): Pick<CoreOptions, 'threads' | 'memoryMib'> {
  const workers = workersOf(resources);
  return { threads: workers > 1 ? workers + 1 : 1, memoryMib: memoryMibOf(resources) };
}

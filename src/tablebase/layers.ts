/**
 * Puts layers into the core's memory: read from folders, or solved and written. All in order from the
 * layer after those it covers, because each rests on those before it.
 */
import type { Core } from '../core/core.js';
import { GranaryError } from '../errors.js';
import { pause } from '../pause.js';
import type { RuleSetId } from '../rules/options.js';
import { findLayer, makeFolder, readLayer, writeLayer } from './folder.js';

/** Positions solved between two looks at the clock and the signal: some milliseconds. */
const SLICE = 500_000;

export interface LayerProgress {
  readonly layer: number;
  /** Positions of the layer that are done, and all it has. */
  readonly done: number;
  readonly positions: number;
}

export interface LayerOptions {
  readonly onProgress?: (progress: LayerProgress) => void;
  readonly signal?: AbortSignal | undefined;
}

export interface LoadedLayer {
  readonly layer: number;
  readonly positions: number;
  readonly file: string;
}

export interface BuiltLayer extends LoadedLayer {
  /** Time to solve it; 0 if a sound file was there. */
  readonly seconds: number;
  /** A sound file was there and is kept. */
  readonly kept: boolean;
}

/**
 * Loads layers from the first folders that have them, up to `layers` or the first that none has. Room for
 * them is reserved. Throws `TablebaseCorrupt` or `TablebaseForeign` for a file that is not sound.
 */
export async function* loadLayers(
  core: Core,
  folders: readonly string[],
  layers: number,
  options: LayerOptions = {},
): AsyncGenerator<LoadedLayer> {
  for (let layer = core.covered + 1; layer <= layers; layer++) {
    const id = { rules: core.rules, pits: core.pits, seeds: layer };
    const file = await findLayer(folders, id);
    if (file === undefined) return;
    await readLayer(file, id, core.layerEntries(layer), options.signal);
    core.cover(layer);
    yield { layer, positions: core.layerSize(layer), file };
  }
}

/** The largest n up to `most` such that the folders have layers 0..n; -1 if they have none. */
export async function countLayers(
  rules: RuleSetId,
  pits: number,
  folders: readonly string[],
  most: number,
): Promise<number> {
  let layer = 0;
  while (layer <= most && (await findLayer(folders, { rules, pits, seeds: layer }))) layer++;
  return layer - 1;
}

/**
 * Solves layers up to `layers` and writes each into `folder`; sound files that are there already are kept.
 * The core's memory is laid out anew. Throws `NotWritable`, `OutOfMemory`, `Interrupted`; whatever was
 * complete stays.
 */
export async function* buildLayers(
  core: Core,
  folder: string,
  layers: number,
  options: LayerOptions = {},
): AsyncGenerator<BuiltLayer> {
  const { reserved } = core;
  if (reserved.layers !== layers || !reserved.building) {
    core.reserve({ layers, tableMib: reserved.tableMib, building: true });
  }
  core.cover(-1);
  let isWritable = false;
  for (let layer = 0; layer <= layers; layer++) {
    const id = { rules: core.rules, pits: core.pits, seeds: layer };
    const positions = core.layerSize(layer);
    const kept = await readSound(core, folder, layer, options.signal);
    if (kept !== undefined) {
      core.cover(layer);
      yield { layer, positions, file: kept, seconds: 0, kept: true };
      continue;
    }
    if (!isWritable) await makeFolder(folder);
    isWritable = true;
    const started = performance.now();
    await solveLayer(core, layer, options);
    const seconds = (performance.now() - started) / 1000;
    const file = await writeLayer(folder, id, core.layerEntries(layer), options.signal);
    core.cover(layer);
    yield { layer, positions, file, seconds, kept: false };
  }
}

async function solveLayer(
  core: Core,
  layer: number,
  { onProgress, signal }: LayerOptions,
): Promise<void> {
  const positions = core.layerSize(layer);
  core.beginLayer(layer);
  for (let done = 0; ;) {
    const more = core.runLayer(SLICE);
    if (more === 0) return;
    done += more;
    onProgress?.({ layer, done, positions });
    await pause();
    if (signal?.aborted) {
      throw new GranaryError(
        'Interrupted',
        `interrupted in layer ${layer}; the layers before it are kept`,
      );
    }
  }
}

/** The layer's file if it is there and sound, its entries then read; a damaged one is built anew. */
async function readSound(
  core: Core,
  folder: string,
  layer: number,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const id = { rules: core.rules, pits: core.pits, seeds: layer };
  const file = await findLayer([folder], id);
  if (file === undefined) return undefined;
  try {
    await readLayer(file, id, core.layerEntries(layer), signal);
    return file;
  } catch (error) {
    if (error instanceof GranaryError && error.name === 'TablebaseCorrupt') return undefined;
    throw error;
  }
}

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

/** How far the layer in work is. */
export interface LayerProgress {
  readonly layer: number;
  /** Which sweep over the layer is in work, from 1; where positions come back there are a dozen or so. */
  readonly sweep: number;
  /** Positions of the layer that are done in this sweep, and all it has. */
  readonly done: number;
  readonly positions: number;
}

/** How loading and building layers is watched and ended. */
export interface LayerOptions {
  readonly onProgress?: (progress: LayerProgress) => void;
  readonly signal?: AbortSignal | undefined;
}

/** A layer that was read into the core. */
export interface LoadedLayer {
  readonly layer: number;
  readonly positions: number;
  readonly file: string;
}

/** A layer that was solved and written, or found. */
export interface BuiltLayer extends LoadedLayer {
  /** Time to solve it; 0 if a sound file was there. */
  readonly seconds: number;
  /** A sound file was there and is kept. */
  readonly kept: boolean;
}

/**
 * Loads layers from the first folders that have them, up to `layers` or the first that none has. Where the
 * core has no room for them the memory is laid out anew, with a transposition table as large as before.
 * Throws `TablebaseCorrupt` or `TablebaseForeign` for a file that is not sound, `OutOfMemory`, `Interrupted`.
 */
export async function* loadLayers(
  core: Core,
  folders: readonly string[],
  layers: number,
  options: LayerOptions = {},
): AsyncGenerator<LoadedLayer> {
  const { rules, pits, reserved } = core;
  const first = core.covered + 1;
  const files = await findLayers(rules, pits, folders, first, layers);
  const last = first + files.length - 1;
  if (last > reserved.layers) core.reserve({ ...reserved, layers: last });
  for (const [i, file] of files.entries()) {
    const layer = first + i;
    await readLayer(file, { rules, pits, seeds: layer }, core.layerEntries(layer), options.signal);
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
  return (await findLayers(rules, pits, folders, 0, most)).length - 1;
}

/** The files of the layers from `first` on, up to `most` or the first that no folder has. */
async function findLayers(
  rules: RuleSetId,
  pits: number,
  folders: readonly string[],
  first: number,
  most: number,
): Promise<readonly string[]> {
  const files: string[] = [];
  for (let seeds = first; seeds <= most; seeds++) {
    const file = await findLayer(folders, { rules, pits, seeds });
    if (file === undefined) break;
    files.push(file);
  }
  return files;
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
    const sweep = core.layerSweep;
    onProgress?.({ layer, sweep, done: done - (sweep - 1) * positions, positions });
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

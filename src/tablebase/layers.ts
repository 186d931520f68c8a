/**
 * Puts layers into a core's memory: read from folders, or solved and written. All in order from the
 * layer after those it covers, because each rests on those before it.
 */
import type { Core } from '../core/core.js';
import { optionsOf } from '../rules/options.js';
import type { RuleSetId } from '../rules/options.js';
import { Crew } from './crew.js';
import type { LayerOptions, LayerProgress } from './crew.js';
import { FileSource } from './disk.js';
import { checkPlaces, findLayer, makeFolder, writeLayer } from './folder.js';
import type { OpenFile } from './folder.js';
import type { LayerId } from './format.js';
import { LayerFile } from './layer-file.js';

/** A layer that was read into the core. */
export interface LoadedLayer {
  readonly layer: number;
  readonly positions: number;
  readonly file: string;
}

/** A layer that was solved and written, or found. */
export interface BuiltLayer extends LoadedLayer {
  /** Bytes of the file. */
  readonly bytes: number;
  /** Time to solve it; 0 if a sound file was there. */
  readonly seconds: number;
  /** Time to compress and write it; 0 if a sound file was there. */
  readonly writing: number;
  /** A sound file was there and is kept. */
  readonly kept: boolean;
}

/** What is being done for a layer, and how far it is. */
export interface BuildProgress extends LayerProgress {
  readonly task: 'reading' | 'solving' | 'writing';
}

/** How building layers is watched and ended. */
export interface BuildOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: BuildProgress) => void) | undefined;
  /** Opens a file to be written; that of Node if left out. */
  readonly open?: OpenFile | undefined;
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
  { signal, crew = Crew.alone(core) }: LayerOptions & { readonly crew?: Crew } = {},
): AsyncGenerator<LoadedLayer> {
  const { rules, pits, reserved } = core;
  const first = core.covered + 1;
  const files = await findLayers(rules, pits, folders, first, layers);
  const last = first + files.length - 1;
  if (last > reserved.layers) core.reserve({ ...reserved, layers: last });
  for (const [i, file] of files.entries()) {
    const layer = first + i;
    await readLayer(crew, file, { rules, pits, seeds: layer }, signal);
    core.cover(layer);
    yield { layer, positions: core.layerSize(layer), file };
  }
}

/** The largest n up to `most` such that the folders have layers 0..n; -1 if they have none. Throws `UnknownRules`. */
export async function countLayers(
  rules: RuleSetId,
  pits: number,
  folders: readonly string[],
  most: number,
): Promise<number> {
  optionsOf(rules);
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
  crew: Crew,
  folder: string,
  layers: number,
  options: BuildOptions = {},
): AsyncGenerator<BuiltLayer> {
  const { core } = crew;
  const { signal } = options;
  const { reserved } = core;
  if (reserved.layers !== layers || !reserved.building) {
    core.reserve({ layers, tableMib: reserved.tableMib, building: true });
  }
  core.cover(-1);
  const ids = Array.from({ length: layers + 1 }, (_, seeds) => {
    return { rules: core.rules, pits: core.pits, seeds };
  });
  await checkPlaces(folder, ids);
  let isWritable = false;
  for (const id of ids) {
    const layer = id.seeds;
    const positions = core.layerSize(layer);
    const watch =
      (task: BuildProgress['task']) =>
      (progress: Partial<LayerProgress> = {}): void =>
        options.onProgress?.({ task, layer, sweep: 1, done: 0, positions, ...progress });
    watch('reading')();
    const kept = await readSound(crew, folder, id, signal);
    if (kept !== undefined) {
      core.cover(layer);
      yield { layer, positions, ...kept, seconds: 0, writing: 0, kept: true };
      continue;
    }
    if (!isWritable) await makeFolder(folder);
    isWritable = true;
    watch('solving')();
    const started = performance.now();
    await crew.solve(layer, { signal, onProgress: watch('solving') });
    const solved = performance.now();
    watch('writing')();
    const blocks = crew.encode(layer, { signal, onProgress: watch('writing') });
    const written = await writeLayer(folder, id, !core.isCyclic, blocks, options);
    core.cover(layer);
    const seconds = (solved - started) / 1000;
    const writing = (performance.now() - solved) / 1000;
    yield { layer, positions, ...written, seconds, writing, kept: false };
  }
}

/** Reads a layer into the core's memory, which has room for it, and returns the bytes of its file. */
export async function readLayer(
  crew: Crew,
  file: string,
  id: LayerId,
  signal?: AbortSignal,
): Promise<number> {
  const opened = await LayerFile.open(await FileSource.open(file), id);
  try {
    await crew.decode(opened, signal);
    return opened.bytes;
  } finally {
    await opened.close();
  }
}

/** The layer's file if it is there and sound, its entries then read; a damaged one is built anew. */
async function readSound(
  crew: Crew,
  folder: string,
  id: LayerId,
  signal: AbortSignal | undefined,
): Promise<{ file: string; bytes: number } | undefined> {
  const file = await findLayer([folder], id);
  if (file === undefined) return undefined;
  try {
    return { file, bytes: await readLayer(crew, file, id, signal) };
  } catch (error) {
    if (error instanceof Error && error.name === 'TablebaseCorrupt') return undefined;
    throw error;
  }
}

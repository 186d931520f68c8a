/** Checks layer files against their own checksums, and that every block can be decoded. */
import { Core } from '../core/core.js';
import { GranaryError, isGranaryError } from '../errors.js';
import { pause } from '../pause.js';
import { FileSource } from './disk.js';
import type { LayerId } from './format.js';
import { LayerFile } from './layer-file.js';

export interface CheckOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number, blocks: number) => void) | undefined;
}

/** What checking a file has found. */
export interface CheckedFile {
  readonly file: string;
  /** Bytes and blocks of the file; undefined where it could not be opened. */
  readonly bytes: number | undefined;
  readonly blocks: number | undefined;
  /** What is wrong with the file as a whole, or with each damaged block. */
  readonly faults: readonly GranaryError[];
}

/** Checks the file of a layer; throws `Interrupted`, and `InvalidOption` and `UnknownRules` for a layer that cannot be. */
export async function checkFile(
  file: string,
  id: LayerId,
  { signal, onProgress }: CheckOptions = {},
): Promise<CheckedFile> {
  const core = await Core.load(id.rules, id.pits);
  let opened: LayerFile;
  try {
    opened = await LayerFile.open(await FileSource.open(file), id);
  } catch (error) {
    return { file, bytes: undefined, blocks: undefined, faults: [faultOf(error)] };
  }
  const faults: GranaryError[] = [];
  const isSound = async (work: Promise<unknown>): Promise<boolean> => {
    try {
      await work;
      return true;
    } catch (error) {
      faults.push(faultOf(error));
      return false;
    }
  };
  try {
    const { bytes, blockCount: blocks, runs } = opened;
    const isPredictionSound = await isSound(opened.prediction(core));
    for (let run = 0; run < runs.length; run++) {
      onProgress?.(run, runs.length);
      await pause();
      if (signal?.aborted) throw new GranaryError('Interrupted', 'interrupted');
      // Without the prediction no run can be decoded, but its checksum can be compared.
      await isSound(isPredictionSound ? opened.entries(core, run) : opened.readRuns(run, run + 1));
    }
    return { file, bytes, blocks, faults };
  } finally {
    await opened.close();
  }
}

function faultOf(error: unknown): GranaryError {
  if (error instanceof GranaryError && !isGranaryError(error, 'Interrupted')) return error;
  throw error;
}

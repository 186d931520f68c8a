/** The layers of a rule set and board that can be read: in folders (folders.ts), or on a server. */
import { MAX_LAYER, MAX_TABLE_PITS } from '../core/core.js';
import { GranaryError } from '../errors.js';
import { optionsOf } from '../rules/options.js';
import { FileSource } from './disk.js';
import { checkNames, findLayer } from './folder.js';
import { findFolders, layersIn } from './folders.js';
import type { Game } from './folders.js';
import { fileName } from './format.js';
import { HttpSource } from './http.js';
import type { Fetch } from './http.js';
import { fileLimit, LayerFile } from './layer-file.js';
import type { Source } from './source.js';

/** The longest that timers take. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

export interface PlaceOptions {
  /** Folders to look in, and nowhere else. */
  readonly folders?: readonly string[] | undefined;
  /** A folder on a server, to look in and nowhere else; its address ends in a slash. */
  readonly url?: string | URL | undefined;
  /** The largest layer on the server; asked for if left out. */
  readonly layers?: number | undefined;
  /** Asks the server; the global `fetch` if left out. */
  readonly fetch?: Fetch | undefined;
  /** Milliseconds without anything from the server after which a request is given up; 30 000 if left out. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export class Places {
  private constructor(
    private readonly game: Game,
    private readonly sources: ReadonlyMap<number, () => Promise<Source>>,
  ) {}

  /** Throws `TablebaseMissing` for a place that is named and cannot be read, and `InvalidOption`. */
  static async find(game: Game, options: PlaceOptions): Promise<Places> {
    checkBoard(game);
    const { url, folders } = options;
    checkPlace(options);
    if (url !== undefined) return new Places(game, await onServer(game, url, options));
    const sources = new Map<number, () => Promise<Source>>();
    const found = await findFolders(game, folders, 'folders', true);
    for (const seeds of await layersIn(game, found)) {
      const file = await findLayer(found, { ...game, seeds });
      if (file !== undefined) sources.set(seeds, () => FileSource.open(file));
    }
    return new Places(game, sources);
  }

  /** The layers that there are, in rising order. */
  get layers(): readonly number[] {
    return [...this.sources.keys()];
  }

  has(layer: number): boolean {
    return this.sources.has(layer);
  }

  /** Opens a layer that there is; throws what `LayerFile.open` does. */
  async open(layer: number): Promise<LayerFile> {
    return LayerFile.open(await this.sources.get(layer)!(), { ...this.game, seeds: layer });
  }
}

/** Throws `InvalidOption` for a board that has no tables, and `UnknownRules`. */
export function checkBoard({ rules, pits }: Game): void {
  optionsOf(rules);
  if (Number.isInteger(pits) && pits >= 1 && pits <= MAX_TABLE_PITS) return;
  throw new GranaryError(
    'InvalidOption',
    `no tables of ${rules} on ${pits} pits: there are tables for 1 to ${MAX_TABLE_PITS} pits`,
  );
}

/** Throws `InvalidOption`. */
function checkPlace({ url, folders, layers = 0, timeoutMs = 1 }: PlaceOptions): void {
  if (folders !== undefined) checkNames(folders);
  if (url !== undefined && folders !== undefined) {
    throw invalid('both folders and url are named: name one of them only');
  }
  if (url !== undefined && !URL.canParse(url)) {
    throw invalid('url is no address: expected one like https://example.org/tables/');
  }
  if (!Number.isInteger(layers) || layers < 0 || layers > MAX_LAYER) {
    throw invalid(`layers is ${layers}: expected a whole number from 0 to ${MAX_LAYER}`);
  }
  if (!(timeoutMs >= 1 && timeoutMs <= MAX_TIMEOUT_MS)) {
    throw invalid(`timeoutMs is ${timeoutMs}: expected a number from 1 to ${MAX_TIMEOUT_MS}`);
  }
}

function invalid(message: string): GranaryError {
  return new GranaryError('InvalidOption', message);
}

async function onServer(
  game: Game,
  url: string | URL,
  options: PlaceOptions,
): Promise<ReadonlyMap<number, () => Promise<Source>>> {
  const sources = new Map<number, () => Promise<Source>>();
  const { layers = MAX_LAYER } = options;
  for (let seeds = 0; seeds <= layers; seeds++) {
    const id = { ...game, seeds };
    const address = new URL(fileName(id), url);
    const limit = fileLimit(id);
    const open = (): HttpSource => new HttpSource(address, limit, options);
    const absence = options.layers === undefined ? await open().absence() : undefined;
    // That a server has the first layer is expected.
    if (absence && seeds === 0) throw absence;
    if (absence) break;
    sources.set(seeds, () => Promise.resolve(open()));
  }
  return sources;
}

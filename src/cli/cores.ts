/**
 * Cores that are ready to search: one a board (and one more for very many seeds), with a transposition table
 * and the layers that the seeds in play can need. They are kept, so that of a stream of positions only the first pays for loading.
 */
import { Core, MAX_LAYER, MAX_TABLE_PITS } from '../core/core.js';
import { rowsOf, seedsInPlay } from '../core/rows.js';
import { GranaryError } from '../errors.js';
import type { Position } from '../position.js';
import type { RuleSetId } from '../rules/options.js';
import { countLayers, loadLayers } from '../tablebase/layers.js';
import { findFolders, SHIPPED_FOLDER } from '../tablebase/folders.js';
import type { Crew } from '../tablebase/crew.js';
import { layerSize } from '../tablebase/runs.js';
import { startCrew } from '../worker/workers.js';
import { Hints } from './hints.js';
import { TABLEBASE_OPTION } from './options.js';
import { loadedFor } from './machine.js';
import type { Resources } from './machine.js';
import type { Session } from './session.js';
import type { Solver } from './solving.js';

export interface CoreOptions {
  readonly tableMib: number;
  /** Most layers to load; all that there are if left out. */
  readonly layers?: number | undefined;
  /** Folders to load from, false for none; where they are looked for if left out: folders.ts. */
  readonly tablebase?: readonly string[] | false | undefined;
  /** Threads that search a position together; 1 if left out. */
  readonly workers?: number | undefined;
}

interface Board {
  readonly core: Core;
  /** Who helps to search, where several threads do. */
  readonly crew: Crew | undefined;
  readonly folders: readonly string[];
  /** The largest layer that the folders and the options allow; -1 for none. */
  readonly available: number;
}

/** The largest layer that is solved without being asked for. */
const SOLVED_HERE = 14;

/** Layers of so many positions are worth reading with several threads. */
const SHARED_FROM = 10_000_000;

/** Each has a transposition table of its own: a stream of many sizes must not fill the memory with them. */
const MOST_CORES = 2;

export class Cores {
  private readonly boards: Board[] = [];
  private readonly hints: Hints;

  constructor(
    private readonly session: Session,
    private readonly rules: RuleSetId,
    private readonly options: CoreOptions,
  ) {
    this.hints = new Hints(session);
  }

  /** The core for a position, ready for `solve`, and who helps it; throws what loading layers throws. */
  async prepare(position: Position): Promise<Solver> {
    const seeds = seedsInPlay(rowsOf(position));
    const board = await this.find(position.south.length, seeds);
    await this.hint(board, seeds);
    await this.load(board, Math.min(seeds, board.available));
    this.solveLow(board.core, seeds);
    return board;
  }

  private async find(pits: number, seeds: number): Promise<Board> {
    const known = this.boards.find(({ core }) => core.pits === pits && seeds <= core.maxSeeds);
    if (known) return known;
    const { rules, options } = this;
    const folders = await findFolders({ rules, pits }, options.tablebase, TABLEBASE_OPTION, true);
    const available = await countLayers(rules, pits, folders, options.layers ?? MAX_LAYER);
    const isMuch = layerSize(pits, Math.min(available, seeds)) >= SHARED_FROM;
    const { workers = 1 } = options;
    const loaded = workers > 1 ? loadedFor({ workers }) : isMuch ? loadedFor({}) : {};
    const core = await Core.load(rules, pits, { seeds, ...loaded });
    if (options.tablebase && folders.length > 0 && available < 0) {
      throw noFirstLayer(core, options.tablebase);
    }
    const crew = workers > 1 ? await startCrew(core) : undefined;
    const board = { core, crew, folders, available };
    this.boards.push(board);
    if (this.boards.length > MOST_CORES) this.boards.shift()?.crew?.dispose();
    return board;
  }

  /** Says what tables a search among so many seeds has to do without. */
  private async hint({ core, folders, available }: Board, seeds: number): Promise<void> {
    const { tablebase, layers = MAX_LAYER } = this.options;
    const { rules, pits } = core;
    if (tablebase === false || (core.isGeneral && tablebase === undefined)) return;
    if (core.isCyclic && seeds <= SOLVED_HERE) return;
    if (folders.length === 0) this.hints.noTables({ rules, pits }, tablebase);
    else if (available >= Math.min(seeds, layers)) return;
    else if (folders.every((folder) => folder === SHIPPED_FOLDER)) {
      this.hints.onlyShipped({ rules, pits }, available);
    } else {
      await this.hints.gap({ rules, pits }, folders, available + 1, Math.min(seeds, layers));
    }
  }

  private async load({ core, crew: kept, folders }: Board, layers: number): Promise<void> {
    const { tableMib } = this.options;
    const { progress, signal } = this.session;
    if (layers > core.reserved.layers || tableMib !== core.reserved.tableMib) {
      core.reserve({ layers, tableMib });
    }
    if (layers <= core.covered) return;
    const crew = kept ?? (await startCrew(core));
    try {
      for await (const { layer } of loadLayers(core, folders, layers, { signal, crew })) {
        progress.show({ task: `reading layer ${layer + 1} of ${layers}`, figures: [] });
      }
    } finally {
      if (crew !== kept) crew.dispose();
      progress.clear();
    }
  }

  /**
   * Solves low layers that are in no folder, where positions come back: there a search without tables gets nowhere, and
   * they take less than a second.
   */
  private solveLow(core: Core, seeds: number): void {
    const layers = Math.min(seeds, SOLVED_HERE, this.options.layers ?? MAX_LAYER);
    const hasTables = core.pits <= MAX_TABLE_PITS && this.options.tablebase !== false;
    if (!core.isCyclic || !hasTables || core.covered >= layers) return;
    core.reserve({ layers, tableMib: this.options.tableMib, building: true });
    core.solveLayers(layers);
  }
}

/** A core that takes a position, with nothing reserved; for workers beside it if `resources` are given. */
export function loadCore(position: Position, resources?: Resources): Promise<Core> {
  const seeds = seedsInPlay(rowsOf(position));
  const loaded = resources && loadedFor(resources);
  return Core.load(position.rules, position.south.length, { seeds, ...loaded });
}

function noFirstLayer(core: Core, folders: readonly string[]): GranaryError {
  return new GranaryError(
    'TablebaseMissing',
    `layer 0 of ${core.rules} on ${core.pits} pits is in none of ${folders.join(', ')}, and the ` +
      'others rest on it: build it with granary build',
  );
}

/**
 * What checks work with: a core for each rule set and board, with as many layers as pay, and all that has been
 * proven with them in this run.
 */
import { Core, MAX_LAYER, MAX_TABLE_PITS } from '../core/core.js';
import { keyOf, rowsOf, seedsInPlay } from '../core/rows.js';
import type { Rows } from '../core/rows.js';
import { isGranaryError } from '../errors.js';
import { isOver, score, startPosition } from '../position.js';
import type { Position } from '../position.js';
import { otherSide, storeOf } from '../rules/board.js';
import type { Side } from '../rules/board.js';
import type { RuleSetId } from '../rules/options.js';
import { isExact } from '../solver/bounds.js';
import type { Bounds } from '../solver/bounds.js';
import { Prover } from '../solver/prover.js';
import type { Allowance } from './allowance.js';
import { measureGraph } from './graph.js';
import type { Graph } from './graph.js';
import { payingLayer } from './paying.js';

/** Transposition tables, in MiB: of boards that are hard, and of the others. */
const LARGE_TABLE = 256;
const SMALL_TABLE = 16;
const LARGE_FROM_PITS = 5;
/** Above these a core takes a slower form, which is another core. */
const MANY_SEEDS = 127;
/** Positions solved between two looks at the clock: some hundredths of a second. */
const LAYER_SLICE = 1_000_000;

/** What is asked of a position. */
export interface Question {
  /** Where the search begins: the score that is claimed. */
  readonly guess?: number;
  /** Whether that is all that need be known. */
  readonly suffices?: (bounds: Bounds) => boolean;
}

export interface LabOptions {
  /** Most layers that searches are given; as many as pay if left out. */
  readonly layers?: number;
  /** Seconds for all that is asked; few if left out. */
  readonly budget?: number;
  /** Each is called about every tenth of a second of such work. */
  readonly onSearch?: (bounds: Bounds, nodes: number) => void;
  readonly onLayer?: (layer: number, sweep: number) => void;
  readonly onGraph?: (nodes: number) => void;
}

/** A start of a rule set. */
export interface GivenStart {
  readonly rules: RuleSetId;
  readonly pits: number;
  readonly seeds: number;
}

/** What a start has cost. */
export interface Effort {
  readonly nodes: number;
  readonly seconds: number;
  /** Its score is known by that. */
  readonly isExact: boolean;
}

export class Lab {
  /** Positions searched so far. */
  nodes = 0;

  private readonly cores = new Map<string, Core>();
  private readonly gains = new Map<string, Bounds>();
  private readonly graphs = new Map<string, Graph>();
  private readonly sweeps = new Map<string, number>();
  private readonly efforts = new Map<string, Effort>();

  constructor(private readonly options: LabOptions = {}) {}

  /** All that is proven of a position's score for its mover, by now or with what the allowance gives. */
  async scoreOf(
    position: Position,
    allowance: Allowance,
    { guess, suffices = () => false }: Question = {},
  ): Promise<Bounds> {
    if (isOver(position)) return { lower: score(position), upper: score(position) };
    const { mover } = position;
    const base = storeOf(position, mover) - storeOf(position, otherSide(mover));
    const enough = (found: Bounds): boolean => isExact(found) || suffices(raised(found, base));
    const rows = rowsOf(position);
    const seeds = seedsInPlay(rows);
    const key = `${position.rules} ${position.south.length} ${keyOf(rows)}`;
    let known = this.gains.get(key) ?? { lower: -seeds, upper: seeds };
    if (!enough(known) && !allowance.isSpent) {
      const core = await this.core(position.rules, position.south.length, seeds, allowance);
      const search = { core, rows, mover, base, enough };
      if (core.covers(rows)) {
        known = { lower: core.probe(rows), upper: core.probe(rows) };
      } else if (allowance.isAmple) {
        known = await this.narrow(search, (guess ?? 0) - base, known, allowance);
      } else {
        // Who wins, and then from either end.
        known = await this.narrow(search, 0 - base, known, allowance.share(1 / 3));
        const ends = { ...search, base: undefined };
        known = await this.narrow(ends, known.lower, known, allowance.share(1 / 2));
        known = await this.narrow(ends, known.upper, known, allowance);
      }
      this.gains.set(key, known);
    }
    return raised(known, base);
  }

  /** As `scoreOf`, of a start; what an exact score has taken is kept. */
  async scoreOfStart(
    start: GivenStart,
    allowance: Allowance,
    question?: Question,
  ): Promise<Bounds> {
    const { rules, pits, seeds } = start;
    const { nodes } = this;
    const { now } = allowance;
    const found = await this.scoreOf(startPosition(rules, pits, seeds), allowance, question);
    const before = this.effortOf(start) ?? { nodes: 0, seconds: 0, isExact: false };
    if (!before.isExact) {
      this.efforts.set(`${rules} ${pits} ${seeds}`, {
        nodes: before.nodes + this.nodes - nodes,
        seconds: before.seconds + allowance.now - now,
        isExact: isExact(found),
      });
    }
    return found;
  }

  /** What has been spent on a start so far. */
  effortOf({ rules, pits, seeds }: GivenStart): Effort | undefined {
    return this.efforts.get(`${rules} ${pits} ${seeds}`);
  }

  /** The core for a board with up to `layers` seeds in play, with layers up to that, or as many as pay. */
  async core(
    rules: RuleSetId,
    pits: number,
    layers: number,
    allowance: Allowance,
    isWhole = false,
  ): Promise<Core> {
    const name = `${rules} ${pits}${layers > MANY_SEEDS ? ' many' : ''}`;
    const core = this.cores.get(name) ?? (await Core.load(rules, pits, { seeds: layers }));
    this.cores.set(name, core);
    const { layers: given, budget = 0 } = this.options;
    const most = isWhole ? MAX_LAYER : (given ?? payingLayer(rules, pits, budget));
    const wanted = pits > MAX_TABLE_PITS ? -1 : Math.min(layers, most);
    if (core.isReserved && wanted <= core.covered) return core;
    if (!core.isReserved || wanted > core.reserved.layers) {
      const tableMib = pits >= LARGE_FROM_PITS && !core.isCyclic ? LARGE_TABLE : SMALL_TABLE;
      core.reserve({ layers: wanted, tableMib, building: true });
    }
    while (core.covered < wanted && (await this.solveLayer(core, core.covered + 1, allowance)));
    return core;
  }

  /** A core that holds a whole layer, and those below; undefined if time or memory does not suffice. */
  async coreWithLayer(
    rules: RuleSetId,
    pits: number,
    layer: number,
    allowance: Allowance,
  ): Promise<Core | undefined> {
    if (pits > MAX_TABLE_PITS || layer > MAX_LAYER) return undefined;
    try {
      const core = await this.core(rules, pits, layer, allowance, true);
      return core.covered >= layer ? core : undefined;
    } catch (error) {
      if (isGranaryError(error, 'OutOfMemory')) return undefined;
      throw error;
    }
  }

  /** How many sweeps a layer took that has been solved. */
  sweepsOf(core: Core, layer: number): number | undefined {
    return this.sweeps.get(`${nameOf(core)} ${layer}`);
  }

  /** Solves the next layer, and says whether the allowance sufficed. */
  private async solveLayer(core: Core, layer: number, allowance: Allowance): Promise<boolean> {
    core.beginLayer(layer);
    let sweep = 0;
    do {
      core.joinSweep(layer, ++sweep);
      do {
        this.options.onLayer?.(layer, sweep);
        if (!(await allowance.goesOn())) return false;
      } while (core.runSweep(LAYER_SLICE) > 0);
    } while (core.endSweep(layer));
    core.cover(layer);
    this.sweeps.set(`${nameOf(core)} ${layer}`, sweep);
    return true;
  }

  /** The graph of a game from its start; undefined if the allowance or the memory for it does not suffice. */
  async graph(
    rules: RuleSetId,
    pits: number,
    seeds: number,
    allowance: Allowance,
  ): Promise<Graph | undefined> {
    const name = `${rules} ${pits} ${seeds}`;
    const known = this.graphs.get(name);
    if (known) return known;
    const core = await this.core(rules, pits, -1, allowance);
    const graph = await measureGraph(core, seeds, allowance, this.options.onGraph);
    if (graph) this.graphs.set(name, graph);
    return graph;
  }

  private async narrow(
    { core, rows, mover, base, enough }: Search,
    guess: number,
    known: Bounds,
    allowance: Allowance,
  ): Promise<Bounds> {
    if (enough(known) || allowance.isSpent) return known;
    const { nodes } = core;
    const stop = new AbortController();
    let last = known;
    const prover = new Prover(core, {
      signal: stop.signal,
      onProgress: (found) => {
        last = found;
        this.options.onSearch?.(found, core.nodes - nodes);
        allowance.throwIfInterrupted();
        if (allowance.isSpent || enough(found)) stop.abort();
      },
    });
    try {
      return await prover.bounds(rows, guess, { ...known, mover, base });
    } catch (error) {
      if (!stop.signal.aborted || !isGranaryError(error, 'Interrupted')) throw error;
      return last;
    } finally {
      this.nodes += core.nodes - nodes;
    }
  }
}

interface Search {
  readonly core: Core;
  readonly rows: Rows;
  readonly mover: Side;
  /** What the mover is ahead by, where it is asked first who wins. */
  readonly base?: number | undefined;
  readonly enough: (found: Bounds) => boolean;
}

function nameOf({ rules, pits }: Core): string {
  return `${rules} ${pits}`;
}

function raised({ lower, upper }: Bounds, base: number): Bounds {
  return { lower: lower + base, upper: upper + base };
}

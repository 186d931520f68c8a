/**
 * The WebAssembly core with one rule set and board in play: plies, perft, layers in memory, and proofs.
 * One instance is one thread's; nothing here waits or reads files once it is loaded.
 */
import { GranaryError } from '../errors.js';
import { MAX_PITS } from '../position.js';
import type { Side } from '../rules/board.js';
import { addRuleSet, isCyclic, isRuleSet, OPTION_VALUES, optionsOf } from '../rules/options.js';
import type { RuleOptions, RuleSetId } from '../rules/options.js';
import { layOut, readEstimates } from './weights.js';
import type { Estimate } from './weights.js';
import { seedsInPlay } from './rows.js';
import { History, sideNumber } from './history.js';
import { layOutOrder, orderOf } from './order.js';
import type { Order } from './order.js';
import { Runs } from './runs.js';
import { Saved } from './saved.js';
import type { Rows } from './rows.js';
import { compileCore, instantiateCore, sharedMemory } from './wasm.js';
import type { Source, WasmExports } from './wasm.js';

/** The numbers by which the core knows the rule sets that have a fast form (assembly/games.ts). */
const RULE_NUMBERS: ReadonlyMap<RuleSetId, number> = new Map(
  ['kalah', 'kalah-empty', 'kalah-turn', 'mangala', 'oware', 'awari'].map((id, i) => [id, i]),
);

/** The largest layer that the core's tables take (assembly/tablebase/rank.ts). */
export const MAX_LAYER = 63;
/** Most pits a side that there are tables for (assembly/board.ts). */
export const MAX_TABLE_PITS = 6;

/** Most threads on one memory (assembly/thread.ts). */
export const MAX_THREADS = 64;
/** What memory WebAssembly has addresses for, and what the core needs for itself, in MiB. */
export const MAX_MEMORY_MIB = 4096;
export const MIN_MEMORY_MIB = 16;

const MIB = 2 ** 20;
const ENTRY_BYTES = 8;
const MIN_TABLE_BITS = 2;

/** What one ply leads to. */
export interface CorePly {
  /** The rows after it, seen by the side that moves next; unswept when `over`. */
  readonly rows: Rows;
  /** Net seeds won by the side that played, with the sweep when `over`. */
  readonly gain: number;
  readonly extraTurn: boolean;
  readonly over: boolean;
}

/** What the core keeps in its memory. */
export interface Reservation {
  /** Largest layer to have room for; -1 for none. */
  readonly layers: number;
  /** Memory for the transposition table, rounded down to a power of two. */
  readonly tableMib?: number;
  /** Room for the working tables of the layer solver. */
  readonly building?: boolean;
}

/** How a core is loaded. */
export interface CoreOptions {
  /** The build to run, or its bytes; the release build if left out. */
  readonly wasm?: Source;
  /**
   * Most seeds that will be in play; 127 on boards of up to 6 pits if left out. With more of them, on larger
   * boards and for rule sets that were added the core takes its general form, which is slower by a factor.
   */
  readonly seeds?: number;
  /** How many threads will work on the memory, this one included: then it is shared. 1 if left out. */
  readonly threads?: number;
  /** Most memory to use where it is shared, in MiB; all of 4096 if left out. */
  readonly memoryMib?: number;
}

/** What another thread needs to work on a core's memory; it can be posted. */
export interface SharedCore {
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
  readonly rules: RuleSetId;
  readonly options: RuleOptions;
  readonly pits: number;
  readonly isGeneral: boolean;
  readonly threads: number;
}

/** How a core has laid its memory out. */
export interface Layout {
  readonly reservation: Required<Reservation>;
  readonly covered: number;
}

/** One rule set and board in WebAssembly memory: plies, layers, and proofs, one position at a time. */
export class Core {
  /** Set while a search is under way: its state lies in the core's memory, and there is one of it. */
  isSearching = false;

  private reservation: Required<Reservation> = { layers: -1, tableMib: 0, building: false };
  private hasReserved = false;

  /** Entries of its layers, on their way to files and from them. */
  readonly runs: Runs;
  /** Entries of its transposition table, likewise. */
  readonly saved: Saved;
  /** The game so far, where positions can come back. */
  readonly history: History;

  private constructor(
    private readonly wasm: WasmExports,
    public readonly rules: RuleSetId,
    public readonly pits: number,
    /** Whether the slower form is in use, which takes large boards and rule sets that have no other. */
    public readonly isGeneral: boolean,
    /** How other threads come to work on the memory; undefined where it is not shared. */
    public readonly shared: SharedCore | undefined,
    /** Most memory that there can be, in MiB. */
    public readonly memoryMib: number,
  ) {
    this.runs = new Runs(wasm, this.isCyclic);
    this.saved = new Saved(wasm);
    this.history = new History(wasm);
  }

  /** Loads the core for a rule set and a board; throws `InvalidOption` if it has none such. */
  static async load(rules: RuleSetId, pits: number, options: CoreOptions = {}): Promise<Core> {
    checkWhole('pits', pits, 1, MAX_PITS);
    const { threads = 1, memoryMib = MAX_MEMORY_MIB } = options;
    checkWhole('threads', threads, 1, MAX_THREADS);
    if (!(memoryMib >= MIN_MEMORY_MIB && memoryMib <= MAX_MEMORY_MIB)) {
      throw new GranaryError(
        'InvalidOption',
        `memoryMib is ${memoryMib}: expected a number from ${MIN_MEMORY_MIB} to ${MAX_MEMORY_MIB}`,
      );
    }
    const isShared = threads > 1 || options.memoryMib !== undefined;
    const source = options.wasm ?? (isShared ? 'threads' : 'release');
    const module = isShared ? await compileCore(source) : undefined;
    const memory = isShared ? sharedMemory(memoryMib) : undefined;
    const wasm = await instantiateCore(module ?? source, memory);
    const isGeneral =
      !RULE_NUMBERS.has(rules) ||
      pits > wasm.maxPits.value ||
      (options.seeds ?? 0) > wasm.maxSeeds.value;
    const shared: SharedCore | undefined = module &&
      memory && { module, memory, rules, options: optionsOf(rules), pits, isGeneral, threads };
    const core = new Core(wasm, rules, pits, isGeneral, shared, memoryMib);
    wasm.setThread(0, threads);
    core.setup();
    if (!wasm.prepare()) {
      const mib = Math.ceil(wasm.reserveBytes(-1, MIN_TABLE_BITS, false) / MIB);
      throw new GranaryError(
        'OutOfMemory',
        `a core for ${threads} threads needs ${mib} MiB, more than can be had (${memoryMib} MiB at most): ` +
          'use fewer workers',
      );
    }
    core.orderBy(isGeneral ? undefined : (await readEstimates())[rules]);
    return core;
  }

  /** The core of another thread, `thread` from 1 on, on the memory of one that is shared. */
  static async attach(shared: SharedCore, thread: number): Promise<Core> {
    const { module, memory, rules, options, pits, isGeneral, threads } = shared;
    if (!isRuleSet(rules)) addRuleSet(rules, options);
    const wasm = await instantiateCore(module, memory);
    const core = new Core(wasm, rules, pits, isGeneral, shared, MAX_MEMORY_MIB);
    wasm.setThread(thread, threads);
    core.setup();
    return core;
  }

  /** Takes over how the core of thread 0 has laid the memory out. */
  follow({ reservation, covered }: Layout): void {
    const { layers, tableMib, building } = reservation;
    this.wasm.attach(layers, tableBits(tableMib), building, covered);
    this.reservation = reservation;
    this.hasReserved = true;
  }

  /** How the memory is laid out. */
  get layout(): Layout {
    return { reservation: this.reservation, covered: this.covered };
  }

  /** Whether positions can come back. */
  get isCyclic(): boolean {
    return isCyclic(optionsOf(this.rules));
  }

  private setup(): void {
    const number = RULE_NUMBERS.get(this.rules);
    if (number !== undefined && !this.isGeneral) {
      this.wasm.setup(this.pits, number);
      return;
    }
    const options = optionsOf(this.rules);
    const numberOf = (name: keyof RuleOptions): number => {
      const values: readonly string[] = OPTION_VALUES[name];
      return values.indexOf(options[name]);
    };
    this.wasm.setupGeneral(
      this.pits,
      numberOf('firstSeed'),
      numberOf('lapOrigin'),
      numberOf('ownStore'),
      numberOf('oppositeCapture'),
      numberOf('otherRowCapture'),
      numberOf('grandSlam'),
      numberOf('feeding'),
      numberOf('end'),
      numberOf('sweep'),
    );
  }

  /** Sets the estimate and the order by which searches take plies. Values do not depend on them. */
  orderBy(estimate: Estimate | undefined, order: Order = orderOf(this.rules)): void {
    const { wasm, pits } = this;
    const { buffer } = wasm.memory;
    const layout = layOutOrder(order);
    new Int32Array(buffer, wasm.orderAddress.value, layout.length).set(layout);
    if (this.isGeneral) return;
    const { maxPits, maxSeeds, weightsAddress } = wasm;
    const weights = layOut(estimate, order.reply, pits, maxPits.value, maxSeeds.value + 1);
    new Int16Array(buffer, weightsAddress.value, weights.length).set(weights);
    wasm.weightsWritten();
  }

  /** Most seeds in play that the core can search. */
  get maxSeeds(): number {
    return (this.isGeneral ? this.wasm.maxGeneralSeeds : this.wasm.maxSeeds).value;
  }

  // ---- Plies

  /** Playable pits, from 0, in sowing direction; none when the game is over. */
  moves(rows: Rows): number[] {
    if (this.isOver(rows)) return [];
    const mask = this.wasm.moves(rows.own, rows.opp);
    return Array.from({ length: this.pits }, (_, pit) => pit).filter(
      (pit) => (mask >> BigInt(8 * pit + 7)) & 1n,
    );
  }

  isOver(rows: Rows): boolean {
    return this.wasm.isOver(rows.own, rows.opp) !== 0;
  }

  /** The mover's gain by the sweep of a game that is over. */
  sweepGain(rows: Rows): number {
    return this.wasm.sweepGain(rows.own, rows.opp);
  }

  /** Plays a pit, from 0, that `moves` gives. */
  play(rows: Rows, pit: number): CorePly {
    const { wasm } = this;
    wasm.play(rows.own, rows.opp, BigInt(8 * pit));
    return {
      rows: { own: unsigned(wasm.plyMover()), opp: unsigned(wasm.plyOther()) },
      gain: wasm.plyGain(),
      extraTurn: wasm.plyExtraTurn() !== 0,
      over: wasm.plyOver() !== 0,
    };
  }

  /** Sequences of exactly `depth` plies, a whole number from 0, from a position that is not over. */
  perft(rows: Rows, depth: number): number {
    checkWhole('depth', depth, 0, Number.MAX_SAFE_INTEGER);
    return depth === 0 ? 1 : Number(unsigned(this.wasm.perft(rows.own, rows.opp, depth)));
  }

  // ---- Memory

  /**
   * Lays the memory out anew. The transposition table is empty afterwards; layers up to the smaller of the
   * old and the new largest stay where they are, covered. Throws `OutOfMemory`.
   */
  reserve({ layers, tableMib = 0, building = false }: Reservation): void {
    this.checkIdle();
    checkWhole('layers', layers, -1, MAX_LAYER);
    if (!(Number.isFinite(tableMib) && tableMib >= 0)) {
      throw new GranaryError(
        'InvalidOption',
        `tableMib is ${tableMib}: expected a number from 0 on`,
      );
    }
    const kept = Math.min(layers, this.covered);
    const bits = tableBits(tableMib);
    this.checkPits(layers);
    if (!this.wasm.reserve(layers, bits, building)) {
      const wanted = [
        ...(layers >= 0 ? [`layers 0 to ${layers}`] : []),
        ...(tableMib > 0 ? [`a transposition table of ${tableMib} MiB`] : []),
      ];
      const mib = this.memoryFor({ layers, tableMib, building }) / MIB;
      throw outOfMemory(wanted.join(' and '), mib, this.memoryMib);
    }
    this.reservation = { layers, tableMib, building };
    this.hasReserved = true;
    this.cover(kept);
  }

  /** Throws `InvalidOption` if there are to be layers, and the board has none. */
  private checkPits(layers: number): void {
    const maxPits = this.wasm.maxPits.value;
    if (layers < 0 || this.pits <= maxPits) return;
    throw new GranaryError(
      'InvalidOption',
      `no tables of ${this.rules} on ${this.pits} pits: there are tables for 1 to ${maxPits} pits`,
    );
  }

  /** Bytes of memory that a reservation takes in all; throws `InvalidOption` for a board that has no tables. */
  memoryFor({ layers, tableMib = 0, building = false }: Reservation): number {
    this.checkPits(layers);
    return this.wasm.reserveBytes(layers, tableBits(tableMib), building);
  }

  /** Throws `CoreBusy` while a search is under way: its state and tables lie in the memory. */
  private checkIdle(): void {
    if (!this.isSearching) return;
    throw new GranaryError(
      'CoreBusy',
      'the core is solving a position: wait for that, or load a core for each',
    );
  }

  /** Whether `reserve` was called: nothing is searched before. */
  get isReserved(): boolean {
    return this.hasReserved;
  }

  /** What the last `reserve` was given. */
  get reserved(): Required<Reservation> {
    return this.reservation;
  }

  // ---- Tablebase

  /** Layers 0..`covered` are solved; -1 when none is. */
  get covered(): number {
    return this.wasm.covered();
  }

  /** Declares layers 0..`layer` solved; -1 for none. Throws `InvalidOption` beyond the reserved layers. */
  cover(layer: number): void {
    this.checkIdle();
    checkWhole('layer', layer, -1, this.reservation.layers);
    this.wasm.cover(layer);
  }

  /** Positions in a layer. */
  layerSize(layer: number): number {
    return this.wasm.positions(layer);
  }

  // ---- Solving layers

  /** Begins to solve a layer; all below it are covered. */
  beginLayer(layer: number): void {
    const { layers, building } = this.reservation;
    if (!building || layer > layers) {
      throw new GranaryError(
        'InvalidOption',
        `layer ${layer} cannot be solved: reserve layers up to it, with building: true`,
      );
    }
    this.wasm.layerBegin(layer);
  }

  /** Takes part in a sweep over a layer that has been begun, from 1 on. */
  joinSweep(layer: number, sweep: number): void {
    this.wasm.layerJoin(layer, sweep);
  }

  /** Solves about `budget` positions of the sweep more and returns how many; 0 when nothing is left of it. */
  runSweep(budget: number): number {
    return this.wasm.layerRun(budget) >>> 0;
  }

  /**
   * Ends a sweep over a layer that no thread is at any more: true if the layer needs another, else it is solved.
   * A layer without cycles takes one.
   */
  endSweep(layer: number): boolean {
    return this.wasm.layerSweepEnd(layer) !== 0;
  }

  /**
   * Solves what is missing of layers 0..`layers`, at one go; they were reserved for building. Returns how many
   * sweeps the last of them took.
   */
  solveLayers(layers: number): number {
    let sweep = 0;
    for (let layer = this.covered + 1; layer <= layers; layer++) {
      this.beginLayer(layer);
      sweep = 0;
      do {
        this.joinSweep(layer, ++sweep);
        while (this.runSweep(1_000_000) > 0);
      } while (this.endSweep(layer));
      this.cover(layer);
    }
    return sweep;
  }

  /** The mover's gain in a position of a covered layer. */
  probe(rows: Rows): number {
    return this.wasm.probe(rows.own, rows.opp);
  }

  // ---- Proofs

  /** Bounds of the mover's gain before any search. */
  limits(rows: Rows, mover: Side): { lower: number; upper: number } {
    const seeds = seedsInPlay(rows);
    const isKnown = this.history.bearsOn(rows) && seeds <= this.covered;
    return isKnown ? this.history.limits(this.probe(rows), mover) : { lower: -seeds, upper: seeds };
  }

  /** Whether `probe` knows the position's value: its layer is covered, and no history bears on it. */
  covers(rows: Rows): boolean {
    return seedsInPlay(rows) <= this.covered && !this.history.bearsOn(rows);
  }

  /**
   * Asks whether the mover's gain is at least `beta`, in a position that is not over. Who is to move matters only
   * where a history is set.
   */
  beginProof(rows: Rows, beta: number, mover: Side = 's'): void {
    this.wasm.proofBegin(rows.own, rows.opp, sideNumber(mover), beta);
  }

  /** Takes part in a proof that the core of thread 0 has begun, on the same memory. */
  joinProof(rows: Rows, beta: number, mover: Side = 's'): void {
    this.wasm.proofJoin(rows.own, rows.opp, sideNumber(mover), beta);
  }

  /** Ends the proof in work for all threads, without an answer. */
  callOffProof(): void {
    this.wasm.proofCallOff();
  }

  /** Searches up to `budget` nodes more; true when the answer is known, or the proof is called off. */
  runProof(budget: number): boolean {
    return this.wasm.proofRun(budget) !== 0;
  }

  /** Whether the proof in work has its answer. */
  get isProven(): boolean {
    return this.wasm.proofAnswered() !== 0;
  }

  /** The answer v: a gain of at least v if v >= beta, of at most v if not. */
  get proofValue(): number {
    return this.wasm.proofValue();
  }

  /** What tables, and the transposition table at this moment, know of the mover's gain, where no history is set. */
  known(rows: Rows): { lower: number; upper: number } {
    const seeds = seedsInPlay(rows);
    if (!this.history.isEmpty) return { lower: -seeds, upper: seeds };
    return {
      lower: this.wasm.knownLower(rows.own, rows.opp),
      upper: this.wasm.knownUpper(rows.own, rows.opp),
    };
  }

  /** Positions whose plies were generated, by all threads, since the core was loaded. */
  get nodes(): number {
    return this.wasm.nodes();
  }

  /** Positions looked up in the tablebase by searches of all threads, since the core was loaded. */
  get lookups(): number {
    return this.wasm.lookups();
  }

  /** The part of the transposition table in use, 0 to 1, from a sample. */
  get tableFill(): number {
    return this.wasm.tableFill() / 1000;
  }

  clearTable(): void {
    this.wasm.clearTable();
  }
}

function outOfMemory(wanted: string, mib: number, most: number): GranaryError {
  return new GranaryError(
    'OutOfMemory',
    `${wanted} need ${Math.ceil(mib)} MiB, more than can be had (${most} MiB at most): ` +
      'use fewer layers or a smaller table',
  );
}

function checkWhole(name: string, value: number, min: number, max: number): void {
  if (Number.isInteger(value) && value >= min && value <= max) return;
  throw new GranaryError(
    'InvalidOption',
    `${name} is ${value}: expected a whole number from ${min} to ${max}`,
  );
}

function tableBits(mib: number): number {
  const entries = (mib * MIB) / ENTRY_BYTES;
  return Math.max(MIN_TABLE_BITS, Math.floor(Math.log2(Math.max(1, entries))));
}

function unsigned(word: bigint): bigint {
  return BigInt.asUintN(64, word);
}

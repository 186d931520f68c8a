import { Arena } from './arena';
import {
  Board,
  MAX_GENERAL_PITS,
  MAX_GENERAL_SEEDS,
  MAX_PITS,
  MAX_SEEDS,
  ORDER,
  Row,
  WEIGHTS,
} from './board';
import { Game } from './games';
import { GeneralOptions } from './rules/general';
import { Feeding } from './rules/oware';
import { Ply } from './rules/ruleset';
import { Sowing } from './rules/sowing';
import { Key } from './search/key';
import { Effort } from './search/effort';
import { Ordering } from './search/ordering';
import { History } from './search/path';
import { Proof } from './search/proof';
import { Question } from './search/question';
import { MAX_RECORDS, Saved } from './search/saved';
import { Transposition } from './search/transposition';
import { Entries, Packing } from './tablebase/block';
import { CyclicSolver } from './tablebase/cyclic';
import { CONTEXTS, Predictor, RANKS_BYTES, SCORES_BYTES } from './tablebase/predictor';
import { Tablebase } from './tablebase/probe';
import { Family, layerSize, MAX_LAYER, Rank } from './tablebase/rank';
import { Run } from './tablebase/runs';
import { Task } from './tablebase/task';
import { MAX_THREADS, Thread } from './thread';

// What the host must know.
export const maxPits: i32 = MAX_PITS;
export const maxSeeds: i32 = MAX_SEEDS;
export const maxGeneralPits: i32 = MAX_GENERAL_PITS;
export const maxGeneralSeeds: i32 = MAX_GENERAL_SEEDS;
export const maxLayer: i32 = MAX_LAYER;
export const maxThreads: i32 = MAX_THREADS;
/** Address of the weights that order plies; shape in `search/ordering.ts`. */
export const weightsAddress: u32 = <u32>WEIGHTS;
/** Address of what else orders them; shape there too. */
export const orderAddress: u32 = <u32>ORDER;

/** The instances on one memory, from 0; before anything else. One alone is thread 0 of 1. */
export function setThread(index: i32, count: i32): void {
  Thread.set(index, count);
}
/**
 * Puts a rule set and a board in play; `prepare` or `attach` comes next. False if the core has none such.
 */
export function setup(pits: i32, rules: i32): bool {
  if (pits < 1 || pits > MAX_PITS || !Game.choose(rules)) return false;
  setBoard(pits);
  return true;
}
/** Puts the general form in play, by the numbers of its options' values; `setup` for what it returns. */
export function setupGeneral(
  pits: i32,
  firstSeed: i32,
  lapOrigin: i32,
  ownStore: i32,
  oppositeCapture: i32,
  otherRowCapture: i32,
  grandSlam: i32,
  feeding: i32,
  end: i32,
  sweep: i32,
): bool {
  if (pits < 1 || pits > MAX_GENERAL_PITS) return false;
  GeneralOptions.oppositeCapture = oppositeCapture;
  GeneralOptions.otherRowCapture = otherRowCapture;
  GeneralOptions.grandSlam = grandSlam;
  GeneralOptions.feeding = feeding;
  GeneralOptions.end = end;
  GeneralOptions.sweep = sweep;
  Game.chooseGeneral();
  Sowing.use(firstSeed != 0, lapOrigin != 0, ownStore == 0);
  setBoard(pits);
  return true;
}

function setBoard(pits: i32): void {
  Board.set(pits);
  Feeding.fill();
  Entries.halved = Game.isCyclic() ? 0 : 1;
}

/** Fills the fixed areas for the board in play; no memory is reserved afterwards. False if there is too little. */
export function prepare(): bool {
  if (!reserve(-1, 2, false)) return false;
  if (Board.pits <= MAX_PITS) {
    Sowing.fill();
    Rank.fill();
    Family.fill();
  }
  Key.fill();
  return true;
}

// Memory.
export function reserveBytes(layers: i32, tableBits: i32, building: bool): f64 {
  return Arena.bytes(layers, tableBits, building);
}
export function reserve(layers: i32, tableBits: i32, building: bool): bool {
  return Arena.reserve(layers, tableBits, building);
}

/** Takes over the memory as thread 0 has reserved it, with what it covers. */
export function attach(layers: i32, tableBits: i32, building: bool, covered: i32): void {
  Arena.use(layers, tableBits, building);
  Key.attach();
  Tablebase.covered = covered;
}

// Plies. Rows are seen by the mover; a pit is its bit position, 8 x (pit - 1).
export function moves(own: Row, opp: Row): u64 {
  return Game.moves(own, opp);
}
export function isOver(own: Row, opp: Row): bool {
  return Game.isOver(own, opp);
}
export function sweepGain(own: Row, opp: Row): i32 {
  return Game.sweepGain(own, opp);
}
export function play(own: Row, opp: Row, shift: u64): void {
  Game.play(own, opp, shift);
}
export function plyMover(): Row {
  return Ply.mover;
}
export function plyOther(): Row {
  return Ply.other;
}
export function plyGain(): i32 {
  return Ply.gain;
}
export function plyExtraTurn(): bool {
  return Ply.extraTurn;
}
export function plyOver(): bool {
  return Ply.over;
}
export function perft(own: Row, opp: Row, depth: i32): u64 {
  return Game.perft(own, opp, depth);
}

// Tablebase.
export function positions(layer: i32): f64 {
  return <f64>layerSize(layer);
}
export function covered(): i32 {
  return Tablebase.covered;
}
/** Declares layers 0..`layer` solved. */
export function cover(layer: i32): void {
  Tablebase.covered = layer;
}
export function probe(own: Row, opp: Row): i32 {
  return Tablebase.probe(own, opp);
}
/** Prepares a layer to be solved, for all threads. */
export function layerBegin(layer: i32): void {
  Game.beginLayer(layer);
  Task.open();
}
/** This thread takes part in a sweep over the layer, from 1; a layer without cycles takes one. */
export function layerJoin(layer: i32, sweep: i32): void {
  Task.join(layer);
  if (Game.isCyclic()) CyclicSolver.join(layer, sweep);
}
/** Solves about `budget` positions of the sweep more and returns how many; 0 when no task is left. */
export function layerRun(budget: u32): u32 {
  return Game.solve(budget);
}
/** All threads have ended a sweep: true if there must be another, else the layer is solved. */
export function layerSweepEnd(layer: i32): bool {
  if (!Game.isCyclic()) return false;
  const hasChanged = Task.hasChanged();
  if (hasChanged) Task.open();
  else Packing.pack(layer);
  return hasChanged;
}

// Entries on their way to files and from them: runs of rows of the outer side of a block (tablebase/runs.ts), in
// this thread's memory.
/** Address of a run's entries, a byte each. */
export function entriesAddress(): u32 {
  return <u32>Thread.entries;
}
/** Address of a run as it is compressed; the lists are put there too. */
export function payloadAddress(): u32 {
  return <u32>Thread.payload;
}
export function runRead(moverSeeds: i32, otherSeeds: i32, first: u32, rows: u32): void {
  Run.read(moverSeeds, otherSeeds, first, rows);
}
export function runWrite(moverSeeds: i32, otherSeeds: i32, first: u32, rows: u32): void {
  Run.write(moverSeeds, otherSeeds, first, rows);
}

// Predictions (tablebase/predictor.ts).
/** Learns scores from a run that was read. */
export function runLearn(moverSeeds: i32, otherSeeds: i32, first: u32, rows: u32): void {
  Predictor.begin(moverSeeds, otherSeeds, first, rows);
  Predictor.learn();
}
/** Counts differences in a run that was read. */
export function runCount(moverSeeds: i32, otherSeeds: i32, first: u32, rows: u32): void {
  Predictor.begin(moverSeeds, otherSeeds, first, rows);
  Predictor.count();
}
/** Codes a run that was read, and returns how many bytes it takes. */
export function runEncode(moverSeeds: i32, otherSeeds: i32, first: u32, rows: u32): u32 {
  Predictor.begin(moverSeeds, otherSeeds, first, rows);
  return Predictor.encode();
}
/** Decodes a run of so many bytes, with no entry above `largest`; false if it is none. */
export function runDecode(
  moverSeeds: i32,
  otherSeeds: i32,
  first: u32,
  rows: u32,
  bytes: u32,
  largest: i32,
): bool {
  Predictor.begin(moverSeeds, otherSeeds, first, rows);
  return Predictor.decode(bytes, largest);
}
export function predictorClear(): void {
  Predictor.clear();
}
/** Takes over the scores and lists that the host has written. */
export function predictorUse(): void {
  Predictor.use();
}
export function scoresAddress(): u32 {
  return <u32>Predictor.scores;
}
export function talliesAddress(): u32 {
  return <u32>Predictor.tallies;
}
export function countsAddress(): u32 {
  return <u32>Predictor.counts;
}
export const scoresBytes: i32 = <i32>SCORES_BYTES;
export const listsBytes: i32 = <i32>RANKS_BYTES;
export const contexts: i32 = CONTEXTS;

// Search.
/** Takes over the weights that the host has written. */
export function weightsWritten(): void {
  Ordering.fill();
}
/** Forgets the history of the game. */
export function historyClear(): void {
  History.clear();
}
/**
 * Adds a position that the game has been through, the side that was to move (0 or 1) and its gain if the position
 * comes back; false if there is no room.
 */
export function historyAdd(own: Row, opp: Row, side: i32, gain: i32): bool {
  return History.add(own, opp, side, gain);
}
/** The least and the most that the history is worth where it comes back, for a side. */
export function historyLeast(side: i32): i32 {
  return History.leastOf(side);
}
export function historyMost(side: i32): i32 {
  return History.mostOf(side);
}
export function proofBegin(own: Row, opp: Row, side: i32, beta: i32): void {
  Proof.begin(own, opp, side, beta);
}
/** What is known of a gain without a search; no history is set. */
export function knownLower(own: Row, opp: Row): i32 {
  return Game.known(own, opp, true);
}
export function knownUpper(own: Row, opp: Row): i32 {
  return Game.known(own, opp, false);
}
/** Takes part in a proof that another thread has begun. */
export function proofJoin(own: Row, opp: Row, side: i32, beta: i32): void {
  Proof.join(own, opp, side, beta);
}
/** Tells all threads that nobody waits for the answer. */
export function proofCallOff(): void {
  Question.callOff();
}
export function proofRun(budget: i32): bool {
  return Game.search(budget);
}
/** Whether the question has an answer. */
export function proofAnswered(): bool {
  return Question.isAnswered();
}
/** The answer, as `negamax` gives it. */
export function proofValue(): i32 {
  return Question.value();
}
export function nodes(): f64 {
  return Effort.nodes();
}
export function lookups(): f64 {
  return Effort.lookups();
}
/** Thousandths of the transposition table in use. */
export function tableFill(): i32 {
  return Transposition.fill();
}
export function clearTable(): void {
  Transposition.clear();
}
/** Address of the records that `savedRead` and `savedWrite` pass on, and how many there can be (search/saved.ts). */
export function savedAddress(): u32 {
  return <u32>Thread.payload;
}
export const maxSavedRecords: i32 = MAX_RECORDS;
/** Counts the entries of the transposition table by their work, as f64 each to `savedAddress`. */
export function savedCount(): void {
  Saved.count();
}
export function savedRewind(): void {
  Saved.rewind();
}
export function savedRead(leastWork: i32): i32 {
  return Saved.read(leastWork);
}
export function savedWrite(count: i32): void {
  Saved.write(count);
}

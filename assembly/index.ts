import { Arena } from './arena';
import {
  ARENA,
  Board,
  MAX_GENERAL_PITS,
  MAX_GENERAL_SEEDS,
  MAX_PITS,
  MAX_SEEDS,
  Row,
  WEIGHTS,
} from './board';
import { Game } from './games';
import { GeneralOptions } from './rules/general';
import { Feeding } from './rules/oware';
import { Ply } from './rules/ruleset';
import { Sowing } from './rules/sowing';
import { Key } from './search/key';
import { Search } from './search/negamax';
import { Ordering } from './search/ordering';
import { History } from './search/path';
import { Proof } from './search/proof';
import { Transposition } from './search/transposition';
import { CyclicSolver } from './tablebase/cyclic';
import { Tablebase } from './tablebase/probe';
import { Family, layersSize, layerSize, MAX_LAYER, Rank } from './tablebase/rank';

// What the host must know.
export const maxPits: i32 = MAX_PITS;
export const maxSeeds: i32 = MAX_SEEDS;
export const maxGeneralPits: i32 = MAX_GENERAL_PITS;
export const maxGeneralSeeds: i32 = MAX_GENERAL_SEEDS;
export const maxLayer: i32 = MAX_LAYER;
/** Address of the weights that order plies; shape in `search/ordering.ts`. */
export const weightsAddress: u32 = <u32>WEIGHTS;

/** Puts a rule set and a board in play; no memory is reserved afterwards. False if the core has none such. */
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
  if (pits <= MAX_PITS) {
    Sowing.fill();
    Rank.fill();
    Family.fill();
  }
  Feeding.fill();
  // Keys lie above the memory that the module begins with.
  reserve(-1, 2, false);
  Key.fill();
}

// Memory.
export function reserveBytes(layers: i32, tableBits: i32, building: bool): f64 {
  return Arena.bytes(layers, tableBits, building);
}
export function reserve(layers: i32, tableBits: i32, building: bool): bool {
  return Arena.reserve(layers, tableBits, building);
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
/** Address of a layer's first entry in the reserved memory. */
export function layerAddress(layer: i32): u32 {
  return <u32>(ARENA + (layer > 0 ? <usize>layersSize(layer - 1) : 0));
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
export function layerBegin(layer: i32): void {
  Game.beginLayer(layer);
}
/** Which sweep over the layer is in work, from 1; 1 for a layer that is solved in one pass. */
export function layerSweep(): i32 {
  return Game.isCyclic() ? CyclicSolver.sweep : 1;
}
/** Solves about `budget` positions of the sweep more and returns how many; 0 when the layer is done. */
export function layerRun(budget: u32): u32 {
  return Game.solve(budget);
}

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
export function proofRun(budget: i32): bool {
  return Game.search(budget);
}
export function proofValue(): i32 {
  return Proof.value;
}
export function nodes(): f64 {
  return Search.nodes;
}
export function lookups(): f64 {
  return Search.lookups;
}
/** Thousandths of the transposition table in use. */
export function tableFill(): i32 {
  return Transposition.fill();
}
export function clearTable(): void {
  Transposition.clear();
}

import { isCyclic, optionsOf } from '../rules/options.js';
import type { RuleSetId } from '../rules/options.js';

/** The largest layers, by pits, that searches gain more by than solving them takes: a second or two of work. */
const LAYERS = [0, 63, 63, 63, 31, 25, 20];
/** The same where there is time for hard starts: half a minute of work, and up to 1.1 GiB. */
const DEEP_LAYERS = [0, 63, 63, 63, 31, 30, 25];
/** Seconds for all claims from which that pays. */
const MUCH_TIME = 300;
const CYCLIC_LAYERS = [0, 63, 63, 31, 21, 15, 12];

/** The layers up to which a search of a board is best given, with so many seconds for all; -1 on boards that have none. */
export function payingLayer(rules: RuleSetId, pits: number, seconds = 0): number {
  const layers = seconds < MUCH_TIME ? LAYERS : DEEP_LAYERS;
  return (isCyclic(optionsOf(rules)) ? CYCLIC_LAYERS : layers)[pits] ?? -1;
}

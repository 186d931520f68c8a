import { isCyclic, optionsOf } from '../rules/options.js';
import type { RuleSetId } from '../rules/options.js';

/** The largest layers, by pits, that searches gain more by than solving them takes: a second or two of work. */
const LAYERS = [0, 63, 63, 63, 31, 25, 20];
const CYCLIC_LAYERS = [0, 63, 63, 31, 21, 15, 12];

/** The layers up to which a search of a board is best given; -1 on boards that have none. */
export function payingLayer(rules: RuleSetId, pits: number): number {
  return (isCyclic(optionsOf(rules)) ? CYCLIC_LAYERS : LAYERS)[pits] ?? -1;
}

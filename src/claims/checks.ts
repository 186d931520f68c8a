/** The check of each kind of claim. */
import { clearingRows, longestTurn } from './chains.js';
import type { Check } from './check.js';
import type { Claim, Kind } from './claims.js';
import { effort } from './effort.js';
import { fairPositions } from './fair.js';
import { graphLayers, graphShares, graphSize } from './graphs.js';
import { bestLine } from './lines.js';
import { bestFirstMove, moveCounts, moveEstimate, moveValue } from './moves.js';
import { edgePits, extraTurnPits, finishFirst, storeReach } from './pages.js';
import { rule } from './rule.js';
import {
  firstPlayerWins,
  positionValue,
  smallEdge,
  startOutlook,
  startResult,
  startValue,
  unknownValue,
} from './starts.js';
import {
  layerBytes,
  layerHistogram,
  layerSweeps,
  positionCount,
  tableFormula,
  tableSize,
} from './tables.js';

const CHECKS: { readonly [K in Kind]: Check<K> } = {
  'start-result': startResult,
  'start-value': startValue,
  'start-outlook': startOutlook,
  'position-value': positionValue,
  'move-value': moveValue,
  'move-estimate': moveEstimate,
  'move-counts': moveCounts,
  'best-line': bestLine,
  'graph-size': graphSize,
  'graph-shares': graphShares,
  'graph-layers': graphLayers,
  'table-size': tableSize,
  'table-formula': tableFormula,
  'layer-bytes': layerBytes,
  'layer-histogram': layerHistogram,
  'layer-sweeps': layerSweeps,
  'position-count': positionCount,
  'fair-positions': fairPositions,
  'longest-turn': longestTurn,
  'clearing-rows': clearingRows,
  effort,
  rule,
  'best-first-move': bestFirstMove,
  'first-player-wins': firstPlayerWins,
  'small-edge': smallEdge,
  'edge-pits': edgePits,
  'extra-turn-pits': extraTurnPits,
  'store-reach': storeReach,
  'finish-first': finishFirst,
  'unknown-value': unknownValue,
};

export function checkOf<K extends Kind>(claim: Claim & { readonly what: K }): Check<K> {
  return CHECKS[claim.what];
}

/** A claim in words: its own, or those of its kind. */
export function claimText(claim: Claim): string {
  return claim.text ?? (checkOf(claim) as Check<Kind>).says(claim);
}

/**
 * A line of best play, found from values alone: of the moves of a position whose gain is known, one keeps
 * it.
 */
import type { Core, CorePly } from '../core/core.js';
import type { Rows } from '../core/rows.js';
import { GranaryError } from '../errors.js';
import type { Prover } from './prover.js';

/** Nodes given to each move at first; doubled until one is shown to keep the gain. */
const FIRST_BUDGET = 1000;

/** Best play to the end from a position whose exact gain is known, in turns; it breaks off with the budget. */
export async function findLine(
  core: Core,
  prover: Prover,
  rows: Rows,
  gain: number,
): Promise<string[]> {
  const turns: string[] = [];
  let turn: string[] = [];
  while (!core.isOver(rows)) {
    const best = await findBest(core, prover, rows, gain);
    if (best === undefined) break;
    const { pit, ply } = best;
    turn.push(String(pit + 1));
    if (!ply.extraTurn || ply.over) {
      turns.push(turn.join(','));
      turn = [];
    }
    if (ply.over) return turns;
    gain = ply.extraTurn ? gain - ply.gain : ply.gain - gain;
    rows = ply.rows;
  }
  if (turn.length > 0) turns.push(turn.join(','));
  return turns;
}

interface Best {
  readonly pit: number;
  readonly ply: CorePly;
}

/** A move that keeps the gain. Moves take turns with growing budgets, so that no hard one holds up the rest. */
async function findBest(
  core: Core,
  prover: Prover,
  rows: Rows,
  gain: number,
): Promise<Best | undefined> {
  let open = core.moves(rows).map((pit) => ({ pit, ply: core.play(rows, pit) }));
  for (let budget = FIRST_BUDGET; !prover.isSpent; budget *= 2) {
    const undecided: Best[] = [];
    for (const move of open) {
      const kept = await keeps(prover, move.ply, gain, budget);
      if (kept) return move;
      if (kept === undefined) undecided.push(move);
    }
    open = undecided;
    if (open.length === 0) {
      throw contradiction();
    }
    // The last one left must be it.
    if (open.length === 1) return open[0];
  }
  return undefined;
}

/** Whether a ply keeps its side a gain; `undefined` after `nodes` nodes without an answer. */
export async function keeps(
  prover: Prover,
  ply: CorePly,
  gain: number,
  nodes: number,
): Promise<boolean | undefined> {
  if (ply.over) return ply.gain === gain;
  if (ply.extraTurn) return prover.reaches(ply.rows, gain - ply.gain, nodes);
  const refuted = await prover.reaches(ply.rows, ply.gain - gain + 1, nodes);
  return refuted === undefined ? undefined : !refuted;
}

/** Of moves that cannot all be worse than the position. */
export function contradiction(): GranaryError {
  return new GranaryError(
    'TablebaseCorrupt',
    'the tables in memory contradict each other: find the wrong layer with granary verify, and build it again',
  );
}

/** Boards made fair by moving seeds of a start into other pits: how many of them are draws. */
import { formatPosition } from '../notation.js';
import { makePosition, startPosition } from '../position.js';
import type { Position } from '../position.js';
import type { Check } from './check.js';
import { estimateOf, startSeconds } from './estimates.js';
import { confirmed, halfRight, outOfReach, refuted } from './finding.js';
import type { GivenStart } from './lab.js';
import { givenStart } from './starts.js';
import { count, outcomeOf, startText } from './words.js';

/** A start that is being looked at already makes its neighbours cheaper. */
const NEIGHBOUR_COST = 0.5;

export const fairPositions: Check<'fair-positions'> = {
  says: (claim) => {
    const { oneMoved, twoMoved, total } = claim.value;
    const parts = [
      ...(oneMoved === undefined ? [] : [`${oneMoved} with one seed moved`]),
      ...(twoMoved === undefined ? [] : [`${twoMoved} with two`]),
    ];
    const split = parts.length === 0 ? '' : `: ${parts.join(', ')}`;
    return `${total} boards next to ${startText(claim)} are draws${split}`;
  },
  cost: (claim) => {
    const start = givenStart(claim);
    const boards = claim.value.oneMoved === undefined ? 1 : boardsAfter(start, 1).length;
    return startSeconds(start) * boards * NEIGHBOUR_COST;
  },
  run: async (claim, { lab, allowance, claims }) => {
    const start = givenStart(claim);
    const { oneMoved, twoMoved, total } = claim.value;
    const sizes = [1, 2].map((moved) => boardsAfter(start, moved));
    const numbers = `${count(sizes[0]!.length)} boards with one seed moved, ${count(sizes[1]!.length)} with two`;
    if (oneMoved === undefined) {
      return outOfReach(`there are ${numbers}`, { estimate: estimateOf(lab, claims, start) });
    }
    if (twoMoved !== undefined && oneMoved + twoMoved !== total) {
      return refuted(`${oneMoved} and ${twoMoved} are not ${total}`);
    }
    let [draws, decided] = [0, 0];
    const { nodes } = lab;
    for (const board of sizes[0]!) {
      if (allowance.isSpent) break;
      const bounds = await lab.scoreOf(board, allowance, {
        guess: 0,
        suffices: (found) => outcomeOf(found) !== undefined,
      });
      const outcome = outcomeOf(bounds);
      if (outcome === undefined) break;
      if (outcome === 'draw') draws++;
      decided++;
    }
    const found = `${draws} draws among ${decided} of ${numbers}`;
    if (draws > oneMoved) return refuted(found);
    if (decided < sizes[0]!.length) return outOfReach(found);
    if (draws !== oneMoved) return refuted(found);
    if (twoMoved === undefined) return confirmed(found);
    const more = ((lab.nodes - nodes) / decided) * sizes[1]!.length;
    return halfRight(
      `${found}; those with two would take some ${count(Math.round(more / 1e6))} M nodes, as many each`,
    );
  },
};

/** The boards that differ from a start by so many seeds, each moved into another pit. */
function boardsAfter({ rules, pits, seeds }: GivenStart, moved: number): Position[] {
  let met = new Map<string, Position>();
  const start = startPosition(rules, pits, seeds);
  const before = new Set([formatPosition(start)]);
  met.set(formatPosition(start), start);
  for (let i = 0; i < moved; i++) {
    const next = new Map<string, Position>();
    for (const [key, position] of met) {
      before.add(key);
      for (const board of neighbours(position)) next.set(formatPosition(board), board);
    }
    met = next;
  }
  return [...met].flatMap(([key, board]) => (before.has(key) ? [] : [board]));
}

function neighbours({ south, north, rules }: Position): Position[] {
  const pits = [...south, ...north];
  return pits.flatMap((held, from) =>
    held === 0
      ? []
      : pits.flatMap((_, to) => {
          if (to === from) return [];
          const row = pits.map((seeds, i) => seeds - Number(i === from) + Number(i === to));
          return [
            makePosition(
              { south: row.slice(0, south.length), north: row.slice(south.length) },
              rules,
            ),
          ];
        }),
  );
}

/** How large the graphs of games are, and who wins in them. */
import { MAX_TABLE_PITS } from '../core/core.js';
import { isCyclic, optionsOf } from '../rules/options.js';
import { layerSize } from '../tablebase/runs.js';
import type { Bench, Check } from './check.js';
import { OUTCOMES } from './claims.js';
import type { ClaimOf, Outcome, Start, StoreCount, Tally } from './claims.js';
import { halfRight, judged, outOfReach } from './finding.js';
import type { Finding } from './finding.js';
import type { Graph } from './graph.js';
import { allSeeds, givenStart } from './starts.js';
import { count, listText, startText } from './words.js';

type GraphClaim = ClaimOf<'graph-size' | 'graph-shares' | 'graph-layers'>;

const SECONDS_A_NODE = 5e-6;
/** About so many of the positions with as many seeds in pits and in stores come up. */
const PART_MET = 0.3;
const NOT_HERE = 'graphs are measured of games without cycles, on up to 6 pits';

export const graphSize: Check<'graph-size'> = {
  says: (claim) => `${startText(claim)}: ${count(claim.value)} positions can come up`,
  cost: graphSeconds,
  run: (claim, bench) =>
    withGraph(claim, bench, ({ nodes }) =>
      judged(nodes === claim.value, `${count(nodes)} positions`),
    ),
};

export const graphShares: Check<'graph-shares'> = {
  says: (claim) =>
    `${startText(claim)}: of the positions that can come up ${sharesText(claim.value)} in %`,
  cost: graphSeconds,
  run: (claim, bench) =>
    withGraph(claim, bench, (graph) => {
      const shares = sharesOf(graph);
      return judged(isRounded(claim.value, shares), `${sharesText(shares, 1)} in %`);
    }),
};

export const graphLayers: Check<'graph-layers'> = {
  says: (claim) =>
    `${startText(claim)}: positions won, lost and drawn by the seeds in the stores, ${claim.value.length} rows`,
  cost: graphSeconds,
  run: (claim, bench) =>
    withGraph(claim, bench, ({ stores }) => {
      const wrong = claim.value.filter((row) => !stores.some((found) => isSame(row, found)));
      const found = `${claim.value.length - wrong.length} of ${claim.value.length} rows are right`;
      if (wrong.length === 0 || wrong.length === claim.value.length) {
        return judged(wrong.length === 0, found);
      }
      const [first] = wrong;
      return halfRight(
        `${found}; the first that is not: ${first!.captured} taken, ${first!.south} by South`,
      );
    }),
};

async function withGraph(
  claim: GraphClaim,
  { lab, allowance }: Bench,
  judge: (graph: Graph) => Finding,
): Promise<Finding> {
  const { rules, pits, seeds } = givenStart(claim);
  if (pits > MAX_TABLE_PITS || isCyclic(optionsOf(rules))) return outOfReach(NOT_HERE);
  const graph = await lab.graph(rules, pits, seeds, allowance);
  return graph ? judge(graph) : outOfReach('the positions were not all met');
}

function graphSeconds({ pits, seeds }: Start): number {
  // A store is one more place for seeds to lie in.
  return SECONDS_A_NODE * PART_MET * layerSize(pits + 1 / 2, allSeeds({ pits, seeds }));
}

function sharesOf({ nodes, stores }: Graph): Tally {
  const sum = (outcome: Outcome): number =>
    stores.reduce((total, tally) => total + tally[outcome], 0);
  const share = (outcome: Outcome): number => (100 * sum(outcome)) / nodes;
  return { win: share('win'), draw: share('draw'), loss: share('loss') };
}

/** Whether whole shares are these, rounded: each by itself, or so that together they are 100. */
function isRounded(claimed: Tally, shares: Tally): boolean {
  const off = OUTCOMES.map((outcome) => Math.abs(claimed[outcome] - shares[outcome]));
  const isWhole = OUTCOMES.reduce((sum, outcome) => sum + claimed[outcome], 0) === 100;
  return off.every((difference) => difference <= 1 / 2) || (isWhole && Math.max(...off) <= 1);
}

function sharesText({ win, draw, loss }: Tally, digits = 0): string {
  const parts = [
    `won ${win.toFixed(digits)}`,
    `drawn ${draw.toFixed(digits)}`,
    `lost ${loss.toFixed(digits)}`,
  ];
  return listText(parts);
}

function isSame(row: StoreCount, found: StoreCount): boolean {
  return (
    row.captured === found.captured &&
    row.south === found.south &&
    OUTCOMES.every((outcome) => row[outcome] === found[outcome])
  );
}

/** What solving a start has taken others: what can be checked is that it can be done, and with what here. */
import { isExact } from '../solver/bounds.js';
import type { Check } from './check.js';
import { startSeconds } from './estimates.js';
import { halfRight, outOfReach } from './finding.js';
import { allSeeds, givenStart } from './starts.js';
import { boundsText, count, startText } from './words.js';

export const effort: Check<'effort'> = {
  says: (claim) => {
    const { seconds, nodes, finished } = claim.value;
    const ended = finished === false ? 'was not solved' : 'was solved';
    const nodesText = nodes === undefined ? '' : ` and ${count(nodes)} nodes`;
    return `${startText(claim)} ${ended} in ${count(seconds)} s${nodesText}`;
  },
  cost: (claim) => startSeconds(givenStart(claim)),
  run: async (claim, { lab, allowance }) => {
    const start = givenStart(claim);
    const bounds = await lab.scoreOfStart(start, allowance);
    const spent = lab.effortOf(start) ?? { nodes: 0, seconds: 0 };
    const here = `${count(spent.nodes)} nodes in ${spent.seconds.toFixed(1)} s`;
    const found = boundsText(bounds, allSeeds(claim));
    if (isExact(bounds)) return halfRight(`it can be solved: ${found}, here by ${here}`);
    return outOfReach(`${found}, by ${here}`, { bounds });
  },
};

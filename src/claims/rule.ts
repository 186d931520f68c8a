/** Rules as sources word them, checked by what our plain rules do with positions that show them. */
import { formatPosition, parsePosition } from '../notation.js';
import { Match } from '../match.js';
import { legalPits } from '../position.js';
import type { RuleSetId } from '../rules/options.js';
import { rulesOf } from './check.js';
import type { Check } from './check.js';
import type { Example } from './claims.js';
import { halfRight, judged, refuted } from './finding.js';
import type { Finding } from './finding.js';
import { turnFault } from './lines.js';

export const rule: Check<'rule'> = {
  says: ({ text = '' }) => text,
  cost: () => 0,
  run: (claim): Finding => {
    const { examples, beyond } = claim;
    for (const example of examples) {
      const fault = faultOf(example, rulesOf(claim));
      if (fault !== undefined) return refuted(`${exampleText(example)}: ${fault}`);
    }
    const found = `as implemented: ${examples.map(exampleText).join('; ')}`;
    return beyond === undefined
      ? judged(true, found)
      : halfRight(`${found}; no rule set says ${beyond}`);
  },
};

/** What is not so; throws what a position that is none throws. */
function faultOf(example: Example, rules: RuleSetId): string | undefined {
  const { move, legal, becomes, scores, points } = example;
  const start = parsePosition(example.position, rules);
  const pits = legalPits(start).join(', ');
  if (legal && pits !== legal.join(', ')) return `legal are ${pits || 'none'}`;
  try {
    const turns = move === undefined ? [] : move.split(' ');
    const match = Match.fromMoves(start, turns, { stopWhenDecided: false });
    const found = formatPosition(match.position);
    if (becomes !== undefined && found !== becomes) return `it becomes ${found}`;
    if (scores && !(match.over && match.scores.join() === scores.join())) {
      return match.over ? `it ends ${match.scores.join('-')}` : 'the game goes on';
    }
    const given = match.result?.points.join(' and ') ?? 'none';
    return points && given !== points.join(' and ') ? `points are ${given}` : undefined;
  } catch (error) {
    return turnFault(error);
  }
}

function exampleText({ position, move, legal, becomes, scores, points }: Example): string {
  const parts = [
    ...(legal ? [`legal ${legal.join(', ')}`] : []),
    ...(becomes === undefined ? [] : [`becomes ${becomes}`]),
    ...(scores ? [`ends ${scores.join('-')}`] : []),
    ...(points ? [`points ${points.join(' and ')}`] : []),
  ];
  return `${position}${move === undefined ? '' : `, ${move}`}: ${parts.join(', ')}`;
}

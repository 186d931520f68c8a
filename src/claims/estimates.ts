/** What solving will take: before it is begun, to order claims by; and of what was out of reach, from what was not. */
import { isCyclic, optionsOf } from '../rules/options.js';
import type { Claim } from './claims.js';
import type { GivenStart, Lab } from './lab.js';
import { payingLayer } from './paying.js';
import { listText, startText } from './words.js';

/**
 * Seconds for a start: of nodes that grow by so much with each seed above the layers that pay, at so many a second.
 * Measured on starts of 3 to 6 pits.
 */
const GROWTH = 10 ** 0.22;
const FIRST_NODES = 6;
/** The same in Mangala, whose starts have been measured to be harder. */
const FIRST_NODES_MANGALA = 600;
const NODES_A_SECOND = 700_000;
/** From fewer nodes nothing is concluded. */
const SOUND_NODES = 1000;
/** Solving the layers. */
const LAYERS_SECONDS = 1.5;
/** Where positions come back a search above the layers gets nowhere soon. */
const CYCLIC_GROWTH = 10;

/** Seconds to solve a position with so many seeds in play. */
export function solvingSeconds(rules: string, pits: number, seeds: number): number {
  const growth = isCyclic(optionsOf(rules)) ? CYCLIC_GROWTH : GROWTH;
  const above = seeds - payingLayer(rules, pits);
  const first = rules === 'mangala' ? FIRST_NODES_MANGALA : FIRST_NODES;
  const nodes = above <= 0 ? 0 : first * growth ** above;
  const layers = pits >= 5 && seeds >= 18 ? LAYERS_SECONDS : pits * seeds * 0.002;
  return layers + nodes / NODES_A_SECOND;
}

export function startSeconds({ rules, pits, seeds }: GivenStart): number {
  return solvingSeconds(rules, pits, 2 * pits * seeds);
}

/** What a start that is out of reach will take, by how nodes have grown in this run, and by what others say. */
export function estimateOf(
  lab: Lab,
  claims: readonly Claim[],
  start: GivenStart,
): string | undefined {
  const parts = [growthText(lab, start), publishedText(claims, start)];
  const said = parts.filter((part) => part !== undefined);
  return said.length === 0 ? undefined : said.join('; ');
}

function growthText(lab: Lab, { rules, pits, seeds }: GivenStart): string | undefined {
  for (let last = seeds - 1; last >= 2; last--) {
    const larger = lab.effortOf({ rules, pits, seeds: last });
    const smaller = lab.effortOf({ rules, pits, seeds: last - 1 });
    if (!larger?.isExact || !smaller?.isExact || smaller.nodes < SOUND_NODES) continue;
    const growth = larger.nodes / smaller.nodes;
    if (growth <= 1) continue;
    const nodes = larger.nodes * growth ** (seeds - last);
    return (
      `some ${rough(nodes)} nodes, if they grow from ${startText({ pits, seeds: last })} on as from ` +
      `${startText({ pits, seeds: last - 1 })} to it, ${growth.toFixed(0)} times a seed`
    );
  }
  return undefined;
}

function publishedText(claims: readonly Claim[], start: GivenStart): string | undefined {
  const efforts = claims.filter((claim) => claim.what === 'effort' && isAbout(claim, start));
  if (efforts.length === 0) return undefined;
  return `published effort: ${listText(efforts.map(({ id, text = '' }) => `${text} (${id})`))}`;
}

/** Whether a claim is about a start. */
export function isAbout(claim: Claim, { rules, pits, seeds }: GivenStart): boolean {
  return (
    claim.rules === rules &&
    'pits' in claim &&
    claim.pits === pits &&
    'seeds' in claim &&
    claim.seeds === seeds
  );
}

/** `4e9`: all digits would be too exact for a guess. */
function rough(number: number): string {
  const exponent = Math.floor(Math.log10(number));
  return exponent < 6
    ? String(Math.round(number))
    : `${Math.round(number / 10 ** exponent)}e${exponent}`;
}

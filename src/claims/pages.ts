/** What strategy pages advise, as measurements: on a start, or on evenly drawn positions of solved layers. */
import type { Core } from '../core/core.js';
import { rowsOf } from '../core/rows.js';
import type { Rows } from '../core/rows.js';
import { explain, isOver, legalPits, makePosition, moves, startPosition } from '../position.js';
import type { Position } from '../position.js';
import { otherSide, rowOf } from '../rules/board.js';
import { rulesOf } from './check.js';
import type { Bench, Check } from './check.js';
import type { ClaimOf } from './claims.js';
import { confirmed, halfRight, judged, outOfReach, refuted } from './finding.js';
import type { Finding } from './finding.js';
import { Sample } from './sample.js';
import { givenStart } from './starts.js';
import { count, listText, percent, startText } from './words.js';

/** The layers that positions are drawn from, and how many from each. */
const LAYERS = [8, 10, 12, 14, 16];
const DRAWN = 10_000;
const SAMPLE_SECONDS = 4;

export const extraTurnPits: Check<'extra-turn-pits'> = {
  says: (claim) => `in ${startText(claim)} an extra turn comes from pit ${claim.value.join(', ')}`,
  cost: () => 0,
  run: (claim) => {
    const { rules, pits, seeds } = givenStart(claim);
    const extra = moves(startPosition(rules, pits, seeds)).filter(({ extraTurn }) => extraTurn);
    const found = extra.map(({ move }) => move).join(', ');
    return judged(found === claim.value.join(', '), `pits with an extra turn: ${found || 'none'}`);
  },
};

export const storeReach: Check<'store-reach'> = {
  says: ({ value }) =>
    `the last seed falls into the store from pits 1 to ${value.length} with ${value.map((seeds) => seeds.join(' or ')).join(', ')} seeds`,
  cost: () => 0,
  run: (claim) => {
    const { pits, value } = claim;
    if (value.length !== pits) return refuted(`${value.length} pits are named, not ${pits}`);
    const most = 2 * pits;
    const wrong = value.flatMap((claimed, i) => {
      const found = countsThatReach(claim, i, most);
      return found.join() === claimed.join() ? [] : [`pit ${i + 1} with ${found.join(' or ')}`];
    });
    const found = `tried with 1 to ${most} seeds in each pit`;
    if (wrong.length === 0) return confirmed(found);
    const text = `${found}; not so: ${wrong.join(', ')}`;
    return wrong.length === pits
      ? refuted(text)
      : halfRight(`${pits - wrong.length} pits are right; ${text}`);
  },
};

/** With how many seeds a pit, from 0, reaches the store. */
function countsThatReach(claim: ClaimOf<'store-reach'>, pit: number, most: number): number[] {
  const counts = Array.from({ length: most }, (_, i) => i + 1);
  return counts.filter((seeds) => {
    const south = Array.from({ length: claim.pits }, (_, i) => (i === pit ? seeds : 0));
    const north = south.map(() => 1);
    const position = makePosition({ south, north }, rulesOf(claim));
    return explain(position, pit + 1).last.pit === 'store';
  });
}

/** How often something was so, of how often it could be. */
class Rate {
  of = 0;
  hits = 0;

  add(hit: boolean): void {
    this.of++;
    if (hit) this.hits++;
  }

  get part(): number {
    return this.of === 0 ? 0 : this.hits / this.of;
  }

  get text(): string {
    return this.of === 0 ? 'never tried' : percent(this.hits, this.of);
  }
}

/** What a move of a solved position is worth, beside the best. */
interface Valued {
  readonly pit: number;
  readonly isBest: boolean;
}

/** Whether emptying certain pits gives value away less often than emptying others, and seeds there are taken more often. */
export const edgePits: Check<'edge-pits'> = {
  says: ({ value }) =>
    `seeds in pits ${listText(value)} should not be left there, they are easy to capture`,
  cost: () => SAMPLE_SECONDS,
  run: async (claim, bench) => {
    const { pits, value } = claim;
    const losses = Array.from({ length: pits }, () => new Rate());
    const captures = Array.from({ length: pits }, () => new Rate());
    const drawn = await drawPositions(claim, bench, (position, core) => {
      for (const { pit, isBest } of valuedMoves(position, core)) losses[pit - 1]!.add(!isBest);
      const taken = takenPits(position);
      const threatened = rowOf(position, otherSide(position.mover));
      for (const [pit, seeds] of threatened.entries()) {
        if (seeds > 0) captures[pit]!.add(taken.has(pit));
      }
    });
    if (drawn === undefined) return outOfReach('the layers were not solved');
    const isNamed = (_: Rate, i: number): boolean => value.includes(i + 1);
    const others = (rate: Rate, i: number): boolean => !isNamed(rate, i);
    const cheaper = mean(losses.filter(isNamed)) < mean(losses.filter(others));
    const easier = mean(captures.filter(isNamed)) > mean(captures.filter(others));
    const found =
      `${drawn}: emptying pits 1 to ${pits} gives value away in ${ratesText(losses)}; ` +
      `seeds in them can be captured at once in ${ratesText(captures)}`;
    return judgeParts(
      [cheaper, 'emptying these pits costs less often than emptying others'],
      [easier, 'seeds in them are captured more often'],
      found,
    );
  },
};

/** Whether turns that end the game by emptying a row are best. */
export const finishFirst: Check<'finish-first'> = {
  says: () =>
    'it pays to run out of seeds first, and to take the last seeds of the opponent is dangerous',
  cost: () => SAMPLE_SECONDS,
  run: async (claim, bench) => {
    const finishing = new Rate();
    const taking = new Rate();
    const all = new Rate();
    const drawn = await drawPositions(claim, bench, (position, core) => {
      const turns = valuedTurns(rowsOf(position), core);
      const best = Math.max(...turns.map(({ value }) => value));
      for (const { value, empties } of turns) {
        all.add(value === best);
        if (empties === 'own') finishing.add(value === best);
        if (empties === 'other') taking.add(value === best);
      }
    });
    if (drawn === undefined) return outOfReach('the layers were not solved');
    const found =
      `${drawn}: a turn that empties the own row is a best one in ${finishing.text} of ${count(finishing.of)}; ` +
      `one that takes the last seeds of the opponent in ${taking.text} of ${count(taking.of)}; any in ${all.text}`;
    return judgeParts(
      [finishing.part > all.part, 'to run out of seeds first is best more often than any turn is'],
      [taking.part < all.part, 'to take the last seeds is best less often'],
      found,
    );
  },
};

interface ValuedTurn {
  /** The gain of the side that plays it. */
  readonly value: number;
  /** Whose row it leaves without seeds, if the game ends by that. */
  readonly empties?: 'own' | 'other';
}

/** Every turn of a solved position. */
function valuedTurns(rows: Rows, core: Core): ValuedTurn[] {
  return core.moves(rows).flatMap((pit): ValuedTurn[] => {
    const { rows: next, gain, extraTurn, over } = core.play(rows, pit);
    if (over) {
      const own = extraTurn ? next.own : next.opp;
      return [{ value: gain, empties: own === 0n ? 'own' : 'other' }];
    }
    if (!extraTurn) return [{ value: gain - core.probe(next) }];
    return valuedTurns(next, core).map((turn) => ({ ...turn, value: gain + turn.value }));
  });
}

type Part = readonly [holds: boolean, text: string];

function judgeParts(a: Part, b: Part, found: string): Finding {
  if (a[0] && b[0]) return confirmed(found);
  if (!a[0] && !b[0]) return refuted(found);
  return halfRight(`${a[0] ? a[1] : b[1]}, the other part does not hold: ${found}`);
}

/**
 * Shows evenly drawn positions with several moves, and says in words which; undefined if their layers are not solved
 * in time.
 */
async function drawPositions(
  claim: ClaimOf<'edge-pits' | 'finish-first'>,
  { lab, allowance }: Bench,
  show: (position: Position, core: Core) => void,
): Promise<string | undefined> {
  const rules = rulesOf(claim);
  const last = Math.max(...LAYERS);
  const core = await lab.coreWithLayer(rules, claim.pits, last, allowance);
  if (core === undefined) return undefined;
  const sample = new Sample(rules, claim.pits);
  let shown = 0;
  for (const layer of LAYERS) {
    for (let i = 0; i < DRAWN; i++) {
      if (i % 1000 === 0 && !(await allowance.goesOn())) return undefined;
      const position = sample.draw(layer);
      if (isOver(position) || legalPits(position).length < 2) continue;
      show(position, core);
      shown++;
    }
  }
  return `${count(shown)} positions of layers ${LAYERS.join(', ')}`;
}

function valuedMoves(position: Position, core: Core): Valued[] {
  const rows = rowsOf(position);
  const values = core.moves(rows).map((pit) => {
    const { rows: next, gain, extraTurn, over } = core.play(rows, pit);
    const rest = over ? 0 : core.probe(next);
    return { pit: pit + 1, value: gain + (extraTurn ? rest : -rest) };
  });
  const best = Math.max(...values.map(({ value }) => value));
  return values.map(({ pit, value }) => ({ pit, isBest: value === best }));
}

/** Pits of the other row, from 0, that the mover can capture from at once. */
function takenPits(position: Position): Set<number> {
  const other = otherSide(position.mover);
  const places = legalPits(position).flatMap((pit) => explain(position, pit).capture?.pits ?? []);
  return new Set(
    places.flatMap(({ side, pit }) => (side === other && pit !== 'store' ? [pit] : [])),
  );
}

function mean(rates: readonly Rate[]): number {
  return rates.reduce((sum, { part }) => sum + part, 0) / rates.length;
}

function ratesText(rates: readonly Rate[]): string {
  return rates.map(({ text }) => text).join(', ');
}

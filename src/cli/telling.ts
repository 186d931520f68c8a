/**
 * What happens in a ply, in sentences for people: where each seed falls, what the last one captures and
 * why, or why it captures nothing, and how the turn or the game goes on.
 */
import type { Position } from '../position.js';
import {
  draftOf,
  isSamePlace,
  opposite,
  otherSide,
  rowOf,
  seedsAt,
  seedsIn,
  setSeeds,
} from '../rules/board.js';
import type { Board, Place, Side } from '../rules/board.js';
import type { Capture } from '../rules/capture.js';
import { takerOf } from '../rules/end.js';
import { filledPits, leavesSeeds, legalPits } from '../rules/legal.js';
import { optionsOf } from '../rules/options.js';
import type { RuleOptions } from '../rules/options.js';
import type { Ending, Ply } from '../rules/rules.js';
import { nameOf } from './outcome.js';

/** A seed that falls, and what the place holds then. */
export interface Drop {
  readonly place: Place;
  readonly holds: number;
}

export interface Dropped {
  readonly drops: readonly Drop[];
  /** The board with all seeds dropped and nothing captured. */
  readonly board: Board;
}

/** Lets the seeds of a ply fall one by one. */
export function dropSeeds(before: Board, { side, pit, sown }: Ply): Dropped {
  const board = draftOf(before);
  setSeeds(board, { side, pit }, 0);
  const drops = sown.map((place) => {
    const holds = seedsAt(board, place) + 1;
    setSeeds(board, place, holds);
    return { place, holds };
  });
  return { drops, board };
}

/** The sentences of a ply that is played in `position`. */
export function tellPly(position: Position, ply: Ply): string[] {
  const { board } = dropSeeds(position, ply);
  const { ending } = ply;
  return [
    ...tellDuty(position),
    `${nameOf(ply.side)} plays pit ${ply.pit + 1}, which holds ${seedCount(ply.sown.length)}.`,
    ...tellSown(position, ply),
    ...(ply.last.pit === 'store' ? [] : tellCapture(position, ply, board)),
    ...(ending ? tellEnding(position, ply, ending) : [tellTurn(ply)]),
  ];
}

/** What the mover owes the opponent, where that narrows the choice or would have. */
function tellDuty(position: Position): string[] {
  const options = optionsOf(position.rules);
  const [us, them] = [nameOf(position.mover), nameOf(otherSide(position.mover))];
  switch (options.feeding) {
    case 'free':
      return [];
    case 'must-feed':
      if (seedsIn(rowOf(position, otherSide(position.mover))) > 0) return [];
      return [
        `${them} has no seeds and must be fed: ${us} may play ${choice(legalPits(options, position))}.`,
      ];
    case 'leave-a-reply': {
      const filled = filledPits(position);
      const starving = filled.filter((pit) => !leavesSeeds(options, position, pit));
      if (starving.length === 0) return [];
      if (starving.length === filled.length)
        return [`No pit of ${us}'s leaves ${them} a reply, so any may be played.`];
      return [`${us} must leave ${them} a reply, and ${pitList(starving)} would leave none.`];
    }
  }
}

function tellSown({ rules }: Position, ply: Ply): string[] {
  const { sown, last } = ply;
  const end = nameOfPlace(last) + (last.pit === 'store' ? '' : `, ${heldBefore(ply)}`);
  const isBack = optionsOf(rules).firstSeed === 'origin';
  if (sown.length === 1) {
    return [isBack ? `A lone seed moves on: it falls into ${end}.` : `It falls into ${end}.`];
  }
  const way = isBack ? tellBack(sown) : `They fall into ${runs(sown)}.`;
  return [way, ...tellPassed(ply), `The last seed falls into ${end}.`];
}

/** That the first of several seeds stays; of two, the other is the last. */
function tellBack([, ...others]: readonly Place[]): string {
  const back = 'The first seed goes back into that pit';
  return others.length === 1 ? `${back}.` : `${back}, and the others fall into ${runs(others)}.`;
}

/** That laps pass over the origin. Each lap comes by the place after it, from the start on. */
function tellPassed({ side, pit, sown }: Ply): string[] {
  const origin = { side, pit };
  if (sown.some((place) => isSamePlace(place, origin))) return [];
  const laps = sown.filter((place) => isSamePlace(place, sown[0]!)).length - 1;
  if (laps === 0) return [];
  const lap = laps === 1 ? 'On the lap' : `On each of the ${laps} laps`;
  return [`${lap} they pass over ${nameOfPlace(origin)}, from which they come.`];
}

function runs(sown: readonly Place[]): string {
  return runsOf(sown).map(nameOfRun).join(', then ');
}

/** What the last place held. */
function heldBefore({ side, pit, last, lastHeld }: Ply): string {
  if (lastHeld > 0) return `which held ${lastHeld}`;
  return isSamePlace(last, { side, pit }) ? 'which the move had emptied' : 'which was empty';
}

/** `board` is that with all seeds dropped. */
function tellCapture(position: Position, ply: Ply, board: Board): string[] {
  const { capture } = ply;
  if (capture === undefined) {
    return [`${whyNoCapture(position, ply, board)}: nothing is captured.`];
  }
  const taken = ply.captured > 0 ? takes(ply, capture, board) : takesNothing(position, ply);
  return [
    `${whyCapture(position, ply, capture, board)}: ${taken}.`,
    ...(ply.captured > 0 ? tellStop(capture, board) : []),
  ];
}

function whyCapture(
  { rules }: Position,
  { side, last }: Ply,
  { reason, pits }: Capture,
  board: Board,
): string {
  const now = `It holds ${seedsAt(board, last)} now`;
  switch (reason) {
    case 'opposite':
      return tellOpposite(board, side, last);
    case 'empty':
      return `${tellOpposite(board, side, last)}, and in ${rules} a lone seed is taken all the same`;
    case 'even':
      return `${now}, an even number`;
    case 'two-three':
      if (pits.length === 1) return now;
      return pits.length === 2
        ? `${now}, and the pit before it holds two or three as well`
        : `${now}, and the ${pits.length - 1} pits before it hold two or three as well`;
  }
}

function takes(
  { side, captured }: Ply,
  { reason, pits, grandSlam }: Capture,
  board: Board,
): string {
  const parts = pits.map((place) => `${seedsAt(board, place)} from ${nameOfPlace(place)}`);
  const from = parts.length === 1 ? ` from ${nameOfPlace(pits[0]!)}` : `, ${joined(parts, 'and')}`;
  const isSlam = grandSlam && reason === 'two-three';
  const slam = isSlam ? `, every seed that ${nameOf(otherSide(side))} has` : '';
  return `${nameOf(side)} captures ${seedCount(captured)}${from}${slam}`;
}

function takesNothing({ rules }: Position, { side }: Ply): string {
  const other = nameOf(otherSide(side));
  return `that is every seed that ${other} has, and in ${rules} such a grand slam takes nothing`;
}

/** Where a capture of pits one after the other comes to its end before the row does. */
function tellStop({ reason, pits }: Capture, board: Board): string[] {
  const { side, pit } = pits.at(-1)!;
  if (reason !== 'two-three' || pit === 'store' || pit === 0) return [];
  const before = { side, pit: pit - 1 };
  const back = `The next pit back, ${nameOfPlace(before)}, holds ${seedsAt(board, before)}`;
  return [`${back}: the capture stops there.`];
}

function whyNoCapture({ rules }: Position, { side, last, lastHeld }: Ply, board: Board): string {
  const { oppositeCapture, otherRowCapture } = optionsOf(rules);
  if (last.side === side) {
    if (oppositeCapture === 'none') return `It is one of ${nameOf(side)}'s own pits`;
    if (lastHeld > 0) return 'It was not empty';
    return `${tellOpposite(board, side, last)}, so the seed stays`;
  }
  const holds = seedsAt(board, last);
  switch (otherRowCapture) {
    case 'none':
      return `It is not one of ${nameOf(side)}'s own pits`;
    case 'even':
      return `It holds ${holds} now, an odd number`;
    case 'two-three':
      return `It holds ${holds} now, neither two nor three`;
  }
}

function tellOpposite(board: Board, side: Side, last: Place): string {
  const across = opposite(board, side, Number(last.pit));
  const seeds = seedsAt(board, across);
  return `Opposite, ${nameOfPlace(across)} holds ${seeds === 0 ? 'nothing' : seeds}`;
}

function tellTurn({ side, extraTurn }: Ply): string {
  return extraTurn ? `${nameOf(side)} moves again.` : `${nameOf(otherSide(side))} is to move.`;
}

function tellEnding({ rules }: Position, { last }: Ply, ending: Ending): string[] {
  const extra = last.pit === 'store' ? ', without an extra turn' : '';
  const options = optionsOf(rules);
  const sweeps = [...tellSweep(options, ending, 's'), ...tellSweep(options, ending, 'n')];
  return [
    `${whyOver(options, ending)}: the game is over${extra}.`,
    ...(sweeps.length > 0 ? sweeps : ['No seeds are left in the pits.']),
  ];
}

function whyOver(options: RuleOptions, { reason, board }: Ending): string {
  const mover = nameOf(board.mover);
  const other = nameOf(otherSide(board.mover));
  const hasSeeds = seedsIn(rowOf(board, board.mover)) > 0;
  switch (reason) {
    case 'row-empty': {
      const empty = (['s', 'n'] as const).filter((side) => seedsIn(rowOf(board, side)) === 0);
      return empty.length === 2
        ? 'Both rows are empty'
        : `${empty.map(nameOf).join()}'s row is empty`;
    }
    case 'mover-empty':
      return `${mover} would be to move and has no seeds`;
    case 'no-move':
      if (!hasSeeds) return `${mover} would be to move and has no seeds`;
      return options.feeding === 'must-feed' && seedsIn(rowOf(board, otherSide(board.mover))) === 0
        ? `${mover} would be to move, and none of its pits feeds ${other}, who has no seeds`
        : `${mover} would be to move and has no legal move`;
  }
}

/** What a side takes at the end. */
function tellSweep(options: RuleOptions, { board }: Ending, side: Side): string[] {
  const rows = (['s', 'n'] as const).filter(
    (row) => seedsIn(rowOf(board, row)) > 0 && takerOf(options, board, row) === side,
  );
  if (rows.length === 0) return [];
  const seeds = seedCount(seedsIn(rows.flatMap((row) => rowOf(board, row))));
  const taker = nameOf(side);
  if (rows.length === 2) return [`${taker} takes the ${seeds} left in both rows.`];
  if (rows[0] === side) return [`${taker} takes the ${seeds} left in its own row.`];
  const isEmptier = options.sweep === 'emptier' && seedsIn(rowOf(board, side)) === 0;
  const why = isEmptier ? ', because its own is empty' : '';
  return [`${taker} takes the ${seeds} left in ${nameOf(otherSide(side))}'s row${why}.`];
}

/** Seeds that fall one after the other into pits of one row, or one into a store. */
interface Run {
  readonly side: Side;
  readonly pits: readonly Place['pit'][];
}

function runsOf(sown: readonly Place[]): readonly Run[] {
  const runs: { side: Side; pits: Place['pit'][] }[] = [];
  for (const { side, pit } of sown) {
    const run = runs.at(-1);
    const before = run?.pits.at(-1);
    const goesOn = typeof pit === 'number' && typeof before === 'number' && pit > before;
    if (run?.side === side && goesOn) run.pits.push(pit);
    else runs.push({ side, pits: [pit] });
  }
  return runs;
}

function nameOfRun({ side, pits }: Run): string {
  const [pit = 'store', ...more] = pits;
  if (more.length === 0) return nameOfPlace({ side, pit });
  return `${nameOf(side)}'s pits ${pits.map((each) => Number(each) + 1).join(', ')}`;
}

function nameOfPlace({ side, pit }: Place): string {
  return `${nameOf(side)}'s ${pit === 'store' ? 'store' : `pit ${pit + 1}`}`;
}

function seedCount(seeds: number): string {
  return seeds === 1 ? '1 seed' : `${seeds} seeds`;
}

/** `pits 3 and 5`; counted from 0. */
function pitList(pits: readonly number[]): string {
  return `${pits.length === 1 ? 'pit' : 'pits'} ${joined(numbersOf(pits), 'and')}`;
}

/** `pit 3 or 5`; counted from 0. */
function choice(pits: readonly number[]): string {
  return `${pits.length === 1 ? 'only pit' : 'pit'} ${joined(numbersOf(pits), 'or')}`;
}

function numbersOf(pits: readonly number[]): string[] {
  return pits.map((pit) => String(pit + 1));
}

function joined(parts: readonly string[], word: 'and' | 'or'): string {
  if (parts.length <= 1) return parts.join();
  return `${parts.slice(0, -1).join(', ')} ${word} ${parts.at(-1)!}`;
}

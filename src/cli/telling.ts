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
import { optionsOf } from '../rules/options.js';
import type { Ending, Ply } from '../rules/rules.js';
import { nameOf } from './report.js';

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
    `${nameOf(ply.side)} plays pit ${ply.pit + 1}, which holds ${seedCount(ply.sown.length)}.`,
    ...tellSown(ply),
    ...(ply.last.pit === 'store' ? [] : [tellCapture(position, ply, board)]),
    ...(ending ? tellEnding(ply, ending) : [tellTurn(ply)]),
  ];
}

function tellSown({ side, pit, sown, last, lastHeld }: Ply): string[] {
  const [all, one] = sown.length === 1 ? [[], 'It'] : [[tellRuns(sown)], 'The last seed'];
  if (last.pit === 'store') return [...all, `${one} falls into ${nameOfPlace(last)}.`];
  const isEmptied = lastHeld === 0 && isSamePlace(last, { side, pit });
  const before = isEmptied ? 'which the move had emptied' : heldBefore(lastHeld);
  return [...all, `${one} falls into ${nameOfPlace(last)}, ${before}.`];
}

function tellRuns(sown: readonly Place[]): string {
  return `They fall into ${runsOf(sown).map(nameOfRun).join(', then ')}.`;
}

function heldBefore(seeds: number): string {
  return seeds === 0 ? 'which was empty' : `which held ${seeds}`;
}

/** `board` is that with all seeds dropped. */
function tellCapture(position: Position, ply: Ply, board: Board): string {
  const { capture } = ply;
  return capture === undefined
    ? `${whyNoCapture(position, ply, board)}: nothing is captured.`
    : `${whyCapture(position, ply, capture, board)}: ${takes(ply, capture, board)}.`;
}

function whyCapture(
  { rules }: Position,
  { side, last }: Ply,
  capture: Capture,
  board: Board,
): string {
  switch (capture.reason) {
    case 'opposite':
      return tellOpposite(board, side, last);
    case 'empty':
      return `${tellOpposite(board, side, last)}, and in ${rules} a lone seed is taken all the same`;
    case 'even':
      return `It holds ${seedsAt(board, last)} now, an even number`;
    case 'two-three': {
      const now = `It holds ${seedsAt(board, last)} now`;
      return capture.pits.length === 1
        ? now
        : `${now}, and pits before it hold two or three as well`;
    }
  }
}

function takes(
  { side, captured }: Ply,
  { reason, pits, grandSlam }: Capture,
  board: Board,
): string {
  const other = nameOf(otherSide(side));
  if (captured === 0) {
    return `that would take every seed of ${other}, a grand slam, so nothing is captured`;
  }
  const parts = pits.map((place) => `${seedsAt(board, place)} from ${nameOfPlace(place)}`);
  const slam = grandSlam && reason === 'two-three' ? `, every seed that ${other} has` : '';
  return `${nameOf(side)} captures ${seedCount(captured)}, ${parts.join(' and ')}${slam}`;
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

function tellEnding({ last }: Ply, ending: Ending): string[] {
  const extra = last.pit === 'store' ? ', without an extra turn' : '';
  const { south, north } = ending.sweep;
  const sweeps = [...tellSweep(ending, 's', south), ...tellSweep(ending, 'n', north)];
  return [
    `${whyOver(ending)}: the game is over${extra}.`,
    ...(sweeps.length > 0 ? sweeps : ['No seeds are left in the pits.']),
  ];
}

function whyOver({ reason, board }: Ending): string {
  const mover = nameOf(board.mover);
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
      return `${mover} would be to move and has no legal move`;
  }
}

/** What a side takes at the end, from one row: its own, or the other where its own is empty. */
function tellSweep({ board }: Ending, side: Side, seeds: number): string[] {
  if (seeds === 0) return [];
  const isOwn = seedsIn(rowOf(board, side)) > 0;
  const row = isOwn ? 'its own' : `${nameOf(otherSide(side))}'s`;
  return [`${nameOf(side)} takes the ${seedCount(seeds)} left in ${row} row.`];
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

import { describe, expect, it } from 'vitest';
import { Core } from '../../src/core/core.js';
import { rowsOf } from '../../src/core/rows.js';
import { parsePosition } from '../../src/notation.js';
import { gainByRecurrence, isOver, legalPits, makePosition, play } from '../../src/position.js';
import type { Position } from '../../src/position.js';
import { seedsIn } from '../../src/rules/board.js';
import type { Board, Side } from '../../src/rules/board.js';
import type { RuleSetId } from '../../src/rules/options.js';
import { LazyRounds } from '../../src/solver/rounds.js';
import { solve } from '../../src/solver/solver.js';
import { coreWithLayers, CYCLIC_RULES } from '../core/support.js';
import { Fixpoint } from '../fixpoint.js';
import type { Recurrence } from '../fixpoint.js';
import { pick, randomBoard, randomOf } from '../random.js';

/** A game that has come to `position`, through `history`, without a capture or a position twice. */
interface Game {
  readonly history: readonly Position[];
  readonly position: Position;
}

const seedsOf = ({ south, north }: Board): number => seedsIn(south) + seedsIn(north);
const tell = ({ south, north, mover }: Board): string => `${south.join()}/${north.join()} ${mover}`;

function randomGame(random: ReturnType<typeof randomOf>, start: Position, plies: number): Game {
  const history: Position[] = [];
  let position = start;
  while (history.length < plies) {
    const next = play(position, pick(random, legalPits(position)));
    const isNew = ![...history, position].some((past) => tell(past) === tell(next.position));
    if (next.over || seedsOf(next.position) < seedsOf(position) || !isNew) break;
    history.push(position);
    position = next.position;
  }
  return { history, position };
}

/** The gain of the side to move where a position of the game has come back; undefined for any other. */
function recurrenceOf({ history, position }: Game): Recurrence {
  const past = new Map([...history, position].map((at) => [tell(at), gainByRecurrence(at)]));
  return (board) => past.get(tell(board));
}

/** The mover's gain by the plain rules where positions of the game end it by coming back. */
function expectedGain(fixpoint: Fixpoint, game: Game): number {
  return fixpoint.gainWith(game.position, recurrenceOf(game));
}

/** The same if the mover plays a pit, from 1. */
function expectedGainBy(fixpoint: Fixpoint, game: Game, pit: number): number {
  const { position: after, over } = play(game.position, pit);
  const won = lead(after, game.position.mover);
  if (over) return won;
  const keeps = seedsOf(after) === seedsOf(game.position);
  const back = keeps ? recurrenceOf(game)(after) : undefined;
  if (back !== undefined) return 0 - back;
  return won - (keeps ? fixpoint.gainWith(after, recurrenceOf(game)) : fixpoint.gain(after));
}

/** A line must end the game, by the rules or at a position of its past, with this gain. */
function expectEnd(game: Game, line: readonly string[], gain: number): void {
  let at = game.position;
  for (const turn of line) at = play(at, Number(turn)).position;
  const back = isOver(at) ? 0 : recurrenceOf(game)(at);
  const text = JSON.stringify([game, line]);
  expect(back, text).not.toBe(undefined);
  const won = lead(at, game.position.mover);
  expect(won + (at.mover === game.position.mover ? 1 : -1) * (back ?? 0), text).toBe(gain);
}

function lead({ stores: [south, north] }: Position, side: Side): number {
  return side === 's' ? south - north : north - south;
}

describe('oware that comes back after twelve forced plies', () => {
  const plies = [6, 6, 1, 1, 2, 2, 3, 3, 4, 4, 5];
  const history = [parsePosition('0,0,0,0,0,1/0,0,0,0,0,1 23/23 s', 'oware')];
  for (const pit of plies) history.push(play(history.at(-1), pit).position);
  const position = history.pop()!;

  it('ends with the last ply where the history is known, by own rows', async () => {
    expect(legalPits(position)).toEqual([5]);
    const core = await Core.load('oware', 6);
    core.reserve({ layers: -1, tableMib: 1 });
    const solution = await solve(core, position, { history, moves: true });
    expect(solution).toMatchObject({ value: 0, proof: 'exact', split: false, pv: ['5'] });
    expect(solution.moves).toMatchObject([{ move: '5', value: 0, proof: 'exact', split: false }]);
  });

  it('goes on for ever where it is not, which is worth 0', async () => {
    const core = await Core.load('oware', 6);
    core.reserve({ layers: -1, tableMib: 1 });
    const solution = await solve(core, position, { moves: true });
    expect(solution).toMatchObject({ value: 0, proof: 'exact', split: true });
    expect(solution.nodes).toBeLessThan(1000);
  });
});

describe('a position that comes back', () => {
  it('ends the game with the same side to move only', async () => {
    // Turned round with the other side to move, a position of this history would end other games than it does.
    const history = [parsePosition('1,3/0,0 0/0 s', 'oware')];
    for (const pit of [2, 1, 1]) history.push(play(history.at(-1), pit).position);
    const position = history.pop()!;
    const core = await Core.load('oware', 2);
    core.reserve({ layers: -1, tableMib: 1 });
    const expected = expectedGain(new Fixpoint('oware', 2), { history, position });
    expect(expected).toBe(2);
    expect(await solve(core, position, { history })).toMatchObject({ value: expected });
  });
});

const SIZES = [
  [1, 12],
  [2, 8],
  [3, 5],
  [6, 3],
] as const;

describe.each(CYCLIC_RULES)('%s with a history', (rules) => {
  it.each(SIZES)(
    'on %i pits with up to %i seeds has the values by own rows or by a split',
    async (pits, most) => {
      const random = randomOf(pits);
      const fixpoint = new Fixpoint(rules, pits);
      const core = await Core.load(rules, pits);
      core.reserve({ layers: -1, tableMib: 1 });
      const tabled = await coreWithLayers(rules, pits, most);
      const differing = { value: 0, ownRow: 0 };
      for (const game of gamesOf(random, rules, pits, most)) {
        const { history, position } = game;
        const expected = expectedGain(fixpoint, game);
        const text = [...history, position].map(tell).join(' ');
        for (const each of [core, tabled]) {
          const found = await solve(each, position, { history, moves: true });
          expect([found.value, found.proof], text).toEqual([expected, 'exact']);
          for (const { move, value } of found.moves ?? []) {
            expect(value, `${text} ${move}`).toBe(expectedGainBy(fixpoint, game, Number(move)));
          }
          if (found.split === false) expectEnd(game, found.pv, expected);
          const rows = rowsOf(position);
          const rounds = new LazyRounds(each, rows, position.mover, Infinity);
          expect(rounds.gain(rows, position.mover), text).toBe(expected);
          // What the core has kept from one history says nothing of another game.
          const without = await solve(each, position);
          expect([without.value, without.proof], text).toEqual([fixpoint.gain(position), 'exact']);
        }
        if (expected !== fixpoint.gain(position)) differing.value++;
        if (history.some((past) => gainByRecurrence(past) !== 0)) differing.ownRow++;
      }
      if (rules === 'oware' && pits < 6) expect(differing.value).toBeGreaterThan(0);
      if (rules === 'oware') expect(differing.ownRow).toBeGreaterThan(0);
      else expect(differing.ownRow).toBe(0);
    },
  );
});

function* gamesOf(
  random: ReturnType<typeof randomOf>,
  rules: RuleSetId,
  pits: number,
  most: number,
): Generator<Game> {
  for (let i = 0; i < 150; i++) {
    const start = makePosition(randomBoard(random, pits, 1 + (i % most)), rules);
    if (isOver(start)) continue;
    yield randomGame(random, start, 1 + (i % 12));
  }
}

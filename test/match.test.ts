import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Match } from '../src/match.js';
import type { MatchOptions } from '../src/match.js';
import { formatPosition, parsePosition } from '../src/notation.js';
import { isOver, makePosition, startPosition } from '../src/position.js';
import type { Position } from '../src/position.js';
import { addRuleSet, optionsOf, RULE_SETS } from '../src/rules/options.js';
import type { RuleSetId } from '../src/rules/options.js';
import { Series } from '../src/series.js';
import { boards, ruleSets, RUNS, seedsOf } from './arbitraries.js';

const PLAY_ON: MatchOptions = { stopWhenDecided: false };
const CYCLE = [6, 6, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5];

function match(rules: RuleSetId, text: string, options?: MatchOptions): Match {
  return new Match(parsePosition(text, rules), options);
}

/** A match in which these plies have been played. */
function played(rules: RuleSetId, text: string, plies: readonly number[]): Match {
  return Match.fromMoves(parsePosition(text, rules), plies);
}

function texts(positions: readonly Position[]): string[] {
  return positions.map(formatPosition);
}

/** All that a match shows. */
function seen(of: Match): object {
  const { start, position, plies, turns, positions, history, legalPits } = of;
  const { over, reason, decided, scores, result } = of;
  const lines = { start, position, plies, turns, positions, history, legalPits };
  return { ...lines, over, reason, decided, scores, result };
}

function isAllFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isAllFrozen);
}

const illegal = (message: string): unknown =>
  expect.objectContaining({ name: 'IllegalMove', message });
const invalid = (message: string): unknown =>
  expect.objectContaining({ name: 'InvalidHistory', message });

describe('1. plies and turns', () => {
  const start = startPosition('kalah', 6, 4);

  it('a match begins with its start and no plies', () => {
    const game = new Match(start);
    expect(seen(game)).toEqual({
      start,
      position: start,
      plies: [],
      turns: [],
      positions: [start],
      history: [],
      legalPits: [1, 2, 3, 4, 5, 6],
      over: false,
      reason: undefined,
      decided: undefined,
      scores: [0, 0],
      result: undefined,
    });
  });

  it('an extra turn is a ply more of the same turn', () => {
    //     4 4 4 4 4 4
    //  0               0
    //     4 4 4 4 4 4
    const game = new Match(start);
    game.play(3);
    expect(game.position.mover).toBe('s');
    expect(game.legalPits).toEqual([1, 2, 4, 5, 6]);
    game.play(6);
    game.play(2);
    expect(game.plies.map(({ side, pit }) => `${side}${pit}`)).toEqual(['s3', 's6', 'n2']);
    expect(game.plies.map(({ extraTurn }) => extraTurn)).toEqual([true, false, true]);
    expect(game.turns.map(({ side, text }) => `${side} ${text}`)).toEqual(['s 3,6', 'n 2']);
    expect(game.turns.map(({ plies }) => plies.length)).toEqual([2, 1]);
    expect(texts(game.positions)).toEqual([
      '4,4,4,4,4,4/4,4,4,4,4,4 0/0 s',
      '4,4,0,5,5,5/4,4,4,4,4,4 1/0 s',
      '4,4,0,5,5,0/5,5,5,5,4,4 2/0 n',
      '4,4,0,5,5,0/5,0,6,6,5,5 2/1 n',
    ]);
    expect(game.position).toBe(game.plies[2]?.position);
  });

  it('a turn is played as text, all of it', () => {
    const game = new Match(start);
    expect(game.play('3,6').map(({ move }) => move)).toEqual(['3', '6']);
    expect(game.play('B')).toMatchObject([{ side: 'n', pit: 2, extraTurn: true }]);
    expect(game.plies).toHaveLength(3);
  });

  it.each([
    [7, 'no such pit: expected one of 1, 2, 3, 4, 5, 6'],
    ['9', "no pit '9': expected 1 to 6 or A to F"],
    ['', 'empty turn: expected pits joined by commas, like 3,6'],
    ['3,3', 'pit 3 is empty: expected one of 1, 2, 4, 5, 6'],
    ['3,6,1', 'the turn has passed after 6: expected no more pits in it'],
  ])('what cannot be played, as %j, is refused whole', (move, message) => {
    const game = new Match(start);
    const before = seen(game);
    expect(() => game.play(move)).toThrow(illegal(message));
    expect(seen(game)).toEqual(before);
  });

  it('a rule set from outside is played like any other', () => {
    //     1 0 0 1 0 0
    // 23               22
    //     0 0 1 0 0 0
    addRuleSet('house', { ...RULE_SETS.oware, repetition: 'split' });
    const text = '0,0,1,0,0,0/0,0,1,0,0,1 22/23 s';
    const game = played('house', text, [3, 3, 4, 4, 5, 6, 1, 5, 6, 1, 2, 2]);
    expect(game.result).toMatchObject({ reason: 'repetition', scores: [23.5, 24.5] });
  });
});

describe('2. the end by the rules', () => {
  it('names the clause, and the sweep fills the stores', () => {
    //     2 0 0 0 0 1
    // 22               20
    //     0 0 0 0 0 3
    const game = played('kalah', '0,0,0,0,0,3/1,0,0,0,0,2 20/22 s', [6]);
    expect(game.result).toEqual({
      reason: 'row-empty',
      scores: [21, 27],
      winner: 'n',
      points: [0, 1],
    });
    expect(game).toMatchObject({ over: true, reason: 'row-empty', legalPits: [] });
    expect(game.position.stores).toEqual([21, 27]);
    expect(() => game.play(1)).toThrow(illegal('the game is over, 21-27: nothing can follow'));
  });

  it.each([
    ['kalah-empty', '0,0,0,0,0,1/1,0,0,0,0,0 23/23 s', 'row-empty', [24, 24]],
    ['kalah-turn', '0,0,0,0,0,1/1,0,0,0,0,0 23/23 s', 'mover-empty', [24, 24]],
    ['mangala', '0,0,0,0,0,1/1,0,0,0,0,0 23/23 s', 'row-empty', [25, 23]],
    ['oware', '0,0,0,0,0,1/1,0,0,2,0,0 22/22 s', 'no-move', [24, 24]],
    ['awari', '0,0,0,0,0,1/1,0,0,0,0,0 23/23 s', 'no-move', [25, 23]],
  ])('%s, with its own clause and sweep', (rules, text, reason, scores) => {
    expect(played(rules, text, [6]).result).toMatchObject({ reason, scores });
  });

  it('has come already on a set-up board that is over', () => {
    //     3 0 0 0 2 1
    // 22               20
    //     0 0 0 0 0 0
    const game = match('kalah', '0,0,0,0,0,0/1,2,0,0,0,3 20/22 s');
    expect(game.result).toMatchObject({ reason: 'row-empty', scores: [20, 28], winner: 'n' });
    expect(game.decided).toBe('n');
    expect(() => game.play(1)).toThrow(illegal('the game is over, 20-28: nothing can follow'));
  });

  it('comes before a decision by the same ply', () => {
    //     0 5 0 0 0 0
    // 22               20
    //     1 0 0 0 0 0
    const game = played('kalah', '1,0,0,0,0,0/0,0,0,0,5,0 20/22 s', [1]);
    expect(game.result).toMatchObject({ reason: 'row-empty', scores: [26, 22], winner: 's' });
  });
});

describe('3. repetition', () => {
  //     1 0 0 0 0 0
  // 23               23
  //     0 0 0 0 0 1
  const start = '0,0,0,0,0,1/0,0,0,0,0,1 23/23 s';

  it.each(['oware', 'awari'])('%s: twelve forced plies bring a board back: 24-24', (rules) => {
    const game = match(rules, start);
    for (const pit of CYCLE) {
      expect(game).toMatchObject({ over: false, legalPits: [pit] });
      game.play(pit);
    }
    expect(formatPosition(game.position)).toBe(start);
    expect(game.result).toEqual({
      reason: 'repetition',
      scores: [24, 24],
      winner: undefined,
      points: [0.5, 0.5],
    });
    expect(game).toMatchObject({ over: true, decided: undefined, legalPits: [] });
    expect(() => game.play(6)).toThrow(
      illegal('the game is over by repetition, 24-24: nothing can follow'),
    );
  });

  it('is not flagged a ply early, with all seeds in one row', () => {
    //     0 0 0 0 0 0
    // 23               23
    //     0 0 0 0 0 1
    const game = played('oware', start, CYCLE.slice(0, 11));
    expect(game).toMatchObject({ over: false, reason: undefined, legalPits: [5] });
    expect(formatPosition(game.position)).toBe('0,0,0,0,0,1/0,0,0,0,1,0 23/23 n');
  });

  it('is none with the other side to move', () => {
    //     1 0 0 1 0 1
    // 21               22
    //     1 0 1 0 0 0
    const rows = '1,0,1,0,0,0/1,0,1,0,0,1 22/21';
    const pits = [1, 3, 2, 6, 3, 4, 1, 1, 4, 2, 5, 1, 2, 3, 6, 4, 3, 1, 4, 2, 5, 4, 6, 5, 2];
    const game = played('oware', `${rows} s`, pits);
    expect(formatPosition(game.position)).toBe(`${rows} n`);
    expect(game).toMatchObject({ over: false, reason: undefined });
  });

  //     1 0 0 1 0 0
  // 23               22
  //     0 0 1 0 0 0
  const uneven = '0,0,1,0,0,0/0,0,1,0,0,1 22/23 s';
  const back = [3, 3, 4, 4, 5, 6, 1, 5, 6, 1, 2, 2];

  it('own-row: each side takes its own row; the seeds stay on the board', () => {
    const game = played('oware', uneven, back);
    expect(game.result).toMatchObject({ reason: 'repetition', scores: [23, 25], winner: 'n' });
    expect(formatPosition(game.position)).toBe(uneven);
  });

  it('split: the seeds in the pits are halved, of an odd number exactly', () => {
    const game = played('awari', uneven, back);
    expect(game.result).toEqual({
      reason: 'repetition',
      scores: [23.5, 24.5],
      winner: 'n',
      points: [0, 1],
    });
    expect(game.decided).toBe('n');
  });

  it('is looked for since the last capture; history is what may come back', () => {
    //     0 0 0 0 1 1
    // 22               21
    //     1 0 0 1 0 1
    const plies = [4, 2, 6, 3, 5, 4, 6, 1, 1, 2, 2, 3, 3, 5, 4, 4, 5, 6];
    const game = played('oware', '1,0,0,1,0,1/1,1,0,0,0,0 21/22 s', plies);
    expect(game.plies.map(({ captured }) => captured).indexOf(2)).toBe(2);
    expect(game.history).toEqual(game.positions.slice(3, -1));
    expect(formatPosition(game.history[0]!)).toBe('1,0,0,0,1,0/0,0,1,0,0,0 23/22 n');
    expect(game.history).toContainEqual(game.position);
    expect(game.reason).toBe('repetition');
  });

  it('has an empty history after a capture and where nothing can come back', () => {
    expect(played('oware', '1,0,0,1,0,1/1,1,0,0,0,0 21/22 s', [4, 2, 6]).history).toEqual([]);
    expect(new Match(startPosition('kalah', 6, 4)).history).toEqual([]);
    expect(played('mangala', '4,4,4,4,4,4/4,4,4,4,4,4 0/0 s', [1, 1]).history).toEqual([]);
  });
});

describe('4. a decided game', () => {
  it('stops at once, the seeds staying on the board', () => {
    //     4 4 4 4 4 1
    //  3               23
    //     0 0 0 0 0 1
    const game = played('oware', '0,0,0,0,0,1/1,4,4,4,4,4 23/3 s', [6]);
    expect(game.result).toEqual({
      reason: 'decided',
      scores: [25, 3],
      winner: 's',
      points: [1, 0],
    });
    expect(game).toMatchObject({ over: true, decided: 's' });
    expect(formatPosition(game.position)).toBe('0,0,0,0,0,0/0,4,4,4,4,4 25/3 n');
    expect(() => game.play(2)).toThrow(
      illegal('the game is decided, 25-3, and stops there: to play on, turn stopWhenDecided off'),
    );
  });

  it('goes on to the rules’ end with stopWhenDecided off', () => {
    //     4 4 4 4 4 1
    //  3               23
    //     0 0 0 0 0 1
    const game = match('oware', '0,0,0,0,0,1/1,4,4,4,4,4 23/3 s', PLAY_ON);
    game.play(6);
    expect(game).toMatchObject({ over: false, decided: 's', scores: [25, 3] });
    while (!game.over) game.play(game.legalPits[0]!);
    expect(game).toMatchObject({ decided: 's', result: { winner: 's' } });
    expect(game.reason).not.toBe('decided');
  });

  it('is judged by the seeds on this board, not by 48: 11 of 20 decide, 10 do not', () => {
    //     1 0 0 0 0 1
    //  5               10
    //     0 0 0 0 2 1
    const start = '0,0,0,0,2,1/1,0,0,0,0,1 10/5 s';
    expect(match('kalah', start)).toMatchObject({ over: false, decided: undefined });
    const game = played('kalah', start, [6]);
    expect(game).toMatchObject({ reason: 'decided', decided: 's', scores: [11, 5] });
    expect(game.plies[0]).toMatchObject({ extraTurn: true, over: false });
  });

  it('mangala: 25 of 48 decide', () => {
    //     1 5 0 0 0 0
    // 20               19
    //     2 0 0 1 0 0
    const game = played('mangala', '2,0,0,1,0,0/0,0,0,0,5,1 19/20 s', [1]);
    expect(game.result).toMatchObject({ reason: 'decided', scores: [25, 20], points: [1, 0] });
  });

  it('mangala: 24 do not', () => {
    //     1 5 0 0 0 0
    // 21               18
    //     2 0 0 1 0 0
    const game = played('mangala', '2,0,0,1,0,0/0,0,0,0,5,1 18/21 s', [1]);
    expect(game).toMatchObject({ over: false, decided: undefined, scores: [24, 21] });
  });

  it('mangala: 24-24 is a draw', () => {
    //     0 0 2 0 1 0
    // 24               20
    //     0 1 0 0 0 0
    const game = played('mangala', '0,1,0,0,0,0/0,1,0,2,0,0 20/24 s', [2]);
    expect(game.result).toEqual({
      reason: 'row-empty',
      scores: [24, 24],
      winner: undefined,
      points: [0.5, 0.5],
    });
  });

  it('is decided at its start on a set-up board', () => {
    //     1 0 0 0 0 1
    // 11               1
    //     0 0 0 0 2 1
    const start = '0,0,0,0,2,1/1,0,0,0,0,1 1/11 s';
    expect(match('kalah', start)).toMatchObject({ reason: 'decided', legalPits: [] });
    expect(match('kalah', start, PLAY_ON)).toMatchObject({ over: false, decided: 'n' });
  });
});

describe('5. ends by the players', () => {
  //     0 0 0 2 0 1
  // 21               22
  //     0 1 0 0 1 0
  const start = '0,1,0,0,1,0/1,0,2,0,0,0 22/21 s';

  it.each(['oware', 'awari'])('%s by agreement: each side takes its own row', (rules) => {
    const game = match(rules, start);
    game.agree();
    expect(game.result).toMatchObject({
      reason: 'agreement',
      scores: [24, 24],
      points: [0.5, 0.5],
    });
    expect(formatPosition(game.position)).toBe(start);
    expect(() => game.play(2)).toThrow(
      illegal('the game is over by agreement, 24-24: nothing can follow'),
    );
  });

  it.each(['kalah', 'kalah-empty', 'kalah-turn', 'mangala'])('%s: no agreement', (rules) => {
    const game = match(rules, start);
    expect(() => game.agree()).toThrow(
      illegal(`${rules} does not end by agreement: expected a move, or a side that resigns`),
    );
    expect(game.over).toBe(false);
  });

  it('a side that resigns loses, whatever the stores say', () => {
    const game = match('kalah', start);
    game.resign();
    expect(game.result).toEqual({
      reason: 'resigned',
      scores: [22, 21],
      winner: 'n',
      points: [0, 1],
    });
    const other = match('kalah', start);
    other.resign('n');
    expect(other.result).toMatchObject({ winner: 's', points: [1, 0] });
  });

  it('cannot come after the end', () => {
    const game = played('oware', '0,0,0,0,0,1/0,0,0,0,0,1 23/23 s', CYCLE);
    const over = illegal('the game is over by repetition, 24-24: nothing can follow');
    expect(() => game.agree()).toThrow(over);
    expect(() => game.resign()).toThrow(over);
  });

  it('are taken back without a ply, and made again', () => {
    for (const close of [(game: Match) => game.agree(), (game: Match) => game.resign('n')]) {
      const game = played('oware', start, [2]);
      const before = seen(game);
      close(game);
      const after = seen(game);
      for (const [undo, redo] of [
        [() => game.undo(), () => game.redo()],
        [() => game.undoTurn(), () => game.redoTurn()],
      ] as const) {
        expect(undo()).toBe(true);
        expect(seen(game)).toEqual(before);
        expect(redo()).toBe(true);
        expect(seen(game)).toEqual(after);
      }
    }
  });
});

describe('6. undo and redo', () => {
  const start = startPosition('kalah', 6, 4);

  it('takes back a ply', () => {
    const game = Match.fromMoves(start, ['3,6', '2']);
    expect(game.undo()).toBe(true);
    expect(game.turns.map(({ text }) => text)).toEqual(['3,6']);
    expect(game.undo()).toBe(true);
    expect(game.turns.map(({ text }) => text)).toEqual(['3']);
    expect(game.position.mover).toBe('s');
  });

  it('takes back a turn, or what has been played of it', () => {
    const game = Match.fromMoves(start, ['3,6', '2']);
    expect(game.undoTurn()).toBe(true);
    expect(game.turns.map(({ text }) => text)).toEqual(['3,6']);
    expect(game.undoTurn()).toBe(true);
    expect(game.plies).toEqual([]);
    expect([game.undoTurn(), game.undo()]).toEqual([false, false]);
  });

  it('does a turn again, or what is left of it', () => {
    const game = Match.fromMoves(start, ['3,6', '2']);
    const end = seen(game);
    while (game.undo());
    expect(game.redoTurn()).toBe(true);
    expect(game.turns.map(({ text }) => text)).toEqual(['3,6']);
    game.undo();
    game.redoTurn();
    expect(game.turns.map(({ text }) => text)).toEqual(['3,6']);
    expect([game.redo(), game.redo(), game.redoTurn()]).toEqual([true, false, false]);
    expect(seen(game)).toEqual(end);
  });

  it('has nothing to do again once something else is played, but after a refused move', () => {
    const game = Match.fromMoves(start, ['3,6']);
    game.undo();
    expect(() => game.play(3)).toThrow();
    expect(game.redo()).toBe(true);
    game.undo();
    game.play(1);
    expect(game.redo()).toBe(false);
    game.undo();
    game.resign();
    expect(game.redo()).toBe(false);
  });

  it('lets a game that was over go on', () => {
    const game = played('oware', '0,0,0,0,0,1/0,0,0,0,0,1 23/23 s', CYCLE);
    game.undo();
    expect(game).toMatchObject({ over: false, legalPits: [5] });
  });

  it('leaves what was handed out as it was', () => {
    const game = Match.fromMoves(start, ['3,6', '2']);
    const { plies, turns, positions } = game;
    game.undoTurn();
    expect([plies.length, turns.length, positions.length]).toEqual([3, 2, 4]);
  });
});

describe('7. games from outside', () => {
  const start = startPosition('kalah', 6, 4);

  it('are taken as turns or as plies', () => {
    const game = new Match(start);
    for (const turn of ['3,6', '2', '1']) game.play(turn);
    expect(seen(Match.fromMoves(start, ['3,6', '2,1']))).toEqual(seen(game));
    expect(seen(Match.fromMoves(start, [3, 6, 2, 1]))).toEqual(seen(game));
    expect(Match.fromMoves(start, ['3']).position.mover).toBe('s');
  });

  it('are what a match says of itself', () => {
    const game = Match.fromMoves(start, ['3,6', '2,1', '1']);
    const turns = game.turns.map(({ text }) => text);
    const pits = game.plies.map(({ pit }) => pit);
    expect(seen(Match.fromMoves(start, turns))).toEqual(seen(game));
    expect(seen(Match.fromMoves(start, pits))).toEqual(seen(game));
    expect(seen(Match.fromPositions(game.positions))).toEqual(seen(game));
  });

  it.each([
    [['3,6', '2,2'], 'move 2, ply 4: pit 2 is empty: expected one of 1, 3, 4, 5, 6'],
    [[3, 6, 2, 2], 'move 4, ply 4: pit 2 is empty: expected one of 1, 3, 4, 5, 6'],
    [[3, 6.5], 'move 2, ply 2: no such pit: expected one of 1, 2, 4, 5, 6'],
    [['3,6', 'x7'], "move 2, ply 3: no pit 'x7': expected 1 to 6 or A to F"],
    [['3,6,1'], 'move 1, ply 3: the turn has passed after 6: expected no more pits in it'],
    [
      ['3', '2'],
      'move 2, ply 2: the turn goes on after 3: expected its other pits in the same text, ' +
        'or plies as numbers',
    ],
  ])('are refused at the first wrong ply: %j', (moves, message) => {
    expect(() => Match.fromMoves(start, moves)).toThrow(invalid(message));
  });

  it('are refused where they go on after the end, with what ended it', () => {
    const cycle = parsePosition('0,0,0,0,0,1/0,0,0,0,0,1 23/23 s', 'oware');
    expect(() => Match.fromMoves(cycle, [...CYCLE, 6])).toThrow(
      invalid('move 13, ply 13: the game is over by repetition, 24-24: nothing can follow'),
    );
    const decided = parsePosition('0,0,0,0,2,1/1,0,0,0,0,1 10/5 s', 'kalah');
    expect(() => Match.fromMoves(decided, ['6,5'])).toThrow(
      invalid(
        'move 1, ply 2: the game is decided, 11-5, and stops there: to play on, turn stopWhenDecided off',
      ),
    );
    expect(() => Match.fromMoves(decided, ['6', '5'])).toThrow(
      invalid(
        'move 2, ply 2: the game is decided, 11-5, and stops there: to play on, turn stopWhenDecided off',
      ),
    );
    expect(Match.fromMoves(decided, ['6,5'], PLAY_ON).plies).toHaveLength(2);
  });

  it('are taken as positions, from which a search has its history', () => {
    const cycle = parsePosition('0,0,0,0,0,1/0,0,0,0,0,1 23/23 s', 'oware');
    const game = Match.fromMoves(cycle, CYCLE.slice(0, 11));
    expect(game.history).toHaveLength(11);
    const given = [...game.history, game.position].map((position) =>
      parsePosition(formatPosition(position), 'oware'),
    );
    expect(seen(Match.fromPositions(given))).toEqual(seen(game));
  });

  it('are refused at the first position that no ply leads to', () => {
    const { positions } = Match.fromMoves(start, ['3,6', '2']);
    const wrong = [positions[0]!, positions[1]!, positions[3]!];
    expect(() => Match.fromPositions(wrong)).toThrow(
      invalid('ply 2: no pit leads to its position: expected what comes of one of 1, 2, 4, 5, 6'),
    );
    const stolen = makePosition({ ...positions[1]!, stores: [2, 0] }, 'kalah');
    expect(() => Match.fromPositions([start, stolen])).toThrow(
      invalid(
        'ply 1: no pit leads to its position: expected what comes of one of 1, 2, 3, 4, 5, 6',
      ),
    );
    const passed = makePosition({ ...positions[1]!, mover: 'n' }, 'kalah');
    expect(() => Match.fromPositions([start, passed])).toThrow(
      expect.objectContaining({ name: 'InvalidHistory' }),
    );
    const foreign = makePosition(positions[1]!, 'kalah-empty');
    expect(() => Match.fromPositions([start, foreign])).toThrow(
      invalid('ply 1: a position of kalah-empty in a game of kalah: expected one rule set'),
    );
    expect(() => Match.fromPositions([])).toThrow(
      invalid('no positions: expected at least the start'),
    );
  });

  it('are refused as positions where they go on after the end', () => {
    const ended = played('kalah', '0,0,0,0,0,3/1,0,0,0,0,2 20/22 s', [6]);
    expect(() => Match.fromPositions([...ended.positions, ended.start])).toThrow(
      invalid('ply 2: the game is over, 21-27: nothing can follow'),
    );
    const { positions } = played('oware', '0,0,0,0,0,1/0,0,0,0,0,1 23/23 s', CYCLE);
    expect(() => Match.fromPositions([...positions, positions[1]!])).toThrow(
      invalid('ply 13: the game is over by repetition, 24-24: nothing can follow'),
    );
  });
});

describe('8. every match', () => {
  const starts = fc
    .tuple(ruleSets(), fc.option(boards()))
    .map(([rules, board]) =>
      board === null ? startPosition(rules, 6, 4) : makePosition(board, rules),
    );
  const runs = { ...RUNS, numRuns: 400 };

  /** Plays at most `picks.length` plies, each the legal pit that a number picks. */
  function playAny(game: Match, picks: readonly number[], after: () => void): void {
    for (const pick of picks) {
      if (game.over) return;
      game.play(game.legalPits[pick % game.legalPits.length]!);
      after();
    }
  }

  function picks(maxLength: number): fc.Arbitrary<number[]> {
    return fc.array(fc.nat(), { maxLength, size: 'max' });
  }

  it('is restored by undo, and by redo', () => {
    fc.assert(
      fc.property(starts, fc.boolean(), picks(60), (start, stopWhenDecided, pits) => {
        const game = new Match(start, { stopWhenDecided });
        const states = [seen(game)];
        playAny(game, pits, () => states.push(seen(game)));
        for (const state of states.slice(0, -1).reverse()) {
          expect(game.undo()).toBe(true);
          expect(seen(game)).toEqual(state);
        }
        expect(game.undo()).toBe(false);
        for (const state of states.slice(1)) {
          expect(game.redo()).toBe(true);
          expect(seen(game)).toEqual(state);
        }
        expect(game.redo()).toBe(false);
      }),
      runs,
    );
  });

  it('is restored turn by turn', () => {
    fc.assert(
      fc.property(starts, picks(60), (start, pits) => {
        const game = new Match(start);
        playAny(game, pits, () => undefined);
        const states = [seen(game)];
        for (let turns = game.turns.length; turns > 0; turns--) {
          expect(game.turns).toHaveLength(turns);
          expect(game.undoTurn()).toBe(true);
          states.push(seen(game));
        }
        expect(game.position).toBe(start);
        for (const state of states.slice(0, -1).reverse()) {
          expect(game.redoTurn()).toBe(true);
          expect(seen(game)).toEqual(state);
        }
      }),
      runs,
    );
  });

  it('keeps its seeds, and shows nothing that can be changed', () => {
    fc.assert(
      fc.property(starts, picks(60), (start, pits) => {
        const game = new Match(start);
        playAny(game, pits, () => expect(seedsOf(game.position)).toBe(seedsOf(start)));
        expect(Object.values(seen(game)).every(isAllFrozen)).toBe(true);
        const [south, north] = game.scores;
        const left = game.over && game.reason !== 'decided' ? 0 : seedsOf(game.position);
        if (left === 0) expect(south + north).toBe(seedsOf(start));
        else expect([south, north]).toEqual(game.position.stores);
      }),
      runs,
    );
  });

  it('ends when its rules, a position that comes back, or a store above half end it', () => {
    const reasons = new Set<string>();
    fc.assert(
      fc.property(starts, fc.boolean(), picks(400), (start, stopWhenDecided, pits) => {
        const game = new Match(start, { stopWhenDecided });
        const half = seedsOf(start) / 2;
        // Stores only grow: a position that comes back does so with the stores it had.
        const met = new Set<string>();
        const check = (): void => {
          const text = formatPosition(game.position);
          const decided = game.position.stores.some((store) => store > half);
          let reason: string | undefined;
          if (isOver(game.position)) reason = optionsOf(start.rules).end;
          else if (met.has(text)) reason = 'repetition';
          else if (decided && stopWhenDecided) reason = 'decided';
          expect(game.reason).toBe(reason);
          expect(game.over).toBe(reason !== undefined);
          if (decided) expect(game.decided).toBeDefined();
          if (reason !== undefined) reasons.add(`${reason} ${start.rules}`);
          met.add(text);
        };
        check();
        playAny(game, pits, check);
      }),
      runs,
    );
    expect(reasons).toContain('repetition oware');
    expect(reasons).toContain('repetition awari');
    expect([...reasons].filter((reason) => reason.startsWith('decided'))).toHaveLength(6);
    expect([...reasons].filter((reason) => reason.startsWith('repetition'))).toHaveLength(2);
  });

  it('ends with one winner or a draw: points add up to one', () => {
    fc.assert(
      fc.property(starts, picks(400), (start, pits) => {
        const game = new Match(start);
        playAny(game, pits, () => undefined);
        const { result } = game;
        if (result === undefined) return;
        const [south, north] = result.scores;
        expect(result.winner).toBe(south > north ? 's' : south < north ? 'n' : undefined);
        expect(result.points).toEqual([
          (1 + Math.sign(south - north)) / 2,
          (1 + Math.sign(north - south)) / 2,
        ]);
        expect(game.decided).toBe(result.winner);
      }),
      runs,
    );
  });
});

describe('9. a series', () => {
  //     0 0 2 0 1 0
  // 24               20
  //     0 1 0 0 0 0
  const draw = () => played('mangala', '0,1,0,0,0,0/0,1,0,2,0,0 20/24 s', [2]);
  //     1 5 0 0 0 0
  // 20               19
  //     2 0 0 1 0 0
  const win = () => played('mangala', '2,0,0,1,0,0/0,0,0,0,5,1 19/20 s', [1]);

  it('adds up match points and seeds', () => {
    const series = new Series();
    expect(series).toMatchObject({ results: [], points: [0, 0], seeds: [0, 0] });
    series.add(draw());
    expect(series).toMatchObject({ points: [0.5, 0.5], seeds: [24, 24] });
    series.add(win());
    const lost = new Match(startPosition('mangala', 6, 4));
    lost.resign();
    expect(series.add(lost)).toEqual(lost.result);
    expect(series).toMatchObject({ points: [1.5, 1.5], seeds: [49, 44] });
    expect(series.results.map(({ reason }) => reason)).toEqual([
      'row-empty',
      'decided',
      'resigned',
    ]);
  });

  it('counts halves of seeds exactly', () => {
    const series = new Series();
    for (let games = 0; games < 3; games++) {
      const pits = [3, 3, 4, 4, 5, 6, 1, 5, 6, 1, 2, 2];
      series.add(played('awari', '0,0,1,0,0,0/0,0,1,0,0,1 22/23 s', pits));
    }
    expect(series).toMatchObject({ points: [0, 3], seeds: [70.5, 73.5] });
  });

  it('counts sides, whoever starts', () => {
    //     0 0 1 0 0 2
    // 19               20
    //     0 0 0 0 5 1
    const series = new Series();
    series.add(played('mangala', '0,0,0,0,5,1/2,0,0,1,0,0 20/19 n', [1]));
    expect(series).toMatchObject({ points: [0, 1], seeds: [20, 25] });
  });

  it('refuses a game that is not over', () => {
    const series = new Series();
    const game = draw();
    game.undo();
    expect(() => series.add(game)).toThrow(
      invalid(
        'the game is not over and cannot be counted: expected one played to its end, or resigned',
      ),
    );
    expect(series.results).toEqual([]);
  });

  it('keeps a result when its match is undone, and hands out nothing that can be changed', () => {
    const series = new Series();
    const game = draw();
    series.add(game);
    const { results, points, seeds } = series;
    game.undo();
    series.add(win());
    expect([results.length, points, seeds]).toEqual([1, [0.5, 0.5], [24, 24]]);
    expect([results, points, seeds].every(isAllFrozen)).toBe(true);
  });
});

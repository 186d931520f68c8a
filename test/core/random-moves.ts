import { expect } from 'vitest';
import { Core } from '../../src/core/core.js';
import { rowsOf } from '../../src/core/rows.js';
import { MAX_SEEDS } from '../../src/position.js';
import type { Board } from '../../src/rules/board.js';
import { optionsOf } from '../../src/rules/options.js';
import type { RuleSetId } from '../../src/rules/options.js';
import { isOver, legalPits, playPit } from '../../src/rules/rules.js';
import type { Ply } from '../../src/rules/rules.js';
import { pick, randomBoard, randomOf } from '../random.js';
import { BUILDS, comparable, CORE_PITS, expectedPly, GENERAL_PITS } from './support.js';
import type { PlainBuild } from './support.js';

/** The fast form, for the boards that it takes, and the general one, for all. */
const FORMS = [
  { form: 'fast', pits: CORE_PITS, seeds: 127 },
  { form: 'general', pits: GENERAL_PITS, seeds: MAX_SEEDS },
] as const;

export interface Variant {
  readonly build: PlainBuild;
  readonly form: 'fast' | 'general';
  /** Most pits and seeds. */
  readonly pits: number;
  readonly seeds: number;
}

export const VARIANTS: readonly Variant[] = BUILDS.flatMap((build) =>
  FORMS.map((form) => ({ build, ...form })),
);

/** Oware and Awari need not end. */
const MOST_OF_A_GAME = 1000;

/** Loads each core of a variant once. */
export function coresOf({
  build,
  seeds,
}: Variant): (rules: RuleSetId, width: number) => Promise<Core> {
  const cores = new Map<string, Promise<Core>>();
  return (rules, width) => {
    const key = `${rules} ${width}`;
    const core = cores.get(key) ?? Core.load(rules, width, { wasm: build, seeds });
    cores.set(key, core);
    return core;
  };
}

/**
 * Plays random games of `wanted` plies in all, and compares each with the plain rules. They begin on boards of
 * every width with every number of seeds.
 */
export async function playRandomMoves(
  variant: Variant,
  rules: RuleSetId,
  wanted: number,
): Promise<void> {
  const { build, form, pits, seeds } = variant;
  const coreFor = coresOf(variant);
  const random = randomOf(build.length + form.length);
  const starts = pits * (seeds + 1);
  const most = Math.min(MOST_OF_A_GAME, Math.ceil(wanted / starts));
  let played = 0;
  for (let game = 0; game < starts || played < wanted; game++) {
    const width = 1 + (game % pits);
    const core = await coreFor(rules, width);
    let board = randomBoard(random, width, Math.floor(game / pits) % (seeds + 1));
    let legal = expectMoves(core, board);
    for (let ply = 0; ply < most && legal.length > 0; ply++) {
      board = expectPly(core, board, pick(random, legal)).board;
      legal = expectMoves(core, board);
      played++;
    }
  }
}

/** Compares the playable pits, and whether the game is over: it is where there are none. Returns them. */
export function expectMoves(core: Core, board: Board): readonly number[] {
  const options = optionsOf(core.rules);
  const rows = rowsOf(board);
  const legal = legalPits(options, board);
  if (core.moves(rows).join() !== legal.join()) {
    expect(core.moves(rows), JSON.stringify(board)).toEqual(legal);
  }
  if (core.isOver(rows) !== (legal.length === 0)) {
    expect(core.isOver(rows), JSON.stringify(board)).toBe(isOver(options, board));
  }
  return legal;
}

/** Compares a legal ply with the plain rules, and returns theirs. */
export function expectPly(core: Core, board: Board, pit: number): Ply {
  const ply = playPit(optionsOf(core.rules), board, pit);
  const expected = expectedPly(board, ply);
  const found = comparable(core.play(rowsOf(board), pit));
  if (!same(found, expected)) expect(found, JSON.stringify({ board, pit })).toEqual(expected);
  return ply;
}

/** `toEqual` is too slow for a million comparisons. */
function same(a: ReturnType<typeof expectedPly>, b: ReturnType<typeof expectedPly>): boolean {
  return (
    a.gain === b.gain &&
    a.over === b.over &&
    a.extraTurn === b.extraTurn &&
    a.rows?.own === b.rows?.own &&
    a.rows?.opp === b.rows?.opp
  );
}

/**
 * The rule sets as data. Each question on which mancala sources disagree is an option with a name; a
 * rule set is one choice of all of them, and its id goes wherever a result goes, because a value
 * found under one rule set says nothing about another. A new rule set is a new row of `RULE_SETS`, or is
 * added from outside by `addRuleSet`.
 *
 * Sources: `kalah-empty` is the game solved by Irving, Donkers and Uiterwijk (2000) and FairKalah's;
 * `kalah` is what Wikipedia and most sites call standard; `kalah-turn` takes the end from the long
 * guides of some sites. `awari` is the Computer Olympiad's, solved by Romein and Bal (2002) after
 * Lincke (2002); `oware` is the abapa game of the tables; `mangala` is the Turkish game.
 */
import { GranaryError, quote } from '../errors.js';

/** A rule set, option by option. */
export interface RuleOptions {
  /** Where the first of two or more seeds goes: the pit after the origin, or the origin itself. */
  readonly firstSeed: 'next' | 'origin';
  /** Whether a lap drops a seed into the origin or passes over it. */
  readonly lapOrigin: 'sow' | 'skip';
  /** Whether seeds are sown into the mover's store. The other store is never sown. */
  readonly ownStore: 'sow' | 'pass';
  /** Last seed in an own empty pit: never captures, only with seeds opposite, or always. */
  readonly oppositeCapture: 'none' | 'occupied' | 'always';
  /** Last seed in the other row: never captures, an even pit, or pits of two or three backwards. */
  readonly otherRowCapture: 'none' | 'even' | 'two-three';
  /** A capture of every seed in the other row. */
  readonly grandSlam: 'takes' | 'takes-nothing' | 'illegal';
  /** Duty towards the opponent: none, to feed one without seeds, or to leave one a reply. */
  readonly feeding: 'free' | 'must-feed' | 'leave-a-reply';
  /** What ends the game: an empty row, a mover without seeds, or a mover without a legal move. */
  readonly end: 'row-empty' | 'mover-empty' | 'no-move';
  /** Who gets the seeds left: the row's owner, the side whose row is empty, the side not to move. */
  readonly sweep: 'owner' | 'emptier' | 'other-side';
  /** A position that comes back: cannot happen, at the table each his row, or an even split. */
  readonly repetition: 'none' | 'own-row' | 'split';
}

/** The values that each option may have, in the order of the core's numbers for them. */
export const OPTION_VALUES: { readonly [Name in keyof RuleOptions]: readonly RuleOptions[Name][] } =
  {
    firstSeed: ['next', 'origin'],
    lapOrigin: ['sow', 'skip'],
    ownStore: ['sow', 'pass'],
    oppositeCapture: ['none', 'occupied', 'always'],
    otherRowCapture: ['none', 'even', 'two-three'],
    grandSlam: ['takes', 'takes-nothing', 'illegal'],
    feeding: ['free', 'must-feed', 'leave-a-reply'],
    end: ['row-empty', 'mover-empty', 'no-move'],
    sweep: ['owner', 'emptier', 'other-side'],
    repetition: ['none', 'own-row', 'split'],
  };

const KALAH: RuleOptions = {
  firstSeed: 'next',
  lapOrigin: 'sow',
  ownStore: 'sow',
  oppositeCapture: 'occupied',
  otherRowCapture: 'none',
  grandSlam: 'takes',
  feeding: 'free',
  end: 'row-empty',
  sweep: 'owner',
  repetition: 'none',
};

const OWARE: RuleOptions = {
  firstSeed: 'next',
  lapOrigin: 'skip',
  ownStore: 'pass',
  oppositeCapture: 'none',
  otherRowCapture: 'two-three',
  grandSlam: 'takes-nothing',
  feeding: 'must-feed',
  end: 'no-move',
  sweep: 'owner',
  repetition: 'own-row',
};

/** The options of the six rule sets, by their ids. */
export const RULE_SETS = {
  kalah: KALAH,
  'kalah-empty': { ...KALAH, oppositeCapture: 'always' },
  'kalah-turn': { ...KALAH, end: 'mover-empty' },
  mangala: { ...KALAH, firstSeed: 'origin', otherRowCapture: 'even', sweep: 'emptier' },
  oware: OWARE,
  awari: {
    ...OWARE,
    grandSlam: 'takes',
    feeding: 'leave-a-reply',
    sweep: 'other-side',
    repetition: 'split',
  },
} as const satisfies Record<string, RuleOptions>;

for (const options of Object.values(RULE_SETS)) Object.freeze(options);
Object.freeze(RULE_SETS);

/** One of the six, or one that `addRuleSet` has added. */
export type RuleSetId = keyof typeof RULE_SETS | (string & {});

const ruleSets = new Map<string, RuleOptions>(Object.entries(RULE_SETS));

/** The ids of all rule sets, in order. */
export function ruleSetIds(): readonly RuleSetId[] {
  return [...ruleSets.keys()];
}

/** Whether there is a rule set of that id. */
export function isRuleSet(id: unknown): id is RuleSetId {
  return typeof id === 'string' && ruleSets.has(id);
}

/** The options of a rule set; throws `UnknownRules`. */
export function optionsOf(id: RuleSetId): RuleOptions {
  const options = ruleSets.get(id);
  if (options !== undefined) return options;
  const given = typeof id === 'string' ? ` ${quote(id)}` : '';
  throw new GranaryError(
    'UnknownRules',
    `unknown rule set${given}: expected one of ${ruleSetIds().join(', ')}`,
  );
}

/**
 * Adds a rule set: all that takes an id takes it from then on, in this thread. Its id goes into file names
 * and is for good: at most 16 small letters, digits and hyphens. Throws `InvalidOption`.
 */
export function addRuleSet(id: string, options: RuleOptions): void {
  if (typeof id !== 'string' || !/^[a-z][a-z0-9-]{0,15}$/.test(id)) {
    throw invalid(
      'bad id of a rule set: expected at most 16 small letters, digits and hyphens, a letter first',
    );
  }
  if (ruleSets.has(id)) throw invalid(`there is a rule set ${id} already: choose another id`);
  const copy = { ...options };
  checkOptions(copy);
  ruleSets.set(id, Object.freeze(copy));
}

/** Whether a position can come back: seeds that never leave the rows go round. */
export function isCyclic(options: RuleOptions): boolean {
  return options.ownStore === 'pass';
}

function checkOptions(options: RuleOptions): void {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(OPTION_VALUES, name));
  if (unknown !== undefined) {
    throw invalid(
      `unknown option of a rule set: expected only ${Object.keys(OPTION_VALUES).join(', ')}`,
    );
  }
  for (const name of Object.keys(OPTION_VALUES) as (keyof RuleOptions)[]) {
    const values: readonly string[] = OPTION_VALUES[name];
    if (!values.includes(options[name])) {
      throw invalid(`bad option ${name} of a rule set: expected one of ${values.join(', ')}`);
    }
  }
  if (isCyclic(options) !== (options.repetition !== 'none')) {
    throw invalid(
      'bad option repetition of a rule set: expected none where ownStore is sow, else own-row or split',
    );
  }
  // With these a side may be left without a legal move.
  const mayStick = options.feeding === 'must-feed' || options.grandSlam === 'illegal';
  if (mayStick && options.end !== 'no-move') {
    throw invalid(
      'bad option end of a rule set: expected no-move where feeding is must-feed or grandSlam is illegal',
    );
  }
}

function invalid(message: string): GranaryError {
  return new GranaryError('InvalidOption', message);
}

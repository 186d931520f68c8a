/**
 * Granary as a library: positions and their text, the plain rules, and the WebAssembly core that builds
 * tablebases and proves values.
 *
 *     const position = parsePosition('3,3,3/3,3,3 0/0 s', 'kalah');
 *     const core = await Core.load(position.rules, position.south.length);
 *     core.reserve({ layers: -1, tableMib: 64 });
 *     const { value, proof, pv } = await solve(core, position, { moves: true });
 *
 * What fails throws a `GranaryError`, whose `name` says what kind of failure it is.
 */

export { ERROR_KINDS, GranaryError, isGranaryError } from './errors.js';
export type { ErrorKind } from './errors.js';

/** Rule sets, their options by name, and how to add another. */
export { addRuleSet, isRuleSet, optionsOf, RULE_SETS, ruleSetIds } from './rules/options.js';
export type { RuleOptions, RuleSetId } from './rules/options.js';

/** Positions by the plain rules: slow, obvious, for 1 to 8 pits a side and 255 seeds. */
export {
  explain,
  isOver,
  legalPits,
  makePosition,
  MAX_PITS,
  MAX_SEEDS,
  moves,
  play,
  score,
  settle,
  startPosition,
} from './position.js';
export type { Board, Move, Position, Setup, Side } from './position.js';
export type { Ending, Ply } from './rules/rules.js';

/**
 * Positions, turns and rule sets as text: our own, KGP's (`formatKgp`), and for the rule sets that sow no
 * stores (`hasAuale`: Oware and Awari) Aualé's. `parsePosition` reads all three.
 */
export {
  formatAuale,
  formatKgp,
  formatPosition,
  formatTurn,
  hasAuale,
  parseAuale,
  parseKgp,
  parsePosition,
  parseRules,
  parseSetup,
  parseTurn,
} from './notation.js';

/** Games with their history and result, and several of them added up. */
export { Match } from './match.js';
export type { MatchOptions, Played, Turn } from './match.js';
export type { EndReason, Pair, Result } from './result.js';
export { Series } from './series.js';

/** The core: one rule set and board in WebAssembly memory, for 1 to 6 pits a side and 127 seeds. */
export { Core } from './core/core.js';
export type { CoreOptions, CorePly, Reservation } from './core/core.js';
export { rowsOf, seedsInPlay } from './core/rows.js';
export type { Rows } from './core/rows.js';

/** Layers of a tablebase: built into a folder, or loaded from folders into a core. */
export { buildLayers, countLayers, loadLayers } from './tablebase/layers.js';
export type { BuildOptions, BuiltLayer, LoadedLayer } from './tablebase/layers.js';
export { Crew } from './tablebase/crew.js';
export type { LayerOptions, LayerProgress } from './tablebase/crew.js';
export { startCrew } from './worker/workers.js';

/** A tablebase to look positions up in, block by block: on disk, or on a server. */
export { Tablebase } from './tablebase/tablebase.js';
export type { BestMoves, TablebaseOptions } from './tablebase/tablebase.js';
export type { BestLine } from './tablebase/best-line.js';

/** Whole layers in memory, verified by the plain rules, or counted by gain. */
export { LayerMemory } from './tablebase/memory.js';
export type { MemoryOptions } from './tablebase/memory.js';
export { verifyLayers } from './tablebase/verify.js';
export type {
  VerifiedLayer,
  VerifyOptions,
  VerifyProgress,
  WrongEntry,
} from './tablebase/verify.js';
export { countGains } from './tablebase/histogram.js';

/** Exact values, each with what it proves. */
export { solve } from './solver/solver.js';
export type {
  Effort,
  MoveBounds,
  MoveValue,
  Solution,
  SolveOptions,
  SolveProgress,
} from './solver/solver.js';
export type { Bounds, Proof, Proven } from './solver/bounds.js';
export { Checkpoint } from './solver/checkpoint.js';
export { proveLine } from './solver/proven-line.js';
export type { LineOptions, ProvenLine, ProvenPly } from './solver/proven-line.js';

/** Certificates: proofs of a score that the plain rules and tables check, without any search. */
export { makeCertificate } from './certificate/make.js';
export type {
  MadeCertificate,
  MakeCertificateOptions,
  MakeCertificateProgress,
} from './certificate/make.js';
export { checkCertificate } from './certificate/check.js';
export type { CheckedCertificate } from './certificate/check.js';
export type {
  Claim,
  FailedClaim,
  UnfoldOptions,
  UnfoldProgress,
  Work,
} from './certificate/claims.js';
export { decodeCertificate, encodeCertificate } from './certificate/format.js';
export type { Certificate } from './certificate/format.js';
export { readCertificate, writeCertificate } from './certificate/disk.js';
export type { KnownGains } from './solver/prover.js';

/** Proven values of openings: read from files, looked up, taken by `solve` as its `book`, made and verified. */
export { Book } from './book/book.js';
export type { BookHeader, BookId } from './book/format.js';
export { Books, findBook } from './book/folders.js';
export type { BookOptions } from './book/folders.js';
export { makeBook } from './book/make.js';
export type { MadeBook, MakeBookOptions, MakeBookProgress } from './book/make.js';
export { verifyBook } from './book/verify.js';
export type {
  VerifiedBook,
  VerifyBookOptions,
  VerifyBookProgress,
  WrongValue,
} from './book/verify.js';

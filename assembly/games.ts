import { Row } from './board';
import { perft } from './perft';
import { General } from './rules/general';
import { EmptyCapture, EndAtTurn, Kalah, Standard } from './rules/kalah';
import { Mangala } from './rules/mangala';
import { Abapa, Olympiad, Oware } from './rules/oware';
import { RuleSet } from './rules/ruleset';
import { Sowing } from './rules/sowing';
import { Proof } from './search/proof';
import { AcyclicSolver } from './tablebase/acyclic';
import { CyclicSolver } from './tablebase/cyclic';
import { Families } from './tablebase/families';

/*
 * Which rule set is in play. Each has its own copy of the machinery; this file, and no other, chooses
 * between them.
 */

/** Ids of the rule sets, as the host passes them. */
const KALAH: i32 = 0;
const KALAH_EMPTY: i32 = 1;
const KALAH_TURN: i32 = 2;
const MANGALA: i32 = 3;
const OWARE: i32 = 4;
const AWARI: i32 = 5;

type Moves = (own: Row, opp: Row) => u64;
type Play = (own: Row, opp: Row, shift: u64) => void;
type IsOver = (own: Row, opp: Row) => bool;
type SweepGain = (own: Row, opp: Row) => i32;
type Perft = (own: Row, opp: Row, depth: i32) => u64;
type IsCyclic = () => bool;
type FillFamilies = (layers: i32) => void;
type BeginLayer = (layer: i32) => void;
type Solve = (budget: u32) => u32;
type Search = (budget: i32) => bool;
type Known = (own: Row, opp: Row, isLower: bool) => i32;

/** The machinery of the rule set in play; a call before `choose` traps. */
export class Game {
  static moves: Moves = changetype<Moves>(0);
  static play: Play = changetype<Play>(0);
  static isOver: IsOver = changetype<IsOver>(0);
  static sweepGain: SweepGain = changetype<SweepGain>(0);
  static perft: Perft = changetype<Perft>(0);
  static isCyclic: IsCyclic = changetype<IsCyclic>(0);
  static fillFamilies: FillFamilies = changetype<FillFamilies>(0);
  static beginLayer: BeginLayer = changetype<BeginLayer>(0);
  static solve: Solve = changetype<Solve>(0);
  static search: Search = changetype<Search>(0);
  static known: Known = changetype<Known>(0);

  /** Puts a rule set in its fast form in play; false if the core has none with this id. */
  static choose(id: i32): bool {
    if (id == KALAH) Game.use<Kalah<Standard>>();
    else if (id == KALAH_EMPTY) Game.use<Kalah<EmptyCapture>>();
    else if (id == KALAH_TURN) Game.use<Kalah<EndAtTurn>>();
    else if (id == MANGALA) Game.use<Mangala>();
    else if (id == OWARE) Game.use<Oware<Abapa>>();
    else if (id == AWARI) Game.use<Oware<Olympiad>>();
    else return false;
    return true;
  }

  /** Puts the general form in play, by the options that are set. */
  static chooseGeneral(): void {
    Game.use<General>();
  }

  private static use<R extends RuleSet>(): void {
    const cyclic = changetype<R>(0).isCyclic();
    if (!changetype<R>(0).isGeneral()) {
      Sowing.use(changetype<R>(0).keepsFirst(), cyclic, !cyclic);
    }
    Game.moves = (own: Row, opp: Row): u64 => changetype<R>(0).moves(own, opp);
    Game.play = (own: Row, opp: Row, shift: u64): void => changetype<R>(0).play(own, opp, shift);
    Game.isOver = (own: Row, opp: Row): bool => changetype<R>(0).isOver(own, opp);
    Game.sweepGain = (own: Row, opp: Row): i32 => changetype<R>(0).sweepGain(own, opp);
    Game.perft = (own: Row, opp: Row, depth: i32): u64 => perft<R>(own, opp, depth);
    Game.isCyclic = (): bool => changetype<R>(0).isCyclic();
    Game.fillFamilies = (layers: i32): void => Families.fill<R>(layers);
    Game.beginLayer = (layer: i32): void => {
      if (changetype<R>(0).isCyclic()) CyclicSolver.begin<R>(layer);
    };
    Game.solve = (budget: u32): u32 =>
      changetype<R>(0).isCyclic() ? CyclicSolver.run<R>(budget) : AcyclicSolver.run<R>(budget);
    Game.search = (budget: i32): bool => Proof.run<R>(budget);
    Game.known = (own: Row, opp: Row, isLower: bool): i32 => Proof.known<R>(own, opp, isLower);
  }
}

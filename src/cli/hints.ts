/** What is said once a game about tables that a search has to do without. */
import { DEFAULT_PITS, DEFAULT_RULES } from './options.js';
import { layersIn, nameOf, outOf } from '../tablebase/folders.js';
import type { Game } from '../tablebase/folders.js';
import type { Session } from './session.js';

export class Hints {
  private readonly told = new Set<string>();

  constructor(private readonly session: Session) {}

  /** `named` are the folders that an option named. */
  noTables(game: Game, named: readonly string[] | undefined): void {
    if (named) {
      const has = named.length === 1 ? 'has' : 'have';
      this.tell(game, `${named.join(', ')} ${has} no tables of ${nameOf(game)}: searching without`);
    } else {
      this.tell(
        game,
        `no tables of ${nameOf(game)} were found, all is searched: ${makerOf(game)} some`,
      );
    }
  }

  /** Says that the only tables are those that are shipped, to layer `layers`. */
  onlyShipped(game: Game, layers: number): void {
    this.tell(
      game,
      `only the shipped tables of ${nameOf(game)} are used, layers 0 to ${layers}: ${makerOf(game)} larger ones`,
    );
  }

  /** Says that layers up to `most` cannot be used because `missing` is not there, if any of them is. */
  async gap(game: Game, folders: readonly string[], missing: number, most: number): Promise<void> {
    const above = (await layersIn(game, folders)).filter((n) => n > missing && n <= most);
    if (above.length === 0) return;
    const { rules, pits } = game;
    this.tell(
      game,
      `layer ${missing} of ${nameOf(game)} is missing, and those above it are not used: ` +
        `granary build --rules ${rules} --pits ${pits} --layers ${missing}${outOf(folders)} makes it`,
    );
  }

  private tell(game: Game, hint: string): void {
    if (this.told.has(nameOf(game))) return;
    this.told.add(nameOf(game));
    this.session.tell(`granary: ${hint}`);
  }
}

function makerOf({ rules, pits }: Game): string {
  const isDefault = rules === DEFAULT_RULES && pits === DEFAULT_PITS;
  return isDefault
    ? 'granary prove (or npm start) makes'
    : `granary build --rules ${rules} --pits ${pits} --layers 16 makes`;
}

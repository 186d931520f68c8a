/** What verifying has found wrong, a line for each remedy that it needs. */
import path from 'node:path';
import type { ErrorKind } from '../errors.js';
import type { VerifiedLayer } from '../tablebase/verify.js';
import { count, ranges } from './figures.js';
import { nameOf } from '../tablebase/folders.js';
import type { Game } from '../tablebase/folders.js';

/** What is said of several files that cannot be read. */
const REFUSALS: readonly {
  readonly kind: ErrorKind;
  readonly are: string;
  readonly remedy: string;
}[] = [
  { kind: 'TablebaseCorrupt', are: 'are damaged', remedy: 'build them again' },
  {
    kind: 'TablebaseForeign',
    are: 'are something else',
    remedy: 'remove their files and build them',
  },
  { kind: 'TablebaseMissing', are: 'cannot be read', remedy: 'allow it, or build them again' },
];

export class Faults {
  private readonly byGame = new Map<string, GameFaults>();

  add(game: Game, found: VerifiedLayer): void {
    const faults = this.byGame.get(nameOf(game)) ?? new GameFaults(game);
    this.byGame.set(nameOf(game), faults);
    faults.add(found);
  }

  lines(): string[] {
    return [...this.byGame.values()].flatMap((faults) => faults.lines());
  }
}

class GameFaults {
  private readonly refused: VerifiedLayer[] = [];
  private readonly wrong: VerifiedLayer[] = [];
  private readonly unconfirmed: VerifiedLayer[] = [];
  private readonly lacking: VerifiedLayer[] = [];

  constructor(private readonly game: Game) {}

  add(found: VerifiedLayer): void {
    if (found.fault) this.refused.push(found);
    if (found.wrong > 0) this.wrong.push(found);
    if (found.unconfirmed) this.unconfirmed.push(found);
    if (found.missing.length > 0) this.lacking.push(found);
  }

  lines(): string[] {
    return [
      ...this.refusedLines(),
      ...this.wrongLine(),
      ...this.unconfirmedLine(),
      ...this.lackingLine(),
    ];
  }

  private refusedLines(): string[] {
    const alike = REFUSALS.flatMap(({ kind, are, remedy }) => {
      const refused = this.refused.filter(({ fault }) => fault!.name === kind);
      if (refused.length < 2) return refused.map(({ fault }) => fault!.message);
      return [`${this.filesOf(refused)} ${are}: ${remedy} with ${buildLine(refused, this.game)}`];
    });
    const others = this.refused.filter(({ fault }) =>
      REFUSALS.every(({ kind }) => kind !== fault!.name),
    );
    return [...alike, ...others.map(({ fault }) => fault!.message)];
  }

  private wrongLine(): string[] {
    const [first, ...more] = this.wrong;
    if (first === undefined) return [];
    const entries = this.wrong.reduce((sum, { wrong }) => sum + wrong, 0);
    const which = entries === 1 ? 'a wrong entry' : `${count(entries)} wrong entries`;
    return more.length === 0
      ? [`${first.file} has ${which}: remove the file and build the layer again`]
      : [`${this.filesOf(this.wrong)} have ${which}: ${removeAndBuild(this.wrong, this.game)}`];
  }

  private unconfirmedLine(): string[] {
    const [first, ...more] = this.unconfirmed;
    if (first === undefined) return [];
    const which = 'values that support only each other';
    return more.length === 0
      ? [`${first.file} has ${which}: remove the file and build the layer again`]
      : [
          `${this.filesOf(this.unconfirmed)} have ${which}: ` +
            removeAndBuild(this.unconfirmed, this.game),
        ];
  }

  /** What needs only layers that are refused has its remedy already. */
  private lackingLine(): string[] {
    const refused = new Set(this.refused.map(({ layer }) => layer));
    const lacking = this.lacking.filter(({ missing }) => missing.some((n) => !refused.has(n)));
    const [first, ...more] = lacking;
    if (first === undefined) return [];
    const needed = new Set(lacking.flatMap(({ missing }) => missing));
    const absent = [...needed].filter((n) => !refused.has(n)).sort((a, b) => a - b);
    const subject = more.length === 0 ? `${first.file} needs` : `${this.filesOf(lacking)} need`;
    const build = buildCommand(this.game, absent.at(-1)!, path.dirname(first.file));
    return [`${subject} ${layersText(absent)}, not there: build with ${build}`];
  }

  private filesOf(found: readonly VerifiedLayer[]): string {
    const layers = layersText(found.map(({ layer }) => layer));
    return `${layers} of ${nameOf(this.game)} in ${path.dirname(found[0]!.file)}`;
  }
}

function removeAndBuild(found: readonly VerifiedLayer[], game: Game): string {
  return `remove their files and build them again with ${buildLine(found, game)}`;
}

/** The command that builds all of the layers again. */
function buildLine(found: readonly VerifiedLayer[], game: Game): string {
  const { layer, file } = found.at(-1)!;
  return buildCommand(game, layer, path.dirname(file));
}

function buildCommand({ rules, pits }: Game, layer: number, folder: string): string {
  return `granary build --rules ${rules} --pits ${pits} --layers ${layer} --out ${folder}`;
}

export function layersText(layers: readonly number[]): string {
  return `${layers.length === 1 ? 'layer' : 'layers'} ${ranges(layers).join(', ')}`;
}

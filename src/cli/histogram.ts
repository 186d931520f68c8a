import type { Command } from 'commander';
import { countGains } from '../tablebase/histogram.js';
import { count, signed } from './figures.js';
import { checkFolders, nameOf } from '../tablebase/folders.js';
import { openLayers } from './lookup.js';
import {
  jsonOption,
  layerOption,
  pitsOption,
  rulesOption,
  TABLEBASE_OPTION,
  tablebaseOption,
} from './options.js';
import type { GameOptions } from './options.js';
import type { Session } from './session.js';

interface CommandOptions extends Omit<GameOptions, 'seeds'> {
  readonly layer: number;
  readonly tablebase?: readonly string[];
  readonly json?: true;
}

const MAX_BAR = 40;

const HELP = `
Counts all positions with N seeds in the pits by their gain: the net seeds that
the mover wins from there on. Positions whose game is over count too, with their
sweep. Tables are looked for where granary solve looks.

JSON, one object, its gains printed in rising order:
  {"-3": 177, "-1": 1, "0": 63, "1": 7, "3": 116}

Example:
  granary histogram --rules kalah --pits 6 --layer 8 --tablebase tables
`;

export function addHistogram(program: Command, session: Session): void {
  program
    .command('histogram')
    .description('count the positions of a layer by their gain')
    .addOption(rulesOption())
    .addOption(pitsOption())
    .addOption(layerOption('layer to count').makeOptionMandatory())
    .addOption(tablebaseOption())
    .addOption(jsonOption())
    .addHelpText('after', HELP)
    .action((options: CommandOptions) => runHistogram(session, options));
}

async function runHistogram(session: Session, options: CommandOptions): Promise<void> {
  const { rules, pits, layer, json } = options;
  await checkFolders(options.tablebase, TABLEBASE_OPTION);
  const tables = await openLayers(session, { rules, pits }, options.tablebase, layer);
  const counts = await countGains(tables, layer, session.signal);
  session.progress.clear();
  if (json) session.print(countsJson(counts));
  else session.print(`${nameOf(options)}, layer ${layer}\n${countsText(counts)}`);
}

/** Written by hand: an object would print its gains from 0 on before the negative ones. */
function countsJson(counts: ReadonlyMap<number, number>): string {
  return `{${[...counts].map(([gain, positions]) => `"${gain}":${positions}`).join(',')}}`;
}

function countsText(counts: ReadonlyMap<number, number>): string {
  const most = Math.max(...counts.values());
  const rows = [...counts].map(([gain, positions]) =>
    row(signed(gain), count(positions), '#'.repeat(Math.ceil((MAX_BAR * positions) / most))),
  );
  return [row('gain', 'positions'), ...rows].join('\n');
}

function row(gain: string, positions: string, bar = ''): string {
  return `${gain.padStart(5)}${positions.padStart(16)}  ${bar}`.trimEnd();
}

import path from 'node:path';
import type { Command } from 'commander';
import { Core } from '../core/core.js';
import type { BuiltLayer } from '../tablebase/layers.js';
import { count, duration, rounded } from './figures.js';
import { cacheFolder, nameOf, USER_ONLY } from './folders.js';
import type { Game } from './folders.js';
import { jsonOption, layersOption, nameOption, pitsOption, rulesOption } from './options.js';
import type { GameOptions } from './options.js';
import type { Session } from './session.js';
import { buildTables } from './tables.js';

interface CommandOptions extends Omit<GameOptions, 'seeds'> {
  readonly layers: number;
  readonly out?: string;
  readonly json?: true;
}

const HELP = `
Layer n holds every position with n seeds in the pits. Layers that are there
already and sound are kept; a damaged one is built anew. After Ctrl-C the same
command goes on with the layer that it was in. The folder is made if it is not
there; tables in the cache folder are found by every command.

JSON, one line a layer:
  {"rules": "kalah", "pits": 6, "layer": 12, "positions": 1352078,
   "seconds": 0.05, "file": "tables/kalah-6-12.layer"}
  and "kept": true where a sound file was there.

Examples:
  granary build --rules oware --layers 16
  granary build --pits 6 --layers 16 --out tables
`;

export function addBuild(program: Command, session: Session): void {
  program
    .command('build')
    .description('build the layers of a tablebase into a folder')
    .addOption(rulesOption())
    .addOption(pitsOption())
    .addOption(layersOption('largest layer to build').makeOptionMandatory())
    .addOption(nameOption('--out <dir>', 'folder for the files (default: the cache folder)'))
    .addOption(jsonOption())
    .addHelpText('after', HELP)
    .action((options: CommandOptions) => runBuild(session, options));
}

async function runBuild(session: Session, options: CommandOptions): Promise<void> {
  const { rules, pits, layers, json } = options;
  const core = await Core.load(rules, pits);
  const out = options.out ?? cacheFolder();
  const mode = options.out === undefined ? USER_ONLY : undefined;
  let isTitled = false;
  for await (const built of buildTables(session, core, out, layers, 0, mode)) {
    if (json) {
      await session.printJson(layerJson(options, built));
      continue;
    }
    if (!isTitled)
      session.print(`${nameOf(options)}, in ${out}\n${row('layer', 'positions', 'time', 'file')}`);
    isTitled = true;
    session.print(layerText(built));
  }
}

function layerJson(
  { rules, pits }: Game,
  { layer, positions, seconds, file, kept }: BuiltLayer,
): object {
  const figures = { layer, positions, seconds: rounded(seconds), file };
  return { rules, pits, ...figures, ...(kept && { kept }) };
}

function layerText({ layer, positions, seconds, file, kept }: BuiltLayer): string {
  return row(
    String(layer),
    count(positions),
    kept ? 'kept' : duration(seconds),
    path.basename(file),
  );
}

function row(layer: string, positions: string, time: string, file: string): string {
  return `${layer.padStart(5)}${positions.padStart(16)}${time.padStart(14)}  ${file}`;
}

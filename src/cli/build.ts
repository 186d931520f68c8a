import path from 'node:path';
import type { Command } from 'commander';
import { Core } from '../core/core.js';
import { cacheFolder, nameOf, USER_ONLY } from '../tablebase/folders.js';
import type { Game } from '../tablebase/folders.js';
import type { BuiltLayer } from '../tablebase/layers.js';
import { printable } from './failure.js';
import { bytes, count, duration, rounded } from './figures.js';
import { loadedFor } from './machine.js';
import type { Resources } from './machine.js';
import {
  jsonOption,
  layersOption,
  memoryOption,
  nameOption,
  pitsOption,
  rulesOption,
  workersOption,
} from './options.js';
import type { GameOptions } from './options.js';
import type { Session } from './session.js';
import { buildTables } from './tables.js';

interface CommandOptions extends Omit<GameOptions, 'seeds'>, Resources {
  readonly layers: number;
  readonly out?: string;
  readonly json?: true;
}

const HELP = `
Layer n holds every position with n seeds in the pits. Layers that are there
already and sound are kept. A damaged one is built anew, also one of zeros, as a
power cut may leave it; a file that bears a layer's name and is something else,
or of another format version, is left alone and ends the build. After Ctrl-C, or
a kill, the same command goes on with the layer that it was in. The folder is
made if it is not there; tables in the cache folder are found by every command.
The files are the same however many workers make them. granary plan says
beforehand what a build will take.

JSON, one line a layer, with the seconds to solve it and to write it:
  {"rules": "kalah", "pits": 6, "layer": 12, "positions": 1352078,
   "seconds": 0.02, "writing": 0.06, "bytes": 306474,
   "file": "tables/kalah-6-12.layer"}
  and "kept": true where a sound file was there.

Examples:
  granary build --rules oware --layers 16
  granary build --layers 24 --out tables --workers 4 --memory 2000
`;

export function addBuild(program: Command, session: Session): void {
  program
    .command('build')
    .description('build the layers of a tablebase into a folder')
    .addOption(rulesOption())
    .addOption(pitsOption())
    .addOption(layersOption('largest layer to build').makeOptionMandatory())
    .addOption(nameOption('--out <dir>', 'folder for the files (default: the cache folder)'))
    .addOption(workersOption())
    .addOption(memoryOption())
    .addOption(jsonOption())
    .addHelpText('after', HELP)
    .action((options: CommandOptions) => runBuild(session, options));
}

async function runBuild(session: Session, options: CommandOptions): Promise<void> {
  const { rules, pits, layers, json } = options;
  const core = await Core.load(rules, pits, loadedFor(options));
  const out = options.out ?? cacheFolder();
  const mode = options.out === undefined ? USER_ONLY : undefined;
  let isTitled = false;
  for await (const built of buildTables(session, core, out, layers, { mode })) {
    if (json) {
      await session.printJson(layerJson(options, built));
      continue;
    }
    if (!isTitled) session.print(`${nameOf(options)}, in ${printable(out)}\n${TITLE}`);
    isTitled = true;
    session.print(layerText(built));
  }
}

function layerJson({ rules, pits }: Game, built: BuiltLayer): object {
  const { layer, positions, seconds, writing, bytes, file, kept } = built;
  const times = { seconds: rounded(seconds), writing: rounded(writing) };
  return { rules, pits, layer, positions, ...times, bytes, file, ...(kept && { kept }) };
}

const TITLE = row('layer', 'positions', 'solved', 'written', 'size', 'bits', 'file');

function layerText(built: BuiltLayer): string {
  const { layer, positions, seconds, writing, file, kept } = built;
  return row(
    String(layer),
    count(positions),
    kept ? 'kept' : duration(seconds),
    kept ? '' : duration(writing),
    bytes(built.bytes),
    ((8 * built.bytes) / positions).toFixed(2),
    path.basename(file),
  );
}

function row(
  layer: string,
  positions: string,
  solved: string,
  written: string,
  size: string,
  bits: string,
  file: string,
): string {
  const figures = solved.padStart(12) + written.padStart(12) + size.padStart(10) + bits.padStart(8);
  return `${layer.padStart(5)}${positions.padStart(15)}${figures}  ${file}`;
}

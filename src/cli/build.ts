import type { Command } from 'commander';
import { Core } from '../core/core.js';
import { rounded } from './figures.js';
import { jsonOption, layersOption, nameOption, pitsOption, rulesOption } from './options.js';
import type { GameOptions } from './options.js';
import type { Session } from './session.js';
import { buildTables } from './tables.js';

interface CommandOptions extends Omit<GameOptions, 'seeds'> {
  readonly layers: number;
  readonly out: string;
}

const HELP = `
Layer n holds every position with n seeds in the pits. Layers that are there
already and sound are kept; a damaged one is built anew. After Ctrl-C the same
command goes on with the layer that it was in.

JSON, one line a layer, printed with and without --json:
  {"layer": 12, "positions": 1352078, "seconds": 0.05,
   "file": "tables/kalah-6-12.layer"}
  and "kept": true where a sound file was there.

Example:
  granary build --pits 6 --layers 16 --out tables
`;

export function addBuild(program: Command, session: Session): void {
  program
    .command('build')
    .description('build the layers of a tablebase into a folder')
    .addOption(rulesOption())
    .addOption(pitsOption())
    .addOption(layersOption('largest layer to build').makeOptionMandatory())
    .addOption(
      nameOption(
        '--out <dir>',
        'folder for the files, made if it is not there',
      ).makeOptionMandatory(),
    )
    .addOption(jsonOption())
    .addHelpText('after', HELP)
    .action((options: CommandOptions) => runBuild(session, options));
}

async function runBuild(session: Session, options: CommandOptions): Promise<void> {
  const core = await Core.load(options.rules, options.pits);
  for await (const built of buildTables(session, core, options.out, options.layers)) {
    const { layer, positions, seconds, file, kept } = built;
    await session.printJson({
      layer,
      positions,
      seconds: rounded(seconds),
      file,
      ...(kept && { kept }),
    });
  }
}

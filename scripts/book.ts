/**
 * Makes a book: proves all positions that a start leads to in some plies, and writes their values into a file. Each that
 * is proven is kept beside the file, so that a run that ended, however it did, goes on where it was. A book that is there
 * already, of fewer plies, spares some of the work.
 *
 *     npm run book -- --rules kalah --plies 3 --tablebase tables
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Command, Option } from 'commander';
import { Book } from '../src/book/book.js';
import { bookName } from '../src/book/format.js';
import { bookFolder } from '../src/book/folders.js';
import { makeBook } from '../src/book/make.js';
import type { MakeBookProgress } from '../src/book/make.js';
import type { CoreOptions } from '../src/cli/cores.js';
import { usageErrorOf } from '../src/cli/failure.js';
import { brief, bytes, clock, count, duration } from '../src/cli/figures.js';
import { parseWhole } from '../src/cli/numbers.js';
import {
  layersOption,
  nameOption,
  noTablebaseOption,
  pitsOption,
  rulesOption,
  seedsOption,
  TABLEBASE_OPTION,
  tablebaseOption,
  tableOption,
} from '../src/cli/options.js';
import type { GameOptions } from '../src/cli/options.js';
import { Session } from '../src/cli/session.js';
import { Core, MAX_LAYER } from '../src/core/core.js';
import { isGranaryError } from '../src/errors.js';
import { findFolders, nameOf } from '../src/tablebase/folders.js';
import { countLayers, loadLayers } from '../src/tablebase/layers.js';

const MAX_PLIES = 20;

interface ScriptOptions extends GameOptions, CoreOptions {
  readonly plies: number;
  readonly out?: string;
}

const HELP = `
Tables are looked for as by granary solve; those to layer 22 make a proof several
times as fast as those that are shipped.

Example:
  npm run book -- --rules kalah --plies 3 --tablebase tables
`;

function makeProgram(session: Session): Command {
  return new Command('npm run book --')
    .description('prove the positions of the first plies of a start and write their values')
    .addOption(rulesOption())
    .addOption(pitsOption('pits a side of the start'))
    .addOption(seedsOption())
    .addOption(
      new Option('--plies <n>', 'plies from the start')
        .argParser((text: string) => parseWhole('--plies', text, { min: 1, max: MAX_PLIES }))
        .makeOptionMandatory(),
    )
    .addOption(nameOption('--out <file>', 'the file (default: in the cache folder)'))
    .addOption(tablebaseOption())
    .addOption(noTablebaseOption())
    .addOption(layersOption('most layers of the tables to load'))
    .addOption(tableOption())
    .helpOption('-h, --help', 'print this help')
    .addHelpText('after', HELP)
    .configureOutput({ outputError: () => undefined })
    .exitOverride((error) => {
      throw error.exitCode === 0 ? error : usageErrorOf(error, 'npm run book -- --help');
    })
    .action((options: ScriptOptions) => run(session, options));
}

async function run(session: Session, options: ScriptOptions): Promise<void> {
  const { rules, pits, seeds, plies } = options;
  const id = { rules, pits, seeds };
  const out = options.out ?? path.join(bookFolder(), bookName(id));
  await mkdir(path.dirname(path.resolve(out)), { recursive: true });
  const known = await knownBook(out);
  if (known && bookName(known) === bookName(id) && known.plies >= plies) {
    session.print(`${out}: ${known.plies} plies are there already`);
    return;
  }
  const core = await loadCore(session, options);
  const { signal } = session;
  const started = performance.now();
  const onProgress = (progress: MakeBookProgress): void => {
    const { proven, leaves } = progress;
    session.kept = `${count(proven)} of ${count(leaves)} positions are kept beside ${out}; the same command goes on from there`;
    show(session, progress, (performance.now() - started) / 1000);
  };
  const made = await makeBook(core, { seeds, plies, out, known, signal, onProgress });
  session.progress.clear();
  const seconds = duration((performance.now() - started) / 1000);
  session.print(
    `${out}: ${nameOf(id)}, ${seeds} seeds, ${plies} plies, ${count(made.positions)} positions, ` +
      `${count(made.leaves)} of the last ply, ${bytes(made.bytes)}, ${seconds}, ${brief(core.nodes)} nodes`,
  );
}

/** A core with the tables that there are, for one thread. */
async function loadCore(session: Session, options: ScriptOptions): Promise<Core> {
  const { rules, pits, seeds, tablebase, tableMib } = options;
  const { signal, progress } = session;
  const inPlay = 2 * pits * seeds;
  const folders = await findFolders({ rules, pits }, tablebase, TABLEBASE_OPTION);
  const most = Math.min(options.layers ?? MAX_LAYER, inPlay);
  const layers = await countLayers(rules, pits, folders, most);
  const core = await Core.load(rules, pits, { seeds: inPlay });
  core.reserve({ layers, tableMib });
  for await (const { layer } of loadLayers(core, folders, layers, { signal })) {
    progress.show({ task: `reading layer ${layer} of ${layers}`, figures: [] });
  }
  progress.clear();
  return core;
}

/** What there is of the book; undefined if there is nothing. */
async function knownBook(file: string): Promise<Book | undefined> {
  try {
    return await Book.open(file);
  } catch (error) {
    if (isGranaryError(error, 'TablebaseMissing')) return undefined;
    throw error;
  }
}

function show(
  session: Session,
  { proven, leaves, here, nodes }: MakeBookProgress,
  seconds: number,
): void {
  const left = here > 0 ? [`${clock((seconds / here) * (leaves - proven))} left`] : [];
  session.progress.show({
    task: `proving, ${count(proven)} of ${count(leaves)} positions`,
    part: proven / leaves,
    figures: [...left, `${brief(nodes)} nodes`, `${brief(nodes / seconds)} nodes/s`],
  });
}

const session = new Session();
await session.run(() => makeProgram(session).parseAsync());

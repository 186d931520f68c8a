import path from 'node:path';
import type { Command } from 'commander';
import { isGranaryError } from '../errors.js';
import { formatPosition } from '../notation.js';
import { ruleSetIds } from '../rules/options.js';
import { FileSource } from '../tablebase/disk.js';
import { parseFileName } from '../tablebase/format.js';
import { LayerMemory } from '../tablebase/memory.js';
import { entriesToCheck, verifyLayers } from '../tablebase/verify.js';
import type { VerifiedLayer, VerifyProgress, WrongEntry } from '../tablebase/verify.js';
import { brief, clock, count, duration, signed } from './figures.js';
import { printable, UsageError } from './failure.js';
import { Faults, layersText } from './faults.js';
import { nameOf } from '../tablebase/folders.js';
import type { Game } from '../tablebase/folders.js';
import { folderOf, knownLayer, layerNames, unknownFiles } from './layer-names.js';
import type { Wanted } from './layer-names.js';
import { jsonOption, nodesOption, rulesOption, sampleOption, tablePitsOption } from './options.js';
import type { Session } from './session.js';
import { isBookName, runVerifyBook } from './verify-book.js';

interface CommandOptions extends Wanted {
  readonly sample?: number;
  readonly nodes?: number;
  readonly json?: true;
}

const HELP = `
Recomputes entries from their successors by the plain rules, which know nothing
of the core that built them, and compares. Without a folder it is the cache
folder, which granary prove fills. Without --rules and --pits all layers
in the folder are verified. With --sample N only N entries of each layer are,
evenly drawn, the same every time; a damaged file is found all the same. Some
400,000 positions a second are verified, so that layer 20, with 85 million of
them, takes minutes and layer 24 a quarter of an hour: take a sample of these.

In Oware and Awari positions come back, and wrong entries can support one
another. There every value of a whole layer is confirmed as well: play that ends
must be shown to reach it. A sample cannot be confirmed; a layer of no more than
N positions is a whole one, and is.

A file whose name ends in .book is a book of openings. All its values before the
last ply are compared with the best of their successors, and of the last ply 4,
or --sample, are proven again by search, with 20 million nodes each, or --nodes;
those whose proof is not finished are counted as open.

The exit code is 1 if an entry is wrong or not confirmed, a file damaged, or a
layer missing into which a move leads.

JSON, one line a layer:
  {"rules": "kalah", "pits": 6, "layer": 12, "positions": 1352078,
   "checked": 1352078, "wrong": 0, "file": "tables/kalah-6-12.layer"}
  and, where something is wrong,
  "entries": [{"position": "...", "found": 3, "expected": 1}], the first of them
  "missing": [7], the layers that are not there, or damaged: entries that need
             them are not checked
  "unconfirmed": 12, entries that are not confirmed, 0 where all are, and
             "unconfirmedPositions": ["..."], the first of them
  "error": "...", why the file cannot be read
and for a book
  {"rules": "kalah", "pits": 6, "seeds": 4, "plies": 2, "positions": 42,
   "checked": 7, "proven": 3, "open": 1, "wrong": 0, "file": "kalah-6-4.book"}

Examples:
  granary verify tables
  granary verify tables --rules kalah --pits 6 --sample 100000
  granary verify kalah-6-4.book --sample 10
`;

export function addVerify(program: Command, session: Session): void {
  program
    .command('verify')
    .description('recompute the entries of tables, or of a book, by the plain rules')
    .argument('[place]', 'folder of tables (default: the cache folder), or a book')
    .addOption(rulesOption().default(undefined))
    .addOption(tablePitsOption())
    .addOption(sampleOption())
    .addOption(nodesOption('most nodes for a proof, of a book'))
    .addOption(jsonOption())
    .addHelpText('after', HELP)
    .action((place: string | undefined, options: CommandOptions) => {
      const isBook = place !== undefined && isBookName(place);
      checkOptions(isBook, options);
      return isBook ? runVerifyBook(session, place, options) : runVerify(session, place, options);
    });
}

/** Refuses options that have no part in what is verified. */
function checkOptions(isBook: boolean, { rules, pits, nodes }: CommandOptions): void {
  if (isBook && (rules !== undefined || pits !== undefined)) {
    throw new UsageError('--rules and --pits choose tables: leave them out beside a book');
  }
  if (!isBook && nodes !== undefined) {
    throw new UsageError('--nodes is for proofs of a book: leave it out, or name a book');
  }
}

async function runVerify(
  session: Session,
  named: string | undefined,
  options: CommandOptions,
): Promise<void> {
  const { sample, json } = options;
  const { signal } = session;
  const folder = folderOf(named);
  const names = await layerNames(named, options);
  const tables = await openAll(folder, names, signal);
  const tally = new Tally(session, tables, sample);
  session.kept = 'what is printed stands';
  for (const [i, table] of tables.entries()) {
    if (!json)
      session.print(
        `${i > 0 ? '\n' : ''}${nameOf(table)}, in ${printable(folder)}\n${row('layer', 'positions', 'checked', 'wrong', 'file')}`,
      );
    const onProgress = (progress: VerifyProgress): void => tally.show(table, progress);
    for await (const layer of verifyLayers(table, { sample, signal, onProgress })) {
      tally.add(table, layer);
      if (json) await session.printJson(layerJson(table, layer));
      else session.print(layerText(layer));
    }
  }
  session.progress.clear();
  if (!json) session.print(`\n${tally.total()}`);

  const known = new Set(tables.flatMap(({ files }) => [...files.values()]));
  const others = names.filter((name) => !known.has(path.join(folder, name)));
  const unknown = others.filter((name) => knownLayer(name) === undefined);
  const unopened = others.filter((name) => knownLayer(name) !== undefined);
  const faults = [
    ...tally.faults.lines(),
    ...(await whyUnopened(unopened.map((name) => path.join(folder, name)))),
    ...unknownFiles(folder, unknown),
  ];
  for (const fault of faults) session.tell(`granary: ${fault}`);
  if (faults.length > 0) session.markFailed();
}

/** What keeps files from being opened that bear the names of layers. */
async function whyUnopened(files: readonly string[]): Promise<string[]> {
  const opened = await Promise.allSettled(
    files.map(async (file) => (await FileSource.open(file)).close()),
  );
  return opened.flatMap((result) =>
    result.status === 'rejected' ? [(result.reason as Error).message] : [],
  );
}

/** The tables of each game that the names promise and the core has tables of. */
async function openAll(
  folder: string,
  names: readonly string[],
  signal: AbortSignal,
): Promise<readonly LayerMemory[]> {
  const tables = new Map<string, LayerMemory>();
  for (const id of names.map(parseFileName)) {
    const rules = ruleSetIds().find((offered) => offered === id?.rules);
    if (id === undefined || rules === undefined) continue;
    const game = { rules, pits: id.pits };
    const name = nameOf(game);
    if (tables.has(name)) continue;
    try {
      tables.set(name, await LayerMemory.open([folder], rules, id.pits, { signal }));
    } catch (error) {
      if (!isGranaryError(error, 'InvalidOption')) throw error;
    }
  }
  return [...tables.values()];
}

/** What has been done so far, and what was wrong. */
class Tally {
  readonly faults = new Faults();
  private readonly started = performance.now();
  private readonly entries: number;
  /** Entries of the layers that are done with, whether they could be checked or not. */
  private passed = 0;
  private checked = 0;
  private wrong = 0;
  /** Entries confirmed by the second witness; undefined as long as it was not asked. */
  private confirmed: number | undefined;

  constructor(
    private readonly session: Session,
    tables: readonly LayerMemory[],
    private readonly sample: number | undefined,
  ) {
    this.entries = tables
      .flatMap((table) => [...table.files.keys()].map((layer) => this.entriesOf(table, layer)))
      .reduce((sum, entries) => sum + entries, 0);
  }

  show(table: LayerMemory, { layer, done, open }: VerifyProgress): void {
    if (open !== undefined) {
      const task = `confirming ${nameOf(table)}, layer ${layer}`;
      this.session.progress.show({ task, figures: [`${count(open)} open`] });
      return;
    }
    const now = this.passed + done;
    const rate = now / this.seconds();
    this.session.progress.show({
      task: `verifying ${nameOf(table)}, layer ${layer}`,
      part: now / this.entries,
      figures: [
        `${brief(rate)} positions/s`,
        `${clock(Math.ceil((this.entries - now) / rate))} left`,
      ],
    });
  }

  add(table: LayerMemory, found: VerifiedLayer): void {
    const { layer, positions, checked, wrong, unconfirmed } = found;
    if (unconfirmed !== undefined) this.confirmed = (this.confirmed ?? 0) + positions - unconfirmed;
    this.passed += this.entriesOf(table, layer);
    this.checked += checked;
    this.wrong += wrong;
    this.faults.add(table, found);
  }

  total(): string {
    const seconds = this.seconds();
    const figures = `${duration(seconds)}, ${brief(this.checked / seconds)} positions/s`;
    const confirmed = this.confirmed === undefined ? '' : `${count(this.confirmed)} confirmed, `;
    return `in all ${count(this.checked)} checked, ${count(this.wrong)} wrong, ${confirmed}${figures}`;
  }

  private seconds(): number {
    return (performance.now() - this.started) / 1000;
  }

  private entriesOf(table: LayerMemory, layer: number): number {
    return entriesToCheck(table, layer, this.sample);
  }
}

function layerJson({ rules, pits }: Game, verified: VerifiedLayer): object {
  const { layer, positions, checked, wrong, file, entries, missing, fault } = verified;
  const { unconfirmed, unconfirmedBoards } = verified;
  return {
    rules,
    pits,
    layer,
    positions,
    checked,
    wrong,
    file,
    ...(entries.length > 0 && { entries: entries.map(entryJson) }),
    ...(unconfirmed !== undefined && { unconfirmed }),
    ...(unconfirmedBoards.length > 0 && {
      unconfirmedPositions: unconfirmedBoards.map((board) => formatPosition(board)),
    }),
    ...(missing.length > 0 && { missing }),
    ...(fault && { error: fault.message }),
  };
}

function entryJson({ board, found, expected }: WrongEntry): object {
  return { position: formatPosition(board), found, expected };
}

function layerText(verified: VerifiedLayer): string {
  const { layer, positions, checked, wrong, file, entries, missing, fault } = verified;
  const lines = entries.map(
    ({ board, found, expected }) =>
      `       ${formatPosition(board)}: found ${signed(found)}, expected ${signed(expected)}`,
  );
  if (wrong > entries.length) lines.push(`       and ${count(wrong - entries.length)} more`);
  lines.push(...unconfirmedLines(verified));
  if (missing.length > 0) lines.push(`       needs ${layersText(missing)}, missing or damaged`);
  if (fault) lines.push(`       the file ${whatIn(fault, file)}`);
  const name = path.basename(file);
  return [row(String(layer), count(positions), count(checked), count(wrong), name), ...lines].join(
    '\n',
  );
}

function unconfirmedLines({ unconfirmed = 0, unconfirmedBoards }: VerifiedLayer): string[] {
  if (unconfirmed === 0) return [];
  return [
    `       not confirmed: ${count(unconfirmed)}, their values support only each other; the first`,
    ...unconfirmedBoards.map((board) => `       ${formatPosition(board)}`),
  ];
}

/** A fault without the file's name and the remedy. */
function whatIn({ message }: Error, file: string): string {
  return printable(message.replace(`${file} `, '').replace(/: [^:]*$/, ''));
}

function row(
  layer: string,
  positions: string,
  checked: string,
  wrong: string,
  file: string,
): string {
  const figures = positions.padStart(16) + checked.padStart(16) + wrong.padStart(12);
  return `${layer.padStart(5)}${figures}  ${file}`;
}

import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import { GranaryError } from '../errors.js';
import { FileSource } from '../tablebase/disk.js';
import { isLayerName, nameOf, namesIn } from '../tablebase/folders.js';
import { HEADER_BYTES, parseHeader } from '../tablebase/format.js';
import type { Header } from '../tablebase/format.js';
import { BY_NAME, IN_FOLDER } from '../tablebase/refusal.js';
import type { Remedies } from '../tablebase/refusal.js';
import { printable, UsageError } from './failure.js';
import { count } from './figures.js';
import { jsonOption } from './options.js';
import type { Session } from './session.js';

interface CommandOptions {
  readonly json?: true;
}

const HELP = `
Reads headers only: what a file says of itself. granary check says whether it is
sound.

JSON, one line a file:
  {"file": "tables/kalah-6-12.layer", "version": 1, "rules": "kalah",
   "pits": 6, "layer": 12, "positions": 1352078, "halved": true, "blocks": 19,
   "bytes": 306474, "bitsPerPosition": 1.8134, "checksum": "be551e0625bee993"}

Examples:
  granary info tables
  granary info tables/kalah-6-12.layer --json
`;

export function addInfo(program: Command, session: Session): void {
  program
    .command('info')
    .description('say what files of tables are')
    .argument('<files...>', 'files, or folders of them')
    .addOption(jsonOption())
    .addHelpText('after', HELP)
    .action((places: string[], options: CommandOptions) => runInfo(session, places, options));
}

async function runInfo(
  session: Session,
  places: readonly string[],
  options: CommandOptions,
): Promise<void> {
  session.kept = 'what is printed stands';
  let isFirst = true;
  for (const place of places) {
    for (const file of await filesOf(place)) {
      const header = await headerOf(file, file === place ? BY_NAME : IN_FOLDER).catch(asFault);
      if (header instanceof GranaryError) {
        session.tell(`granary: ${header.message}`);
        session.markFailed();
        continue;
      }
      if (options.json) await session.printJson(headerJson(file, header));
      else session.print((isFirst ? '' : '\n') + headerText(file, header));
      isFirst = false;
    }
  }
}

/** What is wrong with one file: the others are read all the same. */
function asFault(error: unknown): GranaryError {
  if (error instanceof GranaryError) return error;
  throw error;
}

async function filesOf(place: string): Promise<readonly string[]> {
  if (place === '') throw new UsageError('the name of a file is empty');
  const isFolder = await stat(place).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) return [place];
  const names = (await namesIn(place)).filter(isLayerName).sort();
  if (names.length > 0) return names.map((name) => path.join(place, name));
  throw new GranaryError(
    'TablebaseMissing',
    `${place} has no layers: name a folder made by granary build`,
  );
}

async function headerOf(file: string, remedies: Remedies): Promise<Header> {
  const source = await FileSource.open(file, remedies);
  try {
    return parseHeader(await source.read(0, Math.min(HEADER_BYTES, await source.size())), source);
  } finally {
    await source.close();
  }
}

function headerJson(file: string, header: Header): object {
  const { version, rules, pits, seeds, entries, isHalved, blocks, bytes, checksum } = header;
  return {
    file,
    version,
    rules,
    pits,
    layer: seeds,
    positions: entries,
    halved: isHalved,
    blocks,
    bytes,
    bitsPerPosition: Math.round((8e4 * bytes) / entries) / 1e4,
    checksum: hex(checksum),
  };
}

function headerText(file: string, header: Header): string {
  const { version, seeds, entries, isHalved, blocks, bytes, checksum } = header;
  const range = isHalved ? 'gains of the parity of the seeds' : 'all gains';
  return [
    printable(file),
    `  layer ${seeds} of ${nameOf(header)}, format version ${version}`,
    `  ${count(entries)} positions, ${range}, in ${count(blocks)} ${blocks === 1 ? 'block' : 'blocks'}`,
    `  ${count(bytes)} bytes, ${((8 * bytes) / entries).toFixed(3)} bits a position`,
    `  checksum ${hex(checksum)}`,
  ].join('\n');
}

function hex(checksum: bigint): string {
  return checksum.toString(16).padStart(16, '0');
}

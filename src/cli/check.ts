import path from 'node:path';
import type { Command } from 'commander';
import { checkFile } from '../tablebase/check.js';
import type { CheckedFile } from '../tablebase/check.js';
import { nameOf } from '../tablebase/folders.js';
import { printable } from './failure.js';
import { bytes as bytesText, count } from './figures.js';
import { folderOf, knownLayer, layerNames, unknownFiles } from './layer-names.js';
import type { Wanted } from './layer-names.js';
import { jsonOption, rulesOption, tablePitsOption } from './options.js';
import type { Session } from './session.js';

interface CommandOptions extends Wanted {
  readonly json?: true;
}

const HELP = `
Compares every checksum and decodes every block, and names what is damaged. It
shows that the files are as they were written, not that their values are right:
granary verify does.

JSON, one line a file:
  {"file": "tables/kalah-6-12.layer", "bytes": 306474, "blocks": 19,
   "sound": true}
  and "faults", a list of texts, where it is not

Examples:
  granary check
  granary check tables --rules kalah
`;

export function addCheck(program: Command, session: Session): void {
  program
    .command('check')
    .description('check the files of tables for damage')
    .argument('[dir]', 'folder of tables (default: the cache folder)')
    .addOption(rulesOption().default(undefined))
    .addOption(tablePitsOption())
    .addOption(jsonOption())
    .addHelpText('after', HELP)
    .action((named: string | undefined, options: CommandOptions) =>
      runCheck(session, named, options),
    );
}

async function runCheck(
  session: Session,
  named: string | undefined,
  options: CommandOptions,
): Promise<void> {
  const folder = folderOf(named);
  const names = await layerNames(named, options);
  session.kept = 'what is printed stands';
  const unknown: string[] = [];
  const faults: string[] = [];
  let files = 0;
  let bytes = 0;
  for (const [i, name] of names.entries()) {
    const file = path.join(folder, name);
    const id = knownLayer(name);
    if (id === undefined) {
      unknown.push(file);
      continue;
    }
    const onProgress = (done: number, blocks: number): void =>
      session.progress.show({
        task: `checking ${nameOf(id)}, layer ${id.seeds}`,
        part: (i + done / blocks) / names.length,
        figures: [],
      });
    const checked = await checkFile(file, id, { signal: session.signal, onProgress });
    if (options.json) await session.printJson(fileJson(checked));
    else
      session.print((files === 0 ? `in ${printable(folder)}\n${TITLE}\n` : '') + fileText(checked));
    files++;
    bytes += checked.bytes ?? 0;
    faults.push(...checked.faults.map(({ message }) => message));
  }
  session.progress.clear();
  if (!options.json && files > 0) {
    const found = faults.length === 0 ? 'all sound' : numberOf(faults.length, 'fault');
    session.print(`\n${numberOf(files, 'file')}, ${bytesText(bytes)}: ${found}`);
  }
  faults.push(...unknownFiles(folder, unknown));
  for (const fault of faults) session.tell(`granary: ${fault}`);
  if (faults.length > 0) session.markFailed();
}

function numberOf(number: number, noun: string): string {
  return `${count(number)} ${noun}${number === 1 ? '' : 's'}`;
}

function fileJson({ file, bytes, blocks, faults }: CheckedFile): object {
  const sound = faults.length === 0;
  const texts = faults.map(({ message }) => message);
  return { file, bytes, blocks, sound, ...(!sound && { faults: texts }) };
}

const TITLE = row('size', 'blocks', 'damaged', 'file');

function fileText({ file, bytes, blocks, faults }: CheckedFile): string {
  return row(
    bytes === undefined ? '-' : bytesText(bytes),
    blocks === undefined ? '-' : count(blocks),
    blocks === undefined ? 'the file' : count(faults.length),
    path.basename(file),
  );
}

function row(size: string, blocks: string, damaged: string, file: string): string {
  return `${size.padStart(10)}${blocks.padStart(10)}${damaged.padStart(12)}  ${file}`;
}

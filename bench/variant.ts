/** The core with a text of its sources changed, to measure what the text is worth. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as asc from 'assemblyscript/asc';

const ROOT = path.join(import.meta.dirname, '..');

/** A text in a file of the core, and what stands there instead. */
export interface Change {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** The release build with some texts changed. */
export async function compile(...changes: readonly Change[]): Promise<Uint8Array<ArrayBuffer>> {
  let binary: Uint8Array | undefined;
  const { error } = await asc.main(['--target', 'release', '--outFile', 'variant.wasm'], {
    readFile: async (name, folder) => {
      const text = await readFile(path.resolve(ROOT, folder, name), 'utf8').catch(() => null);
      if (text === null) return text;
      return changes
        .filter(({ file }) => path.normalize(name) === path.normalize(file))
        .reduce(changed, text);
    },
    writeFile: (name, contents) => {
      if (name.endsWith('.wasm')) binary = contents as Uint8Array;
    },
    listFiles: () => null,
  });
  if (error || !binary)
    throw new Error(`a variant does not compile (${changes.map(({ file }) => file).join(', ')})`);
  return new Uint8Array(binary);
}

function changed(text: string, { file, from, to }: Change): string {
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
  return text.replace(from, to);
}

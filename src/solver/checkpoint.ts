/**
 * What a long proof has found so far, in a file: the entries of the transposition table that cost most work. They
 * are exact whatever they were searched for, so that a proof that goes on from them proves the same, with any size of
 * table, any tables and any number of workers; what cost less is found again as it is needed.
 *
 *     a line of text, `granary-checkpoint` and a JSON object (Head)
 *     records of 12 bytes (core/saved.ts)
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Core } from '../core/core.js';
import { RECORD_BYTES } from '../core/saved.js';
import { GranaryError } from '../errors.js';
import { optionsOf } from '../rules/options.js';
import { Checksum } from '../tablebase/format.js';
import { writeFileSafely } from '../tablebase/folder.js';
import type { Effort } from './solver.js';

const VERSION = 1;
const MAGIC = 'granary-checkpoint';
const NEWLINE = 0x0a;
/** Most bytes of the first line. */
const MAX_HEAD = 4096;
/** Most entries that are kept: 48 MB. */
const MAX_ENTRIES = 4_000_000;
/** Entries of less work, as log2 of nodes, are sooner found again than read. */
const LEAST_WORK = 5;

interface Head {
  readonly version: number;
  readonly rules: string;
  readonly options: unknown;
  readonly pits: number;
  /** Whether keys are those of the core's general form. */
  readonly isGeneral: boolean;
  readonly entries: number;
  /** XXH64 of the records, in hexadecimal. */
  readonly checksum: string;
  /** What all that was searched so far has cost. */
  readonly effort: Effort;
}

/** The file of a proof in work: read by `open` into the core, written by `save`. */
export class Checkpoint {
  private constructor(
    private readonly file: string,
    private readonly core: Core,
    /** What was searched before; nothing where the file was not there yet. */
    readonly before: Effort,
    /** How many entries were found in the file. */
    readonly entries: number,
  ) {}

  /**
   * Puts what a file holds, if it is there, into the transposition table of a core that is reserved. Throws
   * `CheckpointForeign` for a file that is something else, `CheckpointCorrupt` for one that is damaged.
   */
  static async open(file: string, core: Core): Promise<Checkpoint> {
    const bytes = await readIfThere(file);
    if (bytes === undefined) {
      return new Checkpoint(file, core, { nodes: 0, lookups: 0, seconds: 0 }, 0);
    }
    const { head, records } = parse(file, bytes);
    checkFits(file, head, core);
    const checksum = checksumText((await Checksum.load()).of(records));
    if (records.length !== RECORD_BYTES * head.entries || checksum !== head.checksum) {
      throw corrupt(file);
    }
    core.saved.write(records);
    return new Checkpoint(file, core, head.effort, head.entries);
  }

  /** Writes what the transposition table knows now; `effort` is what was searched since `open`. Throws `NotWritable`. */
  async save(effort: Effort): Promise<void> {
    const { core, before } = this;
    const least = Math.max(LEAST_WORK, core.saved.leastWorkOf(MAX_ENTRIES));
    const pieces: Uint8Array[] = [];
    for (const piece of core.saved.read(least)) pieces.push(piece.slice());
    const head: Head = {
      ...idOf(core),
      entries: pieces.reduce((bytes, { length }) => bytes + length, 0) / RECORD_BYTES,
      checksum: checksumText((await Checksum.load()).of(...pieces)),
      effort: {
        nodes: before.nodes + effort.nodes,
        lookups: before.lookups + effort.lookups,
        seconds: before.seconds + effort.seconds,
      },
    };
    const line = new TextEncoder().encode(`${MAGIC} ${JSON.stringify(head)}\n`);
    await writeFileSafely(path.resolve(this.file), [line, ...pieces]);
  }
}

function idOf(core: Core): Pick<Head, 'version' | 'rules' | 'options' | 'pits' | 'isGeneral'> {
  const { rules, pits, isGeneral } = core;
  return { version: VERSION, rules, options: optionsOf(rules), pits, isGeneral };
}

async function readIfThere(file: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new GranaryError(
      'CheckpointForeign',
      `cannot read ${file} (${message}): name another file`,
      {
        cause: error,
      },
    );
  }
}

function parse(file: string, bytes: Uint8Array): { head: Head; records: Uint8Array } {
  const end = bytes.subarray(0, MAX_HEAD).indexOf(NEWLINE);
  const line = new TextDecoder().decode(bytes.subarray(0, Math.max(end, 0)));
  if (!line.startsWith(`${MAGIC} `)) {
    throw foreign(file, 'is no checkpoint of a proof');
  }
  const head = parseHead(line.slice(MAGIC.length + 1));
  if (head === undefined) throw corrupt(file);
  return { head, records: bytes.subarray(end + 1) };
}

function parseHead(text: string): Head | undefined {
  try {
    const head = JSON.parse(text) as Partial<Head> | null;
    const { nodes, lookups, seconds } = head?.effort ?? {};
    const numbers = [head?.entries, nodes, lookups, seconds];
    return numbers.every((number) => typeof number === 'number' && number >= 0)
      ? (head as Head)
      : undefined;
  } catch {
    return undefined;
  }
}

function checkFits(file: string, head: Head, core: Core): void {
  const id = idOf(core);
  if (head.version !== id.version) {
    throw foreign(file, `is of version ${head.version}, and this program reads version ${VERSION}`);
  }
  if (head.rules !== id.rules || head.pits !== id.pits) {
    throw foreign(
      file,
      `is of ${head.rules} on ${head.pits} pits, not of ${id.rules} on ${id.pits}`,
    );
  }
  if (JSON.stringify(head.options) !== JSON.stringify(id.options)) {
    throw foreign(file, `is of other rules by the name of ${id.rules}`);
  }
  if (head.isGeneral !== id.isGeneral) {
    throw foreign(file, 'is of a search among another number of seeds');
  }
}

function foreign(file: string, what: string): GranaryError {
  return new GranaryError('CheckpointForeign', `${file} ${what}: name another file`);
}

function corrupt(file: string): GranaryError {
  return new GranaryError(
    'CheckpointCorrupt',
    `${file} is damaged (its checksum is wrong): remove it, and the proof begins anew`,
  );
}

function checksumText(checksum: bigint): string {
  return checksum.toString(16).padStart(16, '0');
}

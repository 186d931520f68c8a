/** Options that several commands share, each described and checked once. */
import { Option } from 'commander';
import {
  MAX_LAYER,
  MAX_MEMORY_MIB,
  MAX_TABLE_PITS,
  MAX_THREADS,
  MIN_MEMORY_MIB,
} from '../core/core.js';
import { parseRules } from '../notation.js';
import { MAX_PITS, MAX_SEEDS } from '../position.js';
import { ruleSetIds } from '../rules/options.js';
import type { RuleSetId } from '../rules/options.js';
import { printable, UsageError } from './failure.js';
import { parseWhole } from './numbers.js';
import type { Range } from './numbers.js';
import { suggest } from './suggestion.js';

/** Names folders of tables. */
export const TABLEBASE_OPTION = '--tablebase';
export const DEFAULT_RULES: RuleSetId = 'kalah';
const NOTATIONS = ['granary', 'kgp', 'auale'] as const;
export const DEFAULT_PITS = 6;
const DEFAULT_SEEDS = 4;
const DEFAULT_TABLE_MIB = 256;
/** The core's memory ends at 4096 MiB, and a table is a power of two below that. */
const MAX_TABLE_MIB = 2048;
const MAX_DEPTH = 60;

export type Notation = (typeof NOTATIONS)[number];

export interface GameOptions {
  readonly rules: RuleSetId;
  readonly pits: number;
  readonly seeds: number;
}

export function rulesOption(): Option {
  return new Option('--rules <id>', `rule set: ${ruleSetIds().join(', ')}`)
    .argParser(readRules)
    .default(DEFAULT_RULES);
}

export function notationOption(): Option {
  return new Option('--notation <id>', `how positions are written: ${NOTATIONS.join(', ')}`)
    .argParser(readNotation)
    .default(NOTATIONS[0]);
}

export function pitsOption(description = 'pits a side'): Option {
  return wholeOption('--pits', 'n', description, { min: 1, max: MAX_PITS }, DEFAULT_PITS);
}

/** For commands that look at the tables that there are. */
export function tablePitsOption(): Option {
  return wholeOption('--pits', 'n', 'pits a side', { min: 1, max: MAX_TABLE_PITS });
}

export function seedsOption(): Option {
  const most = Math.floor(MAX_SEEDS / 2);
  return wholeOption(
    '--seeds',
    'n',
    'seeds in each pit of the start',
    { min: 1, max: most },
    DEFAULT_SEEDS,
  );
}

export function layersOption(description: string, preset?: number): Option {
  return wholeOption('--layers', 'n', description, { min: 0, max: MAX_LAYER }, preset);
}

export function layerOption(description: string): Option {
  return wholeOption('--layer', 'n', description, { min: 0, max: MAX_LAYER });
}

export function sampleOption(): Option {
  const range = { min: 1, max: Number.MAX_SAFE_INTEGER };
  return wholeOption('--sample', 'n', 'entries to check of each layer (default: all)', range);
}

export function workersOption(
  description = 'threads that work (default: one a processor)',
  preset?: number,
): Option {
  const range = { min: 1, max: MAX_THREADS - 1 };
  return wholeOption('--workers', 'n', description, range, preset);
}

export function memoryOption(): Option {
  const range = { min: MIN_MEMORY_MIB, max: MAX_MEMORY_MIB };
  const description = 'most memory to use, in MiB (default: 4096, or what the machine has)';
  return wholeOption('--memory', 'mib', description, range);
}

export function tableOption(): Option {
  const range = { min: 1, max: MAX_TABLE_MIB };
  const description = 'memory for the transposition table, in MiB';
  return wholeOption('--table-mib', 'n', description, range, DEFAULT_TABLE_MIB);
}

export function nodesOption(
  description = 'stop after so many nodes and say what is proven',
): Option {
  const range = { min: 1, max: Number.MAX_SAFE_INTEGER };
  return wholeOption('--nodes', 'n', description, range);
}

export function timeOption(): Option {
  return new Option('--time <seconds>', 'stop after so long and say what is proven').argParser(
    (text: string) => {
      const seconds = Number(text);
      if (text.trim() !== '' && seconds > 0 && seconds < Infinity) return seconds;
      throw new UsageError(`--time: ${printable(text)} is no number of seconds above 0`);
    },
  );
}

export function checkpointOption(): Option {
  const description = 'keep what is found in a file, and go on from it';
  return new Option('--checkpoint <file>', description).argParser((text: string) => {
    if (text !== '') return text;
    throw new UsageError('--checkpoint: the name of the file is empty');
  });
}

export function depthOption(): Option {
  return wholeOption('--depth', 'n', 'plies to count, from 1 on', {
    min: 1,
    max: MAX_DEPTH,
  }).makeOptionMandatory();
}

export function noTablebaseOption(): Option {
  // With a preset a flag has its value parsed, and the parser is told of an earlier --tablebase.
  return new Option('--no-tablebase', 'search without tables')
    .preset('')
    .argParser((_preset: string, earlier: unknown) => {
      if (Array.isArray(earlier)) throw bothTablebases();
      return false;
    });
}

/** May be given again: its values are collected. */
export function tablebaseOption(): Option {
  return new Option('--tablebase <dir>', 'folder of tables; may be given again').argParser(
    (text: string, earlier: unknown) => {
      if (earlier === false) throw bothTablebases();
      const value = readName('--tablebase', text);
      return Array.isArray(earlier) ? [...(earlier as string[]), value] : [value];
    },
  );
}

export function jsonOption(): Option {
  return new Option('--json', 'print JSON, one object a line');
}

/** An option that names a file or folder. */
export function nameOption(flags: string, description: string): Option {
  return new Option(flags, description).argParser((text: string) => readName(flags, text));
}

function bothTablebases(): UsageError {
  return new UsageError('--tablebase and --no-tablebase: give one of them only');
}

function readName(flags: string, text: string): string {
  if (text !== '') return text;
  throw new UsageError(`${flags.split(' ')[0]}: the name of the folder is empty`);
}

function wholeOption(
  flag: string,
  name: string,
  description: string,
  range: Range,
  preset?: number,
): Option {
  const option = new Option(`${flag} <${name}>`, description).argParser((text: string) =>
    parseWhole(flag, text, range),
  );
  return preset === undefined ? option : option.default(preset);
}

function readRules(text: string): RuleSetId {
  try {
    return parseRules(text);
  } catch (error) {
    const meant = suggest(text, ruleSetIds());
    const hint = meant === undefined ? '' : `; did you mean ${meant}?`;
    throw new UsageError(`--rules: ${(error as Error).message}${hint}`);
  }
}

function readNotation(text: string): Notation {
  const notation = NOTATIONS.find((id) => id === text);
  if (notation !== undefined) return notation;
  throw new UsageError(`--notation '${text}': expected ${NOTATIONS.join(', ')}`);
}

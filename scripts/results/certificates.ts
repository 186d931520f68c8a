/** How large certificates of starts are, and what making and checking them took, by the program as people run it. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { SHIPPED_FOLDER } from '../../src/tablebase/folders.js';
import { signed, table } from './text.js';

const MAIN = path.join(import.meta.dirname, '../../dist/cli/main.js');
/** What is built for the starts with four seeds a pit. */
const BUILT = 20;

interface Made {
  readonly value: number;
  readonly bytes: number;
  readonly layers: number;
  readonly claims: number;
  readonly named: number;
  readonly seconds: number;
}

interface Checked {
  readonly proven: boolean;
  readonly plies: number;
  readonly lookups: number;
  readonly seconds: number;
}

export function certificates(): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'granary-results-'));
  const rows: string[][] = [];
  try {
    for (const [rules, seeds, layers] of [
      ['kalah', 3, 12],
      ['kalah-empty', 3, 12],
      ['mangala', 3, 11],
      ['kalah', 4, BUILT],
      ['kalah-empty', 4, BUILT],
    ] as const) {
      granary('build', '--rules', rules, '--layers', String(BUILT), '--out', folder, '--json');
      const file = path.join(folder, 'certificate');
      const start = ['--rules', rules, '--seeds', String(seeds), '--tablebase', folder];
      const made = certify(...start, '--layers', String(layers), '--out', file) as Made;
      const tables = layers < BUILT ? SHIPPED_FOLDER : folder;
      const checked = certify('--check', file, '--tablebase', tables) as Checked;
      if (!checked.proven)
        throw new Error(`the certificate of ${rules}(6,${seeds}) proves nothing`);
      rows.push(rowOf(`${rules}(6,${seeds})`, made, checked));
      console.error(String(rows.at(-1)));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return Promise.resolve(`## Certificates

\`granary certify\`, with tables to layer ${BUILT} for the search, and \`granary certify --check\` with those to the layer named.
Times are in seconds; that of making includes the proof.

${table(['start', 'value', 'layers', 'bytes', 'claims', 'moves named', 'made', 'plies checked', 'looked up', 'checked'], rows)}
`);
}

function rowOf(start: string, made: Made, checked: Checked): string[] {
  const { value, layers, bytes, claims, named } = made;
  return [
    start,
    signed(value),
    `0..${layers}`,
    ...[bytes, claims, named].map(String),
    made.seconds.toFixed(1),
    ...[checked.plies, checked.lookups].map(String),
    checked.seconds.toFixed(1),
  ];
}

function certify(...args: string[]): unknown {
  return JSON.parse(granary('certify', ...args, '--json'));
}

function granary(...args: string[]): string {
  return execFileSync(process.execPath, [MAIN, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

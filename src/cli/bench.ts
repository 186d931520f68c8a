import type { Command } from 'commander';
import { readSignature, runSearch } from '../solver/signature.js';
import type { FixedSearch, SearchResult } from '../solver/signature.js';
import { brief, count, rounded } from './figures.js';
import { jsonOption } from './options.js';
import type { Session } from './session.js';

interface Row extends SearchResult {
  readonly search: FixedSearch;
  readonly ok: boolean;
}

const HELP = `
Runs fixed searches and compares their values and nodes with those in
bench/signature.json. The sum of the nodes is the signature: the same on every
machine and from every build. Only a difference in it makes the exit code 1; the
speed is for information.

JSON, one object:
  {"signature": 1000000, "expected": 1000000, "ok": true, "seconds": 0.25,
   "nodesPerSecond": 4000000,
   "searches": [{"name": "...", "value": 6, "nodes": 20000, "expected": 20000,
                 "ok": true, "seconds": 0.01}]}

Example:
  granary bench
`;

export function addBench(program: Command, session: Session): void {
  program
    .command('bench')
    .description('run fixed searches: their nodes are a signature, their speed a figure')
    .addOption(jsonOption())
    .addHelpText('after', HELP)
    .action((options: { readonly json?: true }) => runBench(session, options.json === true));
}

async function runBench(session: Session, json: boolean): Promise<void> {
  const { signature: expected, searches } = await readSignature();
  session.kept = 'what is printed stands';
  const rows: Row[] = [];
  for (const search of searches) {
    session.progress.show({ task: `searching ${search.name}`, figures: [] });
    const result = await runSearch(search, 'release', session.signal);
    const ok = result.value === search.value && result.nodes === search.nodes;
    rows.push({ ...result, search, ok });
    if (!json) session.print(rowText(rows.at(-1)!));
  }
  session.progress.clear();

  const signature = rows.reduce((sum, { nodes }) => sum + nodes, 0);
  const seconds = rows.reduce((sum, row) => sum + row.seconds, 0);
  const ok = signature === expected && rows.every((row) => row.ok);
  const nodesPerSecond = Math.round(signature / seconds);
  if (json) {
    await session.printJson({
      signature,
      expected,
      ok,
      seconds: rounded(seconds),
      nodesPerSecond,
      searches: rows.map(rowJson),
    });
  } else {
    session.print(`\nBench: ${signature}  (${brief(nodesPerSecond)} nodes/s)`);
  }
  if (ok) return;
  session.tell(
    `granary: the signature is ${signature}, bench/signature.json says ${expected}: ` +
      'if the search was meant to change, run npm run signature',
  );
  session.markFailed();
}

function rowText({ search, value, nodes, seconds, ok }: Row): string {
  const wrong = ok ? '' : `  expected value ${search.value}, ${count(search.nodes)} nodes`;
  const speed = `${brief(nodes / seconds)}/s`;
  return (
    search.name.padEnd(40) +
    `value ${String(value).padStart(3)}${count(nodes).padStart(12)} nodes${speed.padStart(12)}${wrong}`
  );
}

function rowJson({ search, value, nodes, seconds, ok }: Row): object {
  const { name, nodes: expected } = search;
  return { name, value, nodes, expected, ok, seconds: rounded(seconds) };
}

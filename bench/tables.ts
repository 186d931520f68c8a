/**
 * What the transposition table's size is worth, and what suspending a search exactly is worth against starting
 * it again from the root over the table: kalah(6,3) without tablebase.
 */
import { Core } from '../src/core/core.js';
import { rowsOf } from '../src/core/rows.js';
import { startPosition } from '../src/position.js';
import { solve } from '../src/solver/solver.js';

const START = startPosition('kalah', 6, 3);
/** The window just above the start's value, the longest of its proof. */
const BETA = 3;
const SLICE = 20_000;
/** A search that needs so many nodes is taken as one that does not end. */
const NO_END = 50_000_000;

export async function measureTables(print: (line: string) => void): Promise<void> {
  const core = await Core.load('kalah', 6);
  print('| table | M nodes | seconds |\n| --- | --- | --- |');
  for (const tableMib of [1, 4, 16, 64]) {
    core.reserve({ layers: -1, tableMib });
    const started = process.cpuUsage();
    const { nodes } = await solve(core, START);
    const { user, system } = process.cpuUsage(started);
    print(`| ${tableMib} MiB | ${million(nodes)} | ${((user + system) / 1e6).toFixed(2)} |`);
  }
  print(
    `\n| table, slices of ${SLICE} nodes | suspended: M nodes | from the root again |\n| --- | --- | --- |`,
  );
  for (const tableMib of [1 / 32, 1 / 2, 4, 64]) {
    const nodes = [false, true].map((restart) => slicedNodes(core, tableMib, restart));
    print(
      `| ${tableMib} MiB | ${nodes.map((n) => (n < NO_END ? million(n) : 'no end')).join(' | ')} |`,
    );
  }
}

/** Nodes of one window in slices. */
function slicedNodes(core: Core, tableMib: number, restart: boolean): number {
  core.reserve({ layers: -1, tableMib });
  const before = core.nodes;
  core.beginProof(rowsOf(START), BETA);
  while (!core.runProof(SLICE) && core.nodes - before < NO_END) {
    if (restart) core.beginProof(rowsOf(START), BETA);
  }
  return core.nodes - before;
}

function million(nodes: number): string {
  return (nodes / 1e6).toFixed(2);
}

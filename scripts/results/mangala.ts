/** Values of starts of Mangala, proven by one thread. */
import { Core } from '../../src/core/core.js';
import { startPosition } from '../../src/position.js';
import { solve } from '../../src/solver/solver.js';
import { signed, table } from './text.js';

const MOST_LAYERS = 20;
const TABLE_MIB = 256;
/** That of the game as it is played is among the large ones (proofs.ts). */
const STARTS: (readonly [pits: number, seeds: number])[] = [1, 2, 3, 4, 5, 6]
  .flatMap((pits) => [1, 2].map((seeds) => [pits, seeds] as const))
  .concat([
    [4, 3],
    [5, 3],
    [6, 3],
  ]);

export async function mangalaStarts(): Promise<string> {
  const rows: string[][] = [];
  for (const [pits, seeds] of STARTS) {
    const layers = Math.min(MOST_LAYERS, 2 * pits * seeds - 1);
    const core = await Core.load('mangala', pits);
    core.reserve({ layers, tableMib: TABLE_MIB, building: true });
    const started = performance.now();
    core.solveLayers(layers);
    const building = (performance.now() - started) / 1000;
    const solution = await solve(core, startPosition('mangala', pits, seeds));
    if (solution.proof !== 'exact') throw new Error(`mangala(${pits},${seeds}) is not proven`);
    const { value, nodes, seconds, pv } = solution;
    rows.push([
      `(${pits},${seeds})`,
      signed(value),
      String(nodes),
      seconds.toFixed(2),
      `0..${layers}, ${building.toFixed(2)} s`,
      pv.join(' '),
    ]);
    console.error(`mangala(${pits},${seeds})`);
  }
  return `## Mangala

The score of the start (m,n), m pits a side and n seeds in each, for the side that moves first, both sides playing
their best: its store minus the other at the end. No other solved values of Turkish Mangala are known to us.

${table(['start', 'value', 'nodes', 'seconds', 'tables', 'a line of best play'], rows)}
`;
}

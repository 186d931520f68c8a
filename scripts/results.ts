/**
 * Computes what `docs/results.md` holds and writes it: values of starts of Mangala, and how many positions of the
 * layers of Awari and Oware have each gain. Takes a minute or two and 1 GiB; times are this machine's.
 *
 *     npm run results -- [--long]
 */
import { writeFile } from 'node:fs/promises';
import { Core } from '../src/core/core.js';
import { startPosition } from '../src/position.js';
import { solve } from '../src/solver/solver.js';

const MOST_LAYERS = 20;
const TABLE_MIB = 256;
const STARTS: (readonly [pits: number, seeds: number])[] = [1, 2, 3, 4, 5, 6]
  .flatMap((pits) => [1, 2].map((seeds) => [pits, seeds] as const))
  .concat([
    [4, 3],
    [5, 3],
    [6, 3],
  ]);
/** The start of the game as it is played takes a quarter of an hour and 1.6 GiB. */
if (process.argv.includes('--long')) STARTS.push([6, 4]);
const LAYERS = [13, 14, 15, 16, 17, 18, 19, 20];

const parts = [
  `# Results

Computed by \`npm run results -- --long\`; values are proven. Times are those of one thread of an AMD EPYC (Zen 5) and mean
little by themselves.
`,
  await mangalaStarts(),
  await histograms('awari'),
  await histograms('oware'),
];
await writeFile(new URL('../docs/results.md', import.meta.url), parts.join('\n'));

async function mangalaStarts(): Promise<string> {
  const rows: string[][] = [];
  for (const [pits, seeds] of STARTS) {
    const isLong = seeds === 4;
    const layers = isLong ? MOST_LAYERS + 2 : Math.min(MOST_LAYERS, 2 * pits * seeds - 1);
    const core = await Core.load('mangala', pits);
    core.reserve({ layers, tableMib: isLong ? 4 * TABLE_MIB : TABLE_MIB, building: true });
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

async function histograms(rules: 'awari' | 'oware'): Promise<string> {
  const core = await Core.load(rules, 6);
  core.reserve({ layers: MOST_LAYERS, building: true });
  const started = performance.now();
  core.solveLayers(MOST_LAYERS);
  const seconds = (performance.now() - started) / 1000;
  console.error(`${rules} layers 0..${MOST_LAYERS}: ${seconds.toFixed(1)} s`);
  const counts = LAYERS.map((layer) => countGains(core.layerEntries(layer)));
  const gains = Array.from({ length: 2 * MOST_LAYERS + 1 }, (_, i) => MOST_LAYERS - i);
  const rows = gains.map((gain) => [
    gain > 0 ? `+${gain}` : String(gain),
    ...counts.map((count) => String(count.get(gain) ?? 0)),
  ]);
  const positions = LAYERS.map((layer) => core.layerSize(layer));
  const name = rules === 'awari' ? 'Awari' : 'Oware';
  const about =
    rules === 'awari'
      ? 'T. R. Lincke (Exploring the Computational Limits of Large Exhaustive Search Problems, ETH 2002, appendix B)\npublished these counts to layer 24; to layer 12 a test compares them.'
      : 'No published counts are known to us; to layer 12 a test compares those of another program.';
  return `## ${name}: positions by gain

How many positions with so many seeds in the pits have each gain for the side to move, endless play being worth 0.
${about} Layers 0 to ${MOST_LAYERS} took ${seconds.toFixed(1)} s.

${table(['gain', ...LAYERS.map(String)], [...rows, ['all', ...positions.map(String)]])}
`;
}

function countGains(entries: Uint8Array): Map<number, number> {
  const byByte = new Array<number>(256).fill(0);
  for (const byte of entries) byByte[byte]!++;
  return new Map(byByte.map((count, byte) => [(byte << 24) >> 24, count]));
}

function signed(value: number): string {
  return value > 0 ? `+${value}` : String(value);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, i) => (i === 0 ? '---' : '---:'));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

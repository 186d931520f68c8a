/** How many positions of the layers of Awari and Oware have each gain, solved by two workers. */
import { Core, startCrew } from '../../dist/index.js';
import { runsOf } from '../../src/tablebase/runs.js';
import { signed, table } from './text.js';

const PITS = 6;
const WORKERS = 2;
/** Smaller layers are compared with published counts by a test. */
const FROM = 13;

const ABOUT = {
  awari:
    'T. R. Lincke (Exploring the Computational Limits of Large Exhaustive Search Problems, ETH 2002, appendix B)\npublished these counts to layer 24; to layer 12 a test compares them.',
  oware:
    'No published counts are known to us; to layer 12 a test compares those of another program.',
};

export async function histograms(rules: 'awari' | 'oware', layers: number): Promise<string> {
  const core = await Core.load(rules, PITS, { threads: WORKERS + 1 });
  const crew = await startCrew(core);
  core.reserve({ layers, building: true });
  let seconds = 0;
  const counts: Map<number, number>[] = [];
  for (let layer = 0; layer <= layers; layer++) {
    const started = performance.now();
    await crew.solve(layer);
    core.cover(layer);
    seconds += (performance.now() - started) / 1000;
    console.error(`${rules} 0..${layer}: ${seconds.toFixed(1)} s`);
    if (layer >= FROM) counts.push(countGains(core, layer));
  }
  crew.dispose();
  const shown = Array.from({ length: layers - FROM + 1 }, (_, i) => FROM + i);
  const gains = Array.from({ length: 2 * layers + 1 }, (_, i) => layers - i);
  const rows = gains.map((gain) => [
    signed(gain),
    ...counts.map((count) => String(count.get(gain) ?? 0)),
  ]);
  const positions = shown.map((layer) => core.layerSize(layer));
  const name = rules === 'awari' ? 'Awari' : 'Oware';
  return `## ${name}: positions by gain

How many positions with so many seeds in the pits have each gain for the side to move, endless play being worth 0.
${ABOUT[rules]}

${table(['gain', ...shown.map(String)], [...rows, ['all', ...positions.map(String)]])}
`;
}

function countGains(core: Core, layer: number): Map<number, number> {
  const byEntry = new Float64Array(256);
  for (const run of runsOf(PITS, layer)) for (const entry of core.runs.read(run)) byEntry[entry]!++;
  return new Map([...byEntry.entries()].map(([entry, count]) => [entry - layer, count]));
}

/**
 * The six rule sets side by side: plies by perft from the start of (6,4), and the layers. CPU time, the least of
 * several rounds in turns.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Core } from '../src/core/core.js';
import { rowsOf } from '../src/core/rows.js';
import { startPosition } from '../src/position.js';
import { RULE_SETS } from '../src/rules/options.js';
import { gainsOf } from '../src/tablebase/gains.js';

const PITS = 6;
const DEPTH = 9;
const LAYERS = 16;
/** The layer whose counts of gains are known from elsewhere. */
const CHECKED = 12;
const ROUNDS = 5;

/** Leaves at depth 9, as counted by programs of other authors (test/vectors/perft.txt). */
const LEAVES = readLeaves();

interface Known {
  readonly rules: string;
  readonly seeds: number;
  readonly histogram: Record<string, number>;
}

export async function measureGames(report: (line: string) => void): Promise<void> {
  report(`| rule set | perft(${DEPTH}), ns a leaf | layers 0..${LAYERS}, M positions/s | sweeps |`);
  report('| --- | --- | --- | --- |');
  const games = await Promise.all(Object.keys(RULE_SETS).map((rules) => Game.load(rules)));
  for (let round = 0; round < ROUNDS; round++) for (const game of games) game.run();
  for (const game of games) report(game.row());
}

class Game {
  private perft = Infinity;
  private layers = Infinity;
  private sweeps = 0;

  private constructor(
    private readonly core: Core,
    private readonly leaves: number,
  ) {}

  static async load(rules: string): Promise<Game> {
    const leaves = LEAVES.get(`${rules}(6,4)`);
    if (leaves === undefined) throw new Error(`no perft(${DEPTH}) of ${rules} is known`);
    return new Game(await Core.load(rules, PITS), leaves);
  }

  run(): void {
    const { core } = this;
    const start = rowsOf(startPosition(core.rules, PITS, 4));
    this.perft = Math.min(
      this.perft,
      cpuSeconds(() => {
        assert.equal(core.perft(start, DEPTH), this.leaves);
      }),
    );
    core.reserve({ layers: LAYERS, building: true });
    core.cover(-1);
    this.layers = Math.min(
      this.layers,
      cpuSeconds(() => (this.sweeps = core.solveLayers(LAYERS))),
    );
    assert.deepEqual(countGains(gainsOf(core, CHECKED)), knownGains(core.rules));
    core.reserve({ layers: -1 });
  }

  row(): string {
    const positions = Array.from({ length: LAYERS + 1 }, (_, layer) => this.core.layerSize(layer));
    const rate = positions.reduce((sum, size) => sum + size, 0) / this.layers / 1e6;
    const leaf = ((1e9 * this.perft) / this.leaves).toFixed(2);
    return `| ${this.core.rules} | ${leaf} | ${rate.toFixed(1)} | ${this.sweeps} |`;
  }
}

function cpuSeconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

function countGains(gains: Int8Array): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const gain of gains) counts[gain] = (counts[gain] ?? 0) + 1;
  return counts;
}

function knownGains(rules: string): Record<string, number> | undefined {
  return linesOf('layers.jsonl')
    .map((line) => JSON.parse(line) as Known)
    .find((known) => known.rules === rules && known.seeds === CHECKED)?.histogram;
}

function readLeaves(): ReadonlyMap<string, number> {
  const rows = linesOf('perft.txt').map((line) => /^(\S+) perft\((\d+)\) = (\d+)$/.exec(line));
  return new Map(
    rows
      .filter((row) => Number(row?.[2]) === DEPTH)
      .map((row) => [row?.[1] ?? '', Number(row?.[3])]),
  );
}

function linesOf(file: string): string[] {
  const url = new URL(`../test/vectors/${file}`, import.meta.url);
  return readFileSync(url, 'utf8').trim().split('\n');
}

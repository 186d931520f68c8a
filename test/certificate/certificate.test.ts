/** Certificates prove what they say, and nothing else gets past the checker. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { describe, expect, it } from 'vitest';
import { checkCertificate } from '../../src/certificate/check.js';
import { claimOf, Unfolding } from '../../src/certificate/claims.js';
import type { Choose, FailedClaim } from '../../src/certificate/claims.js';
import type { Certificate } from '../../src/certificate/format.js';
import { makeCertificate } from '../../src/certificate/make.js';
import { Core } from '../../src/core/core.js';
import { makePosition, score, startPosition } from '../../src/position.js';
import { seedsIn } from '../../src/rules/board.js';
import type { Board } from '../../src/rules/board.js';
import { addRuleSet, optionsOf, RULE_SETS } from '../../src/rules/options.js';
import { playPit, legalPits } from '../../src/rules/rules.js';
import { SHIPPED_FOLDER } from '../../src/tablebase/folders.js';
import { buildLayers } from '../../src/tablebase/layers.js';
import { Crew } from '../../src/tablebase/crew.js';
import { LayerMemory } from '../../src/tablebase/memory.js';
import { ACYCLIC_RULES, alterLayer, coreWithLayers, CYCLIC_RULES, lieOf } from '../core/support.js';
import { Minimax } from '../minimax.js';
import { randomBoard, randomOf } from '../random.js';
import { certify, reread } from './support.js';

const SMALL = { rules: 'kalah', pits: 3, seeds: 2, layers: -1 };

/** The claim that is not justified by the moves a certificate names, whatever it says of their number. */
function failureOf({ position, score, named }: Certificate): Promise<FailedClaim | undefined> {
  const tables = { layers: -1, gain: () => NaN };
  const unfolding = new Unfolding(optionsOf(position.rules), tables, claimOf(position, score));
  let used = 0;
  return unfolding.run(({ open }) => (open.length > 0 ? (named[used++] ?? NaN) : 0), {});
}

/** Whether a claim that fails is false, or only had no move named for it. */
function expectRightlyRefused(failure: FailedClaim, minimax: Minimax): void {
  const gain = minimax.gain(failure.board);
  if (failure.reason === 'no open move is named for it') return;
  if (failure.bound === 'lower') expect(gain).toBeLessThan(failure.lower);
  else expect(gain).toBeGreaterThan(failure.upper);
}

describe.each(ACYCLIC_RULES)('a certificate of %s', (rules) => {
  it('says what minimax says, with tables and down to the ends', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'granary-'));
    try {
      const core = await Core.load(rules, 3);
      for await (const { layer } of buildLayers(Crew.alone(core), folder, 4)) core.cover(layer);
      const memory = await LayerMemory.open([folder], rules, 3);
      const minimax = new Minimax(rules);
      const random = randomOf(5);
      core.reserve({ layers: 4, tableMib: 1 });
      for (let i = 0; i < 30; i++) {
        const position = makePosition(randomBoard(random, 3, i % 14), rules);
        const [own, other] = position.mover === 's' ? [0, 1] : [1, 0];
        const value = position.stores[own]! - position.stores[other]! + minimax.gain(position);
        for (const layers of [-1, 4]) {
          const { certificate } = await makeCertificate(core, position, { layers });
          expect(certificate).toMatchObject({ score: { lower: value, upper: value }, layers });
          const read = await reread(certificate);
          expect(read).toEqual(certificate);
          const checked = await checkCertificate(read, memory);
          expect(checked).toMatchObject({ failure: undefined, claims: certificate.claims });
        }
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('claims only what holds, of every position', async () => {
    const certificate = await certify({ rules, pits: 3, seeds: 3, layers: -1 });
    const minimax = new Minimax(rules);
    const claims: string[] = [];
    const unfolding = new Unfolding(
      optionsOf(rules),
      { layers: -1, gain: () => NaN },
      claimOf(certificate.position, certificate.score),
    );
    let used = 0;
    const choose: Choose = ({ claim, open }) => {
      const { board, lower, upper } = claim;
      const gain = minimax.gain(board);
      expect(lower).toBeLessThanOrEqual(gain);
      expect(upper).toBeGreaterThanOrEqual(gain);
      claims.push(`${board.south.join()}/${board.north.join()}`);
      return open.length > 0 ? certificate.named[used++]! : 0;
    };
    expect(await unfolding.run(choose, {})).toBeUndefined();
    expect(claims.length).toBeGreaterThan(100);
    expect(new Set(claims).size).toBe(claims.length);
  });
});

describe('every move', () => {
  const rulesets = [...ACYCLIC_RULES];

  it.each(rulesets)('leads down by seeds and distance in %s', (rules) => {
    const distance = (row: readonly number[]): number =>
      row.reduce((sum, seeds, pit) => sum + seeds * (row.length - pit), 0);
    const rank = ({ south, north }: Board): number =>
      1e6 * (seedsIn(south) + seedsIn(north)) + distance(south) + distance(north);
    const random = randomOf(8);
    for (let i = 0; i < 2000; i++) {
      const board = { ...randomBoard(random, 1 + (i % 8), 1 + (i % 40)), stores: [0, 0] as const };
      for (const pit of legalPits(optionsOf(rules), board)) {
        expect(rank(playPit(optionsOf(rules), board, pit).board)).toBeLessThan(rank(board));
      }
    }
  });
});

describe('an altered certificate', () => {
  it('proves only what is true, and of what fails names a claim that is false', async () => {
    const certificate = await certify(SMALL);
    const { lower: value } = certificate.score;
    const minimax = new Minimax(SMALL.rules);
    const random = randomOf(3);
    const verdicts = { proven: 0, refused: 0 };
    for (let i = 0; i < 400; i++) {
      const lower = value - 3 + uniformInt(random, 0, 4);
      const upper = value + 3 - uniformInt(random, 0, 4);
      const named = certificate.named.map((name) =>
        i % 3 > 0 && uniformInt(random, 0, i % 8) === 0 ? uniformInt(random, 0, 2) : name,
      );
      const failure = await failureOf({ ...certificate, score: { lower, upper }, named });
      if (failure) expectRightlyRefused(failure, minimax);
      else expect(lower <= value && value <= upper).toBe(true);
      verdicts[failure ? 'refused' : 'proven']++;
    }
    expect(verdicts.proven).toBeGreaterThan(10);
    expect(verdicts.refused).toBeGreaterThan(10);
  });

  it('fails with a bound that is off by one, and names a claim that is false', async () => {
    const certificate = await certify(SMALL);
    const { lower, upper } = certificate.score;
    const minimax = new Minimax(SMALL.rules);
    for (const score of [
      { lower: lower + 1, upper },
      { lower: lower + 2, upper: upper + 2 },
      { lower, upper: upper - 1 },
      { lower: lower - 2, upper: upper - 2 },
    ]) {
      const { failure } = await checkCertificate({ ...certificate, score, claims: 1e6 });
      expectRightlyRefused(failure!, minimax);
    }
  });

  it('with one move named otherwise is refused, or proves the same', async () => {
    const certificate = await certify(SMALL);
    const minimax = new Minimax(SMALL.rules);
    const verdicts = { proven: 0, refused: 0 };
    for (let at = 0; at < certificate.named.length; at++) {
      for (let name = 0; name < 4; name++) {
        if (name === certificate.named[at]) continue;
        const named = certificate.named.slice();
        named[at] = name;
        const failure = await failureOf({ ...certificate, named });
        if (failure) expectRightlyRefused(failure, minimax);
        verdicts[failure ? 'refused' : 'proven']++;
      }
    }
    expect(certificate.named.length).toBeGreaterThan(10);
    expect(verdicts.refused).toBeGreaterThan(0);
  });

  it('is refused with a move left out or one too many', async () => {
    const certificate = await certify(SMALL);
    const short = await checkCertificate({
      ...certificate,
      named: certificate.named.slice(0, -1),
    });
    expect(short).toMatchObject({ failure: { reason: 'no open move is named for it' } });
    const long = { ...certificate, named: Uint8Array.of(...certificate.named, 0) };
    await expect(checkCertificate(long)).rejects.toThrow(/names \d+ moves, and needs \d+/);
    for (const off of [-1, 1]) {
      const other = { ...certificate, claims: certificate.claims + off };
      await expect(checkCertificate(other)).rejects.toThrow(/^the certificate needs .* claims/);
    }
  });
});

describe('tables', () => {
  it('that a certificate needs must be there, and of its game', async () => {
    const certificate = await certify({ rules: 'kalah', pits: 6, seeds: 2, layers: 10 });
    await expect(checkCertificate(certificate)).rejects.toThrow(
      'needs tables of kalah on 6 pits: there are none',
    );
    const other = await LayerMemory.open([SHIPPED_FOLDER], 'mangala', 6);
    await expect(checkCertificate(certificate, other)).rejects.toThrow(
      'needs tables of kalah on 6 pits: these are of mangala on 6',
    );
    const none = await LayerMemory.open([], 'kalah', 6);
    await expect(checkCertificate(certificate, none)).rejects.toMatchObject({ name: 'NotCovered' });
    const right = await LayerMemory.open([SHIPPED_FOLDER], 'kalah', 6);
    expect(await checkCertificate(certificate, right)).toMatchObject({ failure: undefined });
  });

  it('that contradict each other are found when one is made', async () => {
    const core = await coreWithLayers('kalah', 3, 6);
    alterLayer(core, 6, (gains) => gains.forEach((gain, i) => (gains[i] = lieOf(gain, 6))));
    const made = makeCertificate(core, startPosition('kalah', 3, 3), { layers: 5 });
    await expect(made).rejects.toMatchObject({ name: 'TablebaseCorrupt' });
  });

  it('may be fewer than those of the core, not more', async () => {
    const core = await coreWithLayers('kalah', 3, 6);
    const start = startPosition('kalah', 3, 3);
    const { certificate } = await makeCertificate(core, start, { layers: -1 });
    expect(await checkCertificate(certificate)).toMatchObject({ failure: undefined, lookups: 0 });
    for (const layers of [7, -2, 1.5]) {
      await expect(makeCertificate(core, start, { layers })).rejects.toThrow(/expected a whole/);
    }
  });
});

it('is the same however large the tables of the search are', async () => {
  const large = await coreWithLayers('mangala', 4, 12);
  const start = startPosition('mangala', 4, 3);
  const { certificate } = await makeCertificate(large, start, { layers: 3 });
  expect(certificate).toEqual(await certify({ rules: 'mangala', pits: 4, seeds: 3, layers: 3 }));
});

it('of a game that is over says its result', async () => {
  const core = await coreWithLayers('kalah', 3, -1);
  const position = makePosition({ south: [0, 0, 0], north: [1, 0, 2], stores: [5, 1] }, 'kalah');
  const { certificate } = await makeCertificate(core, position);
  expect(certificate.score).toEqual({ lower: score(position), upper: score(position) });
  expect(await checkCertificate(certificate)).toMatchObject({ failure: undefined });
  const wrong = { ...certificate, score: { lower: 2, upper: 2 } };
  expect(await checkCertificate(wrong)).toMatchObject({ failure: { reason: 'its gain is -3' } });
});

it('is there for larger boards and for rule sets that are added', async () => {
  addRuleSet('kalah-slam', { ...RULE_SETS['kalah-turn'], firstSeed: 'origin' });
  for (const [rules, pits] of [
    ['kalah', 8],
    ['kalah-slam', 3],
  ] as const) {
    const core = await Core.load(rules, pits);
    core.reserve({ layers: -1, tableMib: 1 });
    const { certificate } = await makeCertificate(core, startPosition(rules, pits, 1));
    const checked = await checkCertificate(await reread(certificate));
    expect(checked).toMatchObject({ failure: undefined, claims: certificate.claims });
  }
});

it.each(CYCLIC_RULES)('there is none of %s, where positions come back', async (rules) => {
  const core = await coreWithLayers(rules, 3, -1);
  const start = startPosition(rules, 3, 1);
  const refusal = {
    name: 'InvalidOption',
    message: expect.stringMatching(/^no certificates of /) as unknown,
  };
  await expect(makeCertificate(core, start)).rejects.toMatchObject(refusal);
  const claimed = { position: start, score: { lower: 0, upper: 0 }, layers: -1, claims: 2 };
  const certificate = { ...claimed, named: new Uint8Array(0) };
  await expect(checkCertificate(certificate)).rejects.toMatchObject(refusal);
});

it('making and checking stop when they are told to', async () => {
  const core = await coreWithLayers('kalah', 6, 6);
  const start = startPosition('kalah', 6, 3);
  const aborted = AbortSignal.abort();
  await expect(makeCertificate(core, start, { signal: aborted })).rejects.toThrow('interrupted');
  const controller = new AbortController();
  const stages: string[] = [];
  const made = makeCertificate(core, start, {
    signal: controller.signal,
    onProgress: ({ stage }) => {
      stages.push(stage);
      controller.abort();
    },
  });
  await expect(made).rejects.toMatchObject({ name: 'Interrupted' });
  expect(stages).toEqual(['value']);
  expect(core.isSearching).toBe(false);
});

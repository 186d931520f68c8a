/** Workers on one memory: what they make does not depend on how many they are, and they end when they should. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
// Workers run compiled files.
import {
  buildLayers,
  Core,
  loadLayers,
  makePosition,
  rowsOf,
  RULE_SETS,
  startCrew,
} from '../../dist/index.js';
import type { BuildOptions, Crew } from '../../dist/index.js';
import { randomBoard, randomOf } from '../random.js';

const PITS = 6;
/** The last has a prediction. */
const LAYERS = 10;
const LIBRARY = pathToFileURL(path.join(import.meta.dirname, '../../dist/index.js')).href;

let folder = '';
const crews: Crew[] = [];
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'granary-'));
  return () => rmSync(folder, { recursive: true });
});
afterEach(() => crews.splice(0).forEach((crew) => crew.dispose()));

/** A crew of so many workers, 0 for the core's own thread; ended after the test. */
async function crewOf(workers: number, rules = 'kalah'): Promise<Crew> {
  const crew = await startCrew(await Core.load(rules, PITS, { threads: workers + 1 }));
  expect(crew.size).toBe(Math.max(1, workers));
  crews.push(crew);
  return crew;
}

/** Builds into the folder and gives the layers that were written. */
async function build(
  crew: Crew,
  layers = LAYERS,
  options: BuildOptions = {},
  into = folder,
): Promise<number[]> {
  const written: number[] = [];
  for await (const { layer, kept } of buildLayers(crew, into, layers, options)) {
    if (!kept) written.push(layer);
  }
  return written;
}

function digests(of = folder): Record<string, string> {
  const sha256 = (name: string): string =>
    createHash('sha256')
      .update(readFileSync(path.join(of, name)))
      .digest('hex');
  return Object.fromEntries(
    readdirSync(of)
      .sort()
      .map((name) => [name, sha256(name)]),
  );
}

describe.each(Object.keys(RULE_SETS))('files of %s', (rules) => {
  it('have the same bytes by one thread and by 1, 2 and 7 workers', async () => {
    const found: Record<string, string>[] = [];
    for (const workers of [0, 1, 2, 7]) {
      const into = path.join(folder, String(workers));
      const crew = await crewOf(workers, rules);
      await build(crew, LAYERS, {}, into);
      crew.dispose();
      found.push(digests(into));
    }
    const [alone, ...others] = found;
    expect(Object.keys(alone!)).toHaveLength(LAYERS + 1);
    for (const other of others) expect(other).toEqual(alone);
  });

  it('are read by 2 workers as by one thread', async () => {
    const builder = await crewOf(0, rules);
    await build(builder);
    const crew = await crewOf(2, rules);
    const { core } = crew;
    for await (const _ of loadLayers(core, [folder], LAYERS, { crew }));
    expect(core.covered).toBe(LAYERS);
    const random = randomOf(4);
    for (let i = 0; i < 3000; i++) {
      const rows = rowsOf(makePosition(randomBoard(random, PITS, 1 + (i % LAYERS)), rules));
      expect(core.probe(rows)).toBe(builder.core.probe(rows));
    }
  });
});

describe('a crew of 2 that is interrupted', () => {
  const INTERRUPTED = 12;
  const files = (): number => readdirSync(folder).filter((name) => name.endsWith('.layer')).length;

  const whole = async (rules: string): Promise<Record<string, string>> => {
    const into = path.join(folder, 'whole');
    await build(await crewOf(0, rules), INTERRUPTED, {}, into);
    const found = digests(into);
    rmSync(into, { recursive: true });
    return found;
  };

  /** Builds until `when` aborts, then again to the end. */
  async function interrupt(
    when: (abort: () => void) => BuildOptions,
    rules = 'kalah',
  ): Promise<void> {
    const expected = await whole(rules);
    const crew = await crewOf(2, rules);
    const controller = new AbortController();
    const options = { ...when(() => controller.abort()), signal: controller.signal };
    await expect(build(crew, INTERRUPTED, options)).rejects.toMatchObject({ name: 'Interrupted' });
    expect(files()).toBe(INTERRUPTED);
    expect(readdirSync(folder)).toHaveLength(INTERRUPTED);
    expect(await build(crew, INTERRUPTED)).toEqual([INTERRUPTED]);
    expect(digests()).toEqual(expected);
  }

  it('before it solves a layer can be used again', async () => {
    await interrupt((abort) => ({
      onProgress: ({ task, layer }) => {
        if (task === 'solving' && layer === INTERRUPTED) abort();
      },
    }));
  });

  it('while it solves a layer can be used again', async () => {
    // Of oware a layer takes many sweeps.
    await interrupt(
      (abort) => ({
        onProgress: ({ layer }) => {
          if (layer === INTERRUPTED) abort();
        },
      }),
      'oware',
    );
  });

  it('soon after it began to solve a layer can be used again', async () => {
    await interrupt((abort) => ({
      onProgress: ({ task, layer }) => {
        if (task === 'solving' && layer === INTERRUPTED) setImmediate(abort);
      },
    }));
  });

  it('before it encodes a layer can be used again', async () => {
    await interrupt((abort) => ({
      onProgress: ({ task, layer }) => {
        if (task === 'writing' && layer === INTERRUPTED) abort();
      },
    }));
  });

  it('while it encodes a layer can be used again', async () => {
    await interrupt((abort) => ({
      open: async (file, flags) => {
        const handle = await open(file, flags);
        const write = (...args: [Uint8Array, number, number, number]): unknown => {
          // The prediction comes first.
          if (file.includes(`-${INTERRUPTED}.layer`)) abort();
          return handle.write(...args);
        };
        const others = { sync: () => handle.sync(), close: () => handle.close() };
        return { ...others, write } as unknown as FileHandle;
      },
    }));
  });

  it('while it reads a layer can be used again', async () => {
    await build(await crewOf(0));
    const crew = await crewOf(2);
    const { core } = crew;
    const controller = new AbortController();
    const load = async (signal?: AbortSignal): Promise<void> => {
      for await (const { layer } of loadLayers(core, [folder], LAYERS, { crew, signal })) {
        if (layer === LAYERS - 1) controller.abort();
      }
    };
    await expect(load(controller.signal)).rejects.toMatchObject({ name: 'Interrupted' });
    expect(core.covered).toBe(LAYERS - 1);
    await load();
    expect(core.covered).toBe(LAYERS);
  });
});

describe('a worker that dies', () => {
  const kill = (crew: Crew, worker = 1): void => {
    const { hands } = crew as unknown as { hands: readonly { worker: { terminate(): void } }[] };
    hands[worker]!.worker.terminate();
  };
  const FAILED = {
    name: 'WorkerFailed',
    message: expect.stringMatching(/a worker has ended: try again/) as string,
  };

  it.each(['reading', 'solving', 'writing'] as const)('fails what it is %s', async (when) => {
    const crew = await crewOf(2);
    // There is something to read.
    await build(await crewOf(0), 9);
    const last = when === 'reading' ? 9 : LAYERS;
    const onProgress: BuildOptions['onProgress'] = ({ task, layer }) => {
      if (task === when && layer === last) kill(crew);
    };
    await expect(build(crew, LAYERS, { onProgress })).rejects.toMatchObject(FAILED);
    expect(readdirSync(folder)).toHaveLength(LAYERS);
    // It does not come back, and a crew of others goes on.
    await expect(build(crew)).rejects.toMatchObject(FAILED);
    expect(await build(await crewOf(2))).toEqual([LAYERS]);
  });

  it('amid a sweep fails the layer', async () => {
    const crew = await crewOf(2, 'oware');
    const onProgress: BuildOptions['onProgress'] = ({ layer }) => {
      if (layer === LAYERS) kill(crew, 0);
    };
    await expect(build(crew, LAYERS, { onProgress })).rejects.toMatchObject(FAILED);
    expect(readdirSync(folder)).toHaveLength(LAYERS);
  });
});

describe('a process', () => {
  /** Runs a program that imports the library, and gives what it prints; it has to end by itself. */
  async function run(lines: string): Promise<string> {
    const file = path.join(folder, 'program.mjs');
    writeFileSync(file, `import { buildLayers, Core, startCrew } from '${LIBRARY}';\n${lines}`);
    const child = spawn(process.execPath, [file, path.join(folder, 'out')]);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    }
    const [code] = (await once(child, 'close')) as [number | null];
    return `${output}${code}`;
  }

  const START = `const crew = await startCrew(await Core.load('oware', 6, { threads: 3 }));\n`;
  const BUILD = `for await (const _ of buildLayers(crew, process.argv[2], 8));\n`;

  it('ends by itself after its crew was disposed of', async () => {
    expect(await run(`${START}${BUILD}crew.dispose();\nconsole.log('done');`)).toBe('done\n0');
    expect(readdirSync(path.join(folder, 'out'))).toHaveLength(9);
  });

  it('ends by itself where the crew had nothing to do', async () => {
    expect(await run(`${START}crew.dispose();\nconsole.log('done');`)).toBe('done\n0');
  });

  it('ends by itself where its crew was disposed of amid a build, and after that', async () => {
    const lines = `${START}setTimeout(() => crew.dispose(), 30);
      try {
        for await (const _ of buildLayers(crew, process.argv[2], 16));
      } catch (error) {
        console.log(error.name);
      }
      crew.dispose();`;
    expect(await run(lines)).toBe('WorkerFailed\n0');
  });
});

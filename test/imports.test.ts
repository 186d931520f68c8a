import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = path.join(import.meta.dirname, '..');

/**
 * The parts from the bottom up, a list a floor. A part imports from its own floor only itself, and from the
 * floors below it anything. CONTRIBUTING.md draws the same.
 */
const SRC = [
  ['errors.ts', 'pause.ts'],
  ['rules'],
  ['position.ts'],
  ['notation.ts', 'result.ts', 'core'],
  ['match.ts'],
  ['series.ts', 'tablebase'],
  ['solver', 'worker'],
  ['book', 'certificate', 'claims'],
  ['index.ts'],
  ['cli'],
];
const ASSEMBLY = [
  ['board.ts'],
  ['rules', 'thread.ts'],
  ['perft.ts', 'tablebase'],
  ['search'],
  ['games.ts'],
  ['arena.ts'],
  ['index.ts'],
];

interface Import {
  readonly from: string;
  readonly to: string;
}

/** Relative imports of all sources in a folder, as paths from it. */
function importsIn(folder: string): Import[] {
  const names = readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => /\.(ts|js)$/.test(name))
    .flatMap((name) => {
      const text = readFileSync(path.join(ROOT, folder, name), 'utf8');
      const targets = text.matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g);
      return [...targets].map(([, target = '']) => ({
        from: name,
        to: path.join(path.dirname(name), target).replace(/\.js$/, '.ts'),
      }));
    });
}

function floorOf(floors: readonly (readonly string[])[], place: string): number {
  const [part = ''] = place.split(path.sep);
  return floors.findIndex((floor) => floor.includes(part) || floor.includes(`${part}.ts`));
}

function runsUp(floors: readonly (readonly string[])[], { from, to }: Import): boolean {
  const [lower, upper] = [floorOf(floors, to), floorOf(floors, from)];
  if (lower < 0 || upper < 0) throw new Error(`${from} or ${to} is on no floor`);
  const [a, b] = [from.split(path.sep)[0], to.split(path.sep)[0]?.replace(/\.ts$/, '')];
  const samePart = a?.replace(/\.ts$/, '') === b;
  return lower > upper || (lower === upper && !samePart);
}

describe.each([
  ['src', SRC, 'errors.ts', 'cli'],
  ['assembly', ASSEMBLY, 'board.ts', 'index.ts'],
])('imports in %s', (folder, floors, bottom, top) => {
  const inside = importsIn(folder).filter(({ to }) => !to.startsWith('..'));

  it('run downward', () => {
    expect(inside.length).toBeGreaterThan(10);
    expect(inside.filter((line) => runsUp(floors, line))).toEqual([]);
  });

  it('would be found if one ran upward', () => {
    expect(runsUp(floors, { from: bottom, to: top })).toBe(true);
    expect(runsUp(floors, { from: top, to: bottom })).toBe(false);
  });
});

it('leave src only for the types of the built core', () => {
  const outside = importsIn('src').filter(({ to }) => to.startsWith('..'));
  expect(new Set(outside.map(({ to }) => to))).toEqual(new Set(['../build/release.ts']));
});

it('leave assembly nowhere', () => {
  expect(importsIn('assembly').filter(({ to }) => to.startsWith('..'))).toEqual([]);
});

it('leave nothing that depends on bench, test or scripts', () => {
  for (const folder of ['src', 'assembly', 'scripts']) {
    const wrong = importsIn(folder).filter(({ to }) => /^\.\.\/(bench|test|scripts)\//.test(to));
    expect(wrong, folder).toEqual([]);
  }
});

/** What is claimed and what is found, in words. */
import { isExact } from '../solver/bounds.js';
import type { Bounds } from '../solver/bounds.js';
import type { Outcome, Start } from './claims.js';

const COUNT = new Intl.NumberFormat('en-US');

/** `12,345,678` */
export function count(number: number): string {
  return COUNT.format(number);
}

/** `+8`, `0`, `-3` */
export function signed(number: number): string {
  return number > 0 ? `+${number}` : String(number);
}

/** `(6,4)` */
export function startText({ pits, seeds }: Start): string {
  return `(${pits},${seeds})`;
}

/** `3, 4 and 5` */
export function listText(items: readonly (string | number)[]): string {
  const [last, ...others] = items.toReversed();
  return others.length === 0 ? String(last) : `${others.reverse().join(', ')} and ${last}`;
}

export function outcomeText(outcome: Outcome): string {
  switch (outcome) {
    case 'win':
      return 'a first-player win';
    case 'draw':
      return 'a draw';
    case 'loss':
      return 'a first-player loss';
  }
}

/** `score +8`, `score >= 2`, or nothing where no more is known than what the seeds in all allow. */
export function boundsText(bounds: Bounds, seeds: number): string {
  const { lower, upper } = bounds;
  if (isExact(bounds)) return `score ${signed(lower)}`;
  const said = [
    ...(lower > -seeds ? [`at least ${signed(lower)}`] : []),
    ...(upper < seeds ? [`at most ${signed(upper)}`] : []),
  ];
  return said.length === 0 ? 'nothing proven of the score' : `score ${said.join(' and ')}`;
}

/** Who wins by what is proven, if that is known. */
export function outcomeOf({ lower, upper }: Bounds): Outcome | undefined {
  if (lower > 0) return 'win';
  if (upper < 0) return 'loss';
  return lower === upper ? 'draw' : undefined;
}

/** In parts of a hundred, with one decimal. */
export function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1)} %`;
}

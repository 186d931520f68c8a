/** What is known of a gain: it lies between `lower` and `upper`. */
export interface Bounds {
  readonly lower: number;
  readonly upper: number;
}

/** What a stated value proves: that it is the value, or that the value is at least or at most that. */
export type Proof = 'exact' | 'lower' | 'upper';

export interface Proven {
  readonly value: number;
  readonly proof: Proof;
}

export function isExact({ lower, upper }: Bounds): boolean {
  return lower === upper;
}

/**
 * One value for bounds, with `base` added: the exact one, or the bound that says more about who wins. With
 * neither side's win excluded that is the lower one.
 */
export function proven(bounds: Bounds, base: number): Proven {
  const lower = bounds.lower + base;
  const upper = bounds.upper + base;
  if (lower === upper) return { value: lower, proof: 'exact' };
  return lower < 0 && upper < Math.abs(lower)
    ? { value: upper, proof: 'upper' }
    : { value: lower, proof: 'lower' };
}

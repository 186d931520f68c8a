/** What is known of a gain: it lies between `lower` and `upper`. */
export interface Bounds {
  readonly lower: number;
  readonly upper: number;
}

/** What a stated value proves: that it is the value, or that the value is at least or at most that. */
export type Proof = 'exact' | 'lower' | 'upper';

/** What is proven of a score: all of it as two bounds, and the weightier of them as one value. */
export interface Proven extends Bounds {
  readonly value: number;
  readonly proof: Proof;
}

/** A score that is known. */
export function exactly(value: number): Proven {
  return { value, proof: 'exact', lower: value, upper: value };
}

export function isExact({ lower, upper }: Bounds): boolean {
  return lower === upper;
}

/**
 * Bounds with `base` added, and one value for them: the exact one, or the bound that says something at all,
 * which one of `limits`, the bounds before any search, does not. Where both do, or neither, it is the one that
 * says more about who wins; with neither side's win excluded that is the lower one.
 */
export function proven(bounds: Bounds, base: number, limits: Bounds): Proven {
  const lower = bounds.lower + base;
  const upper = bounds.upper + base;
  if (lower === upper) return exactly(lower);
  const isRaised = bounds.lower > limits.lower;
  const isLowered = bounds.upper < limits.upper;
  const saysUpper = isRaised === isLowered ? lower < 0 && upper < Math.abs(lower) : isLowered;
  return saysUpper
    ? { value: upper, proof: 'upper', lower, upper }
    : { value: lower, proof: 'lower', lower, upper };
}

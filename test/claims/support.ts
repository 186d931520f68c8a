import { readFileSync } from 'node:fs';
import { parseClaims } from '../../src/claims/claims.js';
import type { Claim, Claims } from '../../src/claims/claims.js';

export const FILE = new URL('../../data/claims.json', import.meta.url);

export function shipped(): Claims {
  return parseClaims(readFileSync(FILE, 'utf8'));
}

/** A file with one source and these claims. */
export function fileOf(...claims: readonly object[]): string {
  return JSON.stringify({
    sources: { page: { kind: 'page', title: 'A page', where: 'nowhere' } },
    claims: claims.map((claim, i) => ({ id: `claim-${i + 1}`, sources: ['page'], ...claim })),
  });
}

export function claimsOf(...claims: readonly object[]): readonly Claim[] {
  return parseClaims(fileOf(...claims)).claims;
}

/** A clock that goes on by so many seconds each time it is read. */
export function steppedClock(step: number): () => number {
  let now = 0;
  return () => (now += step);
}

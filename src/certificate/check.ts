/**
 * Checks a certificate: by the plain rules and by tables every claim is justified by those it rests on. Nothing is
 * searched, and of the core nothing is used but the look-up in tables.
 */
import { GranaryError } from '../errors.js';
import { optionsOf } from '../rules/options.js';
import type { LayerMemory } from '../tablebase/memory.js';
import { checkAcyclic } from './acyclic.js';
import { claimOf, Unfolding } from './claims.js';
import type { FailedClaim, Tables, UnfoldOptions, Work } from './claims.js';
import type { Certificate } from './format.js';

/** What checking a certificate has found. */
export interface CheckedCertificate extends Readonly<Work> {
  /** The first claim that is not justified; undefined where all are, and what the certificate says is proven. */
  readonly failure: FailedClaim | undefined;
}

/**
 * Checks a certificate with the layers that it needs; left out where it needs none. Throws `InvalidOption` for
 * tables of another game, `NotCovered` where a layer is not there, what reading tables throws, `CertificateCorrupt`
 * where its claims and moves are not as many as it says, and `Interrupted`.
 */
export async function checkCertificate(
  certificate: Certificate,
  memory?: LayerMemory,
  options: UnfoldOptions = {},
): Promise<CheckedCertificate> {
  const { position, score, claims, named } = certificate;
  checkAcyclic(position.rules);
  const tables = await loadTables(certificate, memory);
  const unfolding = new Unfolding(optionsOf(position.rules), tables, claimOf(position, score));
  const { work } = unfolding;
  let used = 0;
  const failure = await unfolding.run(({ open }) => {
    if (work.claims > claims) throw corrupt(`needs more than the ${claims} claims that it says`);
    return open.length > 0 ? (named[used++] ?? NaN) : 0;
  }, options);
  if (failure !== undefined) return { ...work, failure };
  if (work.claims !== claims) throw corrupt(`needs ${work.claims} claims, and says ${claims}`);
  if (used < named.length) throw corrupt(`names ${named.length} moves, and needs ${used}`);
  return { ...work, failure };
}

async function loadTables(
  { position, layers }: Certificate,
  memory: LayerMemory | undefined,
): Promise<Tables> {
  const pits = position.south.length;
  if (layers < 0) return { layers, gain: () => NaN };
  if (memory?.rules !== position.rules || memory.pits !== pits) {
    const found = memory ? `these are of ${memory.rules} on ${memory.pits}` : 'there are none';
    throw new GranaryError(
      'InvalidOption',
      `the certificate needs tables of ${position.rules} on ${pits} pits: ${found}`,
    );
  }
  for (let layer = 0; layer <= layers; layer++) await memory.load(layer);
  return { layers, gain: (board) => memory.gain(board) };
}

function corrupt(what: string): GranaryError {
  return new GranaryError('CertificateCorrupt', `the certificate ${what}: get or make it anew`);
}

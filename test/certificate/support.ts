/** Certificates of small boards, made and altered. */
import { decodeCertificate, encodeCertificate } from '../../src/certificate/format.js';
import type { Certificate } from '../../src/certificate/format.js';
import { makeCertificate } from '../../src/certificate/make.js';
import { startPosition } from '../../src/position.js';
import type { RuleSetId } from '../../src/rules/options.js';
import { coreWithLayers } from '../core/support.js';

export interface Start {
  readonly rules: RuleSetId;
  readonly pits: number;
  readonly seeds: number;
  readonly layers: number;
}

/** The certificate of a start. */
export async function certify({ rules, pits, seeds, layers }: Start): Promise<Certificate> {
  const core = await coreWithLayers(rules, pits, layers);
  return (await makeCertificate(core, startPosition(rules, pits, seeds))).certificate;
}

/** Written and read again. */
export async function reread(certificate: Certificate): Promise<Certificate> {
  return decodeCertificate(await encodeCertificate(certificate), 'some file');
}

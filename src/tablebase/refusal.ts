/** Why a layer file is refused, and what can be done about it, which depends on how one came to it. */
import { GranaryError } from '../errors.js';

export interface Remedies {
  /** For a file that cannot be read. */
  readonly missing: string;
  /** For one that is something else. */
  readonly foreign: string;
  readonly damaged: string;
}

/** A layer file as errors name it. */
export interface Named {
  /** A path or an address. */
  readonly name: string;
  readonly remedies: Remedies;
}

/** For the layers of a folder: building replaces those that are damaged. */
export const IN_FOLDER: Remedies = {
  missing: 'allow it to be read, or build the layer again',
  foreign: 'remove it and build the layer again, or name another folder',
  damaged: 'build the layer again',
};

/** For a file that was named by itself. */
export const BY_NAME: Remedies = {
  missing: 'name a layer file that can be read',
  foreign: 'name a layer file',
  damaged: 'build the layer again',
};

export const ON_SERVER: Remedies = {
  missing: 'check the address, or build the layer',
  foreign: 'check the address, or build the layer',
  damaged: 'tell who keeps the server, or build the layer',
};

export function unreadable({ name, remedies }: Named, why: string, cause?: unknown): GranaryError {
  const message = `${name} cannot be read (${why}): ${remedies.missing}`;
  return new GranaryError('TablebaseMissing', message, { cause });
}

export function foreign({ name, remedies }: Named, what: string): GranaryError {
  return new GranaryError('TablebaseForeign', `${name} ${what}: ${remedies.foreign}`);
}

export function corrupt({ name, remedies }: Named, what: string): GranaryError {
  return new GranaryError('TablebaseCorrupt', `${name} ${what}: ${remedies.damaged}`);
}

export function breaksOff(file: Named, bytes: number): GranaryError {
  return corrupt(file, `breaks off after ${bytes} bytes`);
}

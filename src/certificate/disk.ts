/** Certificates on disk. */
import { open } from 'node:fs/promises';
import { GranaryError } from '../errors.js';
import { writeFileSafely } from '../tablebase/folder.js';
import { checkHeader, decodeCertificate, encodeCertificate, HEADER_BYTES } from './format.js';
import type { Certificate } from './format.js';

/** Reads a certificate; throws what `decodeCertificate` does, and `CertificateMissing` for what cannot be read. */
export async function readCertificate(file: string): Promise<Certificate> {
  const bytes = await readBytes(file);
  return decodeCertificate(bytes, file);
}

/** Writes a certificate beside its place and renames it, and says how many bytes it has. Throws `NotWritable`. */
export async function writeCertificate(file: string, certificate: Certificate): Promise<number> {
  const bytes = await encodeCertificate(certificate);
  await writeFileSafely(file, [bytes]);
  return bytes.length;
}

/** Nothing is read of a file that its header shows to be something else. */
async function readBytes(file: string): Promise<Uint8Array> {
  try {
    const handle = await open(file, 'r');
    try {
      const { size } = await handle.stat();
      const header = new Uint8Array(HEADER_BYTES);
      const { bytesRead } = await handle.read(header, 0, HEADER_BYTES, 0);
      checkHeader(header.subarray(0, bytesRead), size, file);
      const bytes = new Uint8Array(size);
      for (let done = 0; done < size;) {
        const { bytesRead } = await handle.read(bytes, done, size - done, done);
        if (bytesRead === 0) return bytes.subarray(0, done);
        done += bytesRead;
      }
      return bytes;
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (error instanceof GranaryError) throw error;
    throw new GranaryError(
      'CertificateMissing',
      `${file} cannot be read (${(error as Error).message}): name a file made by granary certify`,
      { cause: error },
    );
  }
}

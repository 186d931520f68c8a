/**
 * Every failure that a caller may want to tell apart has a kind, and the kind is the error's `name`:
 * when an error crosses from a worker, its class is lost and only name, message and stack arrive.
 */
export const ERROR_KINDS = [
  'InvalidPosition',
  'IllegalMove',
  'InvalidHistory',
  'UnknownRules',
  'InvalidOption',
  'TablebaseMissing',
  'TablebaseForeign',
  'TablebaseCorrupt',
  'CertificateMissing',
  'CertificateForeign',
  'CertificateCorrupt',
  'NotCovered',
  'CheckpointForeign',
  'CheckpointCorrupt',
  'OutOfMemory',
  'CoreBusy',
  'WorkerFailed',
  'Interrupted',
  'NotWritable',
] as const;

/** What kind of failure a `GranaryError` is: its `name`. */
export type ErrorKind = (typeof ERROR_KINDS)[number];

/** A failure that a caller may want to tell from others, by its `name`. */
export class GranaryError extends Error {
  override readonly name: ErrorKind;

  /** `message` is one line that names the thing at fault and the remedy. */
  constructor(kind: ErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = kind;
  }
}

/** Whether `error` is one of ours, of `kind` if one is given; holds on both sides of a worker. */
export function isGranaryError(
  error: unknown,
  kind?: ErrorKind,
): error is Error & { readonly name: ErrorKind } {
  if (!(error instanceof Error)) return false;
  return kind === undefined
    ? (ERROR_KINDS as readonly string[]).includes(error.name)
    : error.name === kind;
}

const MAX_QUOTE = 24;

/** What a stranger wrote, for a message: its beginning, in quotes, with nothing in it that a terminal would obey. */
export function quote(text: string): string {
  const printable = text.slice(0, MAX_QUOTE).replace(/[^ -~]/g, '?');
  return `'${printable}${text.length > MAX_QUOTE ? '...' : ''}'`;
}

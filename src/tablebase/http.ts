/**
 * Layer files on a server, block by block by HTTP ranges. A server that does not give ranges, or compresses them,
 * has the whole file taken once instead. What arrives is checked by the readers of the format.
 */
import { GranaryError } from '../errors.js';
import { breaksOff, corrupt, foreign, ON_SERVER, unreadable } from './refusal.js';
import type { Source } from './source.js';

const PARTIAL = 206;
const NOT_SATISFIABLE = 416;
/** What servers answer for a file that they do not have; some do not tell whether they have it. */
const ABSENT: readonly number[] = [403, 404, 410];

const DEFAULT_TIMEOUT_MS = 30_000;

/** Shapes `fetch`; the global one if left out. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface HttpOptions {
  readonly fetch?: Fetch | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds without anything from the server after which a request is given up; 30 000 if left out. */
  readonly timeoutMs?: number | undefined;
}

/** A part of the file that was asked for. */
interface Part {
  readonly at: number;
  readonly length: number;
}

export class HttpSource implements Source {
  readonly name: string;
  readonly remedies = ON_SERVER;
  private total: number | undefined;
  /** The whole file, once it had to be taken. */
  private whole: Promise<Uint8Array> | undefined;

  /** `limit` is the most bytes that a sound file can have: no more are taken. */
  constructor(
    url: string | URL,
    private readonly limit: number,
    private readonly options: HttpOptions = {},
  ) {
    this.name = String(url);
  }

  size(): Promise<number | undefined> {
    return Promise.resolve(this.total);
  }

  /** Why the server does not have the file, undefined where it has it; throws where that cannot be known. */
  async absence(): Promise<GranaryError | undefined> {
    const response = await this.request({ range: 'bytes=0-0' });
    await discard(response);
    const { status } = response;
    if (ABSENT.includes(status)) return this.refused(status);
    if (![200, PARTIAL, NOT_SATISFIABLE].includes(status)) throw this.refused(status);
    return this.pageIn(response);
  }

  async read(at: number, length: number): Promise<Uint8Array> {
    if (length === 0) return new Uint8Array(0);
    if (at + length > this.limit) {
      throw corrupt(this, `has an index of more than the ${this.limit} bytes that it can have`);
    }
    if (this.whole) return this.cut(await this.whole, at, length);
    const response = await this.request({ range: `bytes=${at}-${at + length - 1}` });
    const { status } = response;
    if (status === PARTIAL && this.isPlain(response)) {
      return this.body(response, length, { at, length });
    }
    if (status === 200 && this.isPlain(response)) {
      this.whole = this.body(response, this.limit);
    } else {
      await discard(response);
      if (status === NOT_SATISFIABLE) throw breaksOff(this, this.sizeIn(response) ?? at);
      if (status !== PARTIAL && status !== 200) throw this.refused(status);
      // A part of a compressed body is of no use.
      this.whole = this.download();
    }
    this.whole.catch(() => (this.whole = undefined));
    const whole = await this.whole;
    this.total = whole.length;
    return this.cut(whole, at, length);
  }

  close(): Promise<void> {
    this.whole = undefined;
    return Promise.resolve();
  }

  private async download(): Promise<Uint8Array> {
    const response = await this.request({});
    if (response.status !== 200) {
      await discard(response);
      throw this.refused(response.status);
    }
    return this.body(response, this.limit);
  }

  private async request(headers: Record<string, string>): Promise<Response> {
    const { fetch: ask = fetch, signal } = this.options;
    const late = new AbortController();
    try {
      const ended = AbortSignal.any(signal ? [signal, late.signal] : [late.signal]);
      const response = await this.inTime(ask(this.name, { headers, signal: ended }));
      if (isResponse(response)) return response;
    } catch (error) {
      late.abort();
      throw this.unreadable(error);
    }
    throw unreadable(this, 'fetch gave no response');
  }

  /** Waits for a step of a request as long as is meet. */
  private async inTime<T>(step: Promise<T>): Promise<T> {
    const { timeoutMs = DEFAULT_TIMEOUT_MS } = this.options;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      const why = `nothing came for ${timeoutMs / 1000} s`;
      timer = setTimeout(() => reject(new Error(why)), timeoutMs);
    });
    try {
      return await Promise.race([step, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Takes a body of at most `most` bytes; all of a part, if one was asked for. */
  private async body(response: Response, most: number, part?: Part): Promise<Uint8Array> {
    const reader = response.body?.getReader();
    const pieces: Uint8Array[] = [];
    let length = 0;
    try {
      const page = this.pageIn(response);
      if (page) throw page;
      if (part) this.checkRange(response, part);
      while (reader) {
        const next = await this.inTime(reader.read());
        if (next.done) break;
        pieces.push(next.value);
        length += next.value.length;
        if (length > most) throw corrupt(this, `has more than the ${most} bytes that were to come`);
      }
    } catch (error) {
      void reader?.cancel().catch(() => undefined);
      throw error instanceof GranaryError ? error : this.unreadable(error);
    }
    if (part && length < part.length) throw breaksOff(this, part.at + length);
    const bytes = new Uint8Array(length);
    let at = 0;
    for (const piece of pieces) {
      bytes.set(piece, at);
      at += piece.length;
    }
    return bytes;
  }

  private cut(whole: Uint8Array, at: number, length: number): Uint8Array {
    const piece = whole.subarray(at, at + length);
    if (piece.length < length) throw breaksOff(this, whole.length);
    return piece;
  }

  /** Whether the body is as the file is; servers across origins may hide this header, then it is taken so. */
  private isPlain(response: Response): boolean {
    const encoding = response.headers.get('content-encoding');
    return encoding === null || encoding === 'identity' || response.status === 200;
  }

  /** What is wrong with a page: many servers answer with one where they have no file. */
  private pageIn(response: Response): GranaryError | undefined {
    const type = response.headers.get('content-type') ?? '';
    if (!/^text\/html\b/i.test(type)) return undefined;
    return foreign(this, `is a page (${type}), no layer file`);
  }

  private checkRange(response: Response, { at, length }: Part): void {
    const range = response.headers.get('content-range');
    if (range === null) return;
    const [, from, to] = /^bytes (\d+)-(\d+)\//.exec(range) ?? [];
    this.total = this.sizeIn(response) ?? this.total;
    if (Number(from) === at && Number(to) === at + length - 1) return;
    if (Number(from) === at && this.total !== undefined && this.total < at + length) {
      throw breaksOff(this, this.total);
    }
    throw corrupt(this, `was asked for bytes ${at} to ${at + length - 1} and gave ${range}`);
  }

  private sizeIn(response: Response): number | undefined {
    const [, total] = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '') ?? [];
    return total === undefined ? undefined : Number(total);
  }

  private refused(status: number): GranaryError {
    return unreadable(this, `the server answers ${status}`);
  }

  private unreadable(error: unknown): GranaryError {
    if (this.options.signal?.aborted) return new GranaryError('Interrupted', 'interrupted');
    if (!(error instanceof Error)) return unreadable(this, String(error), error);
    const { cause, message } = error;
    return unreadable(this, cause instanceof Error ? cause.message : message, error);
  }
}

/** What another function than the global one gives may be anything. */
function isResponse(response: unknown): boolean {
  return typeof (response as Response | null | undefined)?.status === 'number';
}

/** Takes nothing of a body. */
async function discard({ body }: Response): Promise<void> {
  await body?.cancel().catch(() => undefined);
}

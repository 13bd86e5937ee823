import type { ApiError } from '../errors.js';
import { type Coding, COMPRESSED_FROM_BYTES, encode, tagOf } from './codings.js';

/** A long body may take this many times its size, its compressed forms included. */
const CODINGS_FACTOR = 2;
/** The object without its body: measured in Node 20. */
const OBJECT_BYTES = 230;

/**
 * The body of a successful answer.
 *
 * The body is a `latin1` string, one character for each byte: Node sends such a string together
 * with the headers in one write.
 */
export class Reply {
  readonly latin1: string;
  #etag: string | undefined;
  /** A promise while the compression is under way, so that callers share it. */
  readonly #encoded: Partial<Record<Coding, string | Promise<string> | undefined>> = {};
  #encodedBytes = 0;

  constructor(json: string) {
    const isAscii = Buffer.byteLength(json) === json.length;
    this.latin1 = isAscii ? json : Buffer.from(json).toString('latin1');
  }

  /**
   * A weak tag of the body, the same in every content coding and on every process. Made when it is needed:
   * to hash a long body takes as long as to write it.
   */
  get etag(): string {
    this.#etag ??= tagOf(Buffer.from(this.latin1, 'latin1'));
    return this.#etag;
  }

  /** The most memory that it may take, in any number of codings. */
  get maxBytes(): number {
    const bodies = this.latin1.length * (this.#isShort ? 1 : CODINGS_FACTOR);
    return bodies + OBJECT_BYTES;
  }

  get #isShort(): boolean {
    return this.latin1.length < COMPRESSED_FROM_BYTES;
  }

  /** Returns the coding to send; short bodies are not compressed. */
  codingFor(preferred: Coding): Coding {
    return this.#isShort ? 'identity' : preferred;
  }

  /** Returns the body in a coding, at once if it is there. */
  encoded(coding: Coding): string | Promise<string> {
    if (coding === 'identity') return this.latin1;
    this.#encoded[coding] ??= this.#encode(coding);
    return this.#encoded[coding];
  }

  async #encode(coding: Exclude<Coding, 'identity'>): Promise<string> {
    let kept: string | undefined;
    try {
      const bytes = await encode(Buffer.from(this.latin1, 'latin1'), coding);
      // A string, because a small buffer of zlib would keep its whole block of 16 KiB alive.
      const text = bytes.toString('latin1');
      if (this.#encodedBytes + text.length <= this.latin1.length) kept = text;
      this.#encodedBytes += kept?.length ?? 0;
      return text;
    } finally {
      this.#encoded[coding] = kept;
    }
  }
}

/** Returns the body of an answer other than success. */
export function errorBody(error: ApiError, requestId: string): string {
  return JSON.stringify({ status: 'error', ...presentError(error, requestId) });
}

/** Returns the part of an error that callers see. */
export function presentError({ code, message, details }: ApiError, requestId: string): object {
  const faults = details.length > 0 ? { details } : {};
  return { error: { code, message, ...faults, request_id: requestId } };
}

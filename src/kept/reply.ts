import { hash } from 'node:crypto';
import { type Coding, COMPRESSED_FROM_BYTES, encode } from '../http/codings.js';

/** Held beside a long body are its codings, all together no longer than itself. */
const ROOM_FOR_CODINGS = 2;

/**
 * The body of a success, made once for all who ask for the same.
 *
 * Its bytes are held as a text of one character each (`latin1`): Node sends such a text together
 * with the headers in one write, and unlike a small `Buffer` it keeps no larger block of memory
 * alive.
 */
export class Reply {
  readonly latin1: string;
  /** By which callers know the answer again: a weak tag, the same in every content coding. */
  readonly etag: string;
  readonly #encoded = new Map<Coding, Buffer>();
  #encodedBytes = 0;

  /** @param named stands for the body, which its tag is made of; the body itself when absent */
  constructor(json: string, named = json) {
    this.etag = tagOf(named);
    const isAscii = Buffer.byteLength(json) === json.length;
    this.latin1 = isAscii ? json : Buffer.from(json).toString('latin1');
  }

  /** The bytes that it holds at most, whatever codings it is asked for in. */
  get maxBytes(): number {
    return this.latin1.length * (this.#isShort ? 1 : ROOM_FOR_CODINGS);
  }

  get #isShort(): boolean {
    return this.latin1.length < COMPRESSED_FROM_BYTES;
  }

  /** Returns the coding in which it is sent to a caller who likes this one best. */
  codingFor(preferred: Coding): Coding {
    return this.#isShort ? 'identity' : preferred;
  }

  /** Returns the body in a coding; undefined when it is not held. */
  encoded(coding: Coding): Buffer | string | undefined {
    return coding === 'identity' ? this.latin1 : this.#encoded.get(coding);
  }

  /** Returns the body in a coding, as bytes; it is made where it is not held. */
  async encode(coding: Coding): Promise<Buffer> {
    const bytes = Buffer.from(this.latin1, 'latin1');
    if (coding === 'identity') return bytes;
    const held = this.#encoded.get(coding);
    if (held !== undefined) return held;
    const encoded = await encode(bytes, coding);
    const total = this.#encodedBytes + encoded.length;
    if (!this.#encoded.has(coding) && this.latin1.length + total <= this.maxBytes) {
      this.#encoded.set(coding, encoded);
      this.#encodedBytes = total;
    }
    return encoded;
  }
}

/** Returns the tag of an answer that this text stands for. */
export function tagOf(text: string): string {
  return `W/"${hash('sha256', text, 'base64url').slice(0, 22)}"`;
}

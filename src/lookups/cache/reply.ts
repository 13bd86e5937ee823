import { type Coding, COMPRESSED_FROM_BYTES, encode } from '../../middleware/codings.js';
import { tagOf } from '../../middleware/tag.js';

/** Held beside a long body are its codings, all together no longer than itself. */
const ROOM_FOR_CODINGS = 2;

/** What it takes besides its texts: measured in Node 20. */
const OWN_BYTES = 200;

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
  /** As texts like the body: a `Buffer` of zlib keeps alive all 16 KiB that it was made in. */
  readonly #encoded: Partial<Record<Coding, string>> = {};
  #encoding: Partial<Record<Coding, Promise<Buffer>>> | undefined;
  #encodedBytes = 0;
  /** Those who are sent a long body at the same time share its bytes. */
  #bytes: WeakRef<Buffer> | undefined;

  /** @param named stands for the body, which its tag is made of; the body itself when absent */
  constructor(json: string, named = json) {
    this.etag = tagOf(named);
    const isAscii = Buffer.byteLength(json) === json.length;
    this.latin1 = isAscii ? json : Buffer.from(json).toString('latin1');
  }

  /** The bytes that it holds at most, whatever codings it is asked for in. */
  get maxBytes(): number {
    const bodies = this.latin1.length * (this.#isShort ? 1 : ROOM_FOR_CODINGS);
    return bodies + this.etag.length + OWN_BYTES;
  }

  get #isShort(): boolean {
    return this.latin1.length < COMPRESSED_FROM_BYTES;
  }

  /** Returns the coding in which it is sent to a caller who likes this one best. */
  codingFor(preferred: Coding): Coding {
    return this.#isShort ? 'identity' : preferred;
  }

  /** Returns the body in a coding, a character for each byte; undefined when it is not held. */
  encoded(coding: Coding): string | undefined {
    return coding === 'identity' ? this.latin1 : this.#encoded[coding];
  }

  /**
   * Returns the body in a coding, as bytes; it is made where it is not held, once for all who want
   * it meanwhile.
   */
  async encode(coding: Coding): Promise<Buffer> {
    if (coding === 'identity') return this.#toBytes();
    const held = this.#encoded[coding];
    if (held !== undefined) return Buffer.from(held, 'latin1');
    this.#encoding ??= {};
    this.#encoding[coding] ??= this.#encode(coding).finally(() => {
      this.#encoding = undefined;
    });
    return this.#encoding[coding];
  }

  async #encode(coding: Exclude<Coding, 'identity'>): Promise<Buffer> {
    const encoded = await encode(this.#toBytes(), coding);
    const total = this.#encodedBytes + encoded.length;
    if (total <= this.latin1.length) {
      this.#encoded[coding] = encoded.toString('latin1');
      this.#encodedBytes = total;
    }
    return encoded;
  }

  #toBytes(): Buffer {
    const shared = this.#bytes?.deref();
    if (shared !== undefined) return shared;
    const bytes = Buffer.from(this.latin1, 'latin1');
    if (!this.#isShort) this.#bytes = new WeakRef(bytes);
    return bytes;
  }
}

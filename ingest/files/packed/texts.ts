const CHUNK_BYTES = 1024 * 1024;
/** No text of a source is as long: its ids and names are refused before. */
export const MAX_TEXT_BYTES = 0xffff;
const LENGTH_BYTES = 2;
const NO_CHUNK = Buffer.alloc(LENGTH_BYTES);

/** Many texts, one after the other in large pieces of memory; each is told by its address. */
export class Texts {
  readonly #chunks: Buffer[] = [];
  #end = CHUNK_BYTES;

  /** Takes the first bytes of some. @returns their address, below 2³² */
  add(bytes: Buffer, length = Math.min(bytes.length, MAX_TEXT_BYTES)): number {
    if (this.#end + LENGTH_BYTES + length > CHUNK_BYTES) {
      this.#chunks.push(Buffer.allocUnsafeSlow(CHUNK_BYTES));
      this.#end = 0;
    }
    const address = (this.#chunks.length - 1) * CHUNK_BYTES + this.#end;
    const target = this.#chunkOf(address);
    target.writeUInt16LE(length, this.#end);
    bytes.copy(target, this.#end + LENGTH_BYTES, 0, length);
    this.#end += LENGTH_BYTES + length;
    return address;
  }

  at(address: number): string {
    const chunk = this.#chunkOf(address);
    const start = address % CHUNK_BYTES;
    const first = start + LENGTH_BYTES;
    return chunk.toString('utf8', first, first + lengthAt(chunk, start));
  }

  /** Tells whether a text is the first bytes of some. */
  is(address: number, bytes: Buffer, length: number): boolean {
    const chunk = this.#chunkOf(address);
    const start = address % CHUNK_BYTES;
    if (lengthAt(chunk, start) !== length) return false;
    const first = start + LENGTH_BYTES;
    for (let at = 0; at < length; at += 1) if (chunk[first + at] !== bytes[at]) return false;
    return true;
  }

  hashAt(address: number): number {
    const chunk = this.#chunkOf(address);
    const start = address % CHUNK_BYTES;
    return hashOf(chunk, start + LENGTH_BYTES, lengthAt(chunk, start));
  }

  #chunkOf(address: number): Buffer {
    return this.#chunks[Math.floor(address / CHUNK_BYTES)] ?? NO_CHUNK;
  }
}

function lengthAt(chunk: Buffer, start: number): number {
  return (chunk[start] ?? 0) | ((chunk[start + 1] ?? 0) << 8);
}

/** FNV-1a, with its bits mixed once more, as the lowest ones are what counts. */
export function hashOf(bytes: Uint8Array, start: number, length: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < start + length; at += 1) {
    hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  }
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

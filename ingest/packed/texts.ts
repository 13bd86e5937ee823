const CHUNK_BYTES = 1024 * 1024;
/** No text of a source is as long: its ids and names are refused before. */
const MAX_BYTES = 0xffff;
const LENGTH_BYTES = 2;

/** Many texts, one after the other in large pieces of memory; each is told by its address. */
export class Texts {
  readonly #chunks: Buffer[] = [];
  #end = CHUNK_BYTES;

  /** @returns its address, below 2³² */
  add(bytes: Uint8Array): number {
    const length = Math.min(bytes.length, MAX_BYTES);
    if (this.#end + LENGTH_BYTES + length > CHUNK_BYTES) {
      this.#chunks.push(Buffer.allocUnsafeSlow(CHUNK_BYTES));
      this.#end = 0;
    }
    const chunk = this.#chunks.length - 1;
    const address = chunk * CHUNK_BYTES + this.#end;
    const target = this.#chunks[chunk] ?? Buffer.alloc(0);
    target.writeUInt16LE(length, this.#end);
    target.set(bytes.subarray(0, length), this.#end + LENGTH_BYTES);
    this.#end += LENGTH_BYTES + length;
    return address;
  }

  bytesAt(address: number): Buffer {
    const chunk = this.#chunks[Math.floor(address / CHUNK_BYTES)] ?? Buffer.alloc(LENGTH_BYTES);
    const start = address % CHUNK_BYTES;
    const first = start + LENGTH_BYTES;
    return chunk.subarray(first, first + chunk.readUInt16LE(start));
  }

  at(address: number): string {
    return this.bytesAt(address).toString('utf8');
  }
}

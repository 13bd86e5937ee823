import { crc32 } from 'node:zlib';

const CHUNK_BYTES = 1024 * 1024;
const LENGTH_BYTES = 4;
/** The most bytes of UTF-8 for a code unit of JavaScript. */
const MAX_BYTES_PER_CHARACTER = 3;
const MAX_LOAD = 0.75;
const NO_CHUNK = Buffer.alloc(LENGTH_BYTES);

/** A list of whole numbers that grows, in a typed array. */
export class Uint32List {
  #items = new Uint32Array(1_024);
  length = 0;

  /** Returns 0 where nothing was set. */
  get(at: number): number {
    return at < this.length ? (this.#items[at] ?? 0) : 0;
  }

  set(at: number, value: number): void {
    if (at >= this.#items.length) {
      const larger = new Uint32Array(Math.max(at + 1, Math.ceil(this.#items.length * 1.5)));
      larger.set(this.#items);
      this.#items = larger;
    }
    this.#items[at] = value;
    if (at >= this.length) this.length = at + 1;
  }

  /** @returns the position of the number */
  push(value: number): number {
    this.set(this.length, value);
    return this.length - 1;
  }

  /** A view of all numbers, valid until the next one is added. */
  get items(): Uint32Array {
    return this.#items.subarray(0, this.length);
  }
}

/**
 * Numbers texts from 0 on, each text once. Two tables of 5 million texts take 0.3 GB, where two `Map`s
 * take 1.5 GB: ids of all cities must be in memory at once.
 */
export class TextTable {
  /** The texts, each after its length, in chunks of one size, or larger for a single text. */
  readonly #chunks: Buffer[] = [];
  #end = CHUNK_BYTES;
  /** The address of each text: the number of its chunk × CHUNK_BYTES + its place there. */
  readonly #addresses = new Uint32List();
  /** Numbers of texts plus 1, by the hash of the text; the next free slot is used. */
  #slots = new Uint32Array(1_024);
  /** Holds the text that is looked for. */
  #scratch = Buffer.allocUnsafeSlow(1_024);

  get size(): number {
    return this.#addresses.length;
  }

  /** @returns its number, or -1 */
  indexOf(text: string): number {
    return (this.#slots[this.#slotOf(this.#write(text))] ?? 0) - 1;
  }

  /** @returns its number, also if it was there before */
  add(text: string): number {
    const bytes = this.#write(text);
    const slot = this.#slotOf(bytes);
    const known = (this.#slots[slot] ?? 0) - 1;
    if (known >= 0) return known;
    const added = this.#addresses.push(this.#store(bytes));
    this.#slots[slot] = added + 1;
    if (this.size > this.#slots.length * MAX_LOAD) this.#grow();
    return added;
  }

  textOf(index: number): string {
    return this.#bytesOf(index).toString();
  }

  /** Writes a text to the scratch. @returns its bytes, until the next text is written */
  #write(text: string): Buffer {
    const most = text.length * MAX_BYTES_PER_CHARACTER;
    if (most > this.#scratch.length) this.#scratch = Buffer.allocUnsafeSlow(2 * most);
    return this.#scratch.subarray(0, this.#scratch.write(text));
  }

  /** Appends a text. @returns its address */
  #store(text: Buffer): number {
    const needed = LENGTH_BYTES + text.length;
    if (this.#end + needed > CHUNK_BYTES) {
      this.#chunks.push(Buffer.allocUnsafeSlow(Math.max(CHUNK_BYTES, needed)));
      this.#end = 0;
    }
    const place = this.#end;
    const chunk = this.#chunks.at(-1) ?? NO_CHUNK;
    chunk.writeUInt32LE(text.length, place);
    text.copy(chunk, place + LENGTH_BYTES);
    this.#end += needed;
    return (this.#chunks.length - 1) * CHUNK_BYTES + place;
  }

  #placeOf(index: number): { chunk: Buffer; start: number; end: number } {
    const address = this.#addresses.get(index);
    const chunk = this.#chunks[Math.floor(address / CHUNK_BYTES)] ?? NO_CHUNK;
    const start = (address % CHUNK_BYTES) + LENGTH_BYTES;
    return { chunk, start, end: start + chunk.readUInt32LE(start - LENGTH_BYTES) };
  }

  #bytesOf(index: number): Buffer {
    const { chunk, start, end } = this.#placeOf(index);
    return chunk.subarray(start, end);
  }

  /** Compares in place, because a view of the bytes costs more than most comparisons. */
  #isAt(index: number, text: Buffer): boolean {
    const { chunk, start, end } = this.#placeOf(index);
    return end - start === text.length && chunk.compare(text, 0, text.length, start, end) === 0;
  }

  /** Returns the slot of a text, or the free one where it would be. */
  #slotOf(text: Buffer): number {
    const mask = this.#slots.length - 1;
    for (let slot = crc32(text) & mask; ; slot = (slot + 1) & mask) {
      const index = (this.#slots[slot] ?? 0) - 1;
      if (index < 0 || this.#isAt(index, text)) return slot;
    }
  }

  #grow(): void {
    const slots = new Uint32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (let index = 0; index < this.size; index += 1) {
      let slot = crc32(this.#bytesOf(index)) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = index + 1;
    }
    this.#slots = slots;
  }
}

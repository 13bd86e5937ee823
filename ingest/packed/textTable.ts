import { Uint32List } from './numbers.js';
import { Texts } from './texts.js';

const NONE = -1;
const FULLEST = 0.75;

/**
 * Texts, each with a number, from 0 on: as a `Map`, at some twelve bytes beside each text's own, and
 * of as many as there may be.
 */
export class TextTable {
  readonly #texts = new Texts();
  readonly #addresses = new Uint32List();
  /** Numbers plus 1, by the hashes of their texts. */
  #slots = new Uint32Array(1_024);

  get size(): number {
    return this.#addresses.length;
  }

  /** @returns its number, or -1 */
  indexOf(text: string): number {
    return this.#find(Buffer.from(text)).index;
  }

  /** @returns its number, which it may have had before */
  add(text: string): number {
    const bytes = Buffer.from(text);
    const { index, slot } = this.#find(bytes);
    if (index !== NONE) return index;
    const added = this.#addresses.push(this.#texts.add(bytes));
    this.#slots[slot] = added + 1;
    if (this.size > this.#slots.length * FULLEST) this.#grow();
    return added;
  }

  textOf(index: number): string {
    return this.#texts.at(this.#addresses.get(index));
  }

  #find(bytes: Buffer): { index: number; slot: number } {
    const mask = this.#slots.length - 1;
    for (let slot = hashOf(bytes) & mask; ; slot = (slot + 1) & mask) {
      const index = (this.#slots[slot] ?? 0) - 1;
      if (index === NONE) return { index, slot };
      if (this.#texts.bytesAt(this.#addresses.get(index)).equals(bytes)) return { index, slot };
    }
  }

  #grow(): void {
    const slots = new Uint32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (let index = 0; index < this.size; index += 1) {
      let slot = hashOf(this.#texts.bytesAt(this.#addresses.get(index))) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = index + 1;
    }
    this.#slots = slots;
  }
}

/** FNV-1a, with its bits mixed once more, as the lowest ones are what counts. */
function hashOf(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

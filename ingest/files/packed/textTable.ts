import { Uint32List } from './numbers.js';
import { hashOf, MAX_TEXT_BYTES, Texts } from './texts.js';

const NONE = -1;
const FULLEST = 0.75;

/** Where a text is written to be looked for. */
const scratch = Buffer.allocUnsafeSlow(MAX_TEXT_BYTES);

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
    return (this.#slots[this.#slotOf(scratch.write(text))] ?? 0) - 1;
  }

  /** @returns its number, which it may have had before */
  add(text: string): number {
    const length = scratch.write(text);
    const slot = this.#slotOf(length);
    const index = (this.#slots[slot] ?? 0) - 1;
    if (index !== NONE) return index;
    const added = this.#addresses.push(this.#texts.add(scratch, length));
    this.#slots[slot] = added + 1;
    if (this.size > this.#slots.length * FULLEST) this.#grow();
    return added;
  }

  textOf(index: number): string {
    return this.#texts.at(this.#addresses.get(index));
  }

  /** That of the text in the scratch, or the free one where it would be. */
  #slotOf(length: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = hashOf(scratch, 0, length) & mask; ; slot = (slot + 1) & mask) {
      const index = (this.#slots[slot] ?? 0) - 1;
      if (index === NONE || this.#texts.is(this.#addresses.get(index), scratch, length))
        return slot;
    }
  }

  #grow(): void {
    const slots = new Uint32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (let index = 0; index < this.size; index += 1) {
      let slot = this.#texts.hashAt(this.#addresses.get(index)) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = index + 1;
    }
    this.#slots = slots;
  }
}

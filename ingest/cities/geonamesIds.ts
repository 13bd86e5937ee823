import { Uint32List } from '../files/packed.js';

const FULLEST = 0.7;

/** Above it a file holds no ids, whatever it holds. */
const LARGEST = 2 ** 32 - 1;

/** A set of GeoNames ids, which are whole numbers from 1 on; each has a position in it. */
export class GeonamesIds {
  readonly #ids = new Uint32List();
  /** Positions plus 1. */
  #slots = new Uint32Array(1_024);

  /** Takes an id; what is none is left alone. */
  add(id: number): void {
    if (!Number.isInteger(id) || id < 1 || id > LARGEST) return;
    const slot = this.#slotOf(id);
    if (this.#slots[slot] !== 0) return;
    this.#slots[slot] = this.#ids.push(id) + 1;
    if (this.#ids.length > this.#slots.length * FULLEST) this.#grow();
  }

  /** @returns -1 for one that is not in it */
  positionOf(id: number): number {
    return (this.#slots[this.#slotOf(id)] ?? 0) - 1;
  }

  /** That of the id, or the free one where it would be. */
  #slotOf(id: number): number {
    const mask = this.#slots.length - 1;
    let slot = (Math.imul(id, 0x9e3779b1) >>> 7) & mask;
    for (;;) {
      const position = (this.#slots[slot] ?? 0) - 1;
      if (position < 0 || this.#ids.get(position) === id) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #grow(): void {
    this.#slots = new Uint32Array(this.#slots.length * 2);
    for (let position = 0; position < this.#ids.length; position += 1) {
      this.#slots[this.#slotOf(this.#ids.get(position))] = position + 1;
    }
  }
}

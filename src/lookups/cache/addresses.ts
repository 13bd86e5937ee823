import type { LRUCache } from 'lru-cache';
import { boundedMap } from './budget.js';

/** What an address was found to ask for, as long as the version of the data is this one. */
export interface Address {
  readonly version: string;
  /** Of the kept answer. */
  readonly key: string;
  /** The names of parameters that the route does not know. */
  readonly ignored: readonly string[];
}

const SIGHTINGS = 2 ** 16;

/** Besides the texts: measured in Node 20. */
const ADDRESS_BYTES = 80;
const IGNORED_BYTES = 48;

/**
 * Remembers addresses, so that one that is asked again costs neither parsing nor checks. Most are
 * asked only once, such as the places of whoever moves: they are remembered from the second time on.
 */
export class Addresses {
  readonly #addresses: LRUCache<string, Address>;
  /** The hash of the latest address of each slot. */
  readonly #sightings = new Int32Array(SIGHTINGS);

  constructor(maxBytes: number) {
    this.#addresses = boundedMap(
      maxBytes,
      ({ key, ignored }) =>
        ADDRESS_BYTES + key.length + IGNORED_BYTES * ignored.length + ignored.join().length,
      'addresses',
    );
  }

  get(url: string): Address | undefined {
    return this.#addresses.get(url);
  }

  set(url: string, address: Address): void {
    const hash = hashOf(url);
    const slot = hash & (SIGHTINGS - 1);
    if (this.#sightings[slot] === hash) this.#addresses.set(url, address);
    else this.#sightings[slot] = hash;
  }
}

/** FNV-1a, in 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  return hash | 0;
}

const SLOTS = 2 ** 16;
/** The hash FNV-1a: http://www.isthe.com/chongo/tech/comp/fnv. */
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/**
 * Remembers hashes of recent texts in a table of fixed size. A text that is seen once leaves no object for a full
 * garbage collection. A text may be forgotten, and two texts may rarely share a hash.
 */
export class RecentTexts {
  readonly #hashes = new Uint32Array(SLOTS);

  /** Returns whether a text was seen before, and remembers it. */
  wasSeen(text: string): boolean {
    let hash = FNV_OFFSET;
    for (let at = 0; at < text.length; at += 1)
      hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME);
    hash >>>= 0;
    const slot = hash % SLOTS;
    const isSeen = this.#hashes[slot] === hash;
    this.#hashes[slot] = hash;
    return isSeen;
  }
}

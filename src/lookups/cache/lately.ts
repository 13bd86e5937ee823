const SLOTS = 2 ** 16;
/** The hash FNV-1a: http://www.isthe.com/chongo/tech/comp/fnv. */
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/**
 * Remembers which texts came lately, by their hashes in a table of fixed size. So what comes once leaves nothing behind
 * that a full garbage collection has to find. It may forget a text, and rarely takes one for another.
 */
export class LatelySeen {
  readonly #hashes = new Uint32Array(SLOTS);

  /** Returns whether the text came before, and remembers it. */
  add(text: string): boolean {
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

import { LRUCache } from 'lru-cache';
import { type CacheName, cacheEvictions, cacheMaps } from '../../observe/metrics.js';

/** Bytes that each cache may take. */
export type CacheBudget = Readonly<Record<CacheName, number>>;

const BYTES_PER_MEGABYTE = 2 ** 20;
/** An LRU entry without its value and key characters: measured in Node 20. */
const ENTRY_BYTES = 200;
/** An entry above this share of a cache is not cached: a few long lists would evict everything else. */
const LARGEST_SHARE = 1 / 64;
/** An object takes about this many bytes for each character of its JSON. */
const BYTES_PER_CHARACTER = 2.5;

/** Shares the setting `CACHE_MEGABYTES` among the caches. */
export function cacheBudget(megabytes: number): CacheBudget {
  const bytes = megabytes * BYTES_PER_MEGABYTE;
  return {
    answers: bytes / 8,
    documents: bytes / 16,
    prefixes: bytes / 4,
    cities: bytes / 4,
    markers: (bytes * 5) / 16,
  };
}

/** Estimates the memory of a value that JSON can hold. */
export function estimateBytes(value: unknown): number {
  return JSON.stringify(value).length * BYTES_PER_CHARACTER;
}

/**
 * An LRU cache that is bounded by bytes; with 0 bytes it stores nothing. An entry belongs to a version
 * of live data, so a promoted generation makes old entries unreachable. While the version is unknown
 * (undefined), nothing is found or stored.
 */
export class VersionedCache<Value extends object | string> {
  readonly #map: LRUCache<string, Value>;

  constructor(name: CacheName, maxBytes: number, largestShare = LARGEST_SHARE) {
    this.#map = new LRUCache({
      maxSize: Math.max(1, Math.floor(maxBytes)),
      maxEntrySize: Math.max(1, Math.floor(maxBytes * largestShare)),
      dispose: (_value, _key, reason) => {
        if (reason === 'evict') cacheEvictions.inc({ cache: name });
      },
    });
    cacheMaps.set(name, this.#map);
  }

  get(version: string | undefined, key: string): Value | undefined {
    return version === undefined ? undefined : this.#map.get(`${version} ${key}`);
  }

  /**
   * @param bytes estimate of the value, without key and overhead
   * @returns false if the value is too large to be stored
   */
  set(version: string | undefined, key: string, value: Value, bytes: number): boolean {
    if (version === undefined) return false;
    const name = `${version} ${key}`;
    const size = Math.ceil(bytes) + 2 * name.length + ENTRY_BYTES;
    this.#map.set(name, value, { size });
    return this.#map.has(name);
  }
}

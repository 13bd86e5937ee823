import { LRUCache } from 'lru-cache';
import { type CacheName, cacheEvictions, cacheMaps } from '../../observe/metrics.js';

/** Bytes that each cache may take. */
export type CacheBudget = Readonly<Record<CacheName, number>>;

const BYTES_PER_MEGABYTE = 2 ** 20;
/** An LRU entry without its value and key characters: measured in Node 20. */
const ENTRY_BYTES = 200;
/** An entry above this share is not cached: a few long lists would evict everything else. */
const LARGEST_SHARE = 64;
/** An object takes about this many bytes for each character of its JSON. */
const BYTES_PER_CHARACTER = 2.5;

/** Shares the setting `CACHE_MEGABYTES` among the caches. */
export function cacheBudget(megabytes: number): CacheBudget {
  const bytes = megabytes * BYTES_PER_MEGABYTE;
  return {
    answers: (bytes * 3) / 8,
    documents: (bytes * 3) / 16,
    prefixes: (bytes * 3) / 16,
    territories: bytes / 16,
    closest_cities: (bytes * 3) / 16,
  };
}

/**
 * Creates an LRU map that is bounded by bytes. With 0 bytes it stores nothing.
 * @param bytesOf estimates a value; keys and overhead are added to it
 */
export function boundedMap<Value extends object | string>(
  maxBytes: number,
  bytesOf: (value: Value) => number,
  name: CacheName,
): LRUCache<string, Value> {
  const map = new LRUCache<string, Value>({
    maxSize: Math.max(1, Math.floor(maxBytes)),
    maxEntrySize: Math.max(1, Math.floor(maxBytes / LARGEST_SHARE)),
    sizeCalculation: (value, key) => Math.ceil(bytesOf(value)) + 2 * key.length + ENTRY_BYTES,
    dispose: (_value, _key, reason) => {
      if (reason === 'evict') cacheEvictions.inc({ cache: name });
    },
  });
  cacheMaps.set(name, map);
  return map;
}

/** Estimates the memory of a value that JSON can hold. */
export function estimateBytes(value: unknown): number {
  return JSON.stringify(value).length * BYTES_PER_CHARACTER;
}

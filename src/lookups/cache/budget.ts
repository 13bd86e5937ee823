import { LRUCache } from 'lru-cache';
import { keptEvictions, type KeptKind, keptMaps } from '../../observe/metrics.js';

/** The bytes that kept things may take. */
export interface Budget {
  /** Whole bodies. */
  readonly answers: number;
  /** What requests ask for, by their addresses. */
  readonly addresses: number;
  /** Documents, and numbers of them, by id. */
  readonly documents: number;
  /** Of beginnings of names, all that begin so. */
  readonly beginnings: number;
  /** Of cells, the countries at each of their points. */
  readonly territories: number;
  /** Of cells, the cities that may be the closest one. */
  readonly closestCities: number;
}

const BYTES_PER_MEGABYTE = 2 ** 20;

/** An entry of a map without its value, and the heads of its key: measured in Node 20. */
const ENTRY_BYTES = 200;

/** Shares out what kept answers may take in all; undefined: nothing is kept. */
export function budgetOf(megabytes: number): Budget | undefined {
  if (megabytes === 0) return undefined;
  const bytes = megabytes * BYTES_PER_MEGABYTE;
  return {
    answers: (bytes * 5) / 16,
    addresses: bytes / 8,
    documents: (bytes * 3) / 16,
    beginnings: bytes / 8,
    territories: bytes / 16,
    closestCities: (bytes * 3) / 16,
  };
}

/**
 * What takes more than this part of a map is not kept: a few long lists, which anybody may ask for,
 * would drive out everything else.
 */
const LARGEST_SHARE = 64;

/**
 * Makes a map that holds so many bytes at most, and drops what was not used for longest.
 * @param bytesOf counts those of a value; keys and overhead are counted beside it
 * @param kind that of what it holds, by which it is counted; absent: it is not
 */
export function boundedMap<Value extends object | string>(
  maxBytes: number,
  bytesOf: (value: Value) => number,
  kind?: KeptKind,
): LRUCache<string, Value> {
  const map = new LRUCache<string, Value>({
    maxSize: Math.floor(maxBytes),
    maxEntrySize: Math.floor(maxBytes / LARGEST_SHARE),
    sizeCalculation: (value, key) => Math.ceil(bytesOf(value)) + 2 * key.length + ENTRY_BYTES,
    ...(kind === undefined ? {} : { dispose: countEvictions(kind) }),
  });
  if (kind !== undefined) keptMaps.set(kind, map);
  return map;
}

function countEvictions(kind: KeptKind): (value: unknown, key: string, reason: string) => void {
  return (_value, _key, reason) => {
    if (reason === 'evict') keptEvictions.inc({ what: kind });
  };
}

/** An object takes about so many times as much memory as its JSON has characters. */
const BYTES_PER_CHARACTER = 2.5;

/** Estimates what a value takes that JSON can hold. */
export function estimateBytes(value: unknown): number {
  return JSON.stringify(value).length * BYTES_PER_CHARACTER;
}

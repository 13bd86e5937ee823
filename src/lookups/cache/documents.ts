import type { LRUCache } from 'lru-cache';
import { boundedMap, estimateBytes } from './budget.js';

/** What of some ids is known, and which of them must be asked for. */
export interface Known<Value> {
  /** Null: there is nothing with this id. */
  readonly found: Map<string, Value | null>;
  readonly unknown: string[];
}

/** A value with what it takes; a value that is null takes something, too. */
interface Entry {
  readonly value: unknown;
  readonly bytes: number;
}

/** What is noted beside a value. */
const NOTE_BYTES = 60;

/** Keeps what is known by ids: of a lookup by many of them, only the others must be asked for. */
export class KeptDocuments {
  readonly #entries: LRUCache<string, Entry> | undefined;

  /** @param maxBytes undefined: nothing is kept */
  constructor(maxBytes: number | undefined) {
    if (maxBytes !== undefined)
      this.#entries = boundedMap(maxBytes, ({ bytes }) => bytes, 'documents');
  }

  /**
   * Divides ids into those that are known and the others.
   * @param version of what they were made of; undefined: none is known
   * @param kind those of one kind are all of one type
   */
  known<Value>(version: string | undefined, kind: string, ids: readonly string[]): Known<Value> {
    const found = new Map<string, Value | null>();
    const unknown: string[] = [];
    for (const id of ids) {
      const entry =
        version === undefined ? undefined : this.#entries?.get(keyOf(version, kind, id));
      if (entry === undefined) unknown.push(id);
      else found.set(id, entry.value as Value | null);
    }
    return { found, unknown };
  }

  /**
   * Completes what is known by what was asked for.
   * @param bytesOf counts those of a value; absent: it is what JSON can hold
   */
  learn<Value>(
    version: string | undefined,
    kind: string,
    { found, unknown }: Known<Value>,
    valueOf: (id: string) => Value | null,
    bytesOf: (value: Value | null) => number = estimateBytes,
  ): void {
    for (const id of unknown) {
      const value = valueOf(id);
      found.set(id, value);
      if (version === undefined || this.#entries === undefined) continue;
      const bytes = NOTE_BYTES + bytesOf(value);
      this.#entries.set(keyOf(version, kind, id), { value, bytes });
    }
  }
}

function keyOf(version: string, kind: string, id: string): string {
  return `${version} ${kind} ${id}`;
}

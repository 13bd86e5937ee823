import type { LRUCache } from 'lru-cache';
import { fold } from '../../../indices/fold.js';
import { type NameLookup, searchablePrefix } from '../../search/prefix.js';
import type { Answer } from '../answers.js';
import { boundedMap, estimateBytes } from './boundedMap.js';

interface Named {
  readonly name: string;
}

/** All documents whose name starts with a prefix, in the order of the lookup. */
interface Entry {
  readonly all: readonly Named[];
  readonly folded: readonly string[];
  readonly bytes: number;
}

/** Longer lists cost more memory than a search costs time. */
const MAX_NAMES = 50;
/** A prefix is answered from cached prefixes that are shorter by this many characters at most. */
const MAX_CHARACTERS_SHORTER = 30;

/**
 * Caches all names that start with a prefix. Longer prefixes are answered from the same entry, so
 * most keystrokes of a typed name need no search.
 */
export class PrefixCache {
  readonly #entries: LRUCache<string, Entry>;

  constructor(maxBytes: number) {
    this.#entries = boundedMap(maxBytes, ({ bytes }) => bytes, 'prefixes');
  }

  /**
   * Answers a name lookup from the cache.
   * @param version of the live data; undefined while it is unknown
   */
  get(resource: string, lookup: NameLookup, version: string | undefined): Answer | undefined {
    const prefix = cacheablePrefix(lookup);
    if (version === undefined || prefix === undefined) return undefined;
    const shortest = Math.max(1, prefix.length - MAX_CHARACTERS_SHORTER);
    for (let length = prefix.length; length >= shortest; length -= 1) {
      const entry = this.#entries.get(keyOf(resource, version, lookup, prefix.slice(0, length)));
      if (entry === undefined) continue;
      const { all, folded } = entry;
      const matching = all.filter((_, index) => folded[index]?.startsWith(prefix));
      return { data: matching.slice(0, lookup.limit) };
    }
    return undefined;
  }

  /** Stores the result of a name lookup, if it is complete. */
  put(
    resource: string,
    lookup: NameLookup,
    version: string | undefined,
    found: readonly Named[],
  ): void {
    const prefix = cacheablePrefix(lookup);
    const { limit = Infinity } = lookup;
    const isComplete = found.length < limit && found.length <= MAX_NAMES;
    if (version === undefined || prefix === undefined || !isComplete) return;
    const folded = found.map(({ name }) => fold(name));
    // Longer prefixes are compared with the shown name, so that name must be the matched one.
    if (!folded.every((name) => name.startsWith(prefix))) return;
    const bytes = estimateBytes({ found, folded });
    this.#entries.set(keyOf(resource, version, lookup, prefix), { all: found, folded, bytes });
  }
}

/** Returns undefined if nothing can match, or if names other than the shown one are matched. */
function cacheablePrefix({ token, anyName }: NameLookup): string | undefined {
  return anyName ? undefined : searchablePrefix(token);
}

function keyOf(
  resource: string,
  version: string,
  { language, primaryOnly }: NameLookup,
  prefix: string,
): string {
  return `${version} ${resource} ${language} ${primaryOnly} ${prefix}`;
}

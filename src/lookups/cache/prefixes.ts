import { fold, searchablePrefix } from '../../../indices/fold.js';
import type { Answer } from '../answers.js';
import { estimateBytes, VersionedCache } from './versionedCache.js';

/** The parameters of a lookup by name. */
export interface NameLookup {
  readonly token: string;
  readonly limit: number | undefined;
  readonly anyName: boolean;
  readonly primaryOnly: boolean;
  readonly language: string;
}

/** Returns the same text for name lookups with the same result. */
export function canonicalNameLookup(lookup: NameLookup): string {
  const { limit, anyName, primaryOnly, language, token } = lookup;
  // The only part with spaces comes last.
  return `${limit} ${anyName} ${primaryOnly} ${language} ${searchablePrefix(token) ?? ''}`;
}

interface Named {
  readonly name: string;
}

/** All documents whose name starts with a prefix, in the order of the lookup. */
interface Entry {
  readonly all: readonly Named[];
  readonly folded: readonly string[];
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
  readonly #entries: VersionedCache<Entry>;

  constructor(maxBytes: number) {
    this.#entries = new VersionedCache('prefixes', maxBytes);
  }

  /** Answers a name lookup from the cache. */
  get(resource: string, lookup: NameLookup, version: string | undefined): Answer | undefined {
    const prefix = cacheablePrefix(lookup);
    if (prefix === undefined) return undefined;
    const shortest = Math.max(1, prefix.length - MAX_CHARACTERS_SHORTER);
    for (let length = prefix.length; length >= shortest; length -= 1) {
      const entry = this.#entries.get(version, keyOf(resource, lookup, prefix.slice(0, length)));
      if (entry === undefined) continue;
      const matching = entry.all.filter((_, index) => entry.folded[index]?.startsWith(prefix));
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
    const entry = { all: found, folded };
    this.#entries.set(version, keyOf(resource, lookup, prefix), entry, estimateBytes(entry));
  }
}

/** Returns undefined if nothing can match, or if names other than the shown one are matched. */
function cacheablePrefix({ token, anyName }: NameLookup): string | undefined {
  return anyName ? undefined : searchablePrefix(token);
}

function keyOf(resource: string, { language, primaryOnly }: NameLookup, prefix: string): string {
  return `${resource} ${language} ${primaryOnly} ${prefix}`;
}

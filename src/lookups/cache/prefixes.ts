import type { Point } from '../../../core/geo/point.js';
import { fold } from '../../../indices/fold.js';
import type { Language } from '../../../indices/languages.js';
import { estimateBytes, VersionedCache } from './versionedCache.js';

/** The parameters of a lookup by name on which its result depends. */
interface PrefixLookup {
  /** Undefined if no name can match. */
  readonly prefix: string | undefined;
  readonly limit: number | undefined;
  readonly language: Language;
  readonly primaryOnly: boolean;
  readonly anyName: boolean;
  readonly match: 'prefix' | 'fuzzy';
  readonly countryIds?: readonly string[] | undefined;
  readonly regionId?: string | undefined;
  readonly near?: Point | undefined;
}

/** An element of an answer. */
export interface Named {
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

  /** Returns the result of a name lookup; undefined if it is not cached. */
  get(
    resource: string,
    lookup: PrefixLookup,
    version: string | undefined,
  ): readonly Named[] | undefined {
    const { limit } = lookup;
    const prefix = cacheablePrefix(lookup);
    if (prefix === undefined) return undefined;
    const shortest = Math.max(1, prefix.length - MAX_CHARACTERS_SHORTER);
    for (let length = prefix.length; length >= shortest; length -= 1) {
      const entry = this.#entries.get(version, keyOf(resource, lookup, prefix.slice(0, length)));
      if (entry === undefined) continue;
      const matching = entry.all.filter((_, index) => entry.folded[index]?.startsWith(prefix));
      return matching.slice(0, limit);
    }
    return undefined;
  }

  /** Stores the result of a name lookup, if it is complete. */
  put(
    resource: string,
    lookup: PrefixLookup,
    version: string | undefined,
    found: readonly Named[],
  ): void {
    const { limit = Infinity } = lookup;
    const prefix = cacheablePrefix(lookup);
    const isComplete = found.length < limit && found.length <= MAX_NAMES;
    if (version === undefined || prefix === undefined || !isComplete) return;
    const folded = found.map(({ name }) => fold(name));
    // Longer prefixes are compared with the shown name, so that name must be the matched one.
    if (!folded.every((name) => name.startsWith(prefix))) return;
    const entry = { all: found, folded };
    this.#entries.set(version, keyOf(resource, lookup, prefix), entry, estimateBytes(entry));
  }
}

/**
 * Returns undefined if nothing can match, if names other than the shown one are matched, or if the list is
 * for some countries, a region or a position only.
 */
function cacheablePrefix({ prefix, ...lookup }: PrefixLookup): string | undefined {
  const { anyName, match, countryIds, regionId, near } = lookup;
  const isEverywhere = countryIds === undefined && regionId === undefined && near === undefined;
  return !anyName && match === 'prefix' && isEverywhere ? prefix : undefined;
}

function keyOf(resource: string, { language, primaryOnly }: PrefixLookup, prefix: string): string {
  return `${resource} ${language} ${primaryOnly} ${prefix}`;
}

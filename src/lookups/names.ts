import type { ValuesOf } from '../../core/elasticsearch/environment.js';
import type { Point } from '../../core/geo/point.js';
import type { IndexDefinition } from '../../indices/definition.js';
import { fold, searchablePrefix } from '../../indices/fold.js';
import type { Language } from '../../indices/languages.js';
import { type NameMatch, rank } from '../matching/rank.js';
import { partsOf } from '../matching/readings.js';
import { type nameKeys, readShared } from '../parameters/shared.js';
import type { Snapshot } from '../search/live.js';
import type { Expectation, Hit, Search, SearchBody } from '../search/search.js';
import { type Answer, mapInTurns } from './answers.js';
import { estimateBytes, VersionedCache } from './cache/versionedCache.js';
import type { LookupDefinition } from './endpoint.js';

/** Returns the typed parameters of a lookup by name. */
export function readNameLookup<Limit>(query: ValuesOf<typeof nameKeys> & { limit: Limit }) {
  const { token, limit, match, any_name: anyName } = query;
  return {
    /** The folded token. Undefined if no name can match. */
    prefix: searchablePrefix(token),
    limit,
    anyName,
    ...readShared(query),
    match,
    /** Trimmed and not folded, for `fuzzy`. */
    token,
  };
}

/** The typed parameters of a lookup by name. */
export interface NameLookup extends ReturnType<typeof readNameLookup<number | undefined>> {
  readonly countryIds?: readonly string[] | undefined;
  readonly near?: Point | undefined;
}

/** The documents of a resource, as a lookup by name reads and shows them. */
interface DocumentsByName<P, Document> {
  readonly query: (lookup: P) => SearchBody;
  /** `long` when absent. */
  readonly expectation?: Expectation;
  readonly present: (hit: Hit<Document>, language: Language) => Named;
  /** Finds what matches with `fuzzy`. */
  readonly matches: (lookup: P, live: Snapshot) => Promise<readonly NameMatch<object>[]>;
}

/** Answers a lookup by name from cached names with the same or a shorter prefix, or from Elasticsearch. */
export function answerByName<P extends NameLookup, Document>(
  resource: IndexDefinition,
  { search, prefixes }: { readonly search: Search; readonly prefixes: PrefixCache },
  { query, expectation, present, matches }: DocumentsByName<P, Document>,
): Pick<LookupDefinition<P>, 'canonical' | 'fromCache' | 'handle'> {
  const { resource: name } = resource;
  const reads = [resource];
  return {
    canonical,
    fromCache: (lookup, live) => prefixes.get(name, lookup, live.version(reads)),
    async handle(lookup, live) {
      if (lookup.match === 'fuzzy') {
        const ranked = rank(await matches(lookup, live)).slice(0, lookup.limit);
        return {
          data: ranked.map(({ entity }) => entity),
          matchedNames: ranked.map(({ matchedName }) => matchedName),
        };
      }
      const hits = await search<Document>(live.index(resource), query(lookup), expectation);
      const data = await mapInTurns(hits, (hit) => present(hit, lookup.language));
      prefixes.put(name, lookup, live.version(reads), data);
      return { data };
    },
  };
}

/** Returns the same text for name lookups with the same result. */
function canonical(lookup: NameLookup): string {
  const { limit, anyName, primaryOnly, language, match, countryIds, near } = lookup;
  const countries = countryIds?.join();
  const place = near && `${near.latitude} ${near.longitude}`;
  const text = match === 'fuzzy' ? partsOf(lookup.token).join(', ') : (lookup.prefix ?? '');
  // The only part with any number of spaces comes last.
  return `${limit} ${match === 'prefix' && anyName} ${primaryOnly} ${language} ${match} ${countries} ${place} ${text}`;
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
    const { limit } = lookup;
    const prefix = cacheablePrefix(lookup);
    if (prefix === undefined) return undefined;
    const shortest = Math.max(1, prefix.length - MAX_CHARACTERS_SHORTER);
    for (let length = prefix.length; length >= shortest; length -= 1) {
      const entry = this.#entries.get(version, keyOf(resource, lookup, prefix.slice(0, length)));
      if (entry === undefined) continue;
      const matching = entry.all.filter((_, index) => entry.folded[index]?.startsWith(prefix));
      return { data: matching.slice(0, limit) };
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
 * for some countries or a position only.
 */
function cacheablePrefix({ prefix, ...lookup }: NameLookup): string | undefined {
  const { anyName, match, countryIds, near } = lookup;
  const isPlain = !anyName && match === 'prefix' && countryIds === undefined && near === undefined;
  return isPlain ? prefix : undefined;
}

function keyOf(resource: string, { language, primaryOnly }: NameLookup, prefix: string): string {
  return `${resource} ${language} ${primaryOnly} ${prefix}`;
}

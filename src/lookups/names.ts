import type { ValuesOf } from '../../core/elasticsearch/environment.js';
import type { Point } from '../../core/geo/point.js';
import type { IndexDefinition } from '../../indices/definition.js';
import { searchablePrefix } from '../../indices/fold.js';
import type { Language } from '../../indices/languages.js';
import { type NameMatch, rank } from '../matching/rank.js';
import { partsOf } from '../matching/readings.js';
import { type nameKeys, readShared } from '../parameters/shared.js';
import type { Snapshot } from '../search/live.js';
import type { Expectation, Hit, Search, SearchBody } from '../search/search.js';
import { mapInTurns } from './answers.js';
import type { Named, PrefixCache } from './cache/prefixes.js';
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
    fromCache(lookup, live) {
      const data = prefixes.get(name, lookup, live.version(reads));
      return data && { data };
    },
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

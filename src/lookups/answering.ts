import type { ValuesOf } from '../../core/elasticsearch/environment.js';
import type { Point } from '../../core/geo/point.js';
import type { IndexDefinition } from '../../indices/definition.js';
import { searchablePrefix } from '../../indices/fold.js';
import type { Language } from '../../indices/languages.js';
import { type Accepting, type NameMatch, rank } from '../matching/rank.js';
import { canonicalToken } from '../matching/readings.js';
import { type nameKeys, readShared } from '../parameters/shared.js';
import type { Snapshot } from '../search/live.js';
import type { Expectation, Hit, Search, SearchBody } from '../search/search.js';
import { type Answer, byIds, mapInTurns } from './answers.js';
import type { DocumentCache } from './cache/documents.js';
import { type Named, packName, type PrefixCache } from './cache/prefixes.js';
import type { TerritoryFinder } from './territories.js';
import { IDS_PER_REQUEST, type LookupDefinition } from './endpoint.js';

// The ways in which lookups of several resources answer.

/** Elasticsearch, and the caches in front of it. */
export interface Stores {
  readonly search: Search;
  readonly documents: DocumentCache;
  readonly prefixes: PrefixCache;
  readonly territories: TerritoryFinder;
}

type Answering<P> = Pick<LookupDefinition<P>, 'cost' | 'fromCache' | 'handle'>;

/**
 * Answers alike from the cache and from Elasticsearch.
 * @param get returns undefined on a cache miss
 */
export function answerFrom<P, Found>(
  get: (parameters: P, live: Snapshot) => Found | undefined,
  find: (parameters: P, live: Snapshot) => Promise<Found>,
  answer: (found: Found, parameters: P) => Answer,
): Answering<P> {
  return {
    fromCache(parameters, live) {
      const found = get(parameters, live);
      return found && answer(found, parameters);
    },
    handle: async (parameters, live) => answer(await find(parameters, live), parameters),
  };
}

/** The documents of a resource, as a lookup by ids reads, caches and shows them. */
interface DocumentsById<P, Document, Value> {
  /** All cached values of one kind have one type. */
  readonly kind: (parameters: P) => string;
  /** The fields to read. All when absent. */
  readonly fields?: (parameters: P) => Pick<SearchBody, '_source' | 'stored_fields'>;
  readonly toValue: (hit: Hit<Document>, parameters: P) => Value;
  /** Returns undefined if the lookup leaves the document out. */
  readonly present: (value: Value, parameters: P) => object | undefined;
}

/** Answers a lookup by ids from cached documents, and searches for the others in one request. */
export function answerByIds<P extends { readonly ids: readonly string[] }, Document, Value>(
  resource: IndexDefinition,
  { search, documents }: Stores,
  { kind, fields, toValue, present }: DocumentsById<P, Document, Value>,
): Answering<P> {
  const reads = [resource];
  const get = (parameters: P, live: Snapshot) =>
    documents.get<Value>(live.version(reads), kind(parameters), parameters.ids);
  const answering = answerFrom<P, Map<string, Value | null>>(
    (parameters, live) => {
      const { found, missing } = get(parameters, live);
      return missing.length > 0 ? undefined : found;
    },
    async (parameters, live) => {
      const cached = get(parameters, live);
      const body = { ...idQuery(cached.missing), ...fields?.(parameters) };
      const hits = await search<Document>(live.index(resource), body, 'short');
      const found = new Map(hits.map((hit) => [hit._id, toValue(hit, parameters)]));
      const valueOf = (id: string) => found.get(id) ?? null;
      documents.put(live.version(reads), kind(parameters), cached, valueOf);
      return cached.found;
    },
    (found, parameters) =>
      byIds(parameters.ids, (id) => {
        const value = found.get(id) ?? null;
        return value === null ? undefined : present(value, parameters);
      }),
  );
  return { cost: ({ ids }) => ids.length / IDS_PER_REQUEST, ...answering };
}

/** Finds documents by their ids, in no order. */
export function idQuery(ids: readonly string[]): SearchBody {
  return { query: { bool: { filter: [{ ids: { values: [...ids] } }] } }, size: ids.length };
}

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
export interface NameLookup
  extends ReturnType<typeof readNameLookup<number | undefined>>, Accepting {
  readonly countryIds?: readonly string[] | undefined;
  readonly regionId?: string | undefined;
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

/** Answers a lookup by name from the cached list of a shorter prefix, or from Elasticsearch. */
export function answerByName<P extends NameLookup, Document>(
  resource: IndexDefinition,
  { search, prefixes }: { readonly search: Search; readonly prefixes: PrefixCache },
  { query, expectation, present, matches }: DocumentsByName<P, Document>,
): Pick<LookupDefinition<P>, 'usesLanguages' | 'canonical' | 'fromCache' | 'handle'> {
  const { resource: name } = resource;
  const reads = [resource];
  return {
    usesLanguages: ({ match }) => match === 'fuzzy',
    canonical,
    fromCache(lookup, live) {
      const json = prefixes.get(name, lookup, live.version(reads));
      return json === undefined ? undefined : { json };
    },
    async handle(lookup, live) {
      if (lookup.match === 'fuzzy') {
        const ranked = rank(await matches(lookup, live)).slice(0, lookup.limit);
        return {
          data: ranked.map(({ entity }) => entity),
          matchedNames: ranked.map(({ matchedName }) => matchedName),
        };
      }
      const index = live.index(resource);
      const json = await prefixes.find(name, lookup, live.version(reads), async (prefix, limit) => {
        const hits = await search<Document>(index, query({ ...lookup, prefix, limit }), 'short');
        return mapInTurns(hits, (hit) => packName(present(hit, lookup.language)));
      });
      if (json !== undefined) return { json };
      const hits = await search<Document>(index, query(lookup), expectation);
      return { data: await mapInTurns(hits, (hit) => present(hit, lookup.language)) };
    },
  };
}

/** Returns the same text for name lookups with the same result. */
function canonical(lookup: NameLookup): string {
  const { limit, anyName, primaryOnly, language, match, accepted } = lookup;
  const { countryIds, regionId, near } = lookup;
  const countries = countryIds?.join();
  const place = near && `${near.latitude} ${near.longitude}`;
  const text = match === 'fuzzy' ? canonicalToken(lookup.token) : (lookup.prefix ?? '');
  // The only part with any number of spaces comes last.
  return `${limit} ${match === 'prefix' && anyName} ${primaryOnly} ${language} ${match} ${accepted?.join()} ${countries} ${regionId} ${place} ${text}`;
}

import type { IndexDefinition } from '../../indices/definition.js';
import type { Snapshot } from '../search/live.js';
import type { Hit, Search, SearchBody } from '../search/search.js';
import { type Answer, byIds } from './answers.js';
import type { DocumentCache } from './cache/documents.js';
import type { PrefixCache } from './cache/prefixes.js';
import type { TerritoryCache } from './cache/territories.js';
import { IDS_PER_REQUEST, type LookupDefinition } from './endpoint.js';

// The ways in which lookups of several resources answer.

/** Elasticsearch, and the caches in front of it. */
export interface Stores {
  readonly search: Search;
  readonly documents: DocumentCache;
  readonly prefixes: PrefixCache;
  readonly territories: TerritoryCache;
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

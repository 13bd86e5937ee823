import type { Query } from '../../core/queries/names.js';
import { LANGUAGES } from '../../indices/languages.js';
import type { Found, SearchBody } from '../search/search.js';

/** The fields that hold the names of each language, for resources that have names. */
const NAMES: Readonly<Record<string, string>> = { countries: 'folded', cities: 'names' };

const ALL = 'all';

/** Counts the documents of a resource, and those that have a name in each language. */
export function countDocuments(resource: string): SearchBody {
  const names = NAMES[resource];
  const filters: Record<string, Query> = { [ALL]: { match_all: {} } };
  for (const language of names === undefined ? [] : LANGUAGES)
    filters[language] = { exists: { field: `${names}.${language}` } };
  return { size: 0, aggs: { documents: { filters: { filters, keyed: false } } } };
}

/** The numbers of documents in a resource. */
export interface Counted {
  readonly documents: number;
  /** Documents with a name, by language; empty for resources without names in languages. */
  readonly named: Readonly<Record<string, number>>;
}

/** Reads the result of `countDocuments`. */
export function readCounted(found: Found<unknown> | undefined): Counted {
  const buckets = found?.aggregations?.documents?.buckets ?? [];
  const counts = Object.fromEntries(buckets.map(({ key, doc_count }) => [key, doc_count]));
  const { [ALL]: documents = 0, ...named } = counts;
  return { documents, named };
}

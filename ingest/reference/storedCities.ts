import type { Client } from '@elastic/elasticsearch';
import { hasStatus, isErrorOfType } from '../../core/elasticsearch/failures.js';
import type { CityDocument } from '../../indices/cities.js';
import type { Language, Names } from '../../indices/languages.js';
import { storedPages } from '../../core/elasticsearch/storedPages.js';

const PAGE = 10_000;

/**
 * Reads fields of all cities of an index, in the order in which they are stored.
 * @throws when the index is gone, with what to do; else what the client throws
 */
export async function storedCities<Field extends keyof CityDocument>(
  client: Client,
  index: string,
  fields: readonly Field[],
): Promise<Pick<CityDocument, Field>[]> {
  const apart = STORED_APART.filter((field) => (fields as readonly string[]).includes(field));
  const read = async (): Promise<Pick<CityDocument, Field>[]> => {
    const found: Pick<CityDocument, Field>[] = [];
    const pages = storedPages<Pick<CityDocument, Field>>(client, index, {
      _source: [...fields],
      ...(apart.length > 0 && { stored_fields: apart.map((field) => `${field}.*`) }),
      size: PAGE,
      filter_path: ['hits.hits._source', 'hits.hits.fields', 'hits.hits.sort'],
    });
    for await (const page of pages) {
      for (const { _source: city, fields: values = {} } of page) {
        if (city !== undefined) found.push({ ...city, ...namesIn(values, apart) });
      }
    }
    return found;
  };
  const isGone = (error: unknown) => isErrorOfType(error, 'index_not_found_exception');
  return await read()
    .catch((error: unknown) => {
      // Elasticsearch was started anew meanwhile.
      if (hasStatus(error, 404) && !isGone(error)) return read();
      throw error;
    })
    .catch((error: unknown) => {
      if (!isGone(error)) throw error;
      const advice = `${index} is gone: cities were ingested again meanwhile. Start again.`;
      throw new Error(advice, { cause: error });
    });
}

/** Fields in several languages, which are not part of `_source`. */
const STORED_APART = ['names', 'region_names'] as const;

function namesIn(
  values: Readonly<Record<string, readonly unknown[]>>,
  fields: readonly (typeof STORED_APART)[number][],
): Partial<Pick<CityDocument, 'names' | 'region_names'>> {
  const found: Partial<Record<string, Names>> = {};
  for (const field of fields) found[field] = {};
  for (const [path, [name]] of Object.entries(values)) {
    const [field = '', language = ''] = path.split('.');
    const names = found[field];
    if (names !== undefined && typeof name === 'string') names[language as Language] = name;
  }
  return found;
}

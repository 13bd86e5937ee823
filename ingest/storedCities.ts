import type { Client } from '@elastic/elasticsearch';
import { hasStatus, isErrorOfType } from '../elasticsearch/failures.js';
import type { CityDocument } from '../indices/cities.js';
import { storedPages } from './storedPages.js';

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
  return await readOnce(client, index, fields).catch((error: unknown) => {
    // Elasticsearch was started anew meanwhile.
    if (hasStatus(error, 404)) return readOnce(client, index, fields);
    throw error;
  });
}

async function readOnce<Field extends keyof CityDocument>(
  client: Client,
  index: string,
  fields: readonly Field[],
): Promise<Pick<CityDocument, Field>[]> {
  const found: Pick<CityDocument, Field>[] = [];
  const pages = storedPages<Pick<CityDocument, Field>>(client, index, {
    _source: [...fields],
    size: PAGE,
    filter_path: ['hits.hits._source', 'hits.hits.sort'],
  });
  try {
    for await (const page of pages) {
      for (const { _source: city } of page) if (city !== undefined) found.push(city);
    }
  } catch (error) {
    if (!isErrorOfType(error, 'index_not_found_exception')) throw error;
    const advice = `${index} is gone: cities were ingested again meanwhile. Start again.`;
    throw new Error(advice, { cause: error });
  }
  return found;
}

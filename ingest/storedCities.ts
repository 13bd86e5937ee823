import type { Client, estypes } from '@elastic/elasticsearch';
import { hasStatus } from '../elasticsearch/failures.js';
import type { CityDocument } from '../indices/cities.js';

const PAGE = 10_000;
const KEEP_ALIVE = '1m';

/**
 * Reads fields of all cities of an index, in the order in which they are stored: to have
 * Elasticsearch sort them takes twice as long.
 * @throws when the index is gone, with what to do; else what the client throws
 */
export async function storedCities<Field extends keyof CityDocument>(
  client: Client,
  index: string,
  fields: readonly Field[],
): Promise<Pick<CityDocument, Field>[]> {
  return await readOnce(client, index, fields).catch((error: unknown) => {
    // Elasticsearch was started anew meanwhile, and does not know any more how far the reading was.
    if (hasStatus(error, 404)) return readOnce(client, index, fields);
    throw error;
  });
}

async function readOnce<Field extends keyof CityDocument>(
  client: Client,
  index: string,
  fields: readonly Field[],
): Promise<Pick<CityDocument, Field>[]> {
  const { id } = await client
    .openPointInTime({ index, keep_alive: KEEP_ALIVE })
    .catch((error: unknown) => {
      if (!hasStatus(error, 404)) throw error;
      const advice = `${index} is gone: cities were ingested again meanwhile. Start again.`;
      throw new Error(advice, { cause: error });
    });
  const found: Pick<CityDocument, Field>[] = [];
  try {
    for (let after: estypes.SortResults | undefined; ;) {
      const { hits } = await client.search<Pick<CityDocument, Field>>({
        pit: { id, keep_alive: KEEP_ALIVE },
        _source: [...fields],
        size: PAGE,
        sort: [{ _shard_doc: 'asc' }],
        track_total_hits: false,
        allow_partial_search_results: false,
        filter_path: ['hits.hits._source', 'hits.hits.sort'],
        ...(after === undefined ? {} : { search_after: after }),
      });
      // Nothing at all is answered when nothing is left.
      const page = (hits as typeof hits | undefined)?.hits ?? [];
      for (const { _source: city } of page) if (city !== undefined) found.push(city);
      after = page.at(-1)?.sort;
      if (page.length < PAGE) return found;
    }
  } finally {
    // One that stays open is closed by Elasticsearch, soon.
    await client.closePointInTime({ id }, { maxRetries: 0 }).catch(() => undefined);
  }
}

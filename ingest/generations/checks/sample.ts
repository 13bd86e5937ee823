import type { Client, estypes } from '@elastic/elasticsearch';
import { pagesOf } from '../diff.js';

/** The ids of built-in places. No stored field has the source of a place. */
export const BUILT_IN_PLACES =
  /^(geonames|ourairports|gppd|pleiades|imls|obdb|inrail|ipeds|db|wpi|ror|irail|ne|whs)-/;

/** The `source` of a mapping begins the source ids of its cities. */
const OWN_CITIES = /^[a-z][a-z0-9]*-/i;

/** Any number: every run takes the same sample. */
const SEED = 1;

/**
 * Reads random documents, the same ones in each run.
 * @param field documents with the same value of it are read together. Default: each by itself
 */
export async function sampleOf<Document>(
  client: Client,
  index: string,
  wanted: Pick<estypes.SearchRequest, '_source' | 'stored_fields'> & { size: number },
  field = '_seq_no',
): Promise<estypes.SearchHit<Document>[]> {
  const random = {
    query: { match_all: {} },
    functions: [{ random_score: { seed: SEED, field } }],
    boost_mode: 'replace',
  } as estypes.QueryDslFunctionScoreQuery;
  const { hits } = await client.search<Document>({
    index,
    query: { function_score: random },
    ...wanted,
    track_total_hits: false,
    allow_partial_search_results: false,
  });
  return hits.hits;
}

/**
 * Returns ids of documents for each source: all ids, or every n-th, up to `most`. Few documents of a source could be
 * missing from a sample of all. Reads every document, because another version may not have indexed the source.
 */
export async function idsBySource(
  client: Client,
  name: string,
  index: string,
  most: number,
): Promise<string[][]> {
  const samples = new Map<string, { ids: string[]; seen: number; stride: number }>();
  for await (const page of pagesOf(client, index, name === 'cities' ? ['source_id'] : false))
    for (const [id, { source_id: sourceId }] of page) {
      const source = name === 'places' ? BUILT_IN_PLACES.test(id) : OWN_CITIES.exec(String(sourceId))?.[0]; // prettier-ignore
      const sample = samples.get(`${source}`) ?? { ids: [], seen: 0, stride: 1 };
      if (sample.seen % sample.stride === 0) sample.ids.push(id);
      sample.seen += 1;
      if (sample.ids.length > most) {
        sample.ids = sample.ids.filter((_, at) => at % 2 === 0);
        sample.stride *= 2;
      }
      samples.set(`${source}`, sample);
    }
  return [...samples.values()].map(({ ids }) => ids);
}

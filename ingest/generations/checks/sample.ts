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

/** Ids of documents that are judged together. */
interface Group {
  /** Undefined: those of a source. */
  country?: string | undefined;
  ids: string[];
}

/**
 * Returns ids of documents for each source, and of cities for each country: all ids, or every n-th, up to so many. Few
 * documents could be missing from a sample of all. Reads every document, because another version may not have indexed
 * the source.
 */
export async function groupsOf(
  client: Client,
  name: string,
  index: string,
  { ofSource = 0, ofCountry = 0 },
): Promise<Group[]> {
  const groups = new Map<string, Group & { seen: number; stride: number }>();
  const add = (key: string, id: string, most: number, country?: string): void => {
    const group = groups.get(key) ?? { country, ids: [], seen: 0, stride: 1 };
    if (group.seen % group.stride === 0) group.ids.push(id);
    group.seen += 1;
    if (group.ids.length > most) {
      group.ids = group.ids.filter((_, at) => at % 2 === 0);
      group.stride *= 2;
    }
    groups.set(key, group);
  };
  const areCities = name === 'cities';
  for await (const page of pagesOf(client, index, areCities ? ['source_id', 'country_id'] : false))
    for (const [id, { source_id: sourceId, country_id: country }] of page) {
      const source = name === 'places' ? BUILT_IN_PLACES.test(id) : OWN_CITIES.exec(String(sourceId))?.[0]; // prettier-ignore
      if (ofSource > 0) add(`source ${source}`, id, ofSource);
      if (areCities && ofCountry > 0) add(`country ${String(country)}`, id, ofCountry, String(country)); // prettier-ignore
    }
  return [...groups.values()];
}

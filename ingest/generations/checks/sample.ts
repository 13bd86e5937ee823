import type { Client, estypes } from '@elastic/elasticsearch';

type Query = estypes.QueryDslQueryContainer;

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
  {
    query = { match_all: {} },
    field = '_seq_no',
  }: { query?: Query | undefined; field?: string } = {},
): Promise<estypes.SearchHit<Document>[]> {
  const random = {
    query: { bool: { filter: [query] } },
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

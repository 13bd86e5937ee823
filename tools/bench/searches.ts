import type { Context } from '../../ingest/generations/resource.js';

/** Counts the searches that Elasticsearch has made in the indices of this prefix, by its own count. */
export async function countSearches({ client, indexPrefix }: Context): Promise<number> {
  const { _all: all } = await client.indices.stats({ index: `${indexPrefix}-*`, metric: 'search' });
  return all.total?.search?.query_total ?? 0;
}

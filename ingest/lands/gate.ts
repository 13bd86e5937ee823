import type { Client } from '@elastic/elasticsearch';
import { countryCodes } from '../iso/codes.js';

/**
 * Lists faults in the countries of loaded lands: one that does not exist, lands without one, or
 * a chosen country without lands.
 */
export async function checkCountries(
  client: Client,
  index: string,
  chosen: readonly string[],
): Promise<string[]> {
  const known = new Set(countryCodes().map(({ id }) => id));
  const { hits, aggregations } = await client.search<
    unknown,
    { countries: { buckets: { key: string; doc_count: number }[] } }
  >({
    index,
    size: 0,
    track_total_hits: true,
    // Room for all countries and for those that do not exist.
    aggs: { countries: { terms: { field: 'country_id', size: 2 * known.size } } },
  });
  const buckets = aggregations?.countries.buckets ?? [];
  const total = typeof hits.total === 'number' ? hits.total : (hits.total?.value ?? 0);
  const counted = buckets.reduce((sum, bucket) => sum + bucket.doc_count, 0);
  const found = new Set(buckets.map(({ key }) => key));

  const complaints: string[] = [];
  if (total === 0) complaints.push('there are no lands');
  if (counted < total) complaints.push(`${total - counted} lands have no country`);
  const unknown = [...found].filter((id) => !known.has(id));
  if (unknown.length > 0) complaints.push(`there is no country ${unknown.join(', ')}`);
  const missing = chosen.filter((id) => !found.has(id));
  if (missing.length > 0) complaints.push(`there are no lands of ${missing.join(', ')}`);
  return complaints;
}

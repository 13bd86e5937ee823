import type { Client } from '@elastic/elasticsearch';
import type { CityDocument } from '../../indices/cities.js';

/** A city as it is read back: what is indexed only is not there. */
export type StoredCity = Omit<CityDocument, 'folded'>;

const PAGE = 10_000;

/** All cities of an index prefix, by id. */
export async function readCities(client: Client, indexPrefix: string): Promise<StoredCity[]> {
  const cities: StoredCity[] = [];
  for (;;) {
    const last = cities.at(-1)?.id;
    const { hits } = await client.search<StoredCity>({
      index: `${indexPrefix}-cities`,
      size: PAGE,
      sort: [{ id: 'asc' }],
      ...(last === undefined ? {} : { search_after: [last] }),
    });
    for (const { _source: city } of hits.hits) if (city !== undefined) cities.push(city);
    if (hits.hits.length < PAGE) return cities;
  }
}

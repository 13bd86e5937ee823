import { type Client, errors } from '@elastic/elasticsearch';
import { cities, type CityDocument } from '../../indices/cities.js';
import type { Point } from '../../src/geo/point.js';
import { findGenerations } from '../generation.js';
import type { Context } from '../resource.js';

/** What lands need of a city. */
export interface City extends Point {
  id: string;
  name: string;
  regionName: string | null;
  countryId: string;
  primary: boolean;
}

const PAGE = 10_000;
const FIELDS = ['id', 'name', 'region_name', 'country_id', 'primary', 'location'] as const;

/**
 * The index of the live generation of cities.
 * @throws when there is none, with what to do
 */
export async function liveCities({ client, indexPrefix }: Context): Promise<string> {
  const { live } = await findGenerations(client, indexPrefix, cities.resource);
  if (live !== undefined) return live;
  throw new Error('Lands need cities, and none are live. Run `npm run ingest -- cities` first.');
}

/**
 * All cities of an index, in ascending order of their ids.
 * @throws when it has none, or is gone
 */
export async function readCities(client: Client, index: string): Promise<City[]> {
  const found: City[] = [];
  for (;;) {
    const last = found.at(-1)?.id;
    const { hits } = await client
      .search<Pick<CityDocument, (typeof FIELDS)[number]>>({
        index,
        _source: [...FIELDS],
        size: PAGE,
        sort: [{ id: 'asc' }],
        track_total_hits: false,
        ...(last === undefined ? {} : { search_after: [last] }),
      })
      .catch((error: unknown) => {
        if (!(error instanceof errors.ResponseError) || error.statusCode !== 404) throw error;
        const advice = `${index} is gone: cities were ingested again meanwhile. Start again.`;
        throw new Error(advice, { cause: error });
      });
    for (const { _source: city } of hits.hits) {
      if (city === undefined) throw new Error(`${index} keeps no _source; ingest cities again.`);
      const [longitude, latitude] = city.location;
      found.push({
        id: city.id,
        name: city.name,
        regionName: city.region_name,
        countryId: city.country_id,
        primary: city.primary,
        latitude,
        longitude,
      });
    }
    if (hits.hits.length < PAGE) break;
  }
  if (found.length === 0) throw new Error(`${index} holds no cities; ingest cities again.`);
  return found;
}

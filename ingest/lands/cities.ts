import type { Client, estypes } from '@elastic/elasticsearch';
import { hasStatus } from '../../elasticsearch/failures.js';
import { cities, type CityDocument } from '../../indices/cities.js';
import type { Point } from '../../geo/point.js';
import { findGenerations } from '../generation.js';
import type { Context } from '../resource.js';

/** A city, as far as lands need it. */
export interface City extends Point {
  id: string;
  name: string;
  regionName: string | null;
  countryId: string;
  primary: boolean;
}

/** The fields read of a city. */
type Stored = Pick<CityDocument, (typeof FIELDS)[number]>;

const FIELDS = ['id', 'name', 'region_name', 'country_id', 'primary', 'location'] as const;
const PAGE = 10_000;
const KEEP_ALIVE = '1m';

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
  const found = await readOnce(client, index).catch((error: unknown) => {
    // Elasticsearch was started anew meanwhile, and does not know any more how far the reading was.
    if (hasStatus(error, 404)) return readOnce(client, index);
    throw error;
  });
  if (found.length === 0) throw new Error(`${index} holds no cities; ingest cities again.`);
  return found.sort((one, other) => (one.id < other.id ? -1 : 1));
}

async function readOnce(client: Client, index: string): Promise<City[]> {
  const found: City[] = [];
  for await (const city of stored(client, index)) {
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
  return found;
}

/** In the order in which they are stored: to have Elasticsearch sort them takes twice as long. */
async function* stored(client: Client, index: string): AsyncGenerator<Stored> {
  const { id } = await client
    .openPointInTime({ index, keep_alive: KEEP_ALIVE })
    .catch((error: unknown) => {
      if (!hasStatus(error, 404)) throw error;
      const advice = `${index} is gone: cities were ingested again meanwhile. Start again.`;
      throw new Error(advice, { cause: error });
    });
  try {
    for (let after: estypes.SortResults | undefined; ;) {
      const { hits } = await client.search<Stored>({
        pit: { id, keep_alive: KEEP_ALIVE },
        _source: [...FIELDS],
        size: PAGE,
        sort: [{ _shard_doc: 'asc' }],
        track_total_hits: false,
        allow_partial_search_results: false,
        filter_path: ['hits.hits._source', 'hits.hits.sort'],
        ...(after === undefined ? {} : { search_after: after }),
      });
      // Nothing at all is answered when nothing is left.
      const page = (hits as typeof hits | undefined)?.hits ?? [];
      for (const { _source: city } of page) if (city !== undefined) yield city;
      after = page.at(-1)?.sort;
      if (page.length < PAGE) return;
    }
  } finally {
    // One that stays open is closed by Elasticsearch, soon.
    await client.closePointInTime({ id }, { maxRetries: 0 }).catch(() => undefined);
  }
}

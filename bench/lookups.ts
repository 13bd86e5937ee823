import type autocannon from 'autocannon';
import * as cityQueries from '../src/cities/queries.js';
import * as countryQueries from '../src/countries/queries.js';
import { countriesAt, toCountryAt } from '../src/store/borders.js';
import type { Search } from '../src/store/search.js';
import { builtInCities } from '../ingest/cities/builtIn.js';
import type { Bench } from './bench.js';
import type { Comparison } from './comparison.js';
import { apiLoad, get, location, rawLoad, rawSearch, type Urls } from './requests.js';
import { seededRandom } from './statistics.js';

const LIMIT = 10;

/** Lookups of reference data, each with as many different questions as the extent says. */
export async function lookupComparisons(
  { api, elasticsearch }: Urls,
  search: Search,
  { indexPrefix, extent, signal }: Bench,
): Promise<Comparison[]> {
  const countries = `${indexPrefix}-countries`;
  const cities = `${indexPrefix}-cities`;
  const random = seededRandom(1);
  const rows = [...builtInCities().rows()];
  const sample = Array.from({ length: extent.samples }, () => {
    const row = rows[Math.floor(random() * rows.length)];
    if (!row) throw new Error('there are no cities');
    return row;
  });

  const tokens = sample.map(({ name }) =>
    Array.from(name)
      .slice(0, 1 + Math.floor(random() * 6))
      .join(''),
  );
  // Where people are: within some 20 km of a city.
  const points = sample.map(({ latitude, longitude }) => ({
    latitude: Math.max(-90, Math.min(90, latitude + (random() - 0.5) * 0.4)),
    longitude: Math.max(-180, Math.min(180, longitude + (random() - 0.5) * 0.4)),
  }));
  const plain = { language: 'en', primaryOnly: false } as const;

  const closest: autocannon.Request[] = [];
  for (const point of points) {
    signal.throwIfAborted();
    const found = (await search(countries, countriesAt(point, [], false))).map(toCountryAt);
    const inside = found.filter(({ isInside }) => isInside);
    const countryIds = (inside.length > 0 ? inside : found).map(({ id }) => id);
    closest.push(rawSearch(countries, countriesAt(point, [], false)));
    closest.push(rawSearch(cities, cityQueries.findClosest(countryIds, { point, ...plain })));
  }

  return [
    {
      name: 'cities/findByName',
      ours: apiLoad(
        api,
        tokens.map((token) => get('/cities/findByName', { token, limit: String(LIMIT) })),
      ),
      reference: rawLoad(
        elasticsearch,
        tokens.map((token) =>
          rawSearch(
            cities,
            cityQueries.findByName({ token, limit: LIMIT, anyName: false, ...plain }),
          ),
        ),
      ),
    },
    {
      name: 'countries/findByLocation',
      ours: apiLoad(
        api,
        points.map((point) => get('/countries/findByLocation', location(point))),
      ),
      reference: rawLoad(
        elasticsearch,
        points.map((point) =>
          rawSearch(countries, countryQueries.findByLocation({ point, ...plain })),
        ),
      ),
    },
    {
      name: 'cities/findByLocation',
      ours: apiLoad(
        api,
        points.map((point) => get('/cities/findByLocation', location(point))),
      ),
      reference: rawLoad(elasticsearch, closest),
      referenceRequests: 2,
    },
  ];
}

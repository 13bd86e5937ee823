import type autocannon from 'autocannon';
import * as cityQueries from '../src/cities/queries.js';
import * as countryQueries from '../src/countries/queries.js';
import { countriesAt, isInside } from '../src/elasticsearch/borders.js';
import type { Search, SearchBody } from '../src/elasticsearch/search.js';
import type { Point } from '../src/geo/point.js';
import { builtInCities } from '../ingest/cities/builtIn.js';
import { seededRandom } from './statistics.js';

/** One lookup, asked of the API and, as the searches that it is made of, of Elasticsearch. */
export interface Lookup {
  name: string;
  api: autocannon.Request[];
  raw: autocannon.Request[];
  /** Searches in one lookup. */
  searches: number;
}

const SAMPLES = 500;
const LIMIT = 10;

/** The lookups that are measured, each with some hundred different questions. */
export async function prepareLookups(search: Search, indexPrefix: string): Promise<Lookup[]> {
  const countries = `${indexPrefix}-countries`;
  const cities = `${indexPrefix}-cities`;
  const random = seededRandom(1);
  const rows = [...builtInCities().rows()];
  const sample = Array.from({ length: SAMPLES }, () => {
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
    const found = await search(countries, countriesAt(point, [], false));
    const inside = found.filter(isInside);
    const countryIds = (inside.length > 0 ? inside : found).map(({ _id }) => _id);
    closest.push(raw(countries, countriesAt(point, [], false)));
    closest.push(raw(cities, cityQueries.findClosest(countryIds, { point, ...plain })));
  }

  return [
    {
      name: 'cities/findByName',
      api: tokens.map((token) => get('/cities/findByName', { token, limit: String(LIMIT) })),
      raw: tokens.map((token) =>
        raw(cities, cityQueries.findByName({ token, limit: LIMIT, ...plain })),
      ),
      searches: 1,
    },
    {
      name: 'countries/findByLocation',
      api: points.map((point) => get('/countries/findByLocation', location(point))),
      raw: points.map((point) =>
        raw(countries, countryQueries.findByLocation({ point, ...plain })),
      ),
      searches: 1,
    },
    {
      name: 'cities/findByLocation',
      api: points.map((point) => get('/cities/findByLocation', location(point))),
      raw: closest,
      searches: 2,
    },
  ];
}

function location({ latitude, longitude }: Point): Record<string, string> {
  return { lat: latitude.toFixed(6), lng: longitude.toFixed(6) };
}

function get(path: string, query: Record<string, string>): autocannon.Request {
  return { method: 'GET', path: `${path}?${new URLSearchParams(query).toString()}` };
}

function raw(index: string, body: SearchBody): autocannon.Request {
  return {
    method: 'POST',
    path: `/${index}/_search`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

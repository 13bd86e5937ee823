import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { cellToParent } from 'h3-js';
import { Connection } from '../../../../tools/bench/http/connection.js';
import type { Question } from '../../../../tools/bench/load.js';
import { countriesAt } from '../../../../tools/bench/reference/country.js';
import { landsAround } from '../../../../tools/bench/reference/lands.js';
import { markersAround } from '../../../../tools/bench/reference/markers.js';
import { citiesByName } from '../../../../tools/bench/reference/names.js';
import { nearestCity } from '../../../../tools/bench/reference/nearestCity.js';
import { placesAround } from '../../../../tools/bench/reference/places.js';
import { location } from '../../../../tools/bench/requests.js';
import { seededRandom } from '../../../../tools/bench/statistics.js';
import { newPoints } from '../../../../tools/bench/traffic/newPoints.js';
import { take } from '../../../../tools/bench/traffic/repeats.js';
import { typing } from '../../../../tools/bench/traffic/typing.js';
import { builtInCities } from '../../../../ingest/cities/builtIn.js';
import { type Api, builtInPrefix, startApi } from '../../../support/api.js';
import { ids } from '../../../support/records.js';

interface Found {
  hits: { hits: { _id: string; fields?: Record<string, string[]> }[] };
  aggregations?: { lands: { buckets: { key: string; doc_count: number }[] } };
}

const rows = [...builtInCities().rows()];
const points = [...take(newPoints(rows, seededRandom(1)), 100)];
const alias = (resource: string): string => `${builtInPrefix()}-${resource}`;

let api: Api;
let elasticsearch: Connection;
beforeAll(async () => {
  api = await startApi();
  elasticsearch = await Connection.open(process.env.ELASTICSEARCH_URL ?? '');
});
afterAll(async () => {
  elasticsearch.close();
  await api.stop();
});

async function ask(first: Question): Promise<string> {
  const { status, body } = await elasticsearch.ask(first, true);
  expect(status).toBe(200);
  const next = first.next?.(body);
  return next ? ask(next) : body;
}

const found = async (question: Question): Promise<string[]> =>
  idsOf(JSON.parse(await ask(question)) as Found);
const idsOf = (answer: Found): string[] => answer.hits.hits.map(({ _id: id }) => id);

/** What the API answers to the same question. */
async function answered(path: string, query: Record<string, string>): Promise<string[]> {
  const token = 'dev-internal';
  const { body } = await api.get<{ id: string }[] | { id: string }>(path, query, { token });
  return ids([body.data].flat());
}

test('cities by name', async () => {
  for (const { token, language } of take(typing(rows, seededRandom(2)), 100)) {
    const answers = await answered('/cities/findByName', { token, lang: language, limit: '10' });
    expect(await found(citiesByName(alias('cities'), { token, language }))).toEqual(answers);
  }
});

test('countries at a point', async () => {
  for (const point of points) {
    const answers = await answered('/countries/findByLocation', location(point));
    expect((await found(countriesAt(alias('countries'), point))).sort()).toEqual(answers.sort());
  }
});

test('the nearest city of the country', async () => {
  const indices = { countries: alias('countries'), cities: alias('cities') };
  for (const point of points) {
    // Near a border only the service knows which country decides.
    const near = await answered('/countries/findByLocation', location(point));
    if (near.length > 1) continue;
    const answers = await answered('/cities/findByLocation', location(point));
    const nearest = await found(nearestCity(indices, point));
    expect(nearest.length === 0 ? ['NO_CITY'] : nearest).toEqual(answers);
  }
});

test('a land, its neighbours and their markers', async () => {
  const indices = { lands: alias('lands'), markers: alias('markers') };
  const sites = rows.filter(({ population }) => population > 1_000_000).slice(0, 20);
  let markers = 0;
  for (const site of sites) {
    const { body } = await api.get<{ id: string; markers_count: number }[]>(
      '/lands/findByLocation',
      { ...location(site), k: 1 },
    );
    const { responses } = JSON.parse(await ask(landsAround(indices, site))) as {
      responses: [Found, Found];
    };
    const groups = new Set(ids(body.data).map((land) => cellToParent(land, 4)));
    expect(idsOf(responses[0])).toEqual(expect.arrayContaining([...groups]));
    // Markers stand at sea, too, where there is no land.
    const there = new Set(ids(body.data));
    const counted = responses[1].aggregations?.lands.buckets
      .filter(({ key }) => there.has(key))
      .map((bucket) => bucket.doc_count);
    const answers = body.data.map((land) => land.markers_count).filter((count) => count > 0);
    expect(counted?.sort()).toEqual(answers.sort());
    markers += answers.length;
  }
  // Not every city has one so near.
  expect(markers).toBeGreaterThan(0);
});

test('places around a point', async () => {
  for (const site of rows.slice(0, 50)) {
    const answers = await answered('/places/findByLocation', { ...location(site), k: '1' });
    expect(answers).not.toEqual([]);
    expect(await found(placesAround(alias('places'), site))).toEqual(answers);
  }
});

test('markers around a point', async () => {
  for (const site of rows.slice(0, 50)) {
    const query = { ...location(site), radius: '20000', season: '7' };
    const answers = await answered('/markers/findByRadius', query);
    expect(answers).not.toEqual([]);
    // Several stand in one place.
    const reference = await found(markersAround(alias('markers'), site, 20_000));
    expect(reference.sort()).toEqual(answers.sort());
  }
});

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { fold } from '../../../indices/fold.js';
import { LANGUAGES } from '../../../indices/languages.js';
import { type Api, builtInPrefix, createTestClient, startApi } from '../../support/api.js';
import { distanceMeters } from '../../support/sphere.js';
import { inParallel } from '../../support/inParallel.js';
import { type City, type Country } from '../../support/records.js';
import { type NamedCity, readNamedCities } from '../../support/stored.js';
import { readFacts } from './facts.js';

const COLUMNS = ['country', 'name', 'region', 'latitude', 'longitude', 'kind'] as const;
const MOST_METERS = 25_000;
const SAME_CITY_METERS = 5_000;

/** Towns on two sides of a border between states, one municipality on each. */
const TWINS = new Set(
  [
    'Anthony', 'Bluefield', 'Bristol', 'Cachoeira Dourada', 'Chevy Chase', 'Kansas City', 'Lookout Mountain',
    'Texarkana', 'Union City',
  ].map(fold),
); // prettier-ignore

/** Cities on disputed ground, where the built-in border is not the one that the facts draw. */
const DISPUTED = new Set(['Jerusalem']);

/** Cities without a first-order division in GeoNames. */
const WITHOUT_REGIONS = 380;

const facts = readFacts('cities.tsv', COLUMNS).map((fact) => ({
  ...fact,
  point: { latitude: Number(fact.latitude), longitude: Number(fact.longitude) },
}));

let api: Api;
let stored: NamedCity[];
/** Of each their default name, folded: nearly all have no other one. */
let folded: string[];
beforeAll(async () => {
  api = await startApi();
  const client = createTestClient();
  stored = await readNamedCities(client, builtInPrefix());
  folded = stored.map(({ name }) => fold(name));
  await client.close();
});
afterAll(() => api.stop());

test('there are 249 capitals and 138 other large cities', () => {
  const count = (kind: string): number => facts.filter((fact) => fact.kind === kind).length;
  expect(count('capital')).toBe(249);
  expect(count('large')).toBe(138);
});

test('capitals and large cities are found by name in their country and region, where they are', async () => {
  const faults: string[] = [];
  await inParallel(facts, async ({ country, name, region, point }) => {
    const { body } = await api.get<City[]>('/cities/findByName', {
      token: name,
      any_name: true,
      limit: 1_000,
    });
    const near = body.data.filter(
      (city) => city.country_id === country && distanceMeters(point, city.latlng) < MOST_METERS,
    );
    const [city] = near;
    if (city === undefined) faults.push(`${name} is not in ${country}`);
    else if (!near.some((each) => (each.region_name ?? '') === region))
      faults.push(`${name} (${country}) lies in ${city.region_name ?? 'no region'}, not ${region}`);
  });
  expect(faults).toEqual([]);
});

test('the country at a capital or large city is its own, and so is the closest city', async () => {
  const faults: string[] = [];
  const undisputed = facts.filter(({ name }) => !DISPUTED.has(name));
  await inParallel(
    undisputed,
    async ({ country, name, point: { latitude: lat, longitude: lng } }) => {
      const { body: here } = await api.get<Country[]>('/countries/findByLocation', { lat, lng });
      if (here.data[0]?.id !== country)
        faults.push(`${name}: ${here.data.map(({ id }) => id).join()} instead of ${country}`);
      const { body: closest } = await api.get<City>('/cities/findByLocation', { lat, lng });
      if (closest.data.country_id !== country)
        faults.push(`${name}: ${closest.data.id} is the closest city`);
    },
  );
  expect(faults).toEqual([]);
});

test('capitals are primary', async () => {
  const faults: string[] = [];
  const capitals = facts.filter(({ kind }) => kind === 'capital');
  await inParallel(capitals, async ({ country, name, point }) => {
    const query = { token: name, any_name: true, primary_only: true, limit: 1_000 };
    const { body } = await api.get<City[]>('/cities/findByName', query);
    const isFound = body.data.some(
      (city) => city.country_id === country && distanceMeters(point, city.latlng) < MOST_METERS,
    );
    if (!isFound) faults.push(`${name} (${country})`);
  });
  expect(faults).toEqual([]);
});

test.each(LANGUAGES)('no two cities of one name in %s and country lie within 5 km', (language) => {
  const byName = new Map<string, NamedCity[]>();
  const faults: string[] = [];
  for (const [position, city] of stored.entries()) {
    const own = folded[position] ?? '';
    if (TWINS.has(own)) continue;
    const other = city.names[language];
    const name = other === undefined ? own : fold(other);
    const key = `${city.country_id} ${name}`;
    const others = byName.get(key) ?? [];
    const close = others.find((other) => distanceMeters(at(other), at(city)) < SAME_CITY_METERS);
    if (close !== undefined) faults.push(`${close.id} and ${city.id}`);
    others.push(city);
    byName.set(key, others);
  }
  expect(faults).toEqual([]);
});

test('nearly every city has its region', () => {
  const without = stored.filter(({ region_name }) => region_name === null);
  expect(without.length).toBeLessThanOrEqual(WITHOUT_REGIONS);
});

function at({ location: [longitude, latitude] }: NamedCity): {
  latitude: number;
  longitude: number;
} {
  return { latitude, longitude };
}

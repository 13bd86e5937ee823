import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Api, builtInPrefix, createTestClient, startApi } from '../../support/api.js';
import { readFileCities } from '../../support/geonames.js';
import { byPopulation, type Country, ids } from '../../support/records.js';
import { readCities, type StoredCity } from '../../support/stored.js';

const sources = new Map(readFileCities().map((city) => [city.id, city]));

let api: Api;
let cities: StoredCity[];
let primaryCountries: Set<string>;
beforeAll(async () => {
  api = await startApi();
  const client = createTestClient();
  cities = byPopulation(await readCities(client, builtInPrefix()));
  await client.close();
  const { body } = await api.get<Country[]>('/countries/findAll', { primary_only: true });
  primaryCountries = new Set(ids(body.data));
});
afterAll(() => api.stop());

test('every city of the source is there, as it is there', () => {
  expect(cities).toHaveLength(sources.size);
  const changed = cities.filter((city) => {
    const source = sources.get(city.source_id);
    return (
      source?.name !== city.name ||
      source.region !== city.region_name ||
      source.timeZone !== city.time_zone ||
      source.population !== city.population ||
      [source.longitude, source.latitude].join() !== city.location.join()
    );
  });
  expect(changed).toEqual([]);
});

describe('ids', () => {
  test('are unique, and have no blanks and commas', () => {
    expect(new Set(ids(cities)).size).toBe(cities.length);
    expect(ids(cities).filter((id) => !/^[A-Z]{3}_[^\s,]+$/u.test(id))).toEqual([]);
  });

  test('are the country and the name; the most populous of a name keeps it', () => {
    const keepers = new Map<string, StoredCity>();
    const wrong = cities.filter((city) => {
      const plain = `${city.country_id}_${city.name.normalize('NFC').replace(/[\s,]/gu, '')}`;
      const keeper = keepers.get(plain);
      if (keeper === undefined) keepers.set(plain, city);
      // Of equally populous ones, either may have it.
      const mayKeep = keeper === undefined || keeper.population === city.population;
      return mayKeep ? !city.id.startsWith(plain) : !city.id.startsWith(`${plain}_`);
    });
    expect(ids(wrong)).toEqual([]);
    const plainIds = new Set(ids(cities));
    expect([...keepers.keys()].filter((plain) => !plainIds.has(plain))).toEqual([]);
  });

  test('of the others have the region', () => {
    const byId = new Map(cities.map((city) => [city.id, city]));
    expect(byId.get('USA_Louisville')?.region_name).toBe('Kentucky');
    expect(byId.get('USA_Louisville_Colorado')?.region_name).toBe('Colorado');
  });
});

test('capitals, cities of at least 100,000 and the largest of every primary country are primary', () => {
  const withLargest = new Set<string>();
  const expected = cities.filter(({ source_id, country_id, population }) => {
    const isLargest = primaryCountries.has(country_id) && !withLargest.has(country_id);
    if (isLargest) withLargest.add(country_id);
    return isLargest || population >= 100_000 || sources.get(source_id)?.isCapital;
  });
  const primary = new Set(ids(cities.filter((city) => city.primary)));
  const differing = expected.filter(({ id }) => !primary.has(id));
  // Of the equally populous largest cities of a country, any one will do.
  expect(ids(differing.filter(({ population }) => population > 0))).toEqual([]);
  expect(primary.size).toBe(expected.length);
  expect(withLargest.size).toBe(primaryCountries.size);
});

import { expect, test } from '@jest/globals';
import { distanceKm, type Point } from '../../../../core/geo/point.js';
import { CitiesByCountry } from '../../../../src/cities/citiesByCountry.js';
import type { Search, SearchBody } from '../../../../src/search/search.js';
import { eventually } from '../../../support/patience.js';
import { seeded } from '../../../support/random.js';
import { SetLive } from '../../../support/setLive.js';
import { anywhere } from '../../../support/sphere.js';

const MEGABYTE = 2 ** 20;
const PARIS = { latitude: 48.8566, longitude: 2.3522 };
const set = new SetLive('1');
const live = set.now();
const choice = { countryIds: ['FRA'], primaryOnly: false };

interface Stored {
  readonly id: string;
  readonly at: Point;
  readonly primary?: boolean;
}

/** Answers with pages of the cities of the countries, and notes the countries. */
function storing(countries: Readonly<Record<string, readonly Stored[]>>) {
  const asked: string[] = [];
  const search = ((_index: string, { query, size = 0, search_after: after }: SearchBody) => {
    const id = /"country_id":"(.*?)"/.exec(JSON.stringify(query))?.[1] ?? '';
    asked.push(id);
    const all = (countries[id] ?? []).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const left = after === undefined ? all : all.filter(({ id: each }) => each > String(after));
    const page = left.slice(0, size).map(({ id: _id, at, primary = false }) => ({
      _id,
      _source: {
        ...{ id: _id, country_id: id, name: _id, region_name: null, population: 1, primary },
        ...{ time_zone: 'Europe/Paris', location: [at.longitude, at.latitude] },
      },
    }));
    return Promise.resolve(page);
  }) as unknown as Search;
  return { asked, search };
}

/** Returns the cache after the countries were read. */
async function read(
  { asked, search }: ReturnType<typeof storing>,
  ids: readonly string[],
): Promise<CitiesByCountry> {
  const cache = new CitiesByCountry(search, MEGABYTE);
  for (const id of ids) {
    const before = asked.length;
    await eventually('the country is read', () => {
      const isCached = cache.closest({ countryIds: [id], primaryOnly: true }, PARIS, live) !== undefined;
      return isCached && asked.length > before;
    });
  }
  return cache;
} // prettier-ignore

test('of several pages, the closest city is that of all cities, also at ±180° and the poles', async () => {
  const random = seeded(5);
  const cities = Array.from({ length: 1_700 }, (_, number) => ({ id: `FRA_${number}`, at: anywhere(random) }));
  const stored = storing({ FRA: cities });
  const cache = await read(stored, ['FRA']);
  expect(stored.asked).toHaveLength(4);
  const ends = [90, -90, 0, 37.5].flatMap((latitude) => [180, -180, 179.99, -179.99].map((longitude) => ({ latitude, longitude })));
  for (const point of [...ends, ...Array.from({ length: 2_000 }, () => anywhere(random))]) {
    const nearest = Math.min(...cities.map(({ at }) => distanceKm(at, point)));
    const found = cache.closest(choice, point, live);
    if (found !== undefined) expect(found?.city.latlng && distanceKm(found.city.latlng, point)).toBeCloseTo(nearest, 6);
  }
}); // prettier-ignore

test('several countries decide together; none of them may be missing', async () => {
  const stored = storing({
    FRA: [{ id: 'FRA_far', at: { latitude: 49, longitude: 2 } }],
    DEU: [{ id: 'DEU_near', at: { latitude: 48.9, longitude: 2.3 } }],
  });
  const both = { countryIds: ['FRA', 'DEU'], primaryOnly: false };
  const cache = await read(stored, ['FRA']);
  expect(cache.closest(both, PARIS, live)).toBeUndefined();
  await eventually('the other is read', () => cache.closest(both, PARIS, live) !== undefined);
  expect(cache.closest(both, PARIS, live)?.city.id).toBe('DEU_near');
  expect(cache.closest(choice, PARIS, live)?.city.id).toBe('FRA_far');
});

test('primary cities only; a country without cities has none', async () => {
  const stored = storing({
    FRA: [
      { id: 'FRA_a', at: PARIS },
      { id: 'FRA_b', at: { latitude: 40, longitude: 2 }, primary: true },
    ],
  });
  const cache = await read(stored, ['FRA', 'ATA']);
  expect(cache.closest({ ...choice, primaryOnly: true }, PARIS, live)).toEqual({
    city: expect.objectContaining({ id: 'FRA_b' }),
    ...{ primary: true, timeZone: 'Europe/Paris' },
  });
  expect(cache.closest({ countryIds: ['ATA'], primaryOnly: false }, PARIS, live)).toBeNull();
});

test('a tie is left to Elasticsearch', async () => {
  const stored = storing({ FRA: ['a', 'b'].map((id) => ({ id, at: PARIS })) });
  const cache = await read(stored, ['FRA']);
  expect(cache.closest(choice, PARIS, live)).toBeUndefined();
});

test('another generation is read anew; without memory, or while it is unknown, nothing is read', async () => {
  const stored = storing({ FRA: [{ id: 'FRA_a', at: PARIS }] });
  const cache = await read(stored, ['FRA']);
  expect(cache.closest(choice, PARIS, live)?.city.id).toBe('FRA_a');
  expect(cache.closest(choice, PARIS, set.unknown)).toBeUndefined();
  expect(cache.closest(choice, PARIS, new SetLive('2').now())).toBeUndefined();
  const reads = stored.asked.length;
  expect(new CitiesByCountry(stored.search, 0).closest(choice, PARIS, live)).toBeUndefined();
  expect(stored.asked).toHaveLength(reads);
});

test('countries that do not fit are read once, and leave room for others', async () => {
  const many = Array.from({ length: 600 }, (_, number) => ({ id: `USA_${number}`, at: PARIS }));
  const stored = storing({ USA: many, FRA: [{ id: 'FRA_a', at: PARIS }] });
  const cache = new CitiesByCountry(stored.search, 60_000);
  const usa = { countryIds: ['USA'], primaryOnly: false };
  await eventually('both are read', () => {
    expect(cache.closest(usa, PARIS, live)).toBeUndefined();
    return cache.closest(choice, PARIS, live) !== undefined && stored.asked.length > 2;
  });
  for (let time = 0; time < 10; time += 1) {
    await new Promise(setImmediate);
    expect(cache.closest(usa, PARIS, live)).toBeUndefined();
  }
  expect(stored.asked.toSorted()).toEqual(['FRA', 'USA', 'USA']);
});

test('four countries are read at a time, and each once', () => {
  const asked: unknown[] = [];
  const search: Search = (_, body) => {
    asked.push(body);
    return new Promise(() => undefined);
  };
  const cache = new CitiesByCountry(search, MEGABYTE);
  for (const id of ['FRA', 'DEU', 'FRA', 'ITA', 'ESP', 'PRT'])
    expect(cache.closest({ countryIds: [id], primaryOnly: false }, PARIS, live)).toBeUndefined();
  expect(asked).toHaveLength(4);
});

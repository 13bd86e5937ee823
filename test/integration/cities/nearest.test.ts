import type { Client } from '@elastic/elasticsearch';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { builtInPrefix, createTestClient } from '../../support/api.js';
import { distanceMeters, onUnitSphere } from '../../support/sphere.js';
import { inParallel } from '../../support/inParallel.js';
import { below, pick, seeded } from '../../support/random.js';
import { type City, type Country, ids } from '../../support/records.js';
import { readCities, type StoredCity } from '../../support/stored.js';
import { type Lookups, startLookups } from '../../support/lookUp.js';
import { groupBy } from 'es-toolkit';

const POINTS = { anywhere: 250, besideCities: 250, borderland: 330 };
const BORDERLAND = ['LIE', 'MCO', 'SMR', 'LUX', 'SGP', 'GIB', 'PSE', 'LSO', 'MAF', 'BEL', 'CHE'];

/** For a machine that has other things to do as well. */
const PATIENCE_MS = 300_000;
/** Asked together, and without HTTP, questions cost half. */
const AT_ONCE = 32;
const POINTS_PER_REQUEST = 100;

interface LatLng {
  latitude: number;
  longitude: number;
}

let lookups: Lookups;
let cities: StoredCity[];
/** Points with the countries that decide. */
const decided: { point: LatLng; countries: string[] }[] = [];
beforeAll(async () => {
  const client = createTestClient();
  cities = await readCities(client, builtInPrefix());
  lookups = await startLookups();
  const points = samplePoints();
  const holding = await countriesHolding(client, points);
  await inParallel(
    [...points.entries()],
    async ([position, point]) => {
      const inside = holding[position] ?? [];
      const countries = inside.length > 0 ? inside : await countriesNear(point);
      decided.push({ point, countries });
    },
    AT_ONCE,
  );
  await client.close();
}, PATIENCE_MS);
afterAll(() => lookups.stop());

/** The countries in which each of the points is. */
async function countriesHolding(client: Client, points: readonly LatLng[]): Promise<string[][]> {
  const index = `${builtInPrefix()}-countries`;
  const holding: string[][] = [];
  for (let start = 0; start < points.length; start += POINTS_PER_REQUEST) {
    const some = points.slice(start, start + POINTS_PER_REQUEST);
    const searches = some.flatMap(({ latitude, longitude }) => {
      const shape = { type: 'point', coordinates: [longitude, latitude] };
      return [
        { index },
        { size: 100, _source: false, query: { geo_shape: { border: { shape } } } },
      ];
    });
    const { responses } = await client.msearch({ searches });
    for (const response of responses) {
      if (!('hits' in response)) throw new Error(JSON.stringify(response.error));
      holding.push(response.hits.hits.map(({ _id: id = '' }) => id));
    }
  }
  return holding;
}

async function countriesNear({ latitude, longitude }: LatLng): Promise<string[]> {
  const query = `lat=${latitude}&lng=${longitude}`;
  return ids((await lookups.ask('/countries/findByLocation', query)) as Country[]);
}

function samplePoints(): LatLng[] {
  const random = seeded(7);
  const around = (middle: number, spread: number): number => middle + (random() - 0.5) * spread;
  const anywhere = Array.from({ length: POINTS.anywhere }, () => ({
    latitude: (Math.asin(2 * random() - 1) * 180) / Math.PI,
    longitude: random() * 360 - 180,
  }));
  const beside = (places: readonly StoredCity[], spread: number): LatLng => {
    const [longitude, latitude] = pick(random, places).location;
    return {
      latitude: Math.max(-90, Math.min(90, around(latitude, spread))),
      longitude: ((around(longitude, spread) + 540) % 360) - 180,
    };
  };
  const besideCities = Array.from({ length: POINTS.besideCities }, () =>
    beside(cities, pick(random, [0.1, 1, 5])),
  );
  const citiesOf = new Map(
    BORDERLAND.map((country) => [country, cities.filter((city) => city.country_id === country)]),
  );
  const borderland = Array.from({ length: POINTS.borderland }, (_, number) =>
    beside(citiesOf.get(BORDERLAND[number % BORDERLAND.length] ?? '') ?? [], 0.3),
  );
  const atAntimeridian = [-180, -179.99, 179.99, 180].flatMap((longitude) =>
    [-16.8, -17.7, 51.95, 65.5, 66, 68.9, 71.1, -80, -85, below(random, 60)].map((latitude) => ({
      latitude,
      longitude,
    })),
  );
  return [...anywhere, ...besideCities, ...borderland, ...atAntimeridian].map(
    ({ latitude, longitude }) => ({
      latitude: Number(latitude.toFixed(6)),
      longitude: Number(longitude.toFixed(6)),
    }),
  );
}

interface Expectation {
  point: LatLng;
  countries: string[];
  /** To the closest city of these countries; Infinity when there is none. */
  meters: number;
  closerAcrossABorder: boolean;
}

function expectations(primaryOnly: boolean): Expectation[] {
  const closest = new ClosestByCountry(cities.filter((city) => city.primary || !primaryOnly));
  return decided.map(({ point, countries }) => {
    const byCountry = closest.metersTo(point);
    const meters = Math.min(...countries.map((id) => byCountry.get(id) ?? Infinity));
    const closerAcrossABorder = Math.min(...byCountry.values()) < meters;
    return { point, countries, meters, closerAcrossABorder };
  });
}

describe.each([false, true])('findByLocation with primary_only=%s', (primaryOnly) => {
  test(
    'answers the city that brute force finds',
    async () => {
      const expected = expectations(primaryOnly);
      const wrong: unknown[] = [];
      await inParallel(
        expected,
        async ({ point, countries, meters }) => {
          const query = `lat=${point.latitude}&lng=${point.longitude}&primary_only=${primaryOnly}`;
          const city = (await lookups.ask('/cities/findByLocation', query)) as City;
          const { id, country_id: country, latlng } = city;
          const right =
            meters === Infinity
              ? id === 'NO_CITY'
              : countries.includes(country) && isAsClose(distanceMeters(point, latlng), meters);
          if (!right) wrong.push({ point, countries, meters, id });
        },
        AT_ONCE,
      );
      expect(wrong).toEqual([]);
      const withCity = expected.filter(({ meters }) => meters < Infinity);
      expect(withCity.length).toBeGreaterThan(300);
      expect(expected.length - withCity.length).toBeGreaterThan(100);
      expect(withCity.filter((one) => one.closerAcrossABorder).length).toBeGreaterThan(20);
    },
    PATIENCE_MS,
  );
});

/** Distances are compared as single-precision numbers, between coordinates rounded to 1 cm. */
function isAsClose(meters: number, expected: number): boolean {
  return meters - expected < 0.1 + expected * 2e-7;
}

/** The cities of a country, and where they are: three numbers each, one city behind the other. */
interface Located {
  cities: StoredCity[];
  vectors: Float64Array;
}

/** The distance to the closest city of every country, by looking at all of them. */
export class ClosestByCountry {
  readonly #located = new Map<string, Located>();

  constructor(cities: readonly StoredCity[]) {
    for (const [country, own] of Object.entries(groupBy(cities, (city) => city.country_id))) {
      const vectors = own.flatMap(({ location: [longitude, latitude] }) =>
        onUnitSphere({ latitude, longitude }),
      );
      this.#located.set(country, { cities: own, vectors: Float64Array.from(vectors) });
    }
  }

  metersTo(point: { latitude: number; longitude: number }): Map<string, number> {
    const [x, y, z] = onUnitSphere(point);
    const meters = new Map<string, number>();
    for (const [country, { cities, vectors }] of this.#located) {
      let smallest = Infinity;
      let closest = 0;
      for (let at = 0; at < vectors.length; at += 3) {
        const dx = x - (vectors[at] ?? NaN);
        const dy = y - (vectors[at + 1] ?? NaN);
        const dz = z - (vectors[at + 2] ?? NaN);
        const square = dx * dx + dy * dy + dz * dz;
        if (square >= smallest) continue;
        smallest = square;
        closest = at / 3;
      }
      const [longitude = NaN, latitude = NaN] = cities[closest]?.location ?? [];
      meters.set(country, distanceMeters(point, { latitude, longitude }));
    }
    return meters;
  }
}

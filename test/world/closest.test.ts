import { beforeAll, describe, expect, test } from '@jest/globals';
import { chunk, groupBy } from 'es-toolkit/array';
import { getPentagons, gridDisk, latLngToCell } from 'h3-js';
import type { Land } from '../../src/lands/present.js';
import { builtInPrefix } from '../support/api.js';
import { Closest, closestByCountry } from '../support/closest.js';
import { inParallel } from '../support/inParallel.js';
import { startLookups } from '../support/lookUp.js';
import { below, pick, seeded } from '../support/random.js';
import { type City, type Country, ids } from '../support/records.js';
import { anywhere, centreOf, distanceMeters, type LatLng } from '../support/sphere.js';
import { readCities, type StoredCity } from '../support/stored.js';
import { placeOf, shareWorld } from './world.js';
import { untilEnd } from '../support/each.js';

const POINTS_PER_REQUEST = 250;
/** Lookups without HTTP cost half if many run at once. */
const AT_ONCE = 32;

const world = shareWorld(readCities);
const lookups = untilEnd(await startLookups());

/** Returns the countries that hold each of the points, as Elasticsearch itself says. */
async function holdersOf(points: readonly LatLng[]): Promise<string[][]> {
  const index = `${builtInPrefix()}-countries`;
  const holders: string[][] = [];
  for (const some of chunk([...points], POINTS_PER_REQUEST)) {
    const searches = some.flatMap(({ latitude, longitude }) => {
      const shape = { type: 'point', coordinates: [longitude, latitude] };
      return [{ index }, { size: 100, _source: false, query: { geo_shape: { border: { shape } } } }]; // prettier-ignore
    });
    const { responses } = await world.client.msearch({ searches });
    for (const response of responses) {
      if (!('hits' in response)) throw new Error(JSON.stringify(response.error));
      holders.push(response.hits.hits.map(({ _id: id = '' }) => id));
    }
  }
  return holders;
}

describe('/cities/findByLocation', () => {
  const POINTS = { anywhere: 250, besideCities: 250, borderland: 330 };
  const BORDERLAND = ['LIE', 'MCO', 'SMR', 'LUX', 'SGP', 'GIB', 'PSE', 'LSO', 'MAF', 'BEL', 'CHE'];

  function samplePoints(): LatLng[] {
    const random = seeded(7);
    const around = (middle: number, spread: number): number => middle + (random() - 0.5) * spread;
    const onGlobe = Array.from({ length: POINTS.anywhere }, () => anywhere(random));
    const beside = (some: readonly StoredCity[], spread: number): LatLng => {
      const { latitude, longitude } = placeOf(pick(random, some));
      return {
        latitude: Math.max(-90, Math.min(90, around(latitude, spread))),
        longitude: ((around(longitude, spread) + 540) % 360) - 180,
      };
    };
    const besideCities = Array.from({ length: POINTS.besideCities }, () =>
      beside(world.cities, pick(random, [0.1, 1, 5])),
    );
    const citiesOf = groupBy(world.cities, (city) => city.country_id);
    const borderland = Array.from({ length: POINTS.borderland }, (_, number) =>
      beside(citiesOf[BORDERLAND[number % BORDERLAND.length] ?? ''] ?? [], 0.3),
    );
    const atAntimeridian = [-180, -179.99, 179.99, 180].flatMap((longitude) =>
      [-16.8, -17.7, 51.95, 65.5, 66, 68.9, 71.1, -80, -85, below(random, 60)].map((latitude) => ({
        latitude,
        longitude,
      })),
    );
    return [...onGlobe, ...besideCities, ...borderland, ...atAntimeridian].map((point) => ({
      latitude: Number(point.latitude.toFixed(6)),
      longitude: Number(point.longitude.toFixed(6)),
    }));
  }

  /** Distances are compared as single-precision numbers, between coordinates rounded to 1 cm. */
  const isAsClose = (meters: number, expected: number): boolean =>
    meters - expected < 0.1 + expected * 2e-7;

  test.each([false, true])(
    'with primary_only=%s answers the city that brute force finds',
    async (primaryOnly) => {
      const closest = closestByCountry(world.cities.filter((city) => city.primary || !primaryOnly));
      const points = samplePoints();
      const holders = await holdersOf(points);
      const wrong: unknown[] = [];
      const counts = { withCity: 0, closerAcrossABorder: 0 };
      await inParallel(
        [...points.entries()],
        async ([at, point]) => {
          const query = `lat=${point.latitude}&lng=${point.longitude}`;
          const near = (): Promise<unknown> => lookups.ask('/countries/findByLocation', query);
          const inside = holders[at] ?? [];
          const countries = inside.length > 0 ? inside : ids((await near()) as Country[]);
          const path = '/cities/findByLocation';
          const { id, country_id: country, latlng } = (await lookups.ask(path, `${query}&primary_only=${primaryOnly}`)) as City; // prettier-ignore
          const byCountry = new Map([...closest].map(([of, some]) => [of, some.to(point).meters]));
          const meters = Math.min(...countries.map((of) => byCountry.get(of) ?? Infinity));
          if (meters < Infinity) counts.withCity += 1;
          if (Math.min(...byCountry.values()) < meters) counts.closerAcrossABorder += 1;
          const isRight =
            meters === Infinity
              ? id === 'NO_CITY'
              : countries.includes(country) && isAsClose(distanceMeters(point, latlng), meters);
          if (!isRight) wrong.push({ point, countries, meters, id });
        },
        AT_ONCE,
      );
      expect(wrong).toEqual([]);
      expect(counts.withCity).toBeGreaterThan(300);
      expect(points.length - counts.withCity).toBeGreaterThan(100);
      expect(counts.closerAcrossABorder).toBeGreaterThan(20);
    },
  );
});

describe('lands', () => {
  const CELLS = 12_000;
  const JUDGED = 5_000;

  let cells: string[];
  let holders: Map<string, string[]>;
  const lands = new Map<string, Land>();
  beforeAll(async () => {
    const random = seeded(25);
    const onGlobe = Array.from({ length: CELLS }, () => anywhere(random)).map(
      ({ latitude, longitude }) => latLngToCell(latitude, longitude, 8),
    );
    const hard = [
      ...getPentagons(8),
      ...[-90, -89, -84, 84].flatMap((latitude) => gridDisk(latLngToCell(latitude, 0, 8), 2)),
      // Fiji and Chukotka over ±180°, the Vatican, Baarle, Gibraltar.
      ...gridDisk(latLngToCell(-16.8, 180, 8), 10),
      ...gridDisk(latLngToCell(68.9, 180, 8), 10),
      ...gridDisk(latLngToCell(41.9, 12.45, 8), 5),
      ...gridDisk(latLngToCell(51.44, 4.93, 8), 5),
      ...gridDisk(latLngToCell(36.14, -5.35, 8), 5),
    ];
    cells = [...new Set([...onGlobe, ...hard])];
    const found = await holdersOf(cells.map(centreOf));
    holders = new Map(cells.map((cell, at) => [cell, found[at] ?? []]));
    for (const some of chunk(cells, 500)) {
      const { body } = await world.api.get<Land[]>('/lands/findByIds', { land_ids: some.join() });
      for (const land of body.data) lands.set(land.id, land);
    }
  });

  test('are the cells whose centre lies in a country, and few others, along coasts', () => {
    const held = cells.filter((cell) => holders.get(cell)?.length !== 0);
    const faults = held.filter(
      (cell) => !holders.get(cell)?.includes(lands.get(cell)?.country_id ?? ''),
    );
    expect(faults).toEqual([]);
    expect(held.length).toBeGreaterThan(3_500);
    const others = [...lands.keys()].filter((cell) => holders.get(cell)?.length === 0);
    expect(others.length).toBeLessThan(lands.size / 20);
  });

  test('have the closest cities of brute force', () => {
    const all = new Closest(world.cities);
    const primary = closestByCountry(world.cities.filter((city) => city.primary));
    const faults: string[] = [];
    const judged = [...lands.values()].slice(0, JUDGED);
    for (const land of judged) {
      const centre = centreOf(land.id);
      const metersToPrimary = primary.get(land.country_id)?.to(centre).meters ?? Infinity;
      for (const [meters, km] of [
        [all.to(centre).meters, land.closest_city_distance_km],
        [metersToPrimary, land.primary_city_distance_km],
      ] as const) {
        const isSame =
          meters === Infinity ? km === null : Math.abs((km ?? NaN) * 1_000 - meters) < 0.6;
        if (!isSame) faults.push(`${land.id}: ${km} km, not ${meters} m`);
      }
    }
    expect(faults).toEqual([]);
    expect(judged.length).toBeGreaterThan(3_500);
  });
});

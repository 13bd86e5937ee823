import { describe, expect, test } from '@jest/globals';
import { cellToLatLng, cellToParent, getPentagons, gridDisk, latLngToCell } from 'h3-js';
import type { City } from '../../../../ingest/lands/cities.js';
import { ClosestCities, type CloseCity } from '../../../../ingest/lands/facts.js';
import { distanceMeters, onUnitSphere } from '../../../support/distance.js';
import { below, seeded } from '../../../support/random.js';

const random = seeded(11);
const COUNTRIES = ['AAA', 'BBB', 'CCC', 'DDD'];

function city(number: number, latitude: number, longitude: number, more: Partial<City> = {}): City {
  return {
    id: String(number).padStart(6, '0'),
    name: `City ${number}`,
    regionName: `Region ${number}`,
    countryId: COUNTRIES[below(random, 3)] ?? '',
    primary: random() < 0.2,
    latitude,
    longitude,
    ...more,
  };
}

const spread = (middle: number, width: number): number => middle + width * (random() - 0.5);
const beyond180 = (longitude: number): number => (longitude > 180 ? longitude - 360 : longitude);

/** All over the world, in clusters at ±180° and the poles, and some at the very same place. */
const cities = [
  ...Array.from({ length: 1_500 }, () => [spread(0, 180), spread(0, 360)] as const),
  ...Array.from({ length: 500 }, () => [spread(-16, 8), beyond180(spread(180, 6))] as const),
  ...Array.from({ length: 200 }, () => [spread(89, 2), spread(0, 360)] as const),
  ...Array.from({ length: 200 }, () => [spread(-89, 2), spread(0, 360)] as const),
  ...Array.from({ length: 100 }, (_, place) => [spread(50, 1), beyond180(180 + (place % 2) * 180)] as const), // prettier-ignore
  ...Array.from({ length: 60 }, (_, place) => [10 + (place % 20) / 10, 20] as const),
].map(([latitude, longitude], number) => city(number, latitude, longitude));

const cells = [
  ...getPentagons(8),
  ...[-90, -89.5, -16, 0, 50, 89.5, 90].flatMap((latitude) =>
    [-180, -179.99, 179.99, 0, 120].map((longitude) => latLngToCell(latitude, longitude, 8)),
  ),
  ...Array.from({ length: 60 }, () => latLngToCell(spread(0, 180), spread(0, 360), 8)),
  ...Array.from({ length: 20 }, () => latLngToCell(spread(11, 4), spread(20, 2), 8)),
].flatMap((cell) => gridDisk(cell, 1).slice(0, 3));

const own = new Map(
  COUNTRIES.map((id) => [id, cities.filter(({ countryId }) => countryId === id)]),
);
const ownPrimary = new Map([...own].map(([id, all]) => [id, all.filter((one) => one.primary)]));

/** By looking at all of them; of equally close ones the first. */
function naive(cell: string, among: readonly City[]): { id: string; meters: number } | undefined {
  const [latitude, longitude] = cellToLatLng(cell);
  const [x, y, z] = onUnitSphere({ latitude, longitude });
  let best: City | undefined;
  let least = Infinity;
  for (const other of among) {
    const [toX, toY, toZ] = onUnitSphere(other);
    const square = (toX - x) ** 2 + (toY - y) ** 2 + (toZ - z) ** 2;
    if (square < least) [least, best] = [square, other];
  }
  return best && { id: best.id, meters: distanceMeters({ latitude, longitude }, best) };
}

function expectSame(found: CloseCity | undefined, expected: ReturnType<typeof naive>): void {
  expect(found?.city.id).toBe(expected?.id);
  if (expected) expect((found?.distanceKm ?? NaN) * 1_000).toBeCloseTo(expected.meters, 2);
}

describe('the closest cities of lands', () => {
  test.each([5, 6, 7, 8])(
    'are those of brute force, lands grouped at resolution %i',
    (resolution) => {
      const facts = new ClosestCities(cities);
      for (const cell of [...cells].sort()) {
        const countryId = COUNTRIES[below(random, 4)] ?? '';
        const { closest, primary, regionName } = facts.of({ id: cell, countryId }, cellToParent(cell, resolution)); // prettier-ignore
        expectSame(closest, naive(cell, cities));
        expectSame(primary, naive(cell, ownPrimary.get(countryId) ?? []));
        const nearest = naive(cell, own.get(countryId) ?? []);
        expect(regionName).toBe(nearest ? `Region ${Number(nearest.id)}` : null);
      }
    },
  );

  const land = latLngToCell(12, 34, 8);
  const group = cellToParent(land, 6);

  test.each([5, 6])(
    'of a land at the rim of its group of resolution %i may lie beyond',
    (resolution) => {
      const group = cellToParent(land, resolution);
      const [latitude, longitude] = cellToLatLng(group);
      const along = (share: number): [number, number] => [
        latitude + share * (rimLatitude - latitude),
        longitude + share * (rimLongitude - longitude),
      ];
      const rim = gridDisk(latLngToCell(latitude, longitude, 8), 15)
        .filter((cell) => cellToParent(cell, resolution) === group)
        .toSorted((one, other) => stepsFrom(one) - stepsFrom(other))
        .at(-1);
      const [rimLatitude, rimLongitude] = cellToLatLng(rim ?? '');
      function stepsFrom(cell: string): number {
        const [toLatitude, toLongitude] = cellToLatLng(cell);
        return distanceMeters({ latitude, longitude }, { latitude: toLatitude, longitude: toLongitude }); // prettier-ignore
      }
      const both = [city(1, ...along(-0.3)), city(2, ...along(2.25))];
      const { closest } = new ClosestCities(both).of({ id: rim ?? '', countryId: 'AAA' }, group);
      expect(closest?.city.id).toBe('000002');
    },
  );

  test('may be at the other end of the world', () => {
    for (const [latitude, longitude] of [
      [-12, -146],
      [-11.9, -146.1],
      [90, 0],
    ] as const) {
      // prettier-ignore
      const facts = new ClosestCities([city(1, latitude, longitude, { countryId: 'AAA' })]);
      const { closest } = facts.of({ id: land, countryId: 'AAA' }, group);
      expectSame(closest, naive(land, [city(1, latitude, longitude)]));
    }
  });

  test('of a country without cities are those of others, and no region', () => {
    const facts = new ClosestCities([city(1, 12, 35, { countryId: 'AAA', primary: true })]);
    const found = facts.of({ id: land, countryId: 'BBB' }, group);
    expect(found.closest?.city.id).toBe('000001');
    expect(found.primary).toBeUndefined();
    expect(found.regionName).toBeNull();
  });

  test('the region is that of the closest city of the same country, primary or not', () => {
    const facts = new ClosestCities([
      city(1, 12, 34, { countryId: 'BBB', primary: true }),
      city(2, 12, 34.5, { countryId: 'AAA', primary: false }),
      city(3, 12, 36, { countryId: 'AAA', primary: true }),
    ]);
    const found = facts.of({ id: land, countryId: 'AAA' }, group);
    expect(found.closest?.city.id).toBe('000001');
    expect(found.primary?.city.id).toBe('000003');
    expect(found.regionName).toBe('Region 2');
  });

  test('of several at the same place, it is the first by id', () => {
    const facts = new ClosestCities([
      city(1, 12, 34, { countryId: 'BBB', primary: false }),
      city(2, 12, 34, { countryId: 'AAA', primary: false }),
      city(3, 12, 34, { countryId: 'AAA', primary: true }),
      city(4, 12, 34, { countryId: 'AAA', primary: true }),
    ]);
    const found = facts.of({ id: land, countryId: 'AAA' }, group);
    expect(found.closest?.city.id).toBe('000001');
    expect(found.primary?.city.id).toBe('000003');
    expect(found.regionName).toBe('Region 2');
  });
});

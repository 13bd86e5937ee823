import { describe, expect, test } from '@jest/globals';
import { cellToChildren, cellToParent, getPentagons, gridDisk, latLngToCell } from 'h3-js';
import { type LandFacts, LandGroup } from '../../../../core/lands/land.js';
import type { LandCity } from '../../../../indices/lands.js';
import { Candidates } from '../../../../ingest/lands/candidates.js';
import { Closest, closestByCountry, expectClosest } from '../../../support/closest.js';
import { centreOf } from '../../../support/sphere.js';
import { below, seeded } from '../../../support/random.js';

const random = seeded(11);
const COUNTRIES = ['AAA', 'BBB', 'CCC', 'DDD'];

function city(
  number: number,
  latitude: number,
  longitude: number,
  more: Partial<LandCity> = {},
): LandCity {
  return {
    id: String(number).padStart(6, '0'),
    name: `City ${number}`,
    region_name: `Region ${number}`,
    country_id: COUNTRIES[below(random, 3)] ?? '',
    primary: random() < 0.2,
    location: [longitude, latitude],
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

const all = new Closest(cities);
const own = closestByCountry(cities);
const primary = closestByCountry(cities.filter((one) => one.primary));

/** A land of a country, made of the candidates of its group. */
function landIn(countryId: string, land: string, candidates: Candidates): LandFacts {
  const id = cellToParent(land, 4);
  const found = new LandGroup({
    id,
    country_ids: [countryId],
    owners: [0, 2_401],
    cities: candidates.of(id, [countryId]),
    heights: null,
    biomes: null,
  }).land(land, 'en');
  if (found === undefined) throw new Error(`${land} is no land`);
  return found;
}

describe('the closest cities of lands', () => {
  test('are those of brute force', () => {
    const candidates = new Candidates(cities);
    for (const cell of [...cells].sort()) {
      const countryId = COUNTRIES[below(random, 4)] ?? '';
      const land = landIn(countryId, cell, candidates);
      const centre = centreOf(cell);
      expectClosest(land, all.to(centre), primary.get(countryId)?.to(centre));
      const nearest = own.get(countryId)?.to(centre).id ?? null;
      expect(land.region_name).toBe(nearest && `Region ${Number(nearest)}`);
    }
  });

  test('are few of all, though they are right at every land below a cell', () => {
    const group = latLngToCell(-16, 180, 4);
    const found = new Candidates(cities).of(group, COUNTRIES);
    expect(found.length).toBeLessThan(60);
    const few = new Closest(found);
    const fewOwn = closestByCountry(found);
    const fewPrimary = closestByCountry(found.filter((one) => one.primary));
    for (const centre of cellToChildren(group, 8).map(centreOf)) {
      expect(few.to(centre)).toEqual(all.to(centre));
      for (const id of COUNTRIES) {
        expect(fewOwn.get(id)?.to(centre)).toEqual(own.get(id)?.to(centre));
        expect(fewPrimary.get(id)?.to(centre)).toEqual(primary.get(id)?.to(centre));
      }
    }
  });

  const land = latLngToCell(12, 34, 8);
  const closest = (...some: LandCity[]) => landIn('AAA', land, new Candidates(some));

  test('may be at the other end of the world', () => {
    for (const [latitude, longitude] of [[-12, -146], [90, 0]] as const) {
      const only = city(1, latitude, longitude, { country_id: 'AAA', primary: true });
      const expected = new Closest([only]).to(centreOf(land));
      expectClosest(closest(only), expected, expected);
    }
  }); // prettier-ignore

  test('of a country without cities are those of others, and no region', () => {
    expect(closest(city(1, 12, 35, { country_id: 'BBB', primary: true }))).toMatchObject({
      ...{ closest_city_id: '000001', primary_city_id: null, region_name: null },
    });
  });

  test('of several at the same place, it is the first by id', () => {
    const found = closest(
      city(1, 12, 34, { country_id: 'BBB', primary: false }),
      city(2, 12, 34, { country_id: 'AAA', primary: false }),
      city(3, 12, 34, { country_id: 'AAA', primary: true }),
      city(4, 12, 34, { country_id: 'AAA', primary: true }),
    );
    expect(found).toMatchObject({
      ...{ closest_city_id: '000001', primary_city_id: '000003', region_name: 'Region 2' },
    });
  });
});

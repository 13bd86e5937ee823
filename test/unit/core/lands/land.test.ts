import { describe, expect, test } from '@jest/globals';
import { cellToChildren } from 'h3-js';
import { LandGroup } from '../../../../core/lands/land.js';
import { pointOf } from '../../../../core/geo/point.js';
import type { LandCity, LandGroupDocument } from '../../../../indices/lands.js';
import { everywhere, GENTILLY, landGroups, PARIS } from '../../../support/landGroups.js';
import { centreOf, distanceMeters } from '../../../support/sphere.js';

const LAND = '881fb46625fffff';
const [GROUP] = landGroups([LAND]);
if (GROUP === undefined) throw new Error('no group');
const LANDS = cellToChildren(GROUP.id, 8);

const landOf = (known: Partial<LandGroupDocument>, language: 'en' | 'ru' = 'en') =>
  new LandGroup({ ...GROUP, ...known }).land(LAND, language);

test('each land has the country of its run; -1 stands for none', () => {
  const group = new LandGroup({
    ...GROUP,
    country_ids: ['FRA', 'BEL'],
    owners: [1, 1, -1, 2, 0, 2_396, 1, 2],
  });
  const found = LANDS.map((land) => group.countryOf(land));
  const expected = ['BEL', undefined, undefined, ...Array<string>(2_396).fill('FRA'), 'BEL', 'BEL'];
  expect(found).toEqual(expected);
  expect(group.land(LANDS[1] ?? '', 'en')).toBeUndefined();
  expect(group.land(LANDS[0] ?? '', 'en')).toMatchObject({ id: LANDS[0], country_id: 'BEL' });
});

describe('the cities of a land', () => {
  const abroad: LandCity = { ...PARIS, id: 'BEL_Near', country_id: 'BEL', region_names: {}, region_name: 'Brussels' }; // prettier-ignore
  const far: LandCity = { ...PARIS, id: 'FRA_Far', region_name: 'Oise', location: [2.4, 49] };

  test('are the closest one anywhere, and the closest primary one of its country', () => {
    const kmTo = ({ location }: LandCity): number =>
      Math.round(distanceMeters(centreOf(LAND), pointOf(location))) / 1_000;
    expect(landOf({ cities: [abroad, GENTILLY, far] })).toMatchObject({
      ...{ closest_city_id: 'BEL_Near', closest_city_distance_km: kmTo(abroad) },
      ...{ primary_city_id: 'FRA_Far', primary_city_distance_km: kmTo(far) },
      region_name: GENTILLY.region_name,
    });
  });

  test('have names in the language, else their default names', () => {
    const none = { names: {}, region_names: {} };
    expect(landOf({}, 'ru')).toMatchObject({
      ...{ region_name: 'Иль-де-Франс', closest_city_name: 'Париж', primary_city_name: 'Париж' },
    });
    expect(landOf({ cities: [{ ...PARIS, ...none }] }, 'ru')).toMatchObject({
      ...{ region_name: 'Île-de-France', closest_city_name: 'Paris', primary_city_name: 'Paris' },
    });
  });

  test('are null in a group without cities', () => {
    expect(landOf({ cities: [] })).toMatchObject({
      ...{ region_name: null, closest_city_id: null, closest_city_name: null },
      ...{ closest_city_distance_km: null, primary_city_id: null, primary_city_name: null },
      primary_city_distance_km: null,
    });
  });
});

describe('the main biome', () => {
  const STRIPS = 101;
  const WIDTH = 0.000_4;

  /** Strips from the south to the north pole around the land: some of one biome, unknown ones, some of another one. */
  function biomes(woods: number, unknown: number): LandGroupDocument['biomes'] {
    const frame = { columns: STRIPS, rows: 1, north: 90, cellWidth: WIDTH, cellHeight: 180 };
    const values = Array.from({ length: STRIPS }, (_, column) =>
      column < woods ? 1 : column < woods + unknown ? 0 : 2,
    );
    return {
      frame: { ...frame, west: centreOf(LAND).longitude - (STRIPS * WIDTH) / 2 },
      parts: [{ column: 0, row: 0, columns: STRIPS, rows: 1, values }],
      names: { 1: 'Woods', 2: 'Bogs' },
    };
  }

  test.each([
    [45, 0, 'Bogs', { Woods: 26.5, Bogs: 73.5 }],
    [56, 0, 'Woods', { Woods: 73.5, Bogs: 26.5 }],
    // The first by name.
    [50, 1, 'Bogs', { Woods: 50, Bogs: 50 }],
  ])('with %d strips of woods and %d unknown ones is %s', (woods, unknown, main, shares) => {
    const land = landOf({ biomes: biomes(woods, unknown) });
    expect(land).toMatchObject({ main_biome: main, biome_percents: shares });
  });

  test.each([0, null])('is null where the raster has %s', (value) => {
    const { frame, parts } = everywhere(0);
    const none = { frame, parts: parts.map((each) => ({ ...each, values: [value] })) };
    expect(landOf({ biomes: { ...none, names: { 1: 'Woods' } } })).toMatchObject({
      main_biome: null,
      biome_percents: {},
    });
  });
});

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
    for (const cities of [
      [abroad, GENTILLY, far],
      [far, GENTILLY, abroad],
      [GENTILLY, far, abroad],
    ])
      // prettier-ignore
      expect(landOf({ cities })).toMatchObject({
        ...{ closest_city_id: 'BEL_Near', closest_city_distance_km: kmTo(abroad) },
        ...{ primary_city_id: 'FRA_Far', primary_city_distance_km: kmTo(far) },
        region_name: GENTILLY.region_name,
      });
  });

  test('are the first ones by id of those at the same place', () => {
    const twin = { ...PARIS, id: 'FRA_Twin', name: 'Twin', region_name: 'Oise', region_names: {} };
    expect(landOf({ cities: [PARIS, twin] })).toMatchObject({
      ...{ closest_city_id: PARIS.id, primary_city_id: PARIS.id },
      region_name: PARIS.region_name,
    });
  });

  test('are of its own country only, also the primary one', () => {
    expect(landOf({ cities: [abroad] })).toMatchObject({
      ...{ closest_city_id: 'BEL_Near', primary_city_id: null, region_name: null },
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

  /** The raster of biomes by its values from west to east. */
  function stripsOf(
    values: readonly number[],
    names: Record<number, string>,
  ): LandGroupDocument['biomes'] {
    const frame = { columns: STRIPS, rows: 1, north: 90, cellWidth: WIDTH, cellHeight: 180 };
    return {
      frame: { ...frame, west: centreOf(LAND).longitude - (STRIPS * WIDTH) / 2 },
      parts: [{ column: 0, row: 0, columns: STRIPS, rows: 1, values: [...values] }],
      names,
    };
  }

  /** Strips from the south to the north pole around the land: some of one biome, unknown ones, some of another one. */
  function biomes(woods: number, unknown: number): LandGroupDocument['biomes'] {
    const values = Array.from({ length: STRIPS }, (_, column) =>
      column < woods ? 1 : column < woods + unknown ? 0 : 2,
    );
    return stripsOf(values, { 1: 'Woods', 2: 'Bogs' });
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

  test.each([
    ['the first by name of equal ones', { 1: 'Bogs', 2: 'Woods' }, 50, 'Bogs'],
    ['the first by name of equal ones, in the east', { 1: 'Woods', 2: 'Bogs' }, 50, 'Bogs'],
    ['the largest one', { 1: 'Woods', 2: 'Bogs' }, 60, 'Woods'],
    ['the largest one in the east', { 1: 'Bogs', 2: 'Woods' }, 40, 'Woods'],
  ])('is %s, although another one is at the centre', (_, names, west, main) => {
    const isSand = (column: number) => Math.abs(column - 50) < 2;
    const values = Array.from({ length: STRIPS }, (_, column) => isSand(column) ? 3 : column < west ? 1 : 2); // prettier-ignore
    expect(landOf({ biomes: stripsOf(values, { ...names, 3: 'Sand' }) })?.main_biome).toBe(main);
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

const NO_BIOME = { ...everywhere(0), names: { 7: 'Tundra' } };
test.each([
  ['54 m', everywhere(54), NO_BIOME, 54],
  ['-0.3 m', everywhere(-0.3), NO_BIOME, 0],
  ['0 m, with a biome', everywhere(0), { ...everywhere(7), names: { 7: 'Tundra' } }, 0],
  ['0 m, without a biome: the sea', everywhere(0), NO_BIOME, null],
  ['0 m, without any biomes', everywhere(0), null, null],
  ['a height that is unknown', everywhere(NaN), NO_BIOME, null],
  ['no heights', null, NO_BIOME, null],
])('the altitude of %s', (_, heights, biomes, altitude) => {
  expect(landOf({ heights, biomes })?.altitude).toBe(altitude);
});

test('several parts of a raster are one raster', () => {
  const { longitude, latitude } = centreOf(LAND);
  const frame = { columns: 2, rows: 2, west: longitude - 1.5, north: latitude + 0.5, cellWidth: 1, cellHeight: 1 }; // prettier-ignore
  // The centre is that of the cell in the first row and the second column.
  const part = (column: number, row: number, value: number) => ({ column, row, columns: 1, rows: 1, values: [value] }); // prettier-ignore
  for (const parts of [
    [part(0, 0, 1), part(1, 0, 2), part(0, 1, 3), part(1, 1, 4)],
    [part(1, 1, 4), part(0, 1, 3), part(1, 0, 2), part(0, 0, 1)],
  ])
    expect(landOf({ heights: { frame, parts } })?.altitude).toBe(2);
});

import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import type { Position } from 'geojson';
import { distanceKm as expectedKm } from '../../../core/geo/point.js';
import { PLACE_CATEGORIES } from '../../../indices/placeCategories.js';
import { countryCodes } from '../../../ingest/sources/iso.js';
import type { Land } from '../../../web/client/src/routes.js';
import { codeOf } from '../../../web/explorer/map/countryNumbers.js';
import { centreOf, hexagonOf, landIdAt, largestPart, nameFeatures } from '../../../web/explorer/map/features.js'; // prettier-ignore
import { type Box, boxAround, distanceKm, greatCircle, ringAround, unwrapLine, unwrapRing } from '../../../web/explorer/map/geometry.js'; // prettier-ignore
import { type Atlas, regionAround, type World, worldAround, worldOf } from '../../../web/explorer/map/world.js'; // prettier-ignore
import { classOf, legendOf, rangeOf, shareOf } from '../../../web/explorer/model/landClass.js';
import { KIND_NAMES, kindOf } from '../../../web/explorer/model/placeKinds.js';

type Piece = [from: Position, to: Position];

const piecesOf = (line: readonly Position[]): Piece[] =>
  line.slice(1).map((to, index): Piece => [line[index] ?? to, to]);

const longestJump = (lines: readonly Position[][]): number =>
  Math.max(...lines.flatMap(piecesOf).map(([[from = 0], [to = 0]]) => Math.abs(to - from)));

describe('countries and borders', () => {
  const atlasOf = (scale: string): Atlas =>
    JSON.parse(readFileSync(`node_modules/world-atlas/countries-${scale}.json`, 'utf8')) as Atlas;
  const coarse = atlasOf('110m');
  const world = worldOf(coarse);
  const mainlandOf = (code: string): Position[] =>
    world.countries.filter(({ properties: { id } }) => id === code).flatMap(largestPart);
  const linesOf = ({ borders }: World): Position[][] => borders.geometry.coordinates;

  test('numbers lead to the codes of the service', () => {
    for (const { id, numeric } of countryCodes())
      if (numeric !== undefined) expect(codeOf(numeric, '')).toBe(id);
    expect(codeOf(undefined, 'Kosovo')).toBe('XKX');
    expect(codeOf(undefined, 'Siachen Glacier')).toBeUndefined();
  });

  test('no border jumps over the map, and Antarctica reaches to the pole', () => {
    const outlines = world.countries
      .filter(({ properties }) => properties.id !== 'ATA')
      .flatMap(({ geometry }) => geometry.coordinates.flat());
    expect(longestJump([...linesOf(world), ...outlines])).toBeLessThan(60);
    expect(boxAround(mainlandOf('ATA')).south).toBe(-90);
  });

  test.each(['110m', '50m'])('the cuts of the %s atlas are not drawn as borders', (scale) => {
    const pieces = linesOf(worldOf(atlasOf(scale))).flatMap(piecesOf);
    const isCut = (ends: Piece): boolean =>
      ends.every(([longitude = 0]) => Math.abs(Math.abs(longitude) - 180) < 0.001) ||
      ends.every(([, latitude = 0]) => latitude < -89.9);
    expect(pieces.filter(isCut)).toEqual([]);
    expect(pieces.length).toBeGreaterThan(5_000);
  });

  test.each([
    ['FRA', 47, 2.5],
    ['USA', 40, -99],
    ['RUS', 62, 97],
  ])(
    'the name of %s is in the middle of its mainland',
    (id, expectedLatitude, expectedLongitude) => {
      const [longitude = 0, latitude = 0] = centreOf(mainlandOf(id));
      expect(Math.abs(latitude - expectedLatitude)).toBeLessThan(4);
      expect(Math.abs(longitude - expectedLongitude)).toBeLessThan(5);
    },
  );

  test('only countries that the service has get a name', () => {
    const france = { id: 'FRA', name: 'フランス', continent: 'Europe', population: 68 } as const;
    const names = nameFeatures(world.countries, [france]);
    expect(names.map(({ properties }) => properties)).toEqual([{ name: 'フランス', order: -68 }]);
  });

  describe('around a view', () => {
    const fine = atlasOf('10m');
    const whole = worldOf(fine);
    const GENEVA = { west: 5.8, south: 46, east: 6.4, north: 46.4 };

    /** Returns the points of the borders that are in the box, also with longitudes 360° apart. */
    function pointsIn(drawn: World, { west, south, east, north }: Box): string[] {
      return linesOf(drawn)
        .flat()
        .flatMap(([x = 0, y = 0]) => [-360, 0, 360].map((turn): [number, number] => [x + turn, y]))
        .filter(([x, y]) => x >= west && x <= east && y >= south && y <= north)
        .map(String)
        .sort();
    }

    test.each([
      ['Geneva', GENEVA],
      ['Fiji', { west: 177, south: -19, east: 183, north: -15 }],
      ['Wrangel Island from the east', { west: -183, south: 70, east: -176, north: 72 }],
      ['the Aleutians from the west', { west: 185, south: 51, east: 192, north: 54 }],
      ['the Arctic', { west: -20, south: 79, east: 40, north: 85 }],
    ])('of %s the borders are the finest, and the rest is coarse', (_, view) => {
      const drawn = worldAround(regionAround(view), fine, coarse);
      const expected = pointsIn(whole, view);
      expect(expected.length).toBeGreaterThan(20);
      expect(pointsIn(drawn, view)).toEqual(expected);
      expect(linesOf(drawn).flat().length).toBeLessThan(0.6 * linesOf(whole).flat().length);
    });

    test('every other country is drawn, once', () => {
      const idsOf = ({ countries }: World): string[] =>
        countries.flatMap(({ properties }) => properties.id ?? []);
      const ids = idsOf(worldAround(regionAround(GENEVA), fine, coarse));
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).toEqual(expect.arrayContaining([...idsOf(world), 'LIE']));
    });
  });
});

describe('geometry', () => {
  const at = ([longitude = 0, latitude = 0]: Position) => ({ latitude, longitude });
  const PLACES = [[6.14, 46.2], [179.99, -16.8], [-179.98, 71.2], [0, 0], [-68.3, -54.8]].map(at); // prettier-ignore

  test.each(PLACES)('distances and shortest lines from %j', (from) => {
    for (const to of [...PLACES, { latitude: -90, longitude: 0 }]) {
      const km = expectedKm(from, to);
      expect(distanceKm(from, to)).toBeCloseTo(km, 6);
      const line = greatCircle(from, to);
      const lengths = piecesOf(line).map(([start, end]) => expectedKm(at(start), at(end)));
      expect(lengths.reduce((sum, piece) => sum + piece, 0)).toBeCloseTo(km, 3);
      expect(expectedKm(at(line.at(-1) ?? []), to)).toBeCloseTo(0, 3);
      // At a pole it is on the other side at once.
      expect(longestJump([line])).toBeLessThanOrEqual(180);
    }
  });

  test.each(PLACES)('the ring around %j and the land there have no jumps', (point) => {
    const ring = ringAround(point, 7_500);
    for (const corner of ring) expect(expectedKm(point, at(corner))).toBeCloseTo(7.5, 6);
    expect(ring.at(-1)).toEqual(ring[0]);
    const [hexagon = []] = hexagonOf(landIdAt(point), {}).geometry.coordinates;
    expect(hexagon.length).toBeGreaterThanOrEqual(7);
    expect(longestJump([ring, hexagon])).toBeLessThan(1);
  });

  test('lines go on beyond 180°, and rings around a pole are closed along it', () => {
    expect(unwrapLine([[179, 1], [-179, 2], [179, 3]])).toEqual([[179, 1], [181, 2], [179, 3]]); // prettier-ignore
    const ring = [[-90, -70], [0, -70], [90, -70], [179, -70]]; // prettier-ignore
    const closed = [[270, -70], [270, -90], [-90, -90], [-90, -70]]; // prettier-ignore
    expect(unwrapRing([...ring, [-90, -70]])).toEqual([...ring, ...closed]);
  });
});

describe('colours of lands', () => {
  const classIn = (colouring: Parameters<typeof classOf>[1], land: Partial<Land>) =>
    classOf(land as Land, colouring, (id) => id);

  test.each([
    ['altitude', [-430, 570, null, 70], [0, 1, null, 0.5]],
    ['markers', [0, 5, 20], [0, 0.25, 1]],
    ['altitude', [7, 7], [0.5, 0.5]],
    ['altitude', [null], [null]],
    ['biome', [7], [null]],
  ] as const)(
    'by %s, values of %j have the positions %j on the ramp',
    (colouring, values, expected) => {
      const lands = values.map((value) => ({ altitude: value, markers_count: value }) as Land);
      const range = rangeOf(lands, colouring);
      expect(lands.map((land) => shareOf(land, colouring, range))).toEqual(expected);
    },
  );

  test('every built-in biome, and every neighbouring country, has a colour of its own', () => {
    const biomes = readFileSync('ingest/data/biomes.tsv', 'utf8').trim().split('\n').slice(2);
    const names = [...biomes.map((line) => line.split('\t')[1] ?? ''), 'Custom biome'];
    const colours = names.map((name) => classIn('biome', { main_biome: name }).colour);
    expect(new Set(colours).size).toBe(16);
    const ids = ['FRA', 'CHE', 'DEU', 'ITA', 'BEL', 'ESP', 'LUX', 'AUT'];
    const countries = ids.map((id) => classIn('country', { country_id: id }).colour);
    expect(new Set(countries).size).toBe(ids.length);
  });

  test('the legend has each class once, in its order, the unknown last', () => {
    const biomes = ['Tundra', null, 'Mangroves', 'Boreal Forests/Taiga', 'Tundra'];
    const classes = biomes.map((name) => classIn('biome', { main_biome: name }));
    const labels = legendOf(classes).map(({ label }) => label);
    expect(labels).toEqual(['Boreal Forests/Taiga', 'Tundra', 'Mangroves', 'not known']);
  });

  test('every built-in category has an icon', () => {
    const kinds = Object.keys(PLACE_CATEGORIES).map(kindOf);
    expect(new Set(kinds).size).toBe(KIND_NAMES.length);
    expect(kindOf('airport')).toBe('airport');
    expect([kindOf('toString'), kindOf(null)]).toEqual(['marker', 'marker']);
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import type { Position } from 'geojson';
import { distanceKm as expectedKm } from '../../../core/geo/point.js';
import { countryCodes } from '../../../ingest/sources/iso.js';
import type { Land } from '../../../web/client/src/routes.js';
import { type Box, boxAround } from '../../../web/explorer/map/box.js';
import { codeOf } from '../../../web/explorer/map/countryNumbers.js';
import {
  centreOf,
  hexagonOf,
  landIdAt,
  largestPart,
  nameFeatures,
} from '../../../web/explorer/map/features.js';
import {
  distanceKm,
  greatCircle,
  ringAround,
  unwrapLine,
  unwrapRing,
} from '../../../web/explorer/map/sphere.js';
import {
  type Atlas,
  regionAround,
  type World,
  worldAround,
  worldOf,
} from '../../../web/explorer/map/world.js';
import { classOf, legendOf } from '../../../web/explorer/model/landClass.js';

describe('countries and borders', () => {
  const atlasOf = (scale: string): Atlas =>
    JSON.parse(readFileSync(`node_modules/world-atlas/countries-${scale}.json`, 'utf8')) as Atlas;
  const world = worldOf(atlasOf('110m'));
  const shapeOf = (id: string): (typeof world.countries)[number] => {
    const shape = world.countries.find(({ properties }) => properties.id === id);
    if (shape === undefined) throw new Error(`${id} is not drawn`);
    return shape;
  };

  test('numbers lead to the codes of the service', () => {
    for (const { id, numeric } of countryCodes())
      if (numeric !== undefined) expect(codeOf(numeric, '')).toBe(id);
    expect(codeOf(undefined, 'Kosovo')).toBe('XKX');
    expect(codeOf(undefined, 'Siachen Glacier')).toBeUndefined();
  });

  test('no border jumps over the map', () => {
    const lines = [
      ...world.borders.geometry.coordinates,
      ...world.countries
        .filter(({ properties }) => properties.id !== 'ATA')
        .flatMap(({ geometry }) => geometry.coordinates.flat()),
    ];
    const steps = lines.flatMap((line) =>
      line.slice(1).map(([longitude = 0], index) => Math.abs(longitude - (line[index]?.[0] ?? 0))),
    );
    expect(Math.max(...steps)).toBeLessThan(60);
  });

  test.each(['110m', '50m'])('no border stands where the atlas of %s only cuts', (scale) => {
    const { borders } = worldOf(atlasOf(scale));
    const isCut = (ends: Position[]): boolean =>
      ends.every(([longitude = 0]) => Math.abs(Math.abs(longitude) - 180) < 0.001) ||
      ends.every(([, latitude = 0]) => latitude < -89.9);
    const steps = borders.geometry.coordinates.flatMap((line) =>
      line.slice(1).map((end, index) => [line[index] ?? end, end]),
    );
    expect(steps.filter(isCut)).toEqual([]);
    expect(steps.length).toBeGreaterThan(5_000);
  });

  test('Antarctica reaches to the pole', () => {
    expect(boxAround(largestPart(shapeOf('ATA'))).south).toBe(-90);
  });

  test.each([
    ['FRA', { latitude: 47, longitude: 2.5 }],
    ['USA', { latitude: 40, longitude: -99 }],
    ['RUS', { latitude: 62, longitude: 97 }],
    ['BRA', { latitude: -11, longitude: -53 }],
  ])('the name of %s stands in the middle of its mainland', (id, expected) => {
    const [longitude = 0, latitude = 0] = centreOf(largestPart(shapeOf(id)));
    expect(Math.abs(latitude - expected.latitude)).toBeLessThan(4);
    expect(Math.abs(longitude - expected.longitude)).toBeLessThan(5);
  });

  test('only countries that the service knows have a name', () => {
    const names = nameFeatures(world.countries, [
      { id: 'FRA', name: 'フランス', continent: 'Europe', population: 68 },
    ]);
    expect(names.map(({ properties }) => properties)).toEqual([{ name: 'フランス', order: -68 }]);
  });

  describe('around a view', () => {
    const fine = atlasOf('10m');
    const whole = worldOf(fine);

    /** Returns the points of the borders that are in the box, also of those of another turn. */
    function pointsIn({ borders }: World, { west, south, east, north }: Box): string[] {
      const points = borders.geometry.coordinates.flat();
      return points
        .flatMap(([x = 0, y = 0]) => [-360, 0, 360].map((turn): [number, number] => [x + turn, y]))
        .filter(([x, y]) => x >= west && x <= east && y >= south && y <= north)
        .map(String)
        .sort();
    }

    test.each([
      ['Geneva', { west: 5.8, south: 46, east: 6.4, north: 46.4 }],
      ['Tokyo', { west: 138, south: 34, east: 141, north: 37 }],
      ['Fiji', { west: 177, south: -19, east: 183, north: -15 }],
      ['Wrangel Island from the east', { west: -183, south: 70, east: -176, north: 72 }],
      ['the Arctic', { west: -20, south: 79, east: 40, north: 85 }],
    ])('of %s the borders are the finest, and much less is drawn in all', (_, view) => {
      const drawn = worldAround(regionAround(view), fine, atlasOf('110m'));
      const expected = pointsIn(whole, view);
      expect(expected.length).toBeGreaterThan(20);
      expect(pointsIn(drawn, view)).toEqual(expected);
      const lengthOf = ({ borders }: World): number => borders.geometry.coordinates.flat().length;
      expect(lengthOf(drawn)).toBeLessThan(0.6 * lengthOf(whole));
    });

    test('every other country is there, once', () => {
      const view = { west: 5.8, south: 46, east: 6.4, north: 46.4 };
      const drawn = worldAround(regionAround(view), fine, atlasOf('110m')).countries;
      const ids = drawn.map(({ properties }) => properties.id).filter((id) => id !== undefined);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).toEqual(expect.arrayContaining(world.countries.flatMap(({ properties }) => properties.id ?? []))); // prettier-ignore
      expect(ids).toContain('LIE');
    });
  });
});

describe('geometry', () => {
  const PLACES = [
    { latitude: 46.2, longitude: 6.14 },
    { latitude: -16.8, longitude: 179.99 },
    { latitude: 71.2, longitude: -179.98 },
    { latitude: 0, longitude: 0 },
    { latitude: -54.8, longitude: -68.3 },
  ];
  const pairs = PLACES.flatMap((from) => PLACES.map((to) => [from, to] as const));
  const at = ([longitude = 0, latitude = 0]: readonly number[]): (typeof PLACES)[number] => ({
    latitude,
    longitude,
  });
  const steps = (line: readonly (readonly number[])[]): number[] =>
    line.slice(1).map(([longitude = 0], index) => Math.abs(longitude - (line[index]?.[0] ?? 0)));

  test.each(pairs)('the distance from %j to %j is that of the service', (from, to) => {
    expect(distanceKm(from, to)).toBeCloseTo(expectedKm(from, to), 6);
  });

  test.each(PLACES)('the ring around %j is everywhere as far, and has no jumps', (point) => {
    const ring = ringAround(point, 7_500);
    for (const corner of ring) expect(expectedKm(point, at(corner))).toBeCloseTo(7.5, 6);
    expect(Math.max(...steps(ring))).toBeLessThan(1);
    expect(ring.at(-1)).toEqual(ring[0]);
  });

  test.each(pairs)('the line from %j to %j is the shortest, and has no jumps', (from, to) => {
    const line = greatCircle(from, to);
    const lengths = line.slice(1).map((end, index) => expectedKm(at(line[index] ?? []), at(end)));
    const length = lengths.reduce((sum, piece) => sum + piece, 0);
    expect(length).toBeCloseTo(expectedKm(from, to), 3);
    // Over a pole it is on the other side at once.
    expect(Math.max(...steps(line))).toBeLessThanOrEqual(180);
  });

  test('lines go on beyond 180°, and rings around a pole are closed along it', () => {
    expect(unwrapLine([[179, 1], [-179, 2], [179, 3]])).toEqual([[179, 1], [181, 2], [179, 3]]); // prettier-ignore
    expect(unwrapRing([[-90, -70], [0, -70], [90, -70], [179, -70], [-90, -70]])).toEqual([
    [-90, -70], [0, -70], [90, -70], [179, -70], [270, -70], [270, -90], [-90, -90], [-90, -70],
  ]); // prettier-ignore
  });

  test.each(PLACES)('the hexagon of the land at %j has no jumps', (point) => {
    const { geometry, properties } = hexagonOf(landIdAt(point), { colour: 'red' });
    const [ring = []] = geometry.coordinates;
    expect(properties).toEqual({ colour: 'red' });
    expect(ring.length).toBeGreaterThanOrEqual(7);
    expect(Math.max(...steps(ring))).toBeLessThan(1);
  });
});

describe('colours of lands', () => {
  const landWith = (fields: Partial<Land>): Land => fields as Land;
  const nameOf = (id: string): string => id;
  const biomeOf = (name: string) => classOf(landWith({ main_biome: name }), 'biome', nameOf);

  test.each([
    [-430, 'below 0 m'],
    [0, '0 – 99 m'],
    [99, '0 – 99 m'],
    [100, '100 – 249 m'],
    [8_848, '4,000 m and more'],
    [null, 'not known'],
  ])('an altitude of %p is of the class %s', (altitude, label) => {
    expect(classOf(landWith({ altitude }), 'altitude', nameOf).label).toBe(label);
  });

  test.each([
    [0, 'none'],
    [1, '1'],
    [4, '2 – 4'],
    [5, '5 – 9'],
    [10_000, '10 and more'],
  ])('%i markers are of the class %s', (count, label) => {
    expect(classOf(landWith({ markers_count: count }), 'markers', nameOf).label).toBe(label);
  });

  test('every built-in biome has a colour of its own', () => {
    const lines = readFileSync('ingest/data/biomes.tsv', 'utf8').trim().split('\n').slice(2);
    const classes = lines.map((line) => biomeOf(line.split('\t')[1] ?? ''));
    const colours = new Set(classes.map(({ colour }) => colour));
    expect(classes).toHaveLength(15);
    expect(colours.size).toBe(15);
    expect(colours).not.toContain(biomeOf('Custom biome').colour);
  });

  test('neighbouring countries differ', () => {
    const colours = ['FRA', 'CHE', 'DEU', 'ITA', 'BEL', 'ESP', 'LUX', 'AUT'].map(
      (id) => classOf(landWith({ country_id: id }), 'country', nameOf).colour,
    );
    expect(new Set(colours).size).toBe(colours.length);
  });

  test('the legend counts each class once, in its order, the unknown last', () => {
    const classes = [500, null, 20, 30].map((altitude) =>
      classOf(landWith({ altitude }), 'altitude', nameOf),
    );
    expect(legendOf(classes).map(({ label, count }) => [label, count])).toEqual([
      ['0 – 99 m', 2],
      ['500 – 999 m', 1],
      ['not known', 1],
    ]);
  });
});

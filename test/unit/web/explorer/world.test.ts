import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import type { Position } from 'geojson';
import { countryCodes } from '../../../../ingest/sources/iso.js';
import { codeOf } from '../../../../web/explorer/map/countryNumbers.js';
import { type Box, boxAround } from '../../../../web/explorer/map/box.js';
import { centreOf, largestPart } from '../../../../web/explorer/map/largestPart.js';
import { nameFeatures } from '../../../../web/explorer/map/nameFeatures.js';
import { regionAround, worldAround } from '../../../../web/explorer/map/worldAround.js';
import { type Atlas, type World, worldOf } from '../../../../web/explorer/map/world.js';

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

import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import type { Position } from 'geojson';
import { countryCodes } from '../../../../ingest/iso/codes.js';
import { codeOf } from '../../../../web/explorer/map/countryNumbers.js';
import { boxAround, centreOf, largestPart } from '../../../../web/explorer/map/largestPart.js';
import { nameFeatures } from '../../../../web/explorer/map/nameFeatures.js';
import { type Atlas, worldOf } from '../../../../web/explorer/map/world.js';

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

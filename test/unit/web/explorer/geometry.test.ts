import { expect, test } from '@jest/globals';
import { distanceKm as expectedKm } from '../../../../core/geo/point.js';
import { greatCircle } from '../../../../web/explorer/map/greatCircle.js';
import { hexagonOf, landIdAt } from '../../../../web/explorer/map/hexagons.js';
import { ringAround } from '../../../../web/explorer/map/ring.js';
import { distanceKm } from '../../../../web/explorer/map/sphere.js';
import { unwrapLine, unwrapRing } from '../../../../web/explorer/map/unwrap.js';

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

import { expect, test } from '@jest/globals';
import {
  distanceFromOrigin,
  polygonHolds,
  segmentMeetsPolygon,
  tangentPlane,
} from '../../../../ingest/borders/tangentPlane.js';
import { seeded } from '../../../support/random.js';
import { destination, EARTH_RADIUS_METERS } from '../../../support/sphere.js';

const random = seeded(5);
const places = [
  { latitude: 89.9, longitude: 0 },
  { latitude: -89.9, longitude: 180 },
  { latitude: 12, longitude: 180 },
  { latitude: 12, longitude: -180 },
  ...Array.from({ length: 50 }, () => ({
    latitude: 180 * random() - 90,
    longitude: 360 * random() - 180,
  })),
];

test('a tangent plane keeps directions, and shows an angle as its tangent', () => {
  for (const place of places) {
    const plane = tangentPlane(place);
    for (const angle of [1e-4, 1e-2, 1]) {
      const bearing = 2 * Math.PI * random();
      const point = destination(place, bearing, angle * EARTH_RADIUS_METERS);
      const { x, y } = plane(point.longitude, point.latitude);
      expect(Math.hypot(x, y) / Math.tan(angle)).toBeCloseTo(1, 6);
      expect(x / Math.hypot(x, y)).toBeCloseTo(Math.sin(bearing), 5);
      expect(y / Math.hypot(x, y)).toBeCloseTo(Math.cos(bearing), 5);
    }
  }
});

const [left, right] = [-1, 1];
const square = [{ x: left, y: left }, { x: right, y: left }, { x: right, y: right }, { x: left, y: right }]; // prettier-ignore

test.each([
  ['within it', 0.1, 0.2, 0.3, 0.4, true],
  ['from its inside out', 0, 0, 5, 5, true],
  ['through it, both ends outside', -5, 0.5, 5, 0.6, true],
  ['through a corner, both ends outside', 0.9, 1.2, 1.2, 0.9, false],
  ['through next to a corner', 0.5, 1.2, 1.2, 0.5, true],
  ['beside it', 1.1, -5, 1.1, 5, false],
  ['towards it, but too short', 5, 0, 1.1, 0, false],
  ['of no length, within it', 0.5, 0.5, 0.5, 0.5, true],
  ['of no length, outside', 1.5, 0.5, 1.5, 0.5, false],
])('a segment and a polygon: %s', (_, x, y, toX, toY, expected) => {
  const [from, to] = [
    { x, y },
    { x: toX, y: toY },
  ];
  for (const polygon of [square, square.toReversed()]) {
    expect(segmentMeetsPolygon(from, to, polygon)).toBe(expected);
    expect(segmentMeetsPolygon(to, from, polygon)).toBe(expected);
  }
});

test('a polygon that is not convex', () => {
  const hook = [...square.slice(0, 3), { x: 0, y: 0 }];
  expect(polygonHolds(hook, { x: 0.5, y: 0 })).toBe(true);
  expect(polygonHolds(hook, { x: -0.5, y: 0.5 })).toBe(false);
});

test.each([
  [3, -1, 3, 9, 3],
  [3, 4, 6, 9, 5],
  [6, 9, 3, 4, 5],
  [3, 4, 3, 4, 5],
  [-1, -1, 1, 1, 0],
])('the distance of a segment from the origin: %d %d to %d %d', (x, y, toX, toY, distance) => {
  expect(distanceFromOrigin({ x, y }, { x: toX, y: toY })).toBeCloseTo(distance, 12);
});

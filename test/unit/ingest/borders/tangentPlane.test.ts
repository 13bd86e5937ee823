import { describe, expect, test } from '@jest/globals';
import {
  distanceFromOrigin,
  polygonHolds,
  segmentMeetsPolygon,
  TangentPlane,
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

describe('a tangent plane', () => {
  test('keeps directions, and shows an angle as its tangent', () => {
    for (const place of places) {
      const plane = new TangentPlane(place);
      for (const angle of [1e-4, 1e-2, 1]) {
        const bearing = 2 * Math.PI * random();
        const point = destination(place, bearing, angle * EARTH_RADIUS_METERS);
        const { x, y } = plane.project(point.longitude, point.latitude);
        expect(Math.hypot(x, y) / Math.tan(angle)).toBeCloseTo(1, 6);
        expect(x / Math.hypot(x, y)).toBeCloseTo(Math.sin(bearing), 5);
        expect(y / Math.hypot(x, y)).toBeCloseTo(Math.cos(bearing), 5);
      }
    }
  });

  test('at a pole has the meridians as its rays', () => {
    const plane = new TangentPlane({ latitude: 90, longitude: 0 });
    for (const longitude of [-180, -120, 0, 45, 180]) {
      const { x, y } = plane.project(longitude, 80);
      const radians = (longitude * Math.PI) / 180;
      expect(x).toBeCloseTo(Math.tan(Math.PI / 18) * Math.sin(radians), 12);
      expect(y).toBeCloseTo(-Math.tan(Math.PI / 18) * Math.cos(radians), 12);
    }
  });
});

const square = [
  { x: -1, y: -1 },
  { x: 1, y: -1 },
  { x: 1, y: 1 },
  { x: -1, y: 1 },
];

describe('segments and polygons', () => {
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
  ])('a segment %s', (_, x, y, toX, toY, expected) => {
    const meets = (start: typeof square, one: { x: number; y: number }): boolean =>
      segmentMeetsPolygon(one, { x: toX, y: toY }, start);
    expect(meets(square, { x, y })).toBe(expected);
    expect(meets([...square].reverse(), { x, y })).toBe(expected);
    expect(segmentMeetsPolygon({ x: toX, y: toY }, { x, y }, square)).toBe(expected);
  });

  test('a polygon that is not convex', () => {
    const hook = [...square.slice(0, 3), { x: 0, y: 0 }];
    expect(polygonHolds(hook, { x: 0.5, y: 0 })).toBe(true);
    expect(polygonHolds(hook, { x: -0.5, y: 0.5 })).toBe(false);
  });

  test('distance from the origin', () => {
    expect(distanceFromOrigin({ x: 3, y: -1 }, { x: 3, y: 9 })).toBeCloseTo(3, 12);
    expect(distanceFromOrigin({ x: 3, y: 4 }, { x: 6, y: 9 })).toBe(5);
    expect(distanceFromOrigin({ x: 6, y: 9 }, { x: 3, y: 4 })).toBe(5);
    expect(distanceFromOrigin({ x: 3, y: 4 }, { x: 3, y: 4 })).toBe(5);
    expect(distanceFromOrigin({ x: -1, y: -1 }, { x: 1, y: 1 })).toBeCloseTo(0, 12);
  });
});

import { expect, test } from '@jest/globals';
import { distanceFromOrigin, tangentPlane } from '../../../../ingest/borders/tangentPlane.js';
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

test.each([
  [3, -1, 3, 9, 3],
  [3, 4, 6, 9, 5],
  [6, 9, 3, 4, 5],
  [3, 4, 3, 4, 5],
  [-1, -1, 1, 1, 0],
])('the distance of a segment from the origin: %d %d to %d %d', (x, y, toX, toY, distance) => {
  expect(distanceFromOrigin({ x, y }, { x: toX, y: toY })).toBeCloseTo(distance, 12);
});

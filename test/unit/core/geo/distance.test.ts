import { describe, expect, test } from '@jest/globals';
import { greatCircleDistance } from 'h3-js';
import { distanceKm } from '../../../../core/geo/distance.js';
import type { Point } from '../../../../core/geo/point.js';

const point = (latitude: number, longitude: number): Point => ({ latitude, longitude });

describe('distanceKm', () => {
  test('is that of known pairs', () => {
    // A degree of a great circle is 6371.0088 km × π / 180.
    expect(distanceKm(point(0, 0), point(0, 1))).toBeCloseTo(111.195, 3);
    expect(distanceKm(point(48.8566, 2.3522), point(51.5074, -0.1278))).toBeCloseTo(343.556, 1);
    expect(distanceKm(point(90, 17), point(-90, 5))).toBeCloseTo(Math.PI * 6371.0088, 6);
    expect(distanceKm(point(1, 2), point(1, 2))).toBe(0);
  });

  test('crosses the antimeridian by the short way', () => {
    expect(distanceKm(point(0, 179.5), point(0, -179.5))).toBeCloseTo(111.195, 3);
    expect(distanceKm(point(-16, 180), point(-16, -180))).toBeCloseTo(0, 9);
  });

  test('agrees with another implementation on random pairs', () => {
    let seed = 1;
    const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    const randomPoint = (): Point => point(random() * 180 - 90, random() * 360 - 180);
    for (let round = 0; round < 1_000; round += 1) {
      const from = randomPoint();
      const to = randomPoint();
      const other = greatCircleDistance(
        [from.latitude, from.longitude],
        [to.latitude, to.longitude],
        'rads',
      );
      expect(distanceKm(from, to)).toBeCloseTo(other * 6371.0088, 5);
    }
  });

  test('is a number for antipodes', () => {
    expect(distanceKm(point(12.345, 67.89), point(-12.345, -112.11))).toBeCloseTo(20_015.1, 0);
  });
});

import { describe, expect, test } from '@jest/globals';
import { type Box, boxesAround } from '../../../../core/geo/box.js';
import type { Point } from '../../../../core/geo/point.js';
import { seeded } from '../../../support/random.js';
import { destination, EARTH_RADIUS_METERS } from '../../../support/sphere.js';

const random = seeded(3);

const centres = [
  ...[-90, -89, -60, 0, 71, 89.9999, 90].flatMap((latitude) =>
    [-180, -179.999999, 0, 179.9, 180].map((longitude) => ({ latitude, longitude })),
  ),
  ...Array.from({ length: 100 }, () => ({
    latitude: 180 * random() - 90,
    longitude: 360 * random() - 180,
  })),
];

function holds({ west, south, east, north }: Box, { latitude, longitude }: Point): boolean {
  return longitude >= west && longitude <= east && latitude >= south && latitude <= north;
}

/** Points of the circle's edge, or of a smaller circle around the same centre. */
function edge(centre: Point, radiusRadians: number, count: number): Point[] {
  return Array.from({ length: count }, (_, step) =>
    destination(centre, (2 * Math.PI * step) / count, radiusRadians * EARTH_RADIUS_METERS),
  );
}

describe.each([1e-6, 0.01, 0.3, 1.2])('circles of %d radians', (radiusRadians) => {
  const circles = centres.map((centre) => ({
    centre,
    boxes: boxesAround({ centre, radiusRadians }),
  }));

  test('are covered by boxes', () => {
    const uncovered = circles.filter(({ centre, boxes }) =>
      edge(centre, 0.9999 * radiusRadians, 24).some(
        (point) => !boxes.some((box) => holds(box, point)),
      ),
    );
    expect(uncovered).toEqual([]);
  });

  test('the boxes are within the globe', () => {
    const outside = circles
      .flatMap(({ boxes }) => boxes)
      .filter(
        ({ west, south, east, north }) =>
          !(-180 <= west && west <= east && east <= 180) ||
          !(-90 <= south && south <= north && north <= 90),
      );
    expect(outside).toEqual([]);
  });

  test('away from poles, the boxes are no larger than needed', () => {
    const reachDegrees = (radiusRadians * 180) / Math.PI;
    for (const { centre, boxes } of circles) {
      if (Math.abs(centre.latitude) + reachDegrees >= 89) continue;
      const height = Math.max(...boxes.map(({ north, south }) => north - south));
      expect(height / (2 * reachDegrees)).toBeCloseTo(1, 2);
      const width = boxes.reduce((sum, { east, west }) => sum + east - west, 0);
      const offsets = edge(centre, radiusRadians, 720).map(
        ({ longitude }) => ((longitude - centre.longitude + 540) % 360) - 180,
      );
      expect(width / (Math.max(...offsets) - Math.min(...offsets))).toBeCloseTo(1, 2);
    }
  });
});

test('both sides of ±180° belong to a circle that touches it', () => {
  const boxes = boxesAround({ centre: { latitude: 10, longitude: 180 }, radiusRadians: 0.001 });
  for (const longitude of [-180, 180]) {
    expect(boxes.some((box) => holds(box, { latitude: 10, longitude }))).toBe(true);
  }
});

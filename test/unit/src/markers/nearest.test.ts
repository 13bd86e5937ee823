import { expect, test } from '@jest/globals';
import { getPentagons } from 'h3-js';
import { ancestorOf, landAt, landCentre } from '../../../../core/geo/land.js';
import { cellsAround } from '../../../../src/markers/nearest.js';
import { seeded } from '../../../support/random.js';
import { anywhere, destination } from '../../../support/sphere.js';

const EDGES = [
  ...[...getPentagons(4), ...getPentagons(6)].map(landCentre),
  ...[-90, -89.99, 89.99, 90].map((latitude) => ({ latitude, longitude: 12 })),
  ...[-180, -179.99, 179.99, 180].map((longitude) => ({ latitude: 0, longitude })),
];

test('every land that a circle reaches into is below one of the cells around', () => {
  const random = seeded(7);
  const places = [...EDGES, ...Array.from({ length: 2_000 }, () => anywhere(random))];
  const missed: object[] = [];
  for (const point of places) {
    const radiusMeters = 5_000 * Math.sqrt(random());
    const cells = new Set(cellsAround({ point, radiusMeters, season: 1 }));
    expect(cells.size).toBeLessThanOrEqual(7);
    for (let degrees = 0; degrees < 360; degrees += 15) {
      const at = destination(point, (degrees * Math.PI) / 180, radiusMeters);
      if (!cells.has(ancestorOf(landAt(at), 4))) missed.push({ point, radiusMeters, degrees });
    }
  }
  expect(missed).toEqual([]);
});

import { describe, expect, test } from '@jest/globals';
import { cellToBoundary, cellToChildren, cellToLatLng, getPentagons, gridDisk, latLngToCell } from 'h3-js'; // prettier-ignore
import { landsRadiusRadians } from '../../../../core/geo/hierarchy.js';
import { distanceMeters, EARTH_RADIUS_METERS } from '../../../support/sphere.js';
import { seeded } from '../../../support/random.js';

const random = seeded(8);
const anywhere = Array.from(
  { length: 25 },
  () => [(Math.asin(2 * random() - 1) * 180) / Math.PI, 360 * random() - 180] as const,
);

/** As an angle from the cell's centre, a corner of a land below it: at every step the farthest. */
function farCorner(cell: string, resolution: number): number {
  const [latitude, longitude] = cellToLatLng(cell);
  const angleTo = ([lat, lng]: number[]): number =>
    distanceMeters(longitude, latitude, lng ?? NaN, lat ?? NaN) / EARTH_RADIUS_METERS;
  let front = [cell];
  for (let finer = resolution + 1; finer <= 8; finer += 1) {
    front = front
      .flatMap((parent) => cellToChildren(parent, finer))
      .map((child) => ({ child, angle: angleTo(cellToLatLng(child)) }))
      .sort((one, other) => other.angle - one.angle)
      .slice(0, 4)
      .map(({ child }) => child);
  }
  return Math.max(...front.flatMap((land) => cellToBoundary(land)).map(angleTo));
}

describe.each([0, 1, 2, 3, 4, 5, 6, 7, 8])('lands below a cell of resolution %i', (resolution) => {
  test('lie within the radius, and some almost fill it', () => {
    const cells = [
      // There and next to there, cells are most distorted.
      ...getPentagons(resolution).slice(0, 4).flatMap((pentagon) => gridDisk(pentagon, 1)), // prettier-ignore
      ...anywhere.map(([latitude, longitude]) => latLngToCell(latitude, longitude, resolution)),
    ];
    const farthest = Math.max(...cells.map((cell) => farCorner(cell, resolution)));
    const radius = landsRadiusRadians(resolution);
    expect(farthest).toBeLessThanOrEqual(radius);
    expect(farthest).toBeGreaterThan(0.8 * radius);
  });
});

import { describe, expect, test } from '@jest/globals';
import {
  cellToBoundary,
  cellToChildren,
  cellToLatLng,
  cellToParent,
  getPentagons,
  greatCircleDistance,
  gridDisk,
  latLngToCell,
} from 'h3-js';
import { landsRadiusRadians } from '../../../../core/geo/land.js';
import { landCentre, parseLandId } from '../../../../core/geo/land.js';
import { distanceKm, EARTH_RADIUS_KM, type Point } from '../../../../core/geo/point.js';
import { seeded } from '../../../support/random.js';

const random = seeded(8);
const point = (latitude: number, longitude: number): Point => ({ latitude, longitude });
const anywhere = (): Point =>
  point((Math.asin(2 * random() - 1) * 180) / Math.PI, 360 * random() - 180);
const PARIS = '881fb46625fffff';

describe('distanceKm', () => {
  test.each([
    // A degree of a great circle is 6371.0088 km × π / 180.
    [point(0, 0), point(0, 1), 111.195, 3],
    [point(0, 179.5), point(0, -179.5), 111.195, 3],
    [point(48.8566, 2.3522), point(51.5074, -0.1278), 343.556, 1],
    [point(90, 17), point(-90, 5), Math.PI * 6371.0088, 6],
    [point(-16, 180), point(-16, -180), 0, 9],
    // The haversine of some antipodes is rounded to more than 1.
    [point(12.345, 67.89), point(-12.345, -112.11), 20_015.1, 0],
  ])('from %j to %j is %d', (from, to, expected, digits) => {
    expect(distanceKm(from, to)).toBeCloseTo(expected, digits);
  });

  test('agrees with another implementation on random pairs', () => {
    for (let round = 0; round < 1_000; round += 1) {
      const [from, to] = [anywhere(), anywhere()];
      const pairs = [from, to].map((end): [number, number] => [end.latitude, end.longitude]);
      const [start = [0, 0], end = [0, 0]] = pairs;
      const radians = greatCircleDistance(start, end, 'rads');
      expect(distanceKm(from, to)).toBeCloseTo(radians * EARTH_RADIUS_KM, 5);
    }
  });
});

describe('parseLandId', () => {
  test.each([
    PARIS,
    ...getPentagons(8).slice(0, 3),
    latLngToCell(-16.8, 180, 8),
    latLngToCell(90, 0, 8),
    latLngToCell(-90, 0, 8),
  ])('accepts %s in upper and lower case', (cell) => {
    expect(parseLandId(cell)).toBe(cell);
    expect(parseLandId(cell.toUpperCase())).toBe(cell);
  });

  test.each([
    '',
    'paris',
    PARIS.slice(1),
    `0${PARIS}`,
    `0x${PARIS}`,
    ` ${PARIS}`,
    `${PARIS}\0`,
    '88fffffffffffff',
    cellToParent(PARIS, 7),
    cellToChildren(PARIS, 9)[0] ?? '',
  ])('rejects %j', (text) => {
    expect(parseLandId(text)).toBeUndefined();
  });
});

test('the centre of a land lies in it', () => {
  for (const land of [PARIS, ...getPentagons(8), latLngToCell(10, 180, 8)]) {
    const { latitude, longitude } = landCentre(land);
    expect(latLngToCell(latitude, longitude, 8)).toBe(land);
  }
});

describe.each([0, 1, 2, 3, 4, 5, 6, 7, 8])('lands below a cell of resolution %i', (resolution) => {
  /** The angle from the cell's centre to a far corner of a land: the farthest cells at every step. */
  function farCorner(cell: string): number {
    const centre = landCentre(cell);
    const angleTo = ([latitude = NaN, longitude = NaN]: number[]): number =>
      distanceKm(centre, { latitude, longitude }) / EARTH_RADIUS_KM;
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

  test('lie within the radius, and some almost fill it', () => {
    const cells = [
      // Cells are most distorted at pentagons and next to them.
      ...getPentagons(resolution).slice(0, 4).flatMap((pentagon) => gridDisk(pentagon, 1)), // prettier-ignore
      ...Array.from({ length: 25 }, anywhere).map(({ latitude, longitude }) =>
        latLngToCell(latitude, longitude, resolution),
      ),
    ];
    const farthest = Math.max(...cells.map(farCorner));
    const radius = landsRadiusRadians(resolution);
    expect(farthest).toBeLessThanOrEqual(radius);
    expect(farthest).toBeGreaterThan(0.8 * radius);
  });
});

import { describe, expect, test } from '@jest/globals';
import {
  cellToBoundary,
  cellToChildren,
  cellToLatLng,
  cellToParent,
  getPentagons,
  gridDisk,
  latLngToCell,
} from 'h3-js';
import { type Box, boxesAround } from '../../../../core/geo/box.js';
import { cellAt, landsOutline } from '../../../../core/geo/cell.js';
import { landCentre, landsRadiusRadians, parseLandId } from '../../../../core/geo/land.js';
import { nearestSomewhere, tieKm } from '../../../../core/geo/nearestSomewhere.js';
import { distanceKm, EARTH_RADIUS_KM, type Point } from '../../../../core/geo/point.js';
import { seeded } from '../../../support/random.js';
import { anywhere, destination, EARTH_RADIUS_METERS } from '../../../support/sphere.js';

const random = seeded(8);
const point = (latitude: number, longitude: number): Point => ({ latitude, longitude });
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
});

describe('parseLandId', () => {
  test.each([PARIS, getPentagons(8)[0] ?? '', latLngToCell(90, 0, 8)])(
    'accepts %s in upper and lower case',
    (cell) => {
      expect(parseLandId(cell)).toBe(cell);
      expect(parseLandId(cell.toUpperCase())).toBe(cell);
    },
  );

  test.each([
    ...['', 'paris', PARIS.slice(1), `0${PARIS}`, `0x${PARIS}`, ` ${PARIS}`, `${PARIS}\0`],
    ...['88fffffffffffff', cellToParent(PARIS, 7), cellToChildren(PARIS, 9)[0] ?? ''],
  ])('rejects %j', (text) => {
    expect(parseLandId(text)).toBeUndefined();
  });
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
      ...Array.from({ length: 25 }, () => anywhere(random)).map(({ latitude, longitude }) =>
        latLngToCell(latitude, longitude, resolution),
      ),
    ];
    const farthest = Math.max(...cells.map(farCorner));
    const radius = landsRadiusRadians(resolution);
    expect(farthest).toBeLessThanOrEqual(radius);
    expect(farthest).toBeGreaterThan(0.8 * radius);
  });
});

describe.each([1e-6, 0.01, 0.3, 1.2])('boxes around circles of %d radians', (radiusRadians) => {
  const holds = ({ west, south, east, north }: Box, { latitude, longitude }: Point): boolean =>
    longitude >= west && longitude <= east && latitude >= south && latitude <= north;

  const edge = (centre: Point, share: number, count: number): Point[] =>
    Array.from({ length: count }, (_, step) =>
      destination(
        centre,
        (2 * Math.PI * step) / count,
        share * radiusRadians * EARTH_RADIUS_METERS,
      ),
    );

  const circles = [
    ...[-90, -89, -60, 0, 71, 89.9999, 90].flatMap((latitude) =>
      [-180, -179.999999, 0, 179.9, 180].map((longitude) => point(latitude, longitude)),
    ),
    ...Array.from({ length: 100 }, () => anywhere(random)),
  ].map((centre) => ({ centre, boxes: boxesAround({ centre, radiusRadians }) }));

  test('cover them within the globe, on both sides of ±180° where a circle touches it', () => {
    for (const { centre, boxes } of circles) {
      for (const { west, south, east, north } of boxes) {
        expect(-180 <= west && west <= east && east <= 180).toBe(true);
        expect(-90 <= south && south <= north && north <= 90).toBe(true);
      }
      const other = Math.abs(centre.longitude) === 180 ? [point(centre.latitude, -centre.longitude)] : []; // prettier-ignore
      const points = [...edge(centre, 0.9999, 24), ...other];
      const missed = points.filter((each) => !boxes.some((box) => holds(box, each)));
      expect([centre, missed]).toEqual([centre, []]);
    }
  });

  test('away from poles, the boxes are no larger than needed', () => {
    const reachDegrees = (radiusRadians * 180) / Math.PI;
    for (const { centre, boxes } of circles) {
      if (Math.abs(centre.latitude) + reachDegrees >= 89) continue;
      const height = Math.max(...boxes.map(({ north, south }) => north - south));
      expect(height / (2 * reachDegrees)).toBeCloseTo(1, 2);
      const width = boxes.reduce((sum, { east, west }) => sum + east - west, 0);
      const offsets = edge(centre, 1, 720).map(
        ({ longitude }) => ((longitude - centre.longitude + 540) % 360) - 180,
      );
      expect(width / (Math.max(...offsets) - Math.min(...offsets))).toBeCloseTo(1, 2);
    }
  });
});

const about = (middle: number, width: number): number => middle + (random() * 2 - 1) * width;

/** Cities around a cell, as near as they are in a town, or as far as in a desert. */
function citiesAround({ latitude, longitude }: Point, degrees: number): { location: Point }[] {
  return Array.from({ length: 60 }, () => ({
    location: point(
      Math.max(-89, Math.min(89, about(latitude, degrees))),
      about(longitude, degrees),
    ),
  }));
}

/** The corners of a cell, points on its edges, and points in it. */
function pointsOf(cell: string): Point[] {
  const [latitude, longitude] = cellToLatLng(cell);
  const corners = cellToBoundary(cell);
  const points = [point(latitude, longitude)];
  for (const [position, corner] of corners.entries()) {
    const next = corners[(position + 1) % corners.length] ?? corner;
    for (const share of [0, 0.3, 0.5]) {
      const north = corner[0] + (next[0] - corner[0]) * share;
      const east = corner[1] + (next[1] - corner[1]) * share;
      for (const inwards of [0, 0.01, 0.5])
        points.push(
          point(north + (latitude - north) * inwards, east + (longitude - east) * inwards),
        );
    }
  }
  return points;
}

test.each([
  [4, 0.3],
  [4, 20],
  [6, 0.1],
  [6, 0.5],
  [8, 0.01],
  [8, 3],
])('cells of resolution %d, cities within %d degrees', (resolution, degrees) => {
  let kept = 0;
  let given = 0;
  for (let round = 0; round < 60; round += 1) {
    const cell = latLngToCell(about(0, 80), about(0, 175), resolution);
    const outline = landsOutline(cell);
    const cities = citiesAround(outline.centre, degrees);
    const left = new Set(nearestSomewhere(cities, outline));
    given += cities.length;
    kept += left.size;
    for (const each of pointsOf(cell)) {
      const distances = cities.map(({ location }) => distanceKm(each, location));
      const nearest = Math.min(...distances);
      for (const [position, city] of cities.entries()) {
        const isCandidate = (distances[position] ?? NaN) - nearest <= tieKm(nearest);
        if (isCandidate) expect(left.has(city)).toBe(true);
      }
    }
  }
  expect(given).toBeGreaterThan(1_000);
  expect(kept).toBeLessThan(given);
});

test('two cities at the same place are both candidates', () => {
  const location = point(48.85, 2.35);
  const outline = landsOutline(cellAt(location, 6));
  const twins = [{ location }, { location: { ...location } }];
  expect(nearestSomewhere(twins, outline)).toHaveLength(2);
  expect(nearestSomewhere([], outline)).toEqual([]);
});

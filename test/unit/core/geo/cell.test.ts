import { describe, expect, test } from '@jest/globals';
import { cellAt, landsOutline } from '../../../../core/geo/cell.js';
import {
  descendantsOf,
  diskSize,
  groupOf,
  landAt,
  landCentre,
  landDisk,
  landsRadiusRadians,
  placeInGroup,
} from '../../../../core/geo/land.js';
import { tieKm } from '../../../../core/geo/nearestSomewhere.js';
import {
  areSwapped,
  distanceKm,
  EARTH_RADIUS_KM,
  type Point,
  pointOf,
} from '../../../../core/geo/point.js';

const at = (latitude: number, longitude: number): Point => ({ latitude, longitude });

describe.each([
  ['in Paris', 48.85, 2.35],
  ['at 60° S', -60, -70],
])('the outline of all lands below a cell %s', (_, latitude, longitude) => {
  const resolution = 4;
  const { centre, radiusMeters, ring } = landsOutline(cellAt(at(latitude, longitude), resolution));
  const radius = landsRadiusRadians(resolution);
  const corners = ring.map((position) => pointOf(position));

  test('is a regular polygon around their circle', () => {
    expect(radiusMeters).toBeCloseTo(1_000 * EARTH_RADIUS_KM * radius, 6);
    expect(corners).toHaveLength(13);
    const reachKm = EARTH_RADIUS_KM * Math.atan(Math.tan(radius) / Math.cos(Math.PI / 12));
    const [north = centre, second = centre] = corners;
    const sideKm = distanceKm(north, second);
    for (const [index, corner] of corners.slice(0, -1).entries()) {
      expect(distanceKm(centre, corner)).toBeCloseTo(reachKm, 6);
      expect(distanceKm(corner, corners[index + 1] ?? centre)).toBeCloseTo(sideKm, 6);
    }
    expect(sideKm / reachKm).toBeCloseTo(2 * Math.sin(Math.PI / 12), 3);
    // Clockwise from the north.
    expect(north.longitude).toBeCloseTo(centre.longitude, 9);
    expect(north.latitude).toBeGreaterThan(centre.latitude);
    expect(second.longitude).toBeGreaterThan(centre.longitude);
    expect(corners.at(-1)).toEqual(north);
  });
});

test.each([
  [48, 2, false],
  [90, 180, false],
  [-90, -180, false],
  [91, 45, true],
  [-180, 90, true],
  [180, -90, true],
  [181, 45, false],
  [100, 91, false],
  [48, 181, false],
])('the latitude %d and the longitude %d are swapped: %s', (latitude, longitude, expected) => {
  expect(areSwapped(latitude, longitude)).toBe(expected);
});

test.each([
  [0, 0.001],
  [1_000, 0.002],
])('distances of %d km count as equal within %d km', (km, tie) => {
  expect(tieKm(km)).toBeCloseTo(tie, 12);
});

test('a land has a group, a place in it, and disks around it', () => {
  const land = landAt(at(48.85, 2.35));
  const group = groupOf(land);
  expect(descendantsOf(group, 8)[placeInGroup(land)]).toBe(land);
  expect(distanceKm(landCentre(land), at(48.85, 2.35))).toBeLessThan(0.6);
  for (const [k, size] of [[0, 1], [1, 7], [2, 19], [10, 331]] as const) // prettier-ignore
    expect([diskSize(k), landDisk(land, k).length, landDisk(land, k)[0]]).toEqual([size, size, land]); // prettier-ignore
});

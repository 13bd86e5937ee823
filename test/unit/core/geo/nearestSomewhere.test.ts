import { expect, test } from '@jest/globals';
import { cellToBoundary, cellToLatLng, latLngToCell } from 'h3-js';
import { cellAt, cellOutline } from '../../../../core/geo/cell.js';
import { distanceKm, type Point } from '../../../../core/geo/point.js';
import { nearestSomewhere, tieKm } from '../../../../core/geo/nearestSomewhere.js';
import { polygonHolds } from '../../../../ingest/borders/tangentPlane.js';
import { seeded } from '../../../support/random.js';

const random = seeded(11);
const about = (middle: number, width: number): number => middle + (random() * 2 - 1) * width;

/** Cities around a cell, as near as they are in a town, or as far as in a desert. */
function citiesAround({ latitude, longitude }: Point, degrees: number): { location: Point }[] {
  return Array.from({ length: 60 }, () => ({
    location: {
      latitude: Math.max(-89, Math.min(89, about(latitude, degrees))),
      longitude: about(longitude, degrees),
    },
  }));
}

/** The corners of a cell, points on its edges, and points in it. */
function pointsOf(cell: string): Point[] {
  const [latitude, longitude] = cellToLatLng(cell);
  const corners = cellToBoundary(cell);
  const points: Point[] = [{ latitude, longitude }];
  for (const [position, corner] of corners.entries()) {
    const next = corners[(position + 1) % corners.length] ?? corner;
    for (const share of [0, 0.3, 0.5]) {
      const edge: [number, number] = [
        corner[0] + (next[0] - corner[0]) * share,
        corner[1] + (next[1] - corner[1]) * share,
      ];
      for (const inwards of [0, 0.01, 0.5])
        points.push({
          latitude: edge[0] + (latitude - edge[0]) * inwards,
          longitude: edge[1] + (longitude - edge[1]) * inwards,
        });
    }
  }
  return points;
}

test.each([
  [6, 0.03],
  [6, 0.5],
  [6, 20],
  [8, 0.01],
  [8, 3],
  [10, 0.001],
])('cells of resolution %d, cities within %d degrees', (resolution, degrees) => {
  let kept = 0;
  let given = 0;
  for (let round = 0; round < 60; round += 1) {
    const cell = latLngToCell(about(0, 80), about(0, 175), resolution);
    const outline = cellOutline(cell);
    if (outline === undefined) continue;
    const cities = citiesAround(outline.centre, degrees);
    const left = new Set(nearestSomewhere(cities, outline));
    given += cities.length;
    kept += left.size;
    for (const point of pointsOf(cell)) {
      const distances = cities.map(({ location }) => distanceKm(point, location));
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
  const point = { latitude: 48.85, longitude: 2.35 };
  const outline = cellOutline(cellAt(point, 6));
  if (outline === undefined) throw new Error('no outline');
  const twins = [{ location: point }, { location: { ...point } }];
  expect(nearestSomewhere(twins, outline)).toHaveLength(2);
  expect(nearestSomewhere([], outline)).toEqual([]);
});

test('the outline of a cell holds all of its points', () => {
  for (let round = 0; round < 300; round += 1) {
    const cell = latLngToCell(about(0, 80), about(0, 175), 6 + (round % 4));
    const outline = cellOutline(cell);
    if (outline === undefined) continue;
    const polygon = outline.ring.slice(1).map(([x, y]) => ({ x, y }));
    for (const point of pointsOf(cell)) {
      expect(1_000 * distanceKm(outline.centre, point)).toBeLessThan(outline.radiusMeters);
      expect(polygonHolds(polygon, { x: point.longitude, y: point.latitude })).toBe(true);
    }
  }
});

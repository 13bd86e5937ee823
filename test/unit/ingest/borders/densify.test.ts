import { describe, expect, test } from '@jest/globals';
import type { Path64 } from 'clipper2-ts';
import { densify, MAX_EDGE_METERS } from '../../../../ingest/borders/densify.js';
import { HALF_TURN, QUARTER_TURN, toGrid } from '../../../../ingest/borders/grid.js';
import { DEGREE, rectangle } from '../../../support/gridShapes.js';
import { distanceMeters } from '../../../support/sphere.js';

describe('densify', () => {
  test('cuts edges to at most 2 km, straight in degrees', () => {
    const ring = densify(rectangle(-120, 49, -100, 60));
    ring.forEach((from, index) => {
      const to = ring[(index + 1) % ring.length] ?? from;
      expect(distanceMeters(from.x / DEGREE, from.y / DEGREE, to.x / DEGREE, to.y / DEGREE)).toBeLessThanOrEqual(MAX_EDGE_METERS); // prettier-ignore
    });
    const southern = ring.slice(
      0,
      ring.findIndex(({ y }) => y !== 49 * DEGREE),
    );
    expect(southern.length).toBeGreaterThan(700);
    expect(southern.length).toBeLessThan(760);
  });

  test('cuts an edge across the equator by its width there', () => {
    const ring = densify([toGrid([-10, -60]), toGrid([10, 60])]);
    ring.forEach((from, index) => {
      const to = ring[(index + 1) % ring.length] ?? from;
      expect(distanceMeters(from.x / DEGREE, from.y / DEGREE, to.x / DEGREE, to.y / DEGREE)).toBeLessThanOrEqual(MAX_EDGE_METERS); // prettier-ignore
    });
  });

  test('gives both sides of an edge the same points', () => {
    const edge = [toGrid([1.2345678, 50.7654321]), toGrid([1.9876543, 50.1234567])];
    const points = (ring: Path64) => ring.map(({ x, y }) => `${x} ${y}`).sort();
    expect(points(densify([...edge].reverse()))).toEqual(points(densify(edge)));
  });

  test('does not cut an edge along a pole', () => {
    const ring = [
      { x: -HALF_TURN, y: -QUARTER_TURN },
      { x: HALF_TURN, y: -QUARTER_TURN },
      { x: HALF_TURN, y: -QUARTER_TURN + 1 },
    ];
    expect(densify(ring).filter(({ y }) => y === -QUARTER_TURN)).toHaveLength(2);
  });
});

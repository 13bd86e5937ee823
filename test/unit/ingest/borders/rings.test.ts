import { describe, expect, test } from '@jest/globals';
import { Clipper, type Path64, type Paths64 } from 'clipper2-ts';
import {
  densify,
  MAX_EDGE_METERS,
  splitAtTouchingPoints,
} from '../../../../ingest/borders/edges.js';
import {
  FULL_TURN,
  HALF_TURN,
  QUARTER_TURN,
  toGrid,
  unwrap,
  withinGlobe,
} from '../../../../ingest/borders/grid.js';
import { cutAtBox, merge } from '../../../../ingest/borders/grid.js';
import { haversineMeters } from '../../../support/sphere.js';

const degree = HALF_TURN / 180;

describe('unwrapping a ring', () => {
  test('leaves one alone that does not cross the antimeridian', () => {
    const ring = unwrap([
      [10, 0],
      [11, 0],
      [11, 1],
      [10, 0],
    ]);
    expect(ring.map(({ x, y }) => [x / degree, y / degree])).toEqual([
      [10, 0],
      [11, 0],
      [11, 1],
      [10, 0],
    ]);
  });

  test.each([
    ['eastwards', 179, -179, 181],
    ['westwards', -179, 179, -181],
  ])('goes on beyond a half turn %s', (_, from, to, expected) => {
    const ring = unwrap([
      [from, 0],
      [to, 0],
      [to, 1],
      [from, 0],
    ]);
    expect(ring.map(({ x }) => x / degree)).toEqual([from, expected, expected, from]);
  });

  test.each([
    ['South', -80, -QUARTER_TURN],
    ['North', 80, QUARTER_TURN],
  ])('closes one around the %s Pole along it', (_, latitude, pole) => {
    const ring = unwrap([-180, -90, 0, 90, 180].map((longitude) => [longitude, latitude]));
    expect(ring.slice(-3)).toEqual([
      { x: HALF_TURN, y: latitude * degree },
      { x: HALF_TURN, y: pole },
      { x: HALF_TURN - FULL_TURN, y: pole },
    ]);
  });
});

describe('withinGlobe', () => {
  test('keeps both loops of a ring that crosses itself', () => {
    const bow = [[0, 0], [2, 2], [2, 0], [0, 2]].map(toGrid); // prettier-ignore
    expect(squareDegrees(withinGlobe([bow]))).toBeCloseTo(2);
  });

  test('moves what lies beyond ±180° to the other side, a hole with it', () => {
    // The hole is unwrapped to another turn than its outer ring.
    const rings = withinGlobe([rectangle(170, 0, 190, 10), rectangle(-176, 2, -174, 4)]);
    expect(squareDegrees(rings)).toBeCloseTo(200 - 4);
    const longitudes = rings.flat().map(({ x }) => x / DEGREE);
    expect(Math.min(...longitudes)).toBe(-180);
    expect(Math.max(...longitudes)).toBe(180);
    expect(longitudes.every((x) => x >= 170 || x <= -170)).toBe(true);
  });
});

describe('merge', () => {
  test('nests holes in their polygon, and islands in holes as polygons', () => {
    const hole = rectangle(1, 1, 9, 9).reverse();
    const polygons = merge([rectangle(0, 0, 10, 10), hole, rectangle(4, 4, 5, 5)]);
    expect(polygons.map((rings) => rings.length).sort()).toEqual([1, 2]);
    for (const [outer = [], ...holes] of polygons) {
      expect(Clipper.area(outer)).toBeGreaterThan(0);
      for (const ring of holes) expect(Clipper.area(ring)).toBeLessThan(0);
    }
  });

  test('makes one polygon of two that share an edge', () => {
    const polygons = merge([rectangle(0, 0, 1, 1), rectangle(1, 0, 2, 1)]);
    expect(polygons).toHaveLength(1);
    expect(squareDegrees(polygons.flat())).toBeCloseTo(2);
  });
});

describe('cutAtBox', () => {
  test('shares a polygon out, nothing lost', () => {
    const ring = [[0, 0], [4, 0], [4, 4], [0, 4], [0, 0]]; // prettier-ignore
    const { inside, outside } = cutAtBox([ring], { west: -1, south: -1, east: 5, north: 1 });
    const area = (polygons: number[][][][]) => squareDegrees(polygons.flat().map((each) => each.map(toGrid))); // prettier-ignore
    expect(area(inside)).toBeCloseTo(4);
    expect(area(outside)).toBeCloseTo(12);
    expect(inside[0]?.[0]?.at(0)).toEqual(inside[0]?.[0]?.at(-1));
  });
});

describe('splitAtTouchingPoints', () => {
  test('makes a point that touches an edge a point of that edge, in the order of the edge', () => {
    const [ring] = splitAtTouchingPoints([
      rectangle(0, 0, 10, 10),
      [[5, 0], [4, -1], [6, -1]].map(toGrid), // prettier-ignore
      [[2, 0], [1, -1], [3, -1]].map(toGrid), // prettier-ignore
    ]);
    expect(ring?.map(({ x, y }) => [x / DEGREE, y / DEGREE])).toEqual([
      [0, 0], [2, 0], [5, 0], [10, 0], [10, 10], [0, 10],
    ]); // prettier-ignore
  });

  test('tolerates rounding, and leaves points alone that are only near', () => {
    const touching = [{ x: 5 * DEGREE, y: 1 }, { x: 4 * DEGREE, y: -DEGREE }, { x: 6 * DEGREE, y: -DEGREE }]; // prettier-ignore
    const near = [{ x: 5 * DEGREE, y: -3 }, { x: 4 * DEGREE, y: -DEGREE }, { x: 6 * DEGREE, y: -DEGREE }]; // prettier-ignore
    expect(splitAtTouchingPoints([rectangle(0, 0, 10, 10), touching])[0]).toHaveLength(5);
    expect(splitAtTouchingPoints([rectangle(0, 0, 10, 10), near])[0]).toHaveLength(4);
  });
});

describe('densify', () => {
  test('cuts edges to at most 2 km, straight in degrees', () => {
    const ring = densify(rectangle(-120, 49, -100, 60));
    ring.forEach((from, index) => {
      const to = ring[(index + 1) % ring.length] ?? from;
      expect(haversineMeters(from.x / DEGREE, from.y / DEGREE, to.x / DEGREE, to.y / DEGREE)).toBeLessThanOrEqual(MAX_EDGE_METERS); // prettier-ignore
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
      expect(haversineMeters(from.x / DEGREE, from.y / DEGREE, to.x / DEGREE, to.y / DEGREE)).toBeLessThanOrEqual(MAX_EDGE_METERS); // prettier-ignore
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

/** Grid units. */
export const DEGREE = HALF_TURN / 180;

/** A rectangle in degrees as a ring on the grid, counter-clockwise. */
export function rectangle(west: number, south: number, east: number, north: number): Path64 {
  return [[west, south], [east, south], [east, north], [west, north]].map(toGrid); // prettier-ignore
}

/** The area of rings on the grid, holes counted off, in degrees by degrees. */
export function squareDegrees(rings: Paths64): number {
  return Clipper.areaPaths(rings) / DEGREE ** 2;
}

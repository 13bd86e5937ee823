import { describe, expect, test } from '@jest/globals';
import { Clipper, type Path64, type Paths64 } from 'clipper2-ts';
import {
  densify,
  MAX_EDGE_METERS,
  splitAtTouchingPoints,
} from '../../../../ingest/borders/edges.js';
import {
  cutAtRing,
  FULL_TURN,
  HALF_TURN,
  merge,
  QUARTER_TURN,
  toGrid,
  unwrap,
  withinGlobe,
} from '../../../../ingest/borders/grid.js';
import { haversineMeters } from '../../../support/sphere.js'; // prettier-ignore

/** Grid units. */
const DEGREE = HALF_TURN / 180;

/** A ring on the grid, of degrees. */
const ringOf = (positions: readonly [x: number, y: number][]): Path64 => positions.map(toGrid);

/** Counter-clockwise. */
const rectangle = (west: number, south: number, east: number, north: number): Path64 =>
  ringOf([[west, south], [east, south], [east, north], [west, north]]); // prettier-ignore

/** The area of rings on the grid, holes counted off, in degrees by degrees. */
const squareDegrees = (rings: Paths64): number => Clipper.areaPaths(rings) / DEGREE ** 2;

const inDegrees = (ring: Path64 = []) => ring.map(({ x, y }) => [x / DEGREE, y / DEGREE]);

describe('unwrap', () => {
  test.each([
    ['leaves a ring alone that does not cross the antimeridian', 10, 11, 11],
    ['goes on beyond a half turn eastwards', 179, -179, 181],
    ['goes on beyond a half turn westwards', -179, 179, -181],
  ])('%s', (_, from, to, expected) => {
    const ring = unwrap([[from, 0], [to, 0], [to, 1], [from, 0]]); // prettier-ignore
    expect(inDegrees(ring)).toEqual([[from, 0], [expected, 0], [expected, 1], [from, 0]]); // prettier-ignore
  });

  test.each([
    ['South', -80, -QUARTER_TURN],
    ['North', 80, QUARTER_TURN],
  ])('closes a ring around the %s Pole along it', (_, latitude, pole) => {
    const ring = unwrap([-180, -90, 0, 90, 180].map((longitude) => [longitude, latitude]));
    expect(ring.slice(-3)).toEqual([
      { x: HALF_TURN, y: latitude * DEGREE },
      { x: HALF_TURN, y: pole },
      { x: HALF_TURN - FULL_TURN, y: pole },
    ]);
  });
});

describe('withinGlobe', () => {
  test('keeps both loops of a ring that crosses itself', () => {
    expect(squareDegrees(withinGlobe([ringOf([[0, 0], [2, 2], [2, 0], [0, 2]])]))).toBeCloseTo(2); // prettier-ignore
  });

  test('moves what lies beyond ±180° to the other side, a hole with it', () => {
    // The hole is unwrapped to another turn than its outer ring.
    const rings = withinGlobe([rectangle(170, 0, 190, 10), rectangle(-176, 2, -174, 4)]);
    expect(squareDegrees(rings)).toBeCloseTo(200 - 4);
    const longitudes = rings.flatMap(inDegrees).map(([x = NaN]) => x);
    expect([Math.min(...longitudes), Math.max(...longitudes)]).toEqual([-180, 180]);
    expect(longitudes.every((x) => Math.abs(x) >= 170)).toBe(true);
  });
});

test('merge nests holes in their polygon, and islands in holes as polygons', () => {
  const hole = rectangle(1, 1, 9, 9).reverse();
  const polygons = merge([rectangle(0, 0, 10, 10), hole, rectangle(4, 4, 5, 5)]);
  expect(polygons.map((rings) => rings.length).sort()).toEqual([1, 2]);
  for (const [outer = [], ...holes] of polygons) {
    expect(Clipper.area(outer)).toBeGreaterThan(0);
    for (const ring of holes) expect(Clipper.area(ring)).toBeLessThan(0);
  }
});

test('merge makes one polygon of two that share an edge', () => {
  const polygons = merge([rectangle(0, 0, 1, 1), rectangle(1, 0, 2, 1)]);
  expect(polygons).toHaveLength(1);
  expect(squareDegrees(polygons.flat())).toBeCloseTo(2);
});

test('cutAtRing shares a polygon out, nothing lost', () => {
  const ring = [[0, 0], [4, 0], [4, 4], [0, 4], [0, 0]]; // prettier-ignore
  const { inside, outside } = cutAtRing([ring], [[-1, -1], [5, -1], [5, 1], [-1, 1], [-1, -1]]); // prettier-ignore
  const area = (polygons: number[][][][]) => squareDegrees(polygons.flat().map((each) => each.map(toGrid))); // prettier-ignore
  expect(area(inside)).toBeCloseTo(4);
  expect(area(outside)).toBeCloseTo(12);
  expect(inside[0]?.[0]?.at(0)).toEqual(inside[0]?.[0]?.at(-1));
  const beside = cutAtRing([ring], [[5, 5], [6, 5], [6, 6], [5, 5]]); // prettier-ignore
  expect(beside).toEqual({ inside: [], outside: [[ring]] });
});

describe('splitAtTouchingPoints', () => {
  test('makes a point that touches an edge a point of that edge, in the order of the edge', () => {
    const touching = [[[5, 0], [4, -1], [6, -1]], [[2, 0], [1, -1], [3, -1]]] as [number, number][][]; // prettier-ignore
    const [ring] = splitAtTouchingPoints([rectangle(0, 0, 10, 10), ...touching.map(ringOf)]);
    expect(inDegrees(ring)).toEqual([[0, 0], [2, 0], [5, 0], [10, 0], [10, 10], [0, 10]]); // prettier-ignore
  });

  test.each([
    ['tolerates rounding', 1, 5],
    ['leaves points alone that are only near', -3, 4],
  ])('%s', (_, y, corners) => {
    const near = [{ x: 5 * DEGREE, y }, ...ringOf([[4, -1], [6, -1]])]; // prettier-ignore
    expect(splitAtTouchingPoints([rectangle(0, 0, 10, 10), near])[0]).toHaveLength(corners);
  });
});

describe('densify', () => {
  test.each([
    ['along parallels', rectangle(-120, 49, -100, 60)],
    ['across the equator, by its width there', ringOf([[-10, -60], [10, 60]])],
  ])('cuts edges to at most 2 km, straight in degrees: %s', (_, sparse) => {
    const ring = inDegrees(densify(sparse));
    ring.forEach(([x = NaN, y = NaN], index) => {
      const [toX = NaN, toY = NaN] = ring[(index + 1) % ring.length] ?? [];
      expect(haversineMeters(x, y, toX, toY)).toBeLessThanOrEqual(MAX_EDGE_METERS);
    });
  }); // prettier-ignore

  test('cuts an edge into no more pieces than needed', () => {
    const southern = inDegrees(densify(rectangle(-120, 49, -100, 60))).filter(([, y]) => y === 49);
    expect(southern.length).toBeGreaterThan(700);
    expect(southern.length).toBeLessThan(760);
  });

  test('gives both sides of an edge the same points', () => {
    const edge = ringOf([[1.2345678, 50.7654321], [1.9876543, 50.1234567]]); // prettier-ignore
    const points = (ring: Path64) => ring.map(({ x, y }) => `${x} ${y}`).sort();
    expect(points(densify([...edge].reverse()))).toEqual(points(densify(edge)));
  });

  test('does not cut an edge along a pole', () => {
    const ring = ringOf([[-180, -90], [180, -90], [180, -89.9999999]]); // prettier-ignore
    expect(densify(ring).filter(({ y }) => y === -QUARTER_TURN)).toHaveLength(2);
  });
});

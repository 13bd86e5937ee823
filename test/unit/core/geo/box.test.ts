import { expect, test } from '@jest/globals';
import { type Box, boundsOf, boxesAround, overlap } from '../../../../core/geo/box.js';
import { RADIANS_PER_DEGREE } from '../../../../core/geo/point.js';

test.each([
  ['one point', [[-17, 178]], { south: -17, west: 178, north: -17, east: 178 }],
  ['Fiji', [[-18, 178.4], [-17, 177.5], [-19, -178.8]], { south: -19, west: 177.5, north: -17, east: -178.8 }],
  ['Alaska', [[61, -149.9], [51.9, -176.6], [52.7, 174.1]], { south: 51.9, west: 174.1, north: 61, east: -149.9 }],
  ['both sides of 0°', [[51, -3], [52, 1], [50, -5]], { south: 50, west: -5, north: 52, east: 1 }],
  ['the ends of a map', [[0, -180], [0, -90], [0, 0], [0, 90], [0, 180]], { south: 0, west: -90, north: 0, east: -180 }],
  ['points with wide gaps', [[0, -60], [0, 15], [0, 140]], { south: 0, west: -60, north: 0, east: 140 }],
  ['only ±180°', [[1, 180], [2, -180]], { south: 1, west: 180, north: 2, east: -180 }],
] as const)('the bounds of %s have the smaller span', (_, points, bounds) => {
  expect(boundsOf(points.map(([latitude, longitude]) => ({ latitude, longitude })))).toEqual(bounds);
}); // prettier-ignore

const box = (west: number, south: number, east: number, north: number): Box => ({ west, south, east, north }); // prettier-ignore

test.each([
  ['a corner', box(10, 10, 20, 20), true],
  ['a side', box(-5, 10, 5, 20), true],
  ['nothing in the east', box(10.1, 0, 20, 10), false],
  ['nothing in the west', box(-20, 0, -0.1, 10), false],
  ['nothing in the north', box(0, 10.1, 10, 20), false],
  ['nothing in the south', box(0, -20, 10, -0.1), false],
  ['all', box(2, 2, 3, 3), true],
])('boxes that have %s in common overlap in both directions', (_, other, expected) => {
  const one = box(0, 0, 10, 10);
  expect([overlap(one, other), overlap(other, one)]).toEqual([expected, expected]);
});

test.each<[string, number, number, number, Box[]]>([
  ['at the equator', 0, 0, 10, [box(-10, -10, 10, 10)]],
  ['at 60° N, where meridians are half as far apart', 60, 0, 1, [box(-2.0003, 59, 2.0003, 61)]],
  ['around the North Pole', 85, 30, 6, [box(-180, 79, 180, 90)]],
  ['that touches the North Pole', 80, 30, 10, [box(-180, 70, 180, 90)]],
  ['around the South Pole', -89, -170, 2, [box(-180, -90, 180, -87)]],
  ['of a quarter of the globe', 0, 0, 90, [box(-180, -90, 180, 90)]],
  ['that crosses 180° to the east', 0, 175, 10, [box(165, -10, 180, 10), box(-180, -10, -175, 10)]],
  ['that crosses -180° to the west', 0, -175, 10, [box(175, -10, 180, 10), box(-180, -10, -165, 10)]],
])('the boxes of a circle %s', (_, latitude, longitude, degrees, expected) => {
  const circle = { centre: { latitude, longitude }, radiusRadians: degrees * RADIANS_PER_DEGREE };
  const boxes = boxesAround(circle);
  expect(boxes).toHaveLength(expected.length);
  for (const [at, each] of expected.entries())
    for (const side of ['west', 'south', 'east', 'north'] as const)
      expect([side, boxes[at]?.[side]]).toEqual([side, expect.closeTo(each[side], 4)]);
}); // prettier-ignore

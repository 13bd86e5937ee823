import { expect, test } from '@jest/globals';
import { boundsOf } from '../../../../core/geo/box.js';

test.each([
  ['one point', [[-17, 178]], { south: -17, west: 178, north: -17, east: 178 }],
  ['Fiji', [[-18, 178.4], [-17, 177.5], [-19, -178.8]], { south: -19, west: 177.5, north: -17, east: -178.8 }],
  ['Alaska', [[61, -149.9], [51.9, -176.6], [52.7, 174.1]], { south: 51.9, west: 174.1, north: 61, east: -149.9 }],
  ['both sides of 0°', [[51, -3], [52, 1], [50, -5]], { south: 50, west: -5, north: 52, east: 1 }],
  ['the ends of a map', [[0, -180], [0, -90], [0, 0], [0, 90], [0, 180]], { south: 0, west: -90, north: 0, east: -180 }],
  ['only ±180°', [[1, 180], [2, -180]], { south: 1, west: 180, north: 2, east: -180 }],
] as const)('the bounds of %s have the smaller span', (_, points, bounds) => {
  expect(boundsOf(points.map(([latitude, longitude]) => ({ latitude, longitude })))).toEqual(bounds);
}); // prettier-ignore

import { expect, test } from '@jest/globals';
import type { Geometry } from 'geojson';
import { polygonsOf } from '../../../../ingest/features/polygons.js';

const ring = [
  [0, 0],
  [1, 0],
  [1, 1],
];
const closed = [...ring, [0, 0]];

test.each<[string, Geometry, unknown]>([
  ['an unclosed ring is closed', { type: 'Polygon', coordinates: [ring] }, [[closed]]],
  ['of several', { type: 'MultiPolygon', coordinates: [[closed], [closed]] }, [[closed], [closed]]],
  [
    'of a collection',
    { type: 'GeometryCollection', geometries: [{ type: 'Polygon', coordinates: [closed] }] },
    [[closed]],
  ],
  ['an empty ring is none', { type: 'Polygon', coordinates: [closed, []] }, [[closed]]],
])('%s', (_, geometry, polygons) => {
  expect(polygonsOf(geometry)).toEqual({ polygons });
});

test.each<[string, unknown, RegExp]>([
  ['nothing', null, /draws nothing/],
  ['no rings', { type: 'Polygon', coordinates: [] }, /draws nothing/],
  ['a line', { type: 'LineString', coordinates: ring }, /draws a LineString, not an area/],
  ['a text', { type: 'Polygon', coordinates: [[['1', 2]]] }, /not two numbers: \["1",2\]/],
  ['swapped', { type: 'Polygon', coordinates: [[[48, 170]]] }, /latitude 170\): are they swapped/],
  ['metres', { type: 'Polygon', coordinates: [[[260_000, 6_250_000]]] }, /not degrees of WGS 84/],
])('%s is a fault', (_, geometry, reason) => {
  expect(polygonsOf(geometry as Geometry)).toEqual({ fault: expect.stringMatching(reason) });
});

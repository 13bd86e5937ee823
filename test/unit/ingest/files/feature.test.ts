import { expect, test } from '@jest/globals';
import type { Geometry } from 'geojson';
import { polygonsOf } from '../../../../ingest/files/feature.js';

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

function nestedArrays(depth: number): unknown {
  return JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);
}

function nestedCollections(depth: number): unknown {
  const opening = '{"type":"GeometryCollection","geometries":[';
  return JSON.parse(`${opening.repeat(depth)}${']}'.repeat(depth)}`);
}

test('a country may have more islands than a call has arguments', () => {
  const coordinates = Array.from({ length: 200_000 }, () => [closed]);
  const islands = { type: 'MultiPolygon', coordinates } as const;
  const found = polygonsOf({ type: 'GeometryCollection', geometries: [islands] });
  expect('polygons' in found && found.polygons).toHaveLength(200_000);
});

test.each<[string, unknown, RegExp]>([
  ['nothing', null, /draws nothing/],
  ['no rings', { type: 'Polygon', coordinates: [] }, /draws nothing/],
  ['a line', { type: 'LineString', coordinates: ring }, /draws a LineString, not an area/],
  ['a text', { type: 'Polygon', coordinates: [[['1', 2]]] }, /not two numbers: \["1",2\]/],
  ['swapped', { type: 'Polygon', coordinates: [[[48, 170]]] }, /latitude 170\): are they swapped/],
  [
    'infinite',
    { type: 'Polygon', coordinates: JSON.parse('[[[1e400, 2]]]') as number[][][] },
    /not two numbers/,
  ],
  ['a long text', { type: 'Polygon', coordinates: [[['x'.repeat(9_999)]]] }, /^.{0,99}$/],
  ['nested', { type: 'Polygon', coordinates: [[[nestedArrays(100_000)]]] }, /not two numbers/],
  ['a collection of nothing', { type: 'GeometryCollection' }, /draws nothing/],
  ['of a number', { type: 'GeometryCollection', geometries: [7] }, /draws nothing/],
  ['no type', {}, /draws a undefined, not an area/],
  ['endless collections', nestedCollections(100_000), /nested more than 16 deep/],
  ['metres', { type: 'Polygon', coordinates: [[[260_000, 6_250_000]]] }, /not degrees of WGS 84/],
])('%s is a fault', (_, geometry, reason) => {
  expect(polygonsOf(geometry as Geometry)).toEqual({ fault: expect.stringMatching(reason) });
});

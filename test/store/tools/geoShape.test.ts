import type { estypes } from '@elastic/elasticsearch';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestClient } from '../../support/api.js';

// test/world/borders.test.ts compares searches for points with an oracle.
const client = createTestClient();
const index = `test-geo-shape-${process.pid}-${Date.now()}`;
const box = (west: number, south: number, east: number, north: number) => [[west, south], [east, south], [east, north], [west, north], [west, south]]; // prettier-ignore
const envelope = (west: number, south: number, east: number, north: number) => ({ type: 'envelope', coordinates: [[west, north], [east, south]] }); // prettier-ignore
const SHAPES = {
  polygon: { type: 'Polygon', coordinates: [box(2, 47, 3, 48)] },
  ring: { type: 'MultiPolygon', coordinates: [[box(10, 47, 13, 50), box(11, 48, 12, 49)]] },
  point: { type: 'Point', coordinates: [0.5, 0.5] },
};

beforeAll(async () => {
  await client.indices.create({
    index,
    mappings: {
      dynamic: 'strict',
      _source: { excludes: ['border'] },
      properties: { name: { type: 'keyword' }, border: { type: 'geo_shape' } },
    },
  });
  const documents = [...Object.entries(SHAPES), ['none', null] as const];
  const operations = documents.flatMap(([name, border]) => [{ create: {} }, { name, border }]);
  const answer = await client.bulk({ index, refresh: true, operations });
  expect(answer.errors).toBe(false);
});
afterAll(async () => {
  await client.indices.delete({ index: [index, `${index}-options`], ignore_unavailable: true });
  await client.close();
});

test.each<[string, NonNullable<estypes.SearchRequest['query']>, string[]]>([
  ['exists', { exists: { field: 'border' } }, ['point', 'polygon', 'ring']],
  ['within', { geo_shape: { border: { shape: envelope(-1, -1, 4, 49), relation: 'within' } } }, ['point', 'polygon']],
  ['contains', { geo_shape: { border: { shape: envelope(2.4, 47.4, 2.6, 47.6), relation: 'contains' } } }, ['polygon']],
  ['a hole', { geo_shape: { border: { shape: envelope(11.4, 48.4, 11.6, 48.6) } } }, []],
  ['a distance', { geo_distance: { distance: '10km', border: { lat: 0.55, lon: 0.55 } } }, ['point']],
  ['a shorter distance', { geo_distance: { distance: '5km', border: { lat: 0.55, lon: 0.55 } } }, []],
])('%s finds what the official type finds, and _source lacks the shape', async (_, query, names) => {
  const { hits } = await client.search<{ name: string }>({ index, query, sort: 'name' });
  expect(hits.hits.map(({ _source }) => _source)).toEqual(names.map((name) => ({ name })));
}); // prettier-ignore

test('a shape that crosses itself is rejected with the reason', async () => {
  const border = { type: 'Polygon', coordinates: [[[0, 0], [10, 10], [10, 0], [0, 10], [0, 0]]] }; // prettier-ignore
  await expect(client.index({ index, document: { name: 'bow tie', border } })).rejects.toThrow(
    /self-intersection/,
  );
});

test('the options are kept and shown', async () => {
  const other = `${index}-options`;
  const border = { type: 'geo_shape' as const, doc_values: false, ignore_malformed: true, ignore_z_value: false, coerce: true, meta: { unit: 'degrees' } }; // prettier-ignore
  await client.indices.create({ index: other, mappings: { properties: { border } } });
  const mapping = await client.indices.getMapping({ index: other });
  expect(mapping[other]?.mappings.properties?.border).toEqual(border);
  await client.index({ index: other, refresh: true, document: { border: 'nowhere' } });
  expect((await client.count({ index: other })).count).toBe(1);
});

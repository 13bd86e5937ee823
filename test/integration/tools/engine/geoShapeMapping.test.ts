import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { estypes } from '@elastic/elasticsearch';
import { createShapeIndex, cutShapes, places } from './shapeIndex.js';

const shapeIndex = createShapeIndex();
const { client, index } = shapeIndex;

beforeAll(() => shapeIndex.fill());
afterAll(() => shapeIndex.remove());

describe('the mapping of the official type', () => {
  const search = async (query: NonNullable<estypes.SearchRequest['query']>) => {
    const { hits } = await client.search<{ name: string }>({ index, query, size: 100 });
    return hits.hits;
  };

  test('the field can be left out of _source', async () => {
    const [hit] = await search({ term: { name: 'a polygon' } });
    expect(hit?._source).toEqual({ name: 'a polygon' });
  });

  test('exists finds every document with a shape', async () => {
    await client.index({
      index,
      id: 'none',
      refresh: true,
      document: { name: 'none', border: null },
    });
    const found = (await search({ exists: { field: 'border' } })).map(
      ({ _source }) => _source?.name,
    );
    expect(found).toHaveLength(cutShapes.size + places.length);
    expect(found).not.toContain('none');
  });

  test('relations other than intersects work', async () => {
    const shape = {
      type: 'envelope',
      coordinates: [
        [-1.1, 1.1],
        [1.1, -1.1],
      ],
    };
    const within = await search({ geo_shape: { border: { shape, relation: 'within' } } });
    expect(within).toHaveLength(places.length);
    const inner = {
      type: 'envelope',
      coordinates: [
        [2.29, 47.51],
        [2.31, 47.49],
      ],
    };
    const around = await search({ geo_shape: { border: { shape: inner, relation: 'contains' } } });
    expect(around.map(({ _source }) => _source?.name)).toEqual(['a polygon']);
  });

  test('a shape that crosses itself is refused with the reason', async () => {
    const coordinates = [
      [
        [0, 0],
        [10, 10],
        [10, 0],
        [0, 10],
        [0, 0],
      ],
    ];
    const border = { type: 'Polygon', coordinates };
    await expect(client.index({ index, document: { name: 'bow tie', border } })).rejects.toThrow(
      /self-intersection/,
    );
  });

  test('its options are kept and shown', async () => {
    const other = `${index}-options`;
    const border = {
      type: 'geo_shape' as const,
      doc_values: false,
      ignore_malformed: true,
      ignore_z_value: false,
      coerce: true,
      meta: { unit: 'degrees' },
    };
    await client.indices.create({ index: other, mappings: { properties: { border } } });
    try {
      const mapping = await client.indices.getMapping({ index: other });
      expect(mapping[other]?.mappings.properties?.border).toEqual(border);
      await client.index({ index: other, refresh: true, document: { border: 'nowhere' } });
      expect((await client.count({ index: other })).count).toBe(1);
    } finally {
      await client.indices.delete({ index: other });
    }
  });
});

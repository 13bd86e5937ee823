import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client, type estypes } from '@elastic/elasticsearch';
import {
  borderDistanceMetres,
  cutEdges,
  distanceMetres,
  holds,
  randomNumbers,
  type Polygon,
  type Position,
  type Ring,
} from './shapeOracle.js';

/** The enlargement that the service promises for borders. */
const radiusMetres = 7_500;
const distanceToleranceMetres = 60;
/**
 * Elasticsearch looks for the nearest point of an edge in plain degrees, and so, far north, measures to another point of
 * it: too far by less than the edge's length, never too near.
 */
const farNorthToleranceMetres = 600;
const farNorthDegrees = 70;
/** Elasticsearch keeps coordinates to about a centimetre. */
const borderToleranceMetres = 1;
const longestEdgeMetres = 2_000;
const pointsPerShape = 300;
const marginMetres = 15_000;

const client = new Client({ node: process.env.ELASTICSEARCH_URL ?? '' });
const index = `test-geo-shape-${process.pid}-${Date.now()}`;
const random = randomNumbers(20_261_121);

/** A ring around a centre with a bumpy outline that does not cross itself. */
function star([longitude, latitude]: Position, radiusDegrees: number, corners: number): Ring {
  const stretch = 1 / Math.cos((latitude * Math.PI) / 180);
  const ring = Array.from({ length: corners }, (_, corner): Position => {
    const angle = (2 * Math.PI * corner) / corners;
    const reach = radiusDegrees * (0.6 + 0.4 * random());
    return [longitude + stretch * reach * Math.cos(angle), latitude + reach * Math.sin(angle)];
  });
  return [...ring, ring[0] ?? [longitude, latitude]];
}

function box(west: number, south: number, east: number, north: number): Ring {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
}

const shapes: Record<string, Polygon[]> = {
  'a polygon': [[star([2.3, 47.5], 0.3, 23)]],
  'a polygon with holes': [
    [star([30, -20], 0.6, 31), star([30.15, -20], 0.1, 9), star([29.85, -20.05], 0.12, 7)],
  ],
  'a multipolygon with an island in a hole': [
    [star([10, 60], 0.5, 17), star([10, 60], 0.25, 11)],
    [star([10, 60], 0.1, 5)],
    [star([12.5, 60.2], 0.2, 8)],
  ],
  'a polygon far north': [[star([25, 79], 0.3, 19)]],
  'a country cut at the antimeridian': [
    [box(179.2, 66, 180, 66.5), box(179.5, 66.2, 179.8, 66.3)],
    [box(-180, 66.1, -179.5, 66.6)],
  ],
  'an island that ends at 180 degrees': [[box(179.9, -17, 180, -16.8)]],
  'an island just west of 180 degrees': [[box(-179.97, -16, -179.8, -15.8)]],
  'an island at both sides of the equator': [[star([-91, 0], 0.2, 12)]],
};
const cutShapes = new Map(
  Object.entries(shapes).map(([name, polygons]) => [
    name,
    polygons.map((rings) => rings.map((ring) => cutEdges(ring, longestEdgeMetres))),
  ]),
);
const places: Position[] = Array.from({ length: 40 }, () => [random() * 2 - 1, random() * 2 - 1]);

beforeAll(async () => {
  await client.indices.create({
    index,
    settings: { number_of_replicas: 0 },
    mappings: {
      dynamic: 'strict',
      _source: { excludes: ['border'] },
      properties: { name: { type: 'keyword' }, border: { type: 'geo_shape' } },
    },
  });
  const documents = [
    ...[...cutShapes].map(([name, coordinates]) => ({
      name,
      border: { type: 'MultiPolygon', coordinates },
    })),
    ...places.map((coordinates, at) => ({
      name: `place ${at}`,
      border: { type: 'Point', coordinates },
    })),
  ];
  const answer = await client.bulk({
    index,
    refresh: true,
    operations: documents.flatMap((document) => [{ create: {} }, document]),
  });
  expect(answer.errors).toBe(false);
});

afterAll(async () => {
  await client.indices.delete({ index, ignore_unavailable: true });
  await client.close();
});

/** The names of what is within the radius of the position, and of those what holds it: in one request each. */
async function ask(positions: Position[]): Promise<{ near: string[]; inside: string[] }[]> {
  const searches = positions.flatMap(([lon, lat]) => [
    {},
    {
      size: 100,
      query: {
        bool: {
          filter: { geo_distance: { distance: `${radiusMetres}m`, border: { lat, lon } } },
          should: {
            geo_shape: {
              _name: 'inside',
              border: {
                shape: { type: 'Point', coordinates: [lon, lat] },
                relation: 'intersects' as const,
              },
            },
          },
        },
      },
    },
  ]);
  const { responses } = await client.msearch<{ name: string }>({ index, searches });
  return responses.map((response) => {
    const { hits } = (response as estypes.MsearchMultiSearchItem<{ name: string }>).hits;
    const name = ({ _source }: (typeof hits)[number]) => _source?.name ?? '';
    return {
      near: hits.map(name),
      inside: hits
        .filter(
          ({ matched_queries: matched }) => Array.isArray(matched) && matched.includes('inside'),
        )
        .map(name),
    };
  });
}

/** A position near the shape, at most the margin away from its bounding box. */
function positionNear(polygons: Polygon[]): Position {
  const outline = polygons.flat(2);
  const anchor = outline[Math.floor(random() * outline.length)] ?? [0, 0];
  const latitude = anchor[1] + ((random() * 2 - 1) * marginMetres) / 111_000;
  const degree = 111_000 * Math.cos((latitude * Math.PI) / 180);
  const longitude = anchor[0] + ((random() * 2 - 1) * marginMetres) / degree;
  return [
    longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude,
    latitude,
  ];
}

function refusalToleranceMetres([, latitude]: Position): number {
  return latitude > farNorthDegrees ? farNorthToleranceMetres : distanceToleranceMetres;
}

describe.each([...cutShapes])('%s', (name, polygons) => {
  const positions = Array.from({ length: pointsPerShape }, () => positionNear(polygons));
  let answers: Awaited<ReturnType<typeof ask>>;

  beforeAll(async () => {
    answers = await ask(positions);
  });

  test('geo_shape finds exactly the points inside', () => {
    const judged = positions.map((position, at) => ({
      position,
      wanted: holds(polygons, position),
      found: answers[at]?.inside.includes(name),
      clear: borderDistanceMetres(polygons, position) > borderToleranceMetres,
    }));
    expect(judged.filter(({ clear, wanted, found }) => clear && wanted !== found)).toEqual([]);
    expect(judged.filter(({ wanted }) => wanted).length).toBeGreaterThan(pointsPerShape / 20);
  });

  test('geo_distance finds exactly the points inside and within the radius', () => {
    const judged = positions.map((position, at) => {
      const metres = holds(polygons, position) ? 0 : borderDistanceMetres(polygons, position);
      return {
        position,
        metres,
        wanted: metres <= radiusMetres,
        found: answers[at]?.near.includes(name),
        clear:
          metres > radiusMetres + distanceToleranceMetres ||
          metres < radiusMetres - refusalToleranceMetres(position),
      };
    });
    expect(judged.filter(({ clear, wanted, found }) => clear && wanted !== found)).toEqual([]);
    expect(judged.filter(({ wanted }) => !wanted).length).toBeGreaterThan(pointsPerShape / 20);
  });
});

test('geo_distance finds points within the radius', async () => {
  const positions = Array.from({ length: pointsPerShape }, (): Position => {
    const [longitude, latitude] = places[Math.floor(random() * places.length)] ?? [0, 0];
    return [longitude + (random() - 0.5) * 0.2, latitude + (random() - 0.5) * 0.2];
  });
  const answers = await ask(positions);
  const wrong = positions.flatMap((position, at) =>
    places
      .map((place, number) => ({
        position,
        name: `place ${number}`,
        metres: distanceMetres(position, place),
      }))
      .filter(({ metres }) => Math.abs(metres - radiusMetres) > borderToleranceMetres)
      .filter(({ metres, name }) => metres <= radiusMetres !== answers[at]?.near.includes(name)),
  );
  expect(wrong).toEqual([]);
});

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

import { expect } from '@jest/globals';
import { Client } from '@elastic/elasticsearch';
import { cutEdges, randomNumbers, type Polygon, type Position, type Ring } from './shapeOracle.js';

const longestEdgeMetres = 2_000;

/** One row of numbers for the shapes and for what a test asks about them, so that every run is about the same points. */
export const random = randomNumbers(20_261_121);

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

/** The shapes of the index, by their names. */
export const cutShapes = new Map(
  Object.entries(shapes).map(([name, polygons]) => [
    name,
    polygons.map((rings) => rings.map((ring) => cutEdges(ring, longestEdgeMetres))),
  ]),
);

/** The points of the index: the first is named `place 0`. */
export const places: Position[] = Array.from({ length: 40 }, () => [
  random() * 2 - 1,
  random() * 2 - 1,
]);

/** An index of its own in the Elasticsearch of the tests, for the shapes and the points above. */
export interface ShapeIndex {
  client: Client;
  index: string;
  fill(): Promise<void>;
  remove(): Promise<void>;
}

export function createShapeIndex(): ShapeIndex {
  const client = new Client({ node: process.env.ELASTICSEARCH_URL ?? '' });
  const index = `test-geo-shape-${process.pid}-${Date.now()}`;

  return {
    client,
    index,
    async fill() {
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
    },
    async remove() {
      await client.indices.delete({ index, ignore_unavailable: true });
      await client.close();
    },
  };
}

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { estypes } from '@elastic/elasticsearch';
import { createShapeIndex, cutShapes, places, random } from './shapeIndex.js';
import {
  borderDistanceMetres,
  distanceMetres,
  holds,
  type Polygon,
  type Position,
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
const pointsPerShape = 300;
const marginMetres = 15_000;

const shapeIndex = createShapeIndex();
const { client, index } = shapeIndex;

beforeAll(() => shapeIndex.fill());
afterAll(() => shapeIndex.remove());

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

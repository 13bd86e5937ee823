import type { Feature, FeatureCollection, MultiLineString, MultiPolygon, Polygon, Position } from 'geojson'; // prettier-ignore
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { codeOf } from './countryNumbers.js';
import { unwrapLine, unwrapRing } from './unwrap.js';

export type Atlas = Topology<{ countries: GeometryCollection<{ name: string }> }>;

/** One country as it is drawn. */
export type CountryShape = Feature<MultiPolygon, { id: string | undefined }>;

export interface World {
  readonly countries: readonly CountryShape[];
  readonly borders: Feature<MultiLineString>;
}

/** Returns the countries of an atlas, fit for a map: nothing jumps from +180° to -180°. */
export function worldOf(atlas: Atlas): World {
  const { countries } = atlas.objects;
  const drawn = feature(atlas, countries) as FeatureCollection<Polygon | MultiPolygon, { name: string }>; // prettier-ignore
  return {
    countries: drawn.features.map(({ id, properties, geometry }) => ({
      type: 'Feature',
      properties: { id: codeOf(id, properties.name) },
      geometry: {
        type: 'MultiPolygon',
        coordinates: polygonsOf(geometry).map((polygon) => polygon.map(unwrapRing)),
      },
    })),
    borders: {
      type: 'Feature',
      properties: {},
      geometry: {
        type: 'MultiLineString',
        coordinates: mesh(atlas, countries).coordinates.flatMap(withoutCuts).map(unwrapLine),
      },
    },
  };
}

/**
 * Returns the parts of a line that are borders: the atlas cuts countries along ±180°, and closes
 * Antarctica along the pole.
 */
function withoutCuts(line: readonly Position[]): Position[][] {
  const parts: Position[][] = [[]];
  for (const [index, position] of line.entries()) {
    const previous = line[index - 1];
    if (previous !== undefined && isCut(previous, position)) parts.push([]);
    parts.at(-1)?.push(position);
  }
  return parts.filter(({ length }) => length > 1);
}

function isCut(from: Position, to: Position): boolean {
  const ends = [from, to];
  return (
    ends.every(([longitude = 0]) => Math.abs(longitude) > 179.999) ||
    ends.every(([, latitude = 0]) => latitude < -89.9)
  );
}

function polygonsOf(geometry: Polygon | MultiPolygon): Position[][][] {
  return geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
}

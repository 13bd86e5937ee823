import { multiLineString, multiPolygon } from '@turf/helpers';
import type { Feature, MultiLineString, MultiPolygon, Polygon, Position } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { unwrapLine, unwrapRing } from '../shared/rings.js';
import { codeOf } from './countryCodes.js';

export type Atlas = Topology<{ countries: GeometryCollection<{ name: string }> }>;

/** One country as it is drawn. */
export type CountryShape = Feature<MultiPolygon, { id: string | undefined }>;

export interface World {
  readonly countries: readonly CountryShape[];
  readonly borders: readonly Feature<MultiLineString>[];
}

/** Returns the countries of an atlas without jumps at ±180°. */
export function worldOf(atlas: Atlas): World {
  const { countries } = atlas.objects;
  const borders = mesh(atlas, countries).coordinates.flatMap(withoutCuts);
  return {
    countries: feature(atlas, countries).features.map(({ id, properties, geometry }) => {
      const polygons = polygonsOf(geometry as Polygon | MultiPolygon).map((polygon) =>
        polygon.map(unwrapRing),
      );
      return multiPolygon(polygons, { id: codeOf(id, properties.name) });
    }),
    borders: [multiLineString(borders.map(unwrapLine))],
  };
}

/** Removes what is not a border: the atlas cuts countries at ±180° and closes Antarctica at the pole. */
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

import type {
  Feature,
  FeatureCollection,
  MultiLineString,
  MultiPolygon,
  Polygon,
  Position,
} from 'geojson';
import { feature, mesh, transform } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { codeOf } from './countryNumbers.js';
import { boxAround, boxesMeet, type Box, unwrapLine, unwrapRing } from './geometry.js';

export type Atlas = Topology<{ countries: GeometryCollection<{ name: string }> }>;

/** One country as it is drawn. */
export type CountryShape = Feature<MultiPolygon, { id: string | undefined }>;

export interface World {
  readonly countries: readonly CountryShape[];
  readonly borders: Feature<MultiLineString>;
}

/** Returns the countries of an atlas without jumps at ±180°. */
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
    borders: lines(mesh(atlas, countries).coordinates.flatMap(withoutCuts).map(unwrapLine)),
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

function lines(coordinates: Position[][]): Feature<MultiLineString> {
  return { type: 'Feature', properties: {}, geometry: { type: 'MultiLineString', coordinates } };
}

function polygonsOf(geometry: Polygon | MultiPolygon): Position[][][] {
  return geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
}

/** Coarse borders are closer than this to fine ones, so none of them is in the view. */
const MARGIN_DEGREES = 5;

type Countries = Atlas['objects']['countries']['geometries'];

/** Returns the region in which fine borders are drawn. */
export function regionAround({ west, south, east, north }: Box): Box {
  return {
    west: west - MARGIN_DEGREES,
    south: south - MARGIN_DEGREES,
    east: east + MARGIN_DEGREES,
    north: north + MARGIN_DEGREES,
  };
}

/** Takes countries with a border or coast in the region from the fine atlas, others from the coarse one. */
export function worldAround(region: Box, fine: Atlas, coarse: Atlas): World {
  const isNear = boxesOfArcs(fine).map((box) => boxesMeet(box, region));
  const near = fine.objects.countries.geometries.filter((country) =>
    arcsOf(country).some((arc) => isNear[arc < 0 ? ~arc : arc]),
  );
  const names = new Set(near.map(nameOf));
  const far = coarse.objects.countries.geometries.filter((country) => !names.has(nameOf(country)));
  const worlds = [worldOf(only(near, fine)), worldOf(only(far, coarse))];
  return {
    countries: worlds.flatMap(({ countries }) => countries),
    borders: lines(worlds.flatMap(({ borders }) => borders.geometry.coordinates)),
  };
}

function boxesOfArcs({ arcs, transform: steps }: Atlas): Box[] {
  const positionOf = transform(steps ?? null);
  return arcs.map((arc) => boxAround(arc.map((step, index) => positionOf(step, index > 0))));
}

function arcsOf(country: Countries[number]): number[] {
  if (country.type === 'Polygon') return country.arcs.flat();
  return country.type === 'MultiPolygon' ? country.arcs.flat(2) : [];
}

function nameOf({ properties }: Countries[number]): string | undefined {
  return properties !== undefined && 'name' in properties ? properties.name : undefined;
}

function only(geometries: Countries, atlas: Atlas): Atlas {
  const countries = { ...atlas.objects.countries, geometries };
  return { ...atlas, objects: { countries } };
}

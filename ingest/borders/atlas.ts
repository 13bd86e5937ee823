import { createRequire } from 'node:module';
import type { Position } from 'geojson';
import { feature } from 'topojson-client';
import type { MultiPolygon, Polygon, Topology } from 'topojson-specification';
import type { Box } from '../../core/geo/box.js';
import { countriesBy } from '../reference/iso.js';
import { cutAtBox } from './grid.js';
import { DETACHED_PARTS, type DetachedPart, UNCODED_FEATURES } from './territories.js';

/** A feature: what is drawn as one country, its `id` an ISO 3166-1 number if it has one. */
type AtlasGeometry = Polygon<{ name: string }> | MultiPolygon<{ name: string }>;

/** The format of world-atlas: shared arcs on an integer grid. */
type AtlasTopology = Topology<{
  countries: { type: 'GeometryCollection'; geometries: AtlasGeometry[] };
}>;

export const ATLAS_FILE = 'world-atlas/countries-10m.json';

const require = createRequire(import.meta.url);

/** The borders of Natural Earth 1:10,000,000, package `world-atlas`; 3.6 MB. */
export function readAtlas(): AtlasTopology {
  return require(ATLAS_FILE) as AtlasTopology;
}

export function atlasVersion(): string {
  return (require('world-atlas/package.json') as { version: string }).version;
}

/**
 * Assigns the polygons of the atlas to countries, by the choices of `territories.ts`.
 * @returns a function from a country's id to its polygons, which are decoded then
 */
export function polygonsByCountry(topology: AtlasTopology): (id: string) => Position[][][] {
  const features = topology.objects.countries.geometries.map((geometry) => {
    const key = String(geometry.id ?? geometry.properties?.name);
    const owner = UNCODED_FEATURES.get(key)?.country ?? countriesBy('numeric').get(key)?.id;
    return { geometry, owner, parts: DETACHED_PARTS.filter((part) => part.feature === key) };
  });
  return (id) =>
    features
      .filter(({ owner, parts }) => owner === id || parts.some(({ country }) => country === id))
      .flatMap(({ geometry, owner, parts }) =>
        polygonsIn(topology, geometry).flatMap((polygon) => piecesOf(id, polygon, owner, parts)),
      );
}

/** Returns the pieces of a polygon that belong to a country. @param owner of all that is no part */
function piecesOf(
  id: string,
  polygon: Position[][],
  owner: string | undefined,
  parts: readonly DetachedPart[],
): Position[][][] {
  const whole = parts.find((part) => isWithin(polygon, part));
  const cutting = whole === undefined ? parts.find(({ cut }) => cut) : undefined;
  if (cutting === undefined) return (whole?.country ?? owner) === id ? [polygon] : [];
  const { inside, outside } = cutAtBox(polygon, cutting);
  return [...(cutting.country === id ? inside : []), ...(owner === id ? outside : [])];
}

function polygonsIn(topology: AtlasTopology, geometry: AtlasGeometry): Position[][][] {
  return geometry.type === 'Polygon'
    ? [feature(topology, geometry).geometry.coordinates]
    : feature(topology, geometry).geometry.coordinates;
}

/** True if all of a polygon lies in a box. */
export function isWithin([outer = []]: Position[][], { west, south, east, north }: Box): boolean {
  return outer.every(
    ([longitude = NaN, latitude = NaN]) =>
      longitude >= west && longitude <= east && latitude >= south && latitude <= north,
  );
}

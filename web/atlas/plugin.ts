import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { codeOfTerritory } from './countryCodes.js';
import { hexagons } from './hexagons.js';
import { labelsOf } from './labels.js';
import { readPackaged, regionBorders, waters } from './nature.js';
import { oceanAt } from './ocean.js';
import { tilesOf, type TileSet } from './tiles.js';
import { type Atlas, type World, worldOf } from './world.js';

const NAME = 'virtual:atlas';
/** The tiles of the finer relief. */
const RELIEF = join(import.meta.dirname, '../explorer/map/relief');
/** Makes the vector tiles of the map, and `virtual:atlas`, the module that has their address. */
export function atlas(): Plugin {
  return {
    name: 'atlas',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    async load(id) {
      if (id !== `\0${NAME}`) return undefined;
      const { lakes, rivers } = waters();
      const [coarse, fine] = [worldAt('50m'), worldAt('10m')];
      const sets: TileSet[] = [
        { zooms: [0], isFinest: false, layers: { ...worldAt('110m'), lakes } },
        { zooms: [1, 2, 3], isFinest: false, layers: { ...coarse, lakes } },
        {
          zooms: [4],
          isFinest: false,
          layers: { ...coarse, lakes, rivers, ocean: oceanAt('50m') },
        },
        {
          zooms: [5],
          isFinest: true,
          layers: { ...fine, lakes, rivers, ocean: oceanAt('10m'), regions: regionBorders() },
        },
      ];
      const tiles = sets.flatMap((set) => [...tilesOf(set)]);
      const hash = createHash('sha256');
      for (const { content } of tiles) hash.update(content);
      const [cells] = tilesOf({
        zooms: [0],
        isFinest: true,
        layers: { hexagons: await hexagons() },
      });
      if (cells === undefined) throw new Error('There are no hexagons of the first view.');
      hash.update(cells.content);
      const relief = readdirSync(RELIEF).map((name) => ({
        name,
        source: readFileSync(join(RELIEF, name)),
      }));
      for (const { source } of relief) hash.update(source);
      const prefix = `atlas-${hash.digest('hex').slice(0, 8)}`;
      for (const { name, content } of tiles)
        this.emitFile({ type: 'asset', fileName: `assets/${prefix}-${name}.pbf`, source: content });
      for (const { name, source } of relief)
        this.emitFile({ type: 'asset', fileName: `assets/${prefix}-${name}`, source });
      const hexagonsFile = `${prefix}-hexagons.pbf`;
      this.emitFile({ type: 'asset', fileName: `assets/${hexagonsFile}`, source: cells.content });
      return `const here = new URL(/* @vite-ignore */ '.', import.meta.url).href;
        export const tiles = here + '${prefix}-{z}-{x}-{y}.pbf';
        export const relief = here + '${prefix}-{z}-{x}-{y}.webp';
        export const hexagons = here + '${hexagonsFile}';
        export const labels = ${JSON.stringify(labelsOf(fine.countries))};
        export const capitals = ${JSON.stringify(capitals())};`;
    },
  };
}

function worldAt(scale: string): World {
  return worldOf(readPackaged(`world-atlas/countries-${scale}.json`) as Atlas);
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

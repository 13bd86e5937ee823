import { GeoJSONVT } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { Feature } from 'geojson';

/** The features of the tiles of some zooms, by the name of the layer. */
export interface TileSet {
  readonly zooms: readonly number[];
  /** Keeps all points, because close views magnify these tiles. Else neighbours would part. */
  readonly isFinest: boolean;
  readonly layers: Readonly<Record<string, readonly Feature[]>>;
}

export interface Tile {
  /** Such as `5-16-11`: zoom, column, row. */
  readonly name: string;
  readonly content: Uint8Array;
}

/** A tile has 4,096 units, which are 512 pixels. Lines reach less than `buffer` beyond its edge. */
const SHAPE = { extent: 4_096, tolerance: 5, buffer: 24 };

/** Cuts features into vector tiles. Details smaller than a pixel are left out. */
export function* tilesOf({ zooms, layers, isFinest }: TileSet): Generator<Tile> {
  // The library simplifies all zooms but its last.
  const last = Math.max(...zooms);
  const zoomed = { maxZoom: isFinest ? last : last + 1, indexMaxZoom: last, indexMaxPoints: 0 };
  const indices = Object.entries(layers).map(([name, features]) => {
    const data = { type: 'FeatureCollection' as const, features: [...features] };
    return [name, new GeoJSONVT(data, { ...zoomed, ...SHAPE })] as const;
  });
  for (const zoom of zooms)
    for (let column = 0; column < 2 ** zoom; column += 1)
      for (let row = 0; row < 2 ** zoom; row += 1) {
        const cut = indices.flatMap(([name, index]) => {
          const tile = index.getTile(zoom, column, row);
          return tile === null || tile.features.length === 0 ? [] : [[name, tile] as const];
        });
        const content = fromGeojsonVt(Object.fromEntries(cut), {
          version: 2,
          extent: SHAPE.extent,
        });
        yield { name: `${zoom}-${column}-${row}`, content };
      }
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { polygon } from '@turf/helpers';
import type { Feature, Polygon } from 'geojson';
import { fromArrayBuffer } from 'geotiff';
import { cellToBoundary, cellToLatLng, latLngToCell } from 'h3-js';
import { unwrapLine } from '../shared/rings.js';

/** About 320 km wide. */
const RESOLUTION = 2;
/** Every sixteenth row and column of the heights: some 50 of a cell at the equator. */
const STEP = 16;
/** Less land would be hidden by the hexagon. */
const LEAST_LAND = 0.5;
/** The flat map ends before the poles. */
const HIGHEST_LATITUDE = 84;
/** The part of a cell that is drawn. The land is seen between cells. */
const DRAWN = 0.94;
const ROUNDED_METERS = 10;

/** Returns the cells of the first view, with the mean altitude of their land in metres. */
export async function hexagons(): Promise<Feature<Polygon, { altitude: number }>[]> {
  const [heights, biomes] = await Promise.all(['elevation.tif', 'biomes.tif'].map(readGrid));
  if (heights === undefined || biomes === undefined) return [];
  const cells = new Map<string, { points: number; land: number; meters: number }>();
  for (let row = STEP / 2; row < heights.rows; row += STEP) {
    const latitude = 90 - (row / heights.rows) * 180;
    if (Math.abs(latitude) > HIGHEST_LATITUDE) continue;
    for (let column = STEP / 2; column < heights.columns; column += STEP) {
      const longitude = (column / heights.columns) * 360 - 180;
      const cell = latLngToCell(latitude, longitude, RESOLUTION);
      const sums = cells.get(cell) ?? { points: 0, land: 0, meters: 0 };
      cells.set(cell, sums);
      sums.points += 1;
      const height = heights.valueAt(latitude, longitude);
      // The sea is at 0 m. The Caspian Sea is lower, and has no biome.
      if (height <= 0 && biomes.valueAt(latitude, longitude) === 0) continue;
      sums.land += 1;
      sums.meters += height;
    }
  }
  return [...cells].flatMap(([cell, { points, land, meters }]) => {
    const [latitude, longitude] = cellToLatLng(cell);
    if (land / points < LEAST_LAND || Math.abs(latitude) > HIGHEST_LATITUDE) return [];
    const altitude = Math.round(meters / land / ROUNDED_METERS) * ROUNDED_METERS;
    const corners = cellToBoundary(cell, true);
    const ring = unwrapLine([[longitude, latitude], ...corners]).slice(1);
    const drawn = ring.map(([x = 0, y = 0]) => [
      longitude + (x - longitude) * DRAWN,
      latitude + (y - latitude) * DRAWN,
    ]);
    return polygon([drawn], { altitude });
  });
}

/** Reads a grid of the whole world. */
async function readGrid(name: string) {
  const bytes = readFileSync(join(import.meta.dirname, '../../ingest/data', name));
  const image = await (await fromArrayBuffer(new Uint8Array(bytes).buffer)).getImage();
  const values = await image.readRasters({ interleave: true });
  const [columns, rows] = [image.getWidth(), image.getHeight()];
  const valueAt = (latitude: number, longitude: number): number => {
    const row = Math.floor(((90 - latitude) / 180) * rows);
    const column = Math.floor(((longitude + 180) / 360) * columns);
    return Number(values[row * columns + column]);
  };
  return { columns, rows, valueAt };
}

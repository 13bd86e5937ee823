import { writeFileSync } from 'node:fs';
import { fromFile, type GeotiffWriterMetadata, writeArrayBuffer } from 'geotiff';
import { Grid } from '../../core/lands/grid.js';
import { openWindow } from '../../core/lands/window.js';
import type { Point } from '../../core/geo/point.js';
import type { Frame } from '../../indices/lands.js';
import { frameOf, noDataOf } from '../../ingest/rasters/geoTiff.js';
import { type Numbers, windowAround } from '../../ingest/rasters/source.js';

/** Writes a GeoTIFF of heights or numbers, its corner in the north-west. */
export function writeGeoTiff(
  path: string,
  { columns, rows, west, north, cellWidth, cellHeight, noData }: Frame & { noData?: number },
  values: readonly number[],
  more: Partial<GeotiffWriterMetadata> = {},
): void {
  const content = writeArrayBuffer(Float32Array.from(values), {
    width: columns,
    height: rows,
    ModelTiepoint: [0, 0, 0, west, north, 0],
    ModelPixelScale: [cellWidth, cellHeight, 0],
    GTModelTypeGeoKey: 2,
    GTRasterTypeGeoKey: 1,
    GeographicTypeGeoKey: 4326,
    ...(noData === undefined ? {} : { GDAL_NODATA: String(noData) }),
    ...more,
  });
  writeFileSync(path, new Uint8Array(content));
}

/** Reads the whole of a GeoTIFF into memory. */
export async function readWhole(path: string): Promise<Grid> {
  const file = await fromFile(path);
  const image = await file.getImage();
  const values = await image.readRasters({ interleave: true });
  const [frame, noData] = [frameOf(image), noDataOf(image)];
  await file.close();
  return new Grid(frame, (column, row) => {
    const value = values[row * frame.columns + column];
    return value === noData ? undefined : value;
  });
}

/** Of numbers that are at hand. */
export function gridOf(numbers: Numbers): Grid {
  return new Grid(numbers.frame, (column, row) => numbers.valueAt(column, row));
}

/** What lands around a place are made of. */
export async function surroundings(numbers: Numbers, centre: Point): Promise<Grid> {
  return openWindow(await windowAround(numbers, { centre, radiusRadians: 0.001 }));
}

import { writeFileSync } from 'node:fs';
import { type GeotiffWriterMetadata, writeArrayBuffer } from 'geotiff';
import type { Frame } from '../../ingest/rasters/grid.js';

/** Writes a GeoTIFF of heights or numbers, its corner in the north-west. */
export function writeGeoTiff(
  path: string,
  { columns, rows, west, north, cellWidth, cellHeight, noData }: Frame,
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

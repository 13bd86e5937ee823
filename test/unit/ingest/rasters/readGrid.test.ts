import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type GeotiffWriterMetadata, writeArrayBuffer } from 'geotiff';
import { builtInFile } from '../../../../ingest/builtInFile.js';
import { biomesFrom } from '../../../../ingest/rasters/biomes.js';
import { readGrid } from '../../../../ingest/rasters/readGrid.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'grids-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Two rows of three cells of 2° by 1°, its corner at 50° N 10° E. */
const PLAIN: GeotiffWriterMetadata = {
  width: 3,
  height: 2,
  ModelTiepoint: [0, 0, 0, 10, 50, 0],
  ModelPixelScale: [2, 1, 0],
  GTModelTypeGeoKey: 2,
  GTRasterTypeGeoKey: 1,
  GeographicTypeGeoKey: 4326,
};
const VALUES = [1, 2, 3, 4, 5, 6];

function writeGrid(metadata: Partial<GeotiffWriterMetadata> = {}, values = VALUES): string {
  const path = join(folder, 'own.tif');
  const content = writeArrayBuffer(new Uint8Array(values), { ...PLAIN, ...metadata });
  writeFileSync(path, new Uint8Array(content));
  return path;
}

describe('a grid is read', () => {
  test('from its corner, the north first', async () => {
    const grid = await readGrid(writeGrid());
    expect(grid.at({ latitude: 49.9, longitude: 10.1 })).toBe(1);
    expect(grid.at({ latitude: 49.9, longitude: 15.9 })).toBe(3);
    expect(grid.at({ latitude: 48.1, longitude: 10.1 })).toBe(4);
    expect(grid.at({ latitude: 50.1, longitude: 10.1 })).toBeUndefined();
    expect(grid.at({ latitude: 49.9, longitude: 9.9 })).toBeUndefined();
    expect(grid.interpolatedAt({ latitude: 49, longitude: 12 })).toBe(3);
  });

  test('from the middle of its first cell, where its points are middles', async () => {
    const grid = await readGrid(writeGrid({ GTRasterTypeGeoKey: 2 }));
    expect(grid.interpolatedAt({ latitude: 50, longitude: 10 })).toBe(1);
    expect(grid.interpolatedAt({ latitude: 49, longitude: 14 })).toBe(6);
    expect(grid.at({ latitude: 50.4, longitude: 9.1 })).toBe(1);
  });

  test('without the cells that it marks as unknown', async () => {
    const grid = await readGrid(writeGrid({ GDAL_NODATA: '4' }));
    expect(grid.at({ latitude: 48.1, longitude: 10.1 })).toBeUndefined();
    expect(grid.interpolatedAt({ latitude: 49, longitude: 12 })).toBeCloseTo((1 + 2 + 5) / 3);
  });
});

describe('a grid is refused', () => {
  test.each<[string, Partial<GeotiffWriterMetadata>, RegExp]>([
    [
      'in metres',
      { GTModelTypeGeoKey: 1, ProjectedCSTypeGeoKey: 3857 },
      /^own\.tif is not in degrees of WGS 84\. .*gdalwarp/,
    ],
    ['on another ellipsoid', { GeographicTypeGeoKey: 4267 }, /not in degrees of WGS 84/],
    ['of three bands', { width: 1 }, /^own\.tif has 3 bands, not one\. .*gdal_translate -b 1/],
    ['with the south up', { ModelPixelScale: [2, -1, 0] }, /north up.*gdalwarp/],
    ['tied in its middle', { ModelTiepoint: [1, 1, 0, 10, 50, 0] }, /north up.*gdalwarp/],
  ])('%s', async (_, metadata, reason) => {
    await expect(readGrid(writeGrid(metadata))).rejects.toThrow(reason);
  });

  test('that is no GeoTIFF, or not there', async () => {
    const path = join(folder, 'heights.csv');
    await expect(readGrid(path)).rejects.toThrow(/^heights\.csv cannot be read as a GeoTIFF \(.*no such file/); // prettier-ignore
    writeFileSync(path, 'latitude,longitude,meters\n');
    await expect(readGrid(path)).rejects.toThrow(/^heights\.csv cannot be read as a GeoTIFF \(/);
  });

  test.each([100, 5_000])('that is cut off after %d bytes', async (bytes) => {
    const path = join(folder, 'cut.tif');
    writeFileSync(path, readFileSync(builtInFile('biomes.tif')).subarray(0, bytes));
    await expect(readGrid(path)).rejects.toThrow(
      /^cut\.tif cannot be read as a GeoTIFF \(.+\): it may be cut off\. Get it again\.$/,
    );
  });
});

test('a number of a biome that has no name says what to do', async () => {
  const table = join(folder, 'names.tsv');
  writeFileSync(table, 'number\tname\n0\tnothing\n1\tTundra\n');
  const raster = writeGrid({}, [0, 1, 2, 0, 1, 2]);
  const biomes = await biomesFrom({ raster, names: table }).read();
  await biomes.prepare?.([{ west: 10, south: 48, east: 16, north: 50 }]);
  expect(biomes.at({ latitude: 49.9, longitude: 10.1 })).toBeUndefined();
  expect(biomes.at({ latitude: 49.9, longitude: 12.1 })).toBe('Tundra');
  expect(() => biomes.at({ latitude: 49.9, longitude: 14.1 })).toThrow(
    'own.tif has 2, which names.tsv does not name: add a line with this number and a name.',
  );
});

test('a table of names that cannot be read is named, with what it is to be', async () => {
  const table = join(folder, 'uneven.tsv');
  writeFileSync(table, 'number\tname\n1\tTundra\n2\tTaiga\tcold\n');
  const reading = biomesFrom({ raster: writeGrid(), names: table }).read();
  await expect(reading).rejects.toThrow(
    /^uneven\.tsv cannot be read \(.*line 3.*\): it is to have a number and a name in each line/,
  );
});

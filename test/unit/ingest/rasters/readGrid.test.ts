import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { GeotiffWriterMetadata } from 'geotiff';
import type { Grid } from '../../../../core/lands/grid.js';
import { openWindow } from '../../../../core/lands/window.js';
import { readByBlock } from '../../../../ingest/rasters/blocks.js';
import { biomesAround, windowAround } from '../../../../ingest/rasters/source.js';
import { biomesFrom, heightsFrom } from '../../../../ingest/rasters/terrain.js';
import { builtInFile } from '../../../../ingest/reference/builtInFile.js';
import { gridOf, writeGeoTiff } from '../../../support/geoTiffs.js';
import { testFolder } from '../../../support/folder.js';

const folder = testFolder();

/** Two rows of three cells of 2° by 1°, its corner at 50° N 10° E. */
const FRAME = { columns: 3, rows: 2, west: 10, north: 50, cellWidth: 2, cellHeight: 1 };

function writeGrid(more: Partial<GeotiffWriterMetadata> = {}, values = [1, 2, 3, 4, 5, 6]): string {
  const path = join(folder.path, 'own.tif');
  writeGeoTiff(path, FRAME, values, more);
  return path;
}

const writeNames = (name: string, lines: string): string =>
  folder.write(name, `number\tname\n${lines}`);

async function gridIn(path: string): Promise<Grid> {
  const numbers = await readByBlock(path);
  await numbers.prepare?.([{ west: -180, south: -90, east: 180, north: 90 }]);
  return gridOf(numbers);
}

describe('a grid is read', () => {
  test.each([
    [49.9, 10.1, 1],
    [49.9, 15.9, 3],
    [48.1, 10.1, 4],
    [50.1, 10.1, undefined],
    [49.9, 9.9, undefined],
  ])('from its corner, the north first: at %d, %d', async (latitude, longitude, value) => {
    const grid = await gridIn(writeGrid());
    expect(grid.at({ latitude, longitude })).toBe(value);
    expect(grid.interpolatedAt({ latitude: 49, longitude: 12 })).toBe(3);
  });

  test('from the middle of its first cell, if its points are middles', async () => {
    const grid = await gridIn(writeGrid({ GTRasterTypeGeoKey: 2 }));
    expect(grid.interpolatedAt({ latitude: 50, longitude: 10 })).toBe(1);
    expect(grid.interpolatedAt({ latitude: 49, longitude: 14 })).toBe(6);
    expect(grid.at({ latitude: 50.4, longitude: 9.1 })).toBe(1);
  });

  test('without the cells that it marks as unknown, also of NAD83', async () => {
    const grid = await gridIn(writeGrid({ GDAL_NODATA: '4', GeographicTypeGeoKey: 4269 }));
    expect(grid.at({ latitude: 48.1, longitude: 10.1 })).toBeUndefined();
    expect(grid.interpolatedAt({ latitude: 49, longitude: 12 })).toBeCloseTo((1 + 2 + 5) / 3);
  });
});

/** Degrees of WGS 84, but for one of the keys. */
const keys = (key: number, value: number): number[] => [1, 1, 0, 3, 1024, 0, 1, 2, 2048, 0, 1, 4326, key, 0, 1, value]; // prettier-ignore

const readHeader = async (path: string) => (await heightsFrom(path)).read();

describe('a grid is rejected', () => {
  test.each<[string, Partial<GeotiffWriterMetadata>, RegExp]>([
    ['in metres', { GTModelTypeGeoKey: 1, ProjectedCSTypeGeoKey: 3857 }, /^own\.tif is not in degrees of WGS 84\. .*gdalwarp/], // prettier-ignore
    ['on another ellipsoid', { GeographicTypeGeoKey: 4267 }, /not in degrees of WGS 84/],
    ['from Paris', { GeoKeyDirectory: keys(2051, 8903) }, /not in degrees of WGS 84/],
    ['in grads', { GeoKeyDirectory: keys(2054, 9105) }, /not in degrees of WGS 84/],
    ['of three bands', { width: 1 }, /^own\.tif has 3 bands, not one\. .*gdal_translate -b 1/],
    ['with the south up', { ModelPixelScale: [2, -1, 0] }, /north up.*gdalwarp/],
    ['tied in its middle', { ModelTiepoint: [1, 1, 0, 10, 50, 0] }, /north up.*gdalwarp/],
  ])('%s', async (_, metadata, reason) => {
    await expect(readHeader(writeGrid(metadata))).rejects.toThrow(reason);
  });

  test.each([
    [0, 'Convert it with `gdal_translate`'],
    [100, 'It is cut off: get it again'],
    [5_000, 'It is cut off: get it again'],
  ])('that is cut off after %d bytes', async (bytes, advice) => {
    const begin = readFileSync(builtInFile('biomes.tif')).subarray(0, bytes);
    const path = folder.write('cut.tif', begin);
    await expect(readHeader(path)).rejects.toThrow(
      new RegExp(`^cut\\.tif cannot be read as a GeoTIFF \\(.+\\)\\. ${advice}\\.$`),
    );
  });
});

test('a number of a biome that has no name says what to do', async () => {
  const names = writeNames('names.tsv', '0\tnothing\n1\t"Tundra, cold"\n');
  const raster = writeGrid({}, [0, 1, 2, 0, 1, 2]);
  const biomes = await (await biomesFrom({ raster, names })).read();
  const around = (longitude: number) =>
    biomesAround(biomes, { centre: { latitude: 49.5, longitude }, radiusRadians: 0.001 });
  expect((await around(10.5))?.names).toEqual({ 1: 'Tundra, cold' });
  await expect(around(13.5)).rejects.toThrow(
    'own.tif has 2, which names.tsv does not name: add a line with this number and a name.',
  );
});

test('the most frequent of biomes that are finer than a land counts', async () => {
  const names = writeNames('two.tsv', '1\tTundra\n2\tTaiga\n');
  const raster = join(folder.path, 'fine.tif');
  const values = Array.from({ length: 100 }, (_, at) => (at % 10 < 7 ? 2 : 1));
  const cell = 1 / 1_200;
  writeGeoTiff(raster, { ...FRAME, columns: 10, rows: 10, cellWidth: cell, cellHeight: cell }, values); // prettier-ignore
  const biomes = await (await biomesFrom({ raster, names })).read();
  const centre = { latitude: 50 - 1 / 240, longitude: 10 + 1 / 240 };
  const grid = openWindow(await windowAround(biomes, { centre, radiusRadians: 1e-5 }));
  expect(grid.at(centre)).toBe(2);
  expect(grid.at({ latitude: 49.98, longitude: 10.004 })).toBeUndefined();
});

test('a table of names that cannot be read is named, with what it is to be', async () => {
  const names = writeNames('uneven.tsv', '1\tTundra\n2\tTaiga\tcold\n');
  await expect((await biomesFrom({ raster: writeGrid(), names })).read()).rejects.toThrow(
    /^uneven\.tsv cannot be read \(.*line 3.*\)\. Each line needs a number, a tab and a name/,
  );
});

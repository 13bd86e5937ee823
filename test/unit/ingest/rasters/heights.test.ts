import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'; // prettier-ignore
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { builtInFile } from '../../../../ingest/sources/builtInFile.js';
import { Grid } from '../../../../core/lands/grid.js';
import { readWhole } from '../../../../ingest/rasters/geoTiff.js';
import { tilePaths } from '../../../../ingest/rasters/tileFiles.js';
import type { Numbers } from '../../../../ingest/rasters/source.js';
import { heightsFrom } from '../../../../ingest/rasters/terrain.js';
import { gridOf, surroundings, writeGeoTiff } from '../../../support/geoTiffs.js';
import { below, seeded } from '../../../support/random.js';

const random = seeded(23);
const NO_DATA = -9_999;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'heights-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** As of a land there. */
async function heightAt(heights: Numbers, latitude: number, longitude: number) {
  const point = { latitude, longitude };
  return (await surroundings(heights, point)).interpolatedAt(point);
}

test('of a file are those of the whole of it, though it is read block by block', async () => {
  const path = builtInFile('elevation.tif');
  const [grid, heights] = [gridOf(await readWhole(path)), await (await heightsFrom(path)).read()];
  for (let count = 0; count < 20; count += 1) {
    const point = { latitude: 180 * random() - 90, longitude: 360 * random() - 180 };
    const found = await heightAt(heights, point.latitude, point.longitude);
    expect([point, found]).toEqual([point, grid.interpolatedAt(point)]);
  }
  for (const longitude of [-180, 180, 179.999, -179.999]) {
    const point = { latitude: -16.8, longitude };
    expect(await heightAt(heights, point.latitude, longitude)).toBe(grid.interpolatedAt(point));
  }
});

/** 4 by 2 tiles of 10 by 10 cells, over ±180° and the equator, and the same as one raster. */
function writeTiles(into: string): Grid {
  const whole = { columns: 40, rows: 20, west: 178, north: 1, cellWidth: 0.1, cellHeight: 0.1, noData: NO_DATA }; // prettier-ignore
  const values = Array.from({ length: 800 }, () => (random() < 0.05 ? NO_DATA : below(random, 3_000))); // prettier-ignore
  for (let tile = 0; tile < 8; tile += 1) {
    const [left, top] = [(tile % 4) * 10, Math.floor(tile / 4) * 10];
    const cells = Array.from({ length: 100 }, (_, at) => values[(top + Math.floor(at / 10)) * 40 + left + (at % 10)] ?? NaN); // prettier-ignore
    const west = 178 + left / 10;
    const frame = { ...whole, columns: 10, rows: 10, north: 1 - top / 10, west: west >= 180 ? west - 360 : west }; // prettier-ignore
    mkdirSync(join(into, `row${top}`), { recursive: true });
    writeGeoTiff(join(into, `row${top}`, `tile${left}.TIF`), frame, cells);
  }
  return new Grid(whole, (column, row) => {
    const value = values[row * 40 + column];
    return value === NO_DATA ? undefined : value;
  });
}

describe('of a folder of tiles', () => {
  let tiles: string;
  let whole: Grid;
  beforeAll(() => {
    tiles = join(folder, 'tiles');
    mkdirSync(tiles);
    whole = writeTiles(tiles);
    writeFileSync(join(tiles, 'readme.txt'), 'not a tile');
  });

  test('are those of one file, also over the edges between tiles and ±180°', async () => {
    const heights = await (await heightsFrom(tiles)).read();
    let known = 0;
    for (let count = 0; count < 400; count += 1) {
      const latitude = 2.2 * random() - 1.1;
      const degrees = 177.9 + 4.2 * random();
      const longitude = degrees > 180 ? degrees - 360 : degrees;
      const found = await heightAt(heights, latitude, longitude);
      const point = { latitude, longitude };
      // Of a cell that is unknown, tiles beside it say what they know of its neighbours.
      if (whole.at(point) === undefined) continue;
      known += 1;
      expect(found).toBeCloseTo(whole.interpolatedAt(point) ?? NaN, 6);
    }
    expect(known).toBeGreaterThan(250);
    expect(await heightAt(heights, 5, 179)).toBeUndefined();
    expect(await heightAt(heights, 0.5, 20)).toBeUndefined();
  });

  test('come from the finer ones where some lie over others', async () => {
    const both = join(folder, 'both');
    mkdirSync(both);
    const coarse = { columns: 4, rows: 4, west: 8, north: 52, cellWidth: 1, cellHeight: 1 };
    const fine = { columns: 10, rows: 10, west: 9, north: 51, cellWidth: 0.1, cellHeight: 0.1, noData: NO_DATA }; // prettier-ignore
    writeGeoTiff(join(both, 'a.tif'), coarse, Array<number>(16).fill(100));
    const cells = Array<number>(100).fill(200).fill(NO_DATA, 0, 30);
    writeGeoTiff(join(both, 'b.tif'), fine, cells);
    const heights = await (await heightsFrom(both)).read();
    expect(await heightAt(heights, 50.3, 9.5)).toBe(200);
    expect(await heightAt(heights, 50.9, 9.5)).toBe(100);
    expect(await heightAt(heights, 49.5, 9.5)).toBe(100);
    expect(await heightAt(heights, 50.3, 7)).toBeUndefined();
  });

  test('that are finer than a land are averaged over as much, what is unknown left out', async () => {
    const cells = 120;
    const frame = { columns: cells, rows: cells, west: 9, north: 51, cellWidth: 1 / 1_200, cellHeight: 1 / 1_200, noData: NO_DATA }; // prettier-ignore
    // Ten of them are as wide as a land: in each a slope from 0 to 90, half of it unknown in the south.
    const values = Array.from({ length: cells * cells }, (_, at) =>
      at >= 60 * cells && at % 2 === 0 ? NO_DATA : (at % cells) % 10 === 0 ? 0 : 10 * (at % 10),
    );
    const path = join(folder, 'fine.tif');
    writeGeoTiff(path, frame, values);
    const heights = await (await heightsFrom(path)).read();
    expect(heights.frame.cellWidth).toBeCloseTo(1 / 120, 12);
    expect(await heightAt(heights, 50.98, 9.05)).toBeGreaterThan(35);
    expect(await heightAt(heights, 50.98, 9.05)).toBeLessThan(55);
    expect(await heightAt(heights, 50.92, 9.05)).toBeGreaterThan(35);
    expect(await heightAt(heights, 50.92, 9.05)).toBeLessThan(60);
    expect(await heightAt(heights, 50.8, 9.05)).toBeUndefined();
  });

  test('name what they were made from, by the names, sizes and times of its files', async () => {
    const filesOf = async () => (await heightsFrom(tiles)).files;
    const [before, ...others] = await filesOf();
    expect(others).toEqual([]);
    expect(before).toMatchObject({ name: 'tiles', bytes: expect.any(Number) });
    expect(await filesOf()).toEqual([before]);
    utimesSync(join(tiles, 'row0', 'tile0.TIF'), 1_000, 1_000);
    expect(await filesOf()).not.toEqual([before]);
  });
});

test('of a folder with links into itself are each read once', () => {
  const linked = join(folder, 'linked');
  mkdirSync(linked);
  const tile = join(folder, 'tiles', 'row0', 'tile0.TIF');
  symlinkSync(tile, join(linked, 'a.tif'));
  for (const name of ['b', 'c', 'd.tif']) symlinkSync('.', join(linked, name));
  symlinkSync('nowhere', join(linked, 'e.tif'));
  expect(tilePaths(linked)).toEqual({ paths: [join(linked, 'a.tif')], folder: linked });
});

describe('are refused beforehand', () => {
  test('where nothing is', async () => {
    await expect(heightsFrom(join(folder, 'nowhere'))).rejects.toThrow(/^There is no .*nowhere: name a GeoTIFF/); // prettier-ignore
    mkdirSync(join(folder, 'empty'));
    await expect(heightsFrom(join(folder, 'empty'))).rejects.toThrow(/holds no GeoTIFF/);
  });

  test('where blocks are too large to be read one by one', async () => {
    const path = join(folder, 'one.tif');
    const frame = { columns: 9_000, rows: 9_000, west: 0, north: 9, cellWidth: 0.001, cellHeight: 0.001 }; // prettier-ignore
    writeGeoTiff(path, frame, [0], {
      BitsPerSample: [32],
      SamplesPerPixel: [1],
      StripByteCounts: [4],
      RowsPerStrip: 9_000,
    });
    await expect((await heightsFrom(path)).read()).rejects.toThrow(
      /^one\.tif is stored in blocks of 309 MB, .*`gdal_translate -co TILED=YES`/,
    );
  });

  test('where a tile cannot be read, by its name', async () => {
    const broken = join(folder, 'broken');
    mkdirSync(join(broken, 'east'), { recursive: true });
    copyFileSync(join(folder, 'tiles', 'row0', 'tile10.TIF'), join(broken, 'good.tif'));
    const bytes = readFileSync(join(folder, 'tiles', 'row0', 'tile0.TIF'));
    writeFileSync(join(broken, 'east', 'cut.tif'), bytes.subarray(0, bytes.length - 20));
    const reason = /^east\/cut\.tif cannot be read as a GeoTIFF \(.*\): it may be cut off/;
    await expect((await heightsFrom(broken)).read()).rejects.toThrow(reason);
  });
});

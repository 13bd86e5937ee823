import { mkdirSync, readFileSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { Grid } from '../../../../core/lands/grid.js';
import { openWindow } from '../../../../core/lands/window.js';
import { windowAround } from '../../../../ingest/rasters/source.js';
import { heightsFrom } from '../../../../ingest/rasters/terrain.js';
import { sourcesOf } from '../../../../ingest/files/dataFile.js';
import { partsOf, TILES } from '../../../../ingest/files/parts.js';
import { surroundings, writeGeoTiff } from '../../../support/geoTiffs.js';
import { testFolder } from '../../../support/folder.js';
import { below, seeded } from '../../../support/random.js';

const random = seeded(23);
const NO_DATA = -9_999;

const folder = testFolder();

/** Makes a folder. */
function made(name: string): string {
  const path = join(folder.path, name);
  mkdirSync(path, { recursive: true });
  return path;
}

/** Returns what the heights of a path are at places, as of a land there. */
async function heightsOf(path: string) {
  const heights = await (await heightsFrom(path)).read();
  return async (latitude: number, longitude: number) => {
    const point = { latitude, longitude };
    return (await surroundings(heights, point)).interpolatedAt(point);
  };
}

const square = (cells: number, west: number, north: number, size: number) => ({
  columns: cells,
  rows: cells,
  west,
  north,
  cellWidth: size,
  cellHeight: size,
  noData: NO_DATA,
});

/** Writes 4 by 2 tiles of 10 by 10 cells, over ±180° and the equator. @returns the same as one raster */
function writeTiles(into: string): Grid {
  const whole = { ...square(40, 178, 1, 0.1), rows: 20 };
  const values = Array.from({ length: 800 }, () => (random() < 0.05 ? NO_DATA : below(random, 3_000))); // prettier-ignore
  for (let tile = 0; tile < 8; tile += 1) {
    const [left, top] = [(tile % 4) * 10, Math.floor(tile / 4) * 10];
    const cells = Array.from({ length: 100 }, (_, at) => values[(top + Math.floor(at / 10)) * 40 + left + (at % 10)] ?? NaN); // prettier-ignore
    const west = 178 + left / 10;
    const frame = square(10, west >= 180 ? west - 360 : west, 1 - top / 10, 0.1);
    mkdirSync(join(into, `row${top}`), { recursive: true });
    writeGeoTiff(join(into, `row${top}`, `tile${left}.TIF`), frame, cells);
  }
  return new Grid(whole, (column, row) => {
    const value = values[row * 40 + column];
    return value === NO_DATA ? undefined : value;
  });
}

describe('the heights of a folder of tiles', () => {
  const tiles = made('tiles');
  const whole = writeTiles(tiles);
  const tile = join(tiles, 'row0', 'tile0.TIF');
  folder.write('tiles/readme.txt', 'not a tile');

  test('are those of one file, also over the edges between tiles and ±180°', async () => {
    const heightAt = await heightsOf(tiles);
    let known = 0;
    for (let count = 0; count < 400; count += 1) {
      const degrees = 177.9 + 4.2 * random();
      const longitude = degrees > 180 ? degrees - 360 : degrees;
      const point = { latitude: 2.2 * random() - 1.1, longitude };
      const found = await heightAt(point.latitude, longitude);
      // Of a cell that is unknown, tiles beside it say what they know of its neighbours.
      if (whole.at(point) === undefined) continue;
      known += 1;
      expect(found).toBeCloseTo(whole.interpolatedAt(point) ?? NaN, 6);
    }
    expect(known).toBeGreaterThan(250);
    expect(await heightAt(5, 179)).toBeUndefined();
    expect(await heightAt(0.5, 20)).toBeUndefined();
  });

  test('come from the finer ones where some lie over others', async () => {
    const both = made('both');
    // 0, 100, 200 and 300 from west to east.
    const slope = Array.from({ length: 16 }, (_, at) => 100 * (at % 4));
    writeGeoTiff(join(both, 'a.tif'), square(4, 8, 52, 1), slope);
    const cells = Array<number>(100).fill(200).fill(NO_DATA, 0, 30);
    writeGeoTiff(join(both, 'b.tif'), square(10, 9, 51, 0.1), cells);
    const heightAt = await heightsOf(both);
    const expected = { '50.3 9.5': 200, '50.9 9.5': 100, '49.5 9.5': 100, '49.5 9.9': 140, '50.3 7': undefined }; // prettier-ignore
    for (const [place, height] of Object.entries(expected)) {
      const [latitude = NaN, longitude = NaN] = place.split(' ').map(Number);
      expect((await heightAt(latitude, longitude))?.toFixed()).toBe(height?.toFixed());
    }
  });

  test('are read from more tiles at once than are open', async () => {
    const many = made('many');
    for (let at = 0; at < 100; at += 1) {
      const frame = square(10, 10 + (at % 10) / 20, 50 - Math.floor(at / 10) / 20, 0.005);
      writeGeoTiff(join(many, `${at}.tif`), frame, Array<number>(100).fill(at));
    }
    const heights = await (await heightsFrom(many)).read();
    const circle = { centre: { latitude: 49.75, longitude: 10.25 }, radiusRadians: 0.008 };
    const window = openWindow(await windowAround(heights, circle));
    expect(window.at({ latitude: 49.526, longitude: 10.476 })).toBe(99);
    expect(window.at({ latitude: 49.976, longitude: 10.026 })).toBe(0);
  });

  test('are averaged over as much as a land if they are finer, what is unknown left out', async () => {
    const cells = 120;
    // Ten of them are as wide as a land: in each a slope from 0 to 90, half of it unknown in the south.
    const values = Array.from({ length: cells * cells }, (_, at) =>
      at >= 60 * cells && at % 2 === 0 ? NO_DATA : 10 * (at % 10),
    );
    const path = join(folder.path, 'fine.tif');
    writeGeoTiff(path, square(cells, 9, 51, 1 / 1_200), values);
    const { frame } = await (await heightsFrom(path)).read();
    expect(frame.cellWidth).toBeCloseTo(1 / 120, 12);
    const heightAt = await heightsOf(path);
    for (const [latitude, most] of [
      [50.98, 55],
      [50.92, 60],
    ] as const) {
      // prettier-ignore
      expect(await heightAt(latitude, 9.05)).toBeGreaterThan(35);
      expect(await heightAt(latitude, 9.05)).toBeLessThan(most);
    }
    expect(await heightAt(50.8, 9.05)).toBeUndefined();
  });

  test('are doubted if cells hold what stands for no height', async () => {
    const path = join(folder.path, 'voids.tif');
    const values = Array<number>(100).fill(200).fill(-32_768, 0, 3).fill(NaN, 3, 6);
    const noHeights = /^voids\.tif holds -32768, and no land has this height in metres; .*-a_nodata -32768/;
    for (const [noData, doubts] of [[NO_DATA, [expect.stringMatching(noHeights)]], [-32_768, []]] as const) {
      writeGeoTiff(path, { ...square(10, 9, 51, 0.1), noData }, values);
      const heights = await (await heightsFrom(path)).read();
      for (let reading = 0; reading < 2; reading += 1)
        await surroundings(heights, { latitude: 50.9, longitude: 9.15 });
      expect(heights.doubts?.()).toEqual(doubts);
    }
  }); // prettier-ignore

  test('have a provenance of the names, sizes and times of the files', async () => {
    const filesOf = async () => sourcesOf(await heightsFrom(tiles));
    const before = await filesOf();
    expect(before).toMatchObject([{ name: 'tiles', bytes: expect.any(Number) }]);
    expect(await filesOf()).toEqual(before);
    utimesSync(tile, 1_000, 1_000);
    expect(await filesOf()).not.toEqual(before);
  });

  test('are read once, also from a folder with links into itself', () => {
    const linked = made('linked');
    symlinkSync(tile, join(linked, 'a.tif'));
    for (const name of ['b', 'c', 'd.tif']) symlinkSync('.', join(linked, name));
    symlinkSync('nowhere', join(linked, 'e.tif'));
    expect(partsOf(linked, TILES)).toEqual({ paths: [join(linked, 'a.tif')], folder: linked });
  });

  test('are rejected if a tile cannot be read, by its name', async () => {
    folder.write('broken/good.tif', readFileSync(tile));
    folder.write('broken/east/cut.tif', readFileSync(tile).subarray(0, -20));
    await expect((await heightsFrom(join(folder.path, 'broken'))).read()).rejects.toThrow(
      /^east\/cut\.tif cannot be read as a GeoTIFF \(it should have .*\)\. It is cut off: get it again/,
    );
  });
});

test('heights are rejected if nothing is there, or if blocks are too large to be read one by one', async () => {
  await expect(heightsFrom(join(folder.path, 'nowhere'))).rejects.toThrow(/nowhere cannot be read \(ENOENT.*\)\. Check the path\./); // prettier-ignore
  await expect(heightsFrom(made('empty'))).rejects.toThrow(/holds no GeoTIFF/);
  const path = join(folder.path, 'one.tif');
  const block = { BitsPerSample: [32], SamplesPerPixel: [1], StripByteCounts: [4], RowsPerStrip: 9_000 }; // prettier-ignore
  writeGeoTiff(path, square(9_000, 0, 9, 0.001), [0], block);
  await expect((await heightsFrom(path)).read()).rejects.toThrow(
    /^one\.tif is stored in blocks of 309 MB, .*`gdal_translate -co TILED=YES`/,
  );
});

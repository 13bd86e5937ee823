import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { getPentagons, gridDisk, latLngToCell } from 'h3-js';
import type { Grid } from '../../core/lands/grid.js';
import { builtInBiomes, builtInHeights, heightsFrom } from '../../ingest/rasters/terrain.js';
import { builtInFile } from '../../ingest/reference/builtInFile.js';
import { readWhole, surroundings } from '../support/geoTiffs.js';
import { seeded } from '../support/random.js';
import { anywhere } from '../support/sphere.js';
import { compareTerrain, storedTerrain } from '../support/terrainOracle.js';

/** The cell sizes of the built-in grids in degrees. */
const [CELL, HEIGHT_CELL] = [0.05, 0.025];

let terrainOf: ReturnType<typeof storedTerrain>;
let heights: Grid;
let biomeAt: (point: { latitude: number; longitude: number }) => string | undefined;
beforeAll(async () => {
  const biomes = await builtInBiomes().read();
  terrainOf = storedTerrain({ heights: await builtInHeights().read(), biomes });
  heights = await readWhole(builtInFile('elevation.tif'));
  const grid = await readWhole(builtInFile('biomes.tif'));
  // 0 stands for none.
  biomeAt = (point) => {
    const number = grid.at(point) ?? 0;
    return number === 0 ? undefined : biomes.nameOf(number);
  };
});

const landAt = (latitude: number, longitude: number): string =>
  latLngToCell(latitude, longitude, 8);

const terrainAt = (latitude: number, longitude: number) => terrainOf(landAt(latitude, longitude));

describe('real places', () => {
  const BROADLEAF = 'Temperate Broadleaf & Mixed Forests';
  const DESERTS = 'Deserts & Xeric Shrublands';
  const RAINFOREST = 'Tropical & Subtropical Moist Broadleaf Forests';

  test.each([
    ['Denver', 39.7392, -104.9903, 1_550, 1_650, 'Temperate Grasslands, Savannas & Shrublands'],
    // In a valley between high mountains, at 3,650 m.
    ['Lhasa', 29.65, 91.1, 3_650, 4_150, 'Montane Grasslands & Shrublands'],
    ['Amsterdam', 52.3728, 4.8936, -5, 5, BROADLEAF],
    ['Death Valley', 36.24, -116.82, -86, -60, DESERTS],
    ['the Dead Sea', 31.5, 35.48, -440, -380, DESERTS],
    ['Astrakhan', 46.35, 48.04, -30, -20, DESERTS],
    ['Cayenne', 4.9372, -52.326, 0, 40, 'Mangroves'],
    ['Suva', -18.1416, 178.4415, 0, 120, RAINFOREST],
    ['Taveuni, east of 180°', -16.85, -179.98, 0, 900, RAINFOREST],
    ['Longyearbyen', 78.2232, 15.6469, 0, 400, 'Tundra'],
    ['the South Pole', -90, 0, 2_700, 2_900, 'Rock and Ice'],
    // The sources have sea floor there.
    ['Havana', 23.13, -82.38, 0, 60, 'Tropical & Subtropical Dry Broadleaf Forests'],
    ['Christmas Island', -10.42, 105.68, 0, 300, RAINFOREST],
  ])('%s', async (_, latitude, longitude, lowest, highest, biome) => {
    const found = await terrainAt(latitude, longitude);
    expect(found.altitude).toBeGreaterThanOrEqual(lowest);
    expect(found.altitude).toBeLessThanOrEqual(highest);
    expect(Number.isInteger(found.altitude)).toBe(true);
    expect(found.biomes).toEqual({ [biome]: 100 });
  });

  test.each([
    ['Kilimanjaro', -3.0674, 37.3556, 5_000, 5_895],
    ['Mount Cameroon', 4.2167, 9.1725, 3_200, 4_040],
    ['Flevoland', 52.53, 5.6, -8, -1],
    // The sources have the beds of most of these lakes.
    ['Lake Superior', 47.7, -87.5, 183, 183],
    ['Lake Huron', 44.8, -82.4, 176, 176],
    ['Lake Michigan', 43.5, -87, 176, 176],
    ['Lake Erie', 42.2, -81.2, 174, 174],
    ['Lake Ontario', 43.7, -77.9, 74, 74],
    ['Lake Baikal', 53.6, 108.4, 456, 456],
    ['Lake Ladoga', 60.8, 31.5, 5, 5],
    ['Lake Onega', 61.6, 35.5, 33, 33],
    ['Lake Victoria', -1, 33, 1_134, 1_134],
    ['the Caspian Sea', 41.9, 50.6, -28, -28],
  ])('the height of %s', async (_, latitude, longitude, lowest, highest) => {
    const { altitude } = await terrainAt(latitude, longitude);
    expect(altitude).toBeGreaterThanOrEqual(lowest);
    expect(altitude).toBeLessThanOrEqual(highest);
  });

  test.each([
    ['the Atlantic', 0, -30],
    ['the North Pole', 90, 0],
    ['Malé, on an atoll that is too small for the data', 4.1748, 73.5089],
  ])('nothing is known of %s', async (_, latitude, longitude) => {
    expect(await terrainAt(latitude, longitude)).toEqual({ altitude: null, biomes: {} });
  });

  test('the height of Nauru is known, its biome is not', async () => {
    const { altitude, biomes: shares } = await terrainAt(-0.53, 166.93);
    expect(altitude).toBeGreaterThan(5);
    expect(shares).toEqual({});
  });
});

test('heights in relief do not stick to parts of 256 m, and no cell is a hole', () => {
  const heightAt = (column: number, row: number): number => {
    const latitude = 90 - (row + 0.5) * HEIGHT_CELL;
    return heights.at({ latitude, longitude: (column + 0.5) * HEIGHT_CELL - 180 }) ?? NaN;
  };
  let [steep, inMiddle] = [0, 0];
  const holes: string[] = [];
  // Bands with the Himalaya, the Andes, the Alps and East Africa.
  for (const [top, bottom] of [
    [1_760, 1_860],
    [2_360, 2_480],
    [3_640, 3_760],
    [4_200, 4_300],
  ] as const) {
    for (let row = top; row < bottom; row += 1) {
      for (let column = 1; column < 14_399; column += 1) {
        const height = heightAt(column, row);
        if (height === 0) continue;
        const around = [-1, 0, 1].flatMap((down) => [-1, 0, 1].flatMap((right) => right === 0 && down === 0 ? [] : [heightAt(column + right, row + down)])); // prettier-ignore
        const [lowest, highest] = [Math.min(...around), Math.max(...around)];
        if (lowest - height >= 400) holes.push(`${column} ${row}`);
        if (Math.max(highest, height) - Math.min(lowest, height) <= 300) continue;
        steep += 1;
        const part = ((height % 256) + 256) % 256;
        if (part >= 96 && part < 160) inMiddle += 1;
      }
    }
  }
  expect(holes).toEqual([]);
  expect(steep).toBeGreaterThan(20_000);
  expect(inMiddle / steep).toBeGreaterThan(0.2);
  expect(inMiddle / steep).toBeLessThan(0.3);
});

test('altitudes are as near to those of GeoNames as README of the data tells', () => {
  // Every 200th of the places that it was measured with: GeoNames, CC BY 4.0.
  const table = readFileSync('test/fixtures/heights.csv', 'utf8').trim().split('\n').slice(1);
  const places = table.map((line) => line.split(',').map(Number));
  const shareWithin = (meters: number, north = 0, east = 0): number =>
    places.filter(([latitude = NaN, longitude = NaN, known = NaN]) => {
      const point = { latitude: latitude + north, longitude: longitude + east };
      return Math.abs((heights.interpolatedAt(point) ?? NaN) - known) <= meters;
    }).length / places.length;
  expect(shareWithin(50)).toBeGreaterThan(0.8);
  expect(shareWithin(100)).toBeGreaterThan(0.91);
  // Half a cell aside, as if middles were taken for corners, they are less near.
  for (const north of [-HEIGHT_CELL / 2, HEIGHT_CELL / 2]) {
    for (const east of [-HEIGHT_CELL / 2, HEIGHT_CELL / 2])
      expect(shareWithin(50, north, east)).toBeLessThan(shareWithin(50) - 0.01);
  }
});

/** Random ones, and those where something special may go wrong. */
function hardLands(): string[] {
  const random = seeded(11);
  const lands: string[] = [];
  const add = (latitude: number, longitude: number): void => {
    lands.push(landAt(latitude, longitude));
  };
  for (let count = 0; count < 1_000; count += 1) {
    const { latitude, longitude } = anywhere(random);
    add(latitude, longitude);
  }
  // Where two biomes, or one and the sea, lie side by side: on their common edge, and about it.
  for (let found = 0; found < 2_000;) {
    const { latitude, longitude } = anywhere(random);
    const column = Math.round(longitude / CELL) * CELL;
    const [west, east] = [-1, 1].map((side) => biomeAt({ latitude, longitude: column + (side * CELL) / 2 })); // prettier-ignore
    if (west === east) continue;
    found += 1;
    add(latitude, column + (random() - 0.5) * 0.02);
  }
  for (const latitude of [-89.97, -84, -77.5, -16.8, 51.9, 65.5, 68.9, 71.1]) {
    for (let count = 0; count < 60; count += 1) {
      add(latitude + random() * 0.5, 180 - (random() - 0.5) * 0.02);
    }
  }
  for (const latitude of [90, -90]) lands.push(...gridDisk(landAt(latitude, 0), 6));
  lands.push(...getPentagons(8).flatMap((pentagon) => gridDisk(pentagon, 1)));
  // The northernmost land; the islands of Fiji on both sides of 180°.
  lands.push(...gridDisk(landAt(83.65, -33), 6), ...gridDisk(landAt(-16.8, 180), 10));
  return lands;
}

test('the terrain of hard lands is the same as that of all samples', async () => {
  const { faults, mixed, pure } = await compareTerrain(hardLands(), terrainOf, {
    heights,
    biomeAt,
  });
  expect(faults).toEqual([]);
  expect(mixed).toBeGreaterThan(200);
  expect(pure).toBeGreaterThan(1_000);
});

test.each([
  ['an own file', heightsFrom],
  ['the built-in file', builtInHeights],
])(
  'the heights of %s are those of the whole of it, though it is read block by block',
  async (_, source) => {
    const path = builtInFile('elevation.tif');
    const numbers = await (await source(path)).read();
    const heightAt = async (latitude: number, longitude: number) =>
      (await surroundings(numbers, { latitude, longitude })).interpolatedAt({
        latitude,
        longitude,
      });
    const random = seeded(23);
    const points = Array.from({ length: 20 }, () => [180 * random() - 90, 360 * random() - 180]);
    const atLimits = [-180, 180, 179.999, -179.999].map((longitude) => [-16.8, longitude]);
    for (const [latitude = NaN, longitude = NaN] of [...points, ...atLimits]) {
      const found = await heightAt(latitude, longitude);
      expect([latitude, longitude, found]).toEqual([latitude, longitude, heights.interpolatedAt({ latitude, longitude })]); // prettier-ignore
    }
  },
);

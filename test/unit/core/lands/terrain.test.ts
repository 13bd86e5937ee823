import { expect, test } from '@jest/globals';
import { gridDisk, latLngToCell } from 'h3-js';
import type { Frame } from '../../../../indices/lands.js';
import type { Numbers } from '../../../../ingest/rasters/source.js';
import { gridOf } from '../../../support/geoTiffs.js';
import { below, seeded } from '../../../support/random.js';
import { compareTerrain, storedTerrain } from '../../../support/terrainOracle.js';

// test/world/terrain.test.ts compares the built-in rasters.

const random = seeded(7);

/** Makes numbers in patches of some cells, so that most lands lie within one of them. A few cells have no number. */
function patches(frame: Frame, size: number, valueOf: (patch: number) => number): Numbers {
  const wide = Math.ceil(frame.columns / size);
  const values = Array.from({ length: wide * Math.ceil(frame.rows / size) }, (_, at) =>
    random() < 0.05 ? undefined : valueOf(at),
  );
  return {
    frame,
    valueAt: (column, row) => values[Math.floor(row / size) * wide + Math.floor(column / size)],
  };
}

const square = (west: number, north: number) => ({ columns: 80, rows: 60, west, north, cellWidth: 0.05, cellHeight: 0.05 }); // prettier-ignore

test.each<[string, Frame, string[]]>([
  ['in the Alps', square(8, 47), []],
  ['over ±180°', square(178, -15), gridDisk(latLngToCell(-16.5, 180, 8), 4)],
  ['down to a pole', { ...square(-180, -87), columns: 7_200 }, gridDisk(latLngToCell(-90, 0, 8), 4)], // prettier-ignore
])('lands %s have the terrain of all their samples', async (_, frame, lands) => {
  const { columns, rows, west, north, cellWidth } = frame;
  const heights = patches(frame, 1, () => (random() < 0.2 ? 0 : below(random, 3_000) - 100));
  // 0 stands for none.
  const biomes = { ...patches(frame, 3, () => below(random, 4)), nameOf: (number: number) => `biome ${number}` }; // prettier-ignore
  const [heightGrid, biomeGrid] = [gridOf(heights), gridOf(biomes)];
  const near = Array.from({ length: 250 }, () => {
    // Patches of biomes are three cells wide.
    const edge = Math.round((random() * columns) / 3) * 3 * cellWidth;
    const longitude = west + edge + (random() - 0.5) * 0.02;
    const latitude = north - random() * rows * cellWidth;
    return latLngToCell(latitude, longitude > 180 ? longitude - 360 : longitude, 8);
  });
  const { faults, mixed, pure } = await compareTerrain(
    [...lands, ...near],
    storedTerrain({ heights, biomes }),
    {
      // prettier-ignore
      heights: heightGrid,
      biomeAt: (point) => {
        const number = biomeGrid.at(point) ?? 0;
        return number === 0 ? undefined : biomes.nameOf(number);
      },
    },
  );
  expect(faults).toEqual([]);
  expect(mixed).toBeGreaterThan(20);
  expect(pure).toBeGreaterThan(30);
});

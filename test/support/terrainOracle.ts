import { isDeepStrictEqual } from 'node:util';
import { countBy } from 'es-toolkit/array';
import { mapValues } from 'es-toolkit/object';
import { cellToChildren, cellToParent } from 'h3-js';
import { landCentre, landsRadiusRadians } from '../../core/geo/land.js';
import type { Point } from '../../core/geo/point.js';
import type { Grid } from '../../core/lands/grid.js';
import { Terrain } from '../../core/lands/terrain.js';
import {
  biomesAround,
  type NamedNumbers,
  type Numbers,
  windowAround,
} from '../../ingest/rasters/source.js';
import { centreOf } from './sphere.js';

type LandTerrain = ReturnType<Terrain['of']>;

/** The whole grids of heights and of biomes. */
export interface WholeTerrain {
  heights: Grid;
  biomeAt: (point: Point) => string | undefined;
}

/** Returns a function that reads the terrain of a land from the window of its group, as lands are stored. */
export function storedTerrain(numbers: {
  heights: Numbers;
  biomes: NamedNumbers;
}): (land: string) => Promise<LandTerrain> {
  const groups = new Map<string, Terrain>();
  return async (land) => {
    const group = cellToParent(land, 4);
    const circle = { centre: landCentre(group), radiusRadians: landsRadiusRadians(4) };
    const terrain =
      groups.get(group) ??
      new Terrain({
        heights: await windowAround(numbers.heights, circle),
        biomes: await biomesAround(numbers.biomes, circle),
      });
    groups.set(group, terrain);
    return terrain.of(land, landCentre(land));
  };
}

/** Looks at all samples of a land, and at the whole grid of heights. */
function naiveTerrain({ heights, biomeAt }: WholeTerrain, land: string): LandTerrain {
  const found = cellToChildren(land, 10).flatMap((sample) => biomeAt(centreOf(sample)) ?? []);
  const biomes = mapValues(
    countBy(found, (name) => name),
    (count) => Math.round((1_000 * count) / found.length) / 10,
  );
  const height = heights.interpolatedAt(centreOf(land));
  const isUnknown = height === undefined || (height === 0 && found.length === 0);
  return { altitude: isUnknown ? null : Math.round(height) + 0, biomes };
}

/** Compares lands with their samples. Returns what differs, and the number of lands with several biomes and with one. */
export async function compareTerrain(
  lands: readonly string[],
  terrainOf: (land: string) => Promise<LandTerrain>,
  whole: WholeTerrain,
): Promise<{ faults: string[]; mixed: number; pure: number }> {
  const faults: string[] = [];
  let [mixed, pure] = [0, 0];
  for (const land of lands) {
    const expected = naiveTerrain(whole, land);
    const found = await terrainOf(land);
    const shares = Object.values(found.biomes);
    const sum = shares.reduce((total, share) => total + share, 0);
    const isWhole = shares.length === 0 || Math.abs(sum - 100) <= 0.5;
    if (!isDeepStrictEqual(found, expected) || !isWhole)
      faults.push(`${land} ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`);
    if (shares.length > 1) mixed += 1;
    if (shares.length === 1) pure += 1;
  }
  return { faults, mixed, pure };
}

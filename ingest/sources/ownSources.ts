import { mapAsync } from 'es-toolkit/array';
import { geonamesCities } from '../cities/geonamesFiles.js';
import { mappedCities } from '../cities/ownFile.js';
import type { CitySource } from '../cities/row.js';
import { severalCities } from '../cities/several.js';
import type { LandOptions } from '../lands/resource.js';
import { overturePlaces } from '../places/overture.js';
import { mappedPlaces, severalPlaces } from '../places/ownFiles.js';
import type { PlaceSource } from '../places/row.js';
import { biomesFrom, heightsFrom } from '../rasters/terrain.js';
import type { CitySources, LandSources, PlaceSources } from './schema.js';

/**
 * Opens the cities that a sources file names, one after the other.
 * @throws with what cannot be read
 */
export async function ownCities(
  from: NonNullable<CitySources['from']>,
  builtIn: () => CitySource,
): Promise<CitySource> {
  const open = async (each: (typeof from)[number]): Promise<CitySource> => {
    if (each === 'built-in') return builtIn();
    const isMapped = 'file' in each;
    const source = await (isMapped ? mappedCities(each.file, each.mapping) : geonamesCities(each));
    return { ...source, keep: each.keep };
  };
  return severalCities(await mapAsync(from, open, { concurrency: 1 }));
}

/**
 * Opens the places that a sources file names, one after the other.
 * @throws with what cannot be read
 */
export async function ownPlaces(
  from: NonNullable<PlaceSources['from']>,
  builtIn: () => PlaceSource,
): Promise<PlaceSource> {
  const open = async (each: (typeof from)[number]): Promise<PlaceSource> => {
    if (each === 'built-in') return builtIn();
    return 'file' in each
      ? await mappedPlaces(each.file, each.mapping)
      : await overturePlaces(each.overture, each);
  };
  return severalPlaces(await mapAsync(from, open, { concurrency: 1 }));
}

/** Returns the heights and biomes that a sources file names. */
export async function ownTerrain({
  heights,
  biomes,
}: LandSources): Promise<Pick<LandOptions, 'heights' | 'biomes'>> {
  return {
    ...(heights !== undefined && { heights: await heightsFrom(heights) }),
    ...(biomes !== undefined && { biomes: await biomesFrom(biomes) }),
  };
}

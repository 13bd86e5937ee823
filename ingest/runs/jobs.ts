import { omit } from 'es-toolkit/object';
import { cities } from '../../indices/cities.js';
import { places } from '../../indices/places.js';
import { builtInCities } from '../cities/builtIn.js';
import { type CityChangeOptions, changedCities } from '../cities/changes.js';
import { cityResource } from '../cities/resource.js';
import type { CitySource } from '../cities/row.js';
import { openCities } from '../cities/sources.js';
import { openDataFiles } from '../files/dataFile.js';
import { locationOf } from '../files/openFile.js';
import { readBase } from '../generations/changes.js';
import type { Context, Resource, ResourceName } from '../generations/resource.js';
import type { countryResource } from '../countries/resource.js';
import type { LandOptions } from '../lands/resource.js';
import { ensureBuilds, hasBuilds } from '../markers/builds.js';
import { followerOfLive } from '../generations/follower.js';
import { markersOf } from '../markers/resource.js';
import { builtInPlaces } from '../places/builtIn.js';
import { changedPlaces } from '../places/changes.js';
import { mappedPlaces, openPlaces } from '../places/sources.js';
import { placeResource } from '../places/resource.js';
import { regionsOf } from '../regions/resource.js';
import type { PlaceSource } from '../places/row.js';
import type { DataOptions } from './options.js';
import type { DeclaredSources } from './sources.js';

/** Returns a resource of the chosen sources. */
export type MakeResource = (context: Context, options: DataOptions) => Resource | Promise<Resource>;

export type Jobs = Record<ResourceName, MakeResource>;

interface BuiltIn {
  cities: () => CitySource;
  places: () => PlaceSource;
  /** Default: all countries. */
  countries?: Parameters<typeof countryResource>[1];
  /** Default: the built-in terrain of all lands. */
  lands?: Omit<LandOptions, 'borders'>;
}

/** Members of a section that are options, too. They are in the recipe. */
const OPTIONS_OF_SECTIONS = ['primaryMinimumPopulation', 'countries'];

export const JOBS = jobsOf({ cities: builtInCities, places: builtInPlaces });

/**
 * Returns the jobs with these built-in sources. Modules for borders and lands take half a second to
 * load, so they are imported when needed.
 */
export function jobsOf(builtIn: BuiltIn): Jobs {
  return {
    countries: async (_, { sources }) => {
      const { countryResource } = await import('../countries/resource.js');
      return declared(await countryResource(sources?.countries, builtIn.countries), sources);
    },
    cities: async (_, options) => {
      const source = await openCities(options.sources?.cities?.from, builtIn.cities);
      return withRegions(declared(cityResource(source, options), options.sources));
    },
    regions: (context) => followerOfLive(context, 'regions', regionsOf),
    lands: async (context, { landCountries: countries = [], sources }) => {
      const { landResource } = await import('../lands/resource.js');
      const { terrainFrom } = await import('../rasters/terrain.js');
      const resource = await landResource(context, {
        ...builtIn.lands,
        ...(sources?.lands && (await terrainFrom(sources.lands))),
        ...(sources?.countries && { borders: sources.countries }),
        ...(countries.length > 0 && { countries }),
      });
      return declared(resource, sources);
    },
    places: async (_, { placeFile, placeMapping, sources }) => {
      const isOwn = placeFile !== undefined && placeMapping !== undefined;
      const source = isOwn
        ? await mappedPlaces(placeFile, placeMapping)
        : await openPlaces(sources?.places?.from, builtIn.places);
      return withMarkers(declared(placeResource(source), isOwn ? undefined : sources));
    },
    markers: async (context) => withBuilds(await followerOfLive(context, 'markers', markersOf)),
  };
}

/** Adds the regions that are made with cities. */
function withRegions(cities: Resource): Resource {
  return { ...cities, follower: regionsOf };
}

/** Adds the markers that are made with places. */
function withMarkers(places: Resource): Resource {
  return { ...places, follower: (made) => withBuilds(markersOf(made)) };
}

/** Sees to it that the game can build on markers once they are live. */
function withBuilds(made: Resource): Resource {
  return { ...made, isReady: hasBuilds, prepare: ensureBuilds };
}

/** Returns jobs that apply files of changes to the live cities or places. */
export function jobsOfChanges(files: readonly string[], options: CityChangeOptions): Jobs {
  return {
    ...JOBS,
    async cities(context) {
      const base = await readBase(context, cities);
      return withRegions(await changedCities(base, await openDataFiles(files), options));
    },
    async places(context) {
      const base = await readBase(context, places);
      const opened = await openDataFiles(files);
      return withMarkers(await changedPlaces(base, opened, options.mapping));
    },
  };
}

/** Adds the sources file to a resource: it is one of the sources, and what it says counts. */
function declared(made: Resource, from: DeclaredSources | undefined): Resource {
  return {
    ...made,
    sources: async () => [...((await made.sources?.()) ?? []), ...(from ? [from.file] : [])],
    recipe: { ...made.recipe, declared: declarationOf(made.definition.resource, from) },
  };
}

/** Returns what the sources file says of a resource. Paths do not count, because the files are hashed. */
function declarationOf(resource: string, declared: DeclaredSources | undefined): string {
  const sections = declared as Partial<Record<string, Record<string, unknown>>> | undefined;
  const paths = new Set<unknown>(declared?.paths.map(({ path }) => path));
  return JSON.stringify(
    omit(sections?.[resource] ?? {}, OPTIONS_OF_SECTIONS),
    (_, value: unknown) => (paths.has(value) ? (locationOf(String(value)).entry ?? '') : value),
  );
}

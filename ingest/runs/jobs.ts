import { mapAsync } from 'es-toolkit/array';
import { omit } from 'es-toolkit/object';
import { cities } from '../../indices/cities.js';
import { places } from '../../indices/places.js';
import { builtInCities } from '../cities/builtIn.js';
import { type CityChangeOptions, changedCities } from '../cities/changes.js';
import { cityResource } from '../cities/resource.js';
import type { CitySource } from '../cities/row.js';
import { openCities } from '../cities/sources.js';
import { openDataFile } from '../files/dataFile.js';
import { locationOf } from '../files/openFile.js';
import { NoChanges, readBase } from '../generations/changes.js';
import { describeReport } from '../generations/describeReport.js';
import {
  type Following,
  type IngestOptions,
  ingestResource,
} from '../generations/ingestResource.js';
import { isCurrent } from '../generations/provenance.js';
import type { Context, Resource, ResourceName } from '../generations/resource.js';
import type { LandOptions } from '../lands/resource.js';
import { ensureBuilds, hasBuilds } from '../markers/builds.js';
import { markersOf, markersOfLive } from '../markers/resource.js';
import { builtInPlaces } from '../places/builtIn.js';
import { changedPlaces } from '../places/changes.js';
import { mappedPlaces, openPlaces } from '../places/sources.js';
import { placeResource } from '../places/resource.js';
import type { PlaceSource } from '../places/row.js';
import type { DataOptions } from './options.js';
import type { DeclaredSources } from './sources.js';

/** The ingestion of one resource from chosen sources. */
export interface Job {
  /** True if this version made the live data from the same content and settings. */
  isCurrent(): Promise<boolean>;
  /**
   * Ingests the resource, and of places the markers with them.
   * @returns for each, lines for a person. The first one follows the resource's name
   */
  ingest(options: IngestOptions, ofMarkers?: IngestOptions): Promise<(readonly string[])[]>;
}

export type MakeJob = (context: Context, options: DataOptions) => Job | Promise<Job>;

export type Jobs = Record<ResourceName, MakeJob>;

interface BuiltIn {
  cities: () => CitySource;
  places: () => PlaceSource;
  /** Absent: the built-in terrain. */
  terrain?: Pick<LandOptions, 'heights' | 'biomes' | 'world'>;
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
    countries: async (context, { sources }) => {
      const { countryResource } = await import('../countries/resource.js');
      return byGenerations(context, await countryResource(sources?.countries), sources);
    },
    cities: async (context, options) => {
      const source = await openCities(options.sources?.cities?.from, builtIn.cities);
      return byGenerations(context, cityResource(source, options), options.sources);
    },
    lands: async (context, { landCountries: countries = [], sources }) => {
      const { landResource } = await import('../lands/resource.js');
      const { terrainFrom } = await import('../rasters/terrain.js');
      const resource = await landResource(context, {
        ...builtIn.terrain,
        ...(sources?.lands && (await terrainFrom(sources.lands))),
        ...(sources?.countries && { borders: sources.countries }),
        ...(countries.length > 0 && { countries }),
      });
      return byGenerations(context, resource, sources);
    },
    places: async (context, { placeFile, placeMapping, sources }) => {
      const isOwn = placeFile !== undefined && placeMapping !== undefined;
      const source = isOwn
        ? await mappedPlaces(placeFile, placeMapping)
        : await openPlaces(sources?.places?.from, builtIn.places);
      return byGenerations(context, placeResource(source), isOwn ? undefined : sources);
    },
    markers: async (context) => {
      const resource = await markersOfLive(context);
      return {
        isCurrent: async () => (await hasBuilds(context)) && (await isCurrent(context, resource)),
        ingest: (options) => ingestWithMarkers(context, resource, withBuilds(context, options)),
      };
    },
  };
}

/** Sees to it that the game can build on the markers once they are live. */
function withBuilds(context: Context, options: IngestOptions): IngestOptions {
  return {
    ...options,
    async beforeReplacing() {
      await options.beforeReplacing?.();
      if ((options.ending ?? 'live') === 'live') await ensureBuilds(context, options);
    },
  };
}

/** Returns jobs of which the ones of cities and places apply files of changes to what is live. */
export function jobsOfChanges(files: readonly string[], options: CityChangeOptions): Jobs {
  const jobOf = async (context: Context, name: 'cities' | 'places'): Promise<Job> => {
    const base = await readBase(context, name === 'cities' ? cities : places);
    const opened = await mapAsync(files, openDataFile);
    const resource: Resource =
      name === 'cities'
        ? await changedCities(base, opened, options)
        : await changedPlaces(base, opened, options.mapping);
    return {
      isCurrent: () => Promise.resolve(false),
      ingest: (...given) =>
        ingestWithMarkers(context, resource, ...given).catch((error: unknown) => {
          if (error instanceof NoChanges) return [[error.message]];
          throw error;
        }),
    };
  };
  return {
    ...JOBS,
    cities: (context) => jobOf(context, 'cities'),
    places: (context) => jobOf(context, 'places'),
  };
}

async function ingestWithMarkers(
  context: Context,
  resource: Resource,
  options: IngestOptions,
  ofMarkers?: IngestOptions,
): Promise<(readonly string[])[]> {
  const following: Following | undefined =
    ofMarkers &&
    ((made) => ({ resource: markersOf(made), options: withBuilds(context, ofMarkers) }));
  const reports = await ingestResource(context, resource, options, following);
  return reports.map((report) => describeReport(report, options.ending));
}

function byGenerations(context: Context, made: Resource, declared?: DeclaredSources): Job {
  // The sources file is a source, too.
  const sources = async () => [
    ...((await made.sources?.()) ?? []),
    ...(declared ? [declared.file] : []),
  ];
  const recipe = { ...made.recipe, declared: declarationOf(made.definition.resource, declared) };
  const resource = { ...made, sources, recipe };
  return {
    isCurrent: () => isCurrent(context, resource),
    ingest: (...options) => ingestWithMarkers(context, resource, ...options),
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

import { builtInCities } from '../cities/builtIn.js';
import { cityResource } from '../cities/resource.js';
import type { CitySource } from '../cities/row.js';
import { isCurrent } from '../generations/generation.js';
import { type Done, ingestGeneration } from './done.js';
import type { IngestOptions } from '../generations/ingestResource.js';
import type { LandOptions } from '../lands/resource.js';
import { checkMarkers } from '../markers/gate.js';
import { markersDone } from '../markers/done.js';
import { markersAreCurrent } from '../markers/ingestMarkers.js';
import { builtInPlaces } from '../places/builtIn.js';
import { fileSource } from '../places/fileSource.js';
import type { PlaceSource } from '../places/row.js';
import { placeResource } from '../places/resource.js';
import type { Context, Resource } from '../generations/resource.js';
import type { ResourceName } from '../generations/resourceNames.js';
import { ownCities, ownPlaces, ownTerrain } from '../sources/ownSources.js';
import type { DeclaredSources } from '../sources/readSources.js';

/** A person's choices for the data of a run. */
export interface DataOptions {
  /** Absent: the default. */
  primaryMinimumPopulation?: number;
  /** Alpha-3 codes; absent or none: all. */
  landCountries?: readonly string[];
  /** Both or none; absent: the built-in places. */
  placeFile?: string;
  placeMapping?: string;
  currentSeason?: number;
  /** What a sources file says. */
  sources?: DeclaredSources;
}

/** One kind of data, ready to be ingested. */
export interface Job {
  /** Tells whether what is live was made by this version from the same sources and settings. */
  isCurrent(): Promise<boolean>;
  ingest(options: IngestOptions): Promise<Done>;
}

export type MakeJob = (context: Context, options: DataOptions) => Job | Promise<Job>;

export type Jobs = Record<ResourceName, MakeJob>;

/** In the order of a run of all: later ones are made from earlier ones. */
export const JOBS = jobsOf({ cities: builtInCities, places: builtInPlaces });

interface BuiltIn {
  cities: () => CitySource;
  places: () => PlaceSource;
  /** Absent: those that come with the project. */
  terrain?: Pick<LandOptions, 'heights' | 'biomes' | 'world'>;
}

/**
 * Returns the jobs that are done with these sources where no others are chosen. What borders and lands need takes half
 * a second to load, and is loaded for them only.
 */
export function jobsOf(builtIn: BuiltIn): Jobs {
  return {
    countries: async (context, { sources }) => {
      const { countryResource, ownCountryResource } = await import('../countries/resource.js');
      const own = sources?.countries;
      const resource = own === undefined ? countryResource() : await ownCountryResource(own);
      return byGenerations(context, declared(resource, sources));
    },
    cities: async (context, options) => {
      const from = options.sources?.cities?.from;
      const source =
        from === undefined ? builtIn.cities() : await ownCities(from, () => builtIn.cities());
      return byGenerations(context, declared(cityResource(source, options), options.sources));
    },
    lands: async (context, options) => {
      const { landCountries: countries = [] } = options;
      const { landResource } = await import('../lands/resource.js');
      const { sources } = options;
      const resource = await landResource(context, {
        ...builtIn.terrain,
        ...(sources?.lands && (await ownTerrain(sources.lands))),
        ...(sources?.countries && { borders: sources.countries }),
        ...(countries.length > 0 && { countries }),
      });
      return byGenerations(context, declared(resource, sources));
    },
    places: async (context, { placeFile, placeMapping, currentSeason, sources }) => {
      const isOwn = placeFile !== undefined && placeMapping !== undefined;
      const from = isOwn ? undefined : sources?.places?.from;
      const source =
        from !== undefined
          ? await ownPlaces(from, () => builtIn.places())
          : isOwn
            ? await fileSource(placeFile, placeMapping)
            : builtIn.places();
      const resource = declared(placeResource(source), isOwn ? undefined : sources);
      return {
        ...byGenerations(context, resource),
        ingest: (options) =>
          ingestGeneration(context, withMarkers(resource, { ...options, currentSeason }), options),
      };
    },
    markers: (context, { currentSeason }) => ({
      isCurrent: () => markersAreCurrent(context),
      ingest: (options) =>
        markersDone(context, {
          ...options,
          ...(currentSeason === undefined ? {} : { currentSeason }),
        }),
    }),
  };
}

/** What a resource is made of is remembered with the file that says so. */
function declared(resource: Resource, sources: DeclaredSources | undefined): Resource {
  if (sources === undefined) return resource;
  return { ...resource, sources: () => [...(resource.sources?.() ?? []), sources.file] };
}

/** Places do not go live while the markers could not follow them. */
function withMarkers(
  resource: Resource,
  options: IngestOptions & { currentSeason: number | undefined },
): Resource {
  return {
    ...resource,
    async begin(context) {
      const run = await resource.begin(context);
      return {
        ...run,
        gate: async (index) => [
          ...(await run.gate(index)),
          ...(await checkMarkers(context, index, options)),
        ],
      };
    },
  };
}

function byGenerations(context: Context, resource: Resource): Job {
  const { client, indexPrefix } = context;
  return {
    isCurrent: () => isCurrent(client, indexPrefix, resource),
    ingest: (options) => ingestGeneration(context, resource, options),
  };
}

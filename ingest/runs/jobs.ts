import { builtInCities } from '../cities/builtIn.js';
import { cityResource } from '../cities/resource.js';
import type { CitySource } from '../cities/row.js';
import type { IngestOptions } from '../generations/ingestResource.js';
import { isCurrent } from '../generations/provenance.js';
import { ingestGeneration, type StepResult } from '../generations/report.js';
import type { Context, Resource, ResourceName } from '../generations/resource.js';
import type { LandOptions } from '../lands/resource.js';
import { markersAreCurrent, markerStep } from '../markers/ingestMarkers.js';
import { checkMarkers } from '../markers/preview.js';
import { builtInPlaces } from '../places/builtIn.js';
import { mappedPlaces } from '../places/ownFiles.js';
import { placeResource } from '../places/resource.js';
import type { PlaceSource } from '../places/row.js';
import { ownCities, ownPlaces, ownTerrain } from '../sources/ownSources.js';
import type { DeclaredSources } from '../sources/readSources.js';
import type { DataOptions } from './options.js';

/** The ingestion of one resource from chosen sources. */
export interface Job {
  /** True if this version made the live data from the same sources and settings. */
  isCurrent(): Promise<boolean>;
  ingest(options: IngestOptions): Promise<StepResult>;
}

export type MakeJob = (context: Context, options: DataOptions) => Job | Promise<Job>;

export type Jobs = Record<ResourceName, MakeJob>;

export const JOBS = jobsOf({ cities: builtInCities, places: builtInPlaces });

interface BuiltIn {
  cities: () => CitySource;
  places: () => PlaceSource;
  /** Absent: the built-in terrain. */
  terrain?: Pick<LandOptions, 'heights' | 'biomes' | 'world'>;
}

/**
 * Returns the jobs with these built-in sources. Modules for borders and lands take half a second to
 * load, so they are imported when needed.
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
      const from = sources?.places?.from;
      const source = isOwn
        ? await mappedPlaces(placeFile, placeMapping)
        : from === undefined
          ? builtIn.places()
          : await ownPlaces(from, () => builtIn.places());
      const resource = declared(placeResource(source), isOwn ? undefined : sources);
      return {
        ...byGenerations(context, resource),
        ingest: (options) =>
          ingestGeneration(context, withMarkers(resource, { ...options, currentSeason }), options),
      };
    },
    markers: (context, { currentSeason }) => ({
      isCurrent: () => markersAreCurrent(context),
      ingest: (options) => markerStep(context, { ...options, currentSeason }),
    }),
  };
}

/** Remembers the sources file as a source, too. */
function declared(resource: Resource, sources: DeclaredSources | undefined): Resource {
  if (sources === undefined) return resource;
  return { ...resource, sources: () => [...(resource.sources?.() ?? []), sources.file] };
}

/** Refuses places that the markers could not follow. */
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
  return {
    isCurrent: () => isCurrent(context, resource),
    ingest: (options) => ingestGeneration(context, resource, options),
  };
}

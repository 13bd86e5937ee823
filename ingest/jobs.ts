import { builtInCities } from './cities/builtIn.js';
import { cityResource } from './cities/resource.js';
import { countryResource } from './countries/resource.js';
import { isCurrent } from './generation.js';
import { type IngestOptions, ingestResource } from './ingestResource.js';
import { landResource } from './lands/resource.js';
import { markersAreCurrent, ingestMarkers, type MarkerReport } from './markers/ingestMarkers.js';
import { builtInPlaces } from './places/builtIn.js';
import { fileSource } from './places/fileSource.js';
import type { PlaceSource } from './places/row.js';
import { placeResource } from './places/resource.js';
import type { Context, Resource } from './resource.js';

/** A person's choices for the data of a run. */
export interface DataOptions {
  primaryMinimumPopulation: number;
  /** Alpha-3 codes; absent: the disks around primary cities. */
  landCountries?: string[];
  landShards: number;
  /** Both or none; absent: the built-in places. */
  placeFile?: string;
  placeMapping?: string;
  currentSeason?: number;
}

/** One kind of data, ready to be ingested. */
export interface Job {
  /** Tells whether what is live was made by this version from the same sources and settings. */
  isCurrent(): Promise<boolean>;
  /** @returns what was done, for a person */
  ingest(options: IngestOptions): Promise<string>;
}

type MakeJob = (context: Context, options: DataOptions) => Job | Promise<Job>;

/** In the order of a run of all: later ones are made from earlier ones. */
export const JOBS = {
  countries: (context) => byGenerations(context, countryResource()),
  cities: (context, options) => byGenerations(context, cityResource(builtInCities(), options)),
  lands: async (context, { landCountries: countries, landShards: shards }) => {
    const area = countries === undefined ? {} : { area: { countries } };
    return byGenerations(context, await landResource(context, { ...area, shards }));
  },
  places: async (context, options) =>
    byGenerations(context, placeResource(await placeSource(options))),
  markers: (context, { currentSeason }) => ({
    isCurrent: () => markersAreCurrent(context),
    ingest: async (options) =>
      describeMarkers(
        await ingestMarkers(context, {
          ...options,
          ...(currentSeason === undefined ? {} : { currentSeason }),
        }),
      ),
  }),
} satisfies Record<string, MakeJob>;

export type ResourceName = keyof typeof JOBS;

/** @throws when only one of file and mapping is given, or one of them cannot be used */
async function placeSource({ placeFile, placeMapping }: DataOptions): Promise<PlaceSource> {
  if (placeFile === undefined && placeMapping === undefined) return builtInPlaces();
  if (placeFile !== undefined && placeMapping !== undefined)
    return fileSource(placeFile, placeMapping);
  throw new Error('--place-file and --place-mapping go together: give both, or none of them.');
}

function byGenerations(context: Context, resource: Resource): Job {
  const { client, indexPrefix } = context;
  return {
    isCurrent: () => isCurrent(client, indexPrefix, resource),
    ingest: async (options) => {
      const report = await ingestResource(context, resource, options);
      const seconds = (report.durationMs / 1000).toFixed(1);
      const rejected = report.rejected > 0 ? `, ${report.rejected} rows rejected` : '';
      return `${report.indexed} documents live in ${report.index} after ${seconds} s${rejected}`;
    },
  };
}

function describeMarkers({ created, updated, unchanged, removed, kept }: MarkerReport): string {
  const left =
    kept > 0
      ? `, ${kept} without a place kept because they are built, or were written a moment ago`
      : '';
  return `${created} created, ${updated} updated, ${unchanged} unchanged, ${removed} removed${left}`;
}

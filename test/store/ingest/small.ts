import { omit } from 'es-toolkit/object';
import type { CityRow } from '../../../ingest/cities/row.js';
import { NoChanges } from '../../../ingest/generations/changes.js';
import type { AddEntry } from '../../../ingest/runs/history.js';
import { type Jobs, jobsOf, type MakeResource } from '../../../ingest/runs/jobs.js';
import type { RunOptions } from '../../../ingest/runs/options.js';
import { runIngestion } from '../../../ingest/runs/run.js';
import { silentProgress } from '../../../core/cli/progress.js';
import type { Context, ResourceName } from '../../../ingest/generations/resource.js';
import type { Folder } from '../../support/folder.js';
import { realCountries } from '../../support/landTerritories.js';
import { UNKNOWN_TERRAIN } from '../../support/landGroups.js';
import { numbered, placesAt } from './world.js';
import { builtInSource } from './sources.js';

/** A city in Andorra. */
export const city = (
  sourceId: string,
  name: string,
  latitude: number,
  population: number,
): CityRow => ({
  ...{ line: Number(sourceId), sourceId, name, latitude, population },
  ...{ countryCode: 'AD', longitude: 1.52, capital: false },
});

export const CITIES = [
  city('1', 'Andorra la Vella', 42.507, 120_000),
  city('2', 'Canillo', 42.567, 60_000),
];

/** A resource that begins with an error, which means by default that there is nothing to do. */
export const leftOut =
  (resource: ResourceName, error: Error = new NoChanges('left out')): MakeResource =>
  () => ({
    definition: { resource, settings: {}, mappings: { properties: {} } },
    recipe: {},
    begin: () => Promise.reject(error),
  });

/** The same jobs, but cities are made alone. */
export const withoutRegions = (jobs: Jobs): Jobs => ({
  ...jobs,
  cities: async (context, options) => omit(await jobs.cities(context, options), ['follower']),
  regions: leftOut('regions'),
});

/** Jobs whose built-in data is these cities and places; countries and regions are left out. */
export const smallJobs = (...given: Parameters<typeof jobsWithRegions>): Jobs =>
  withoutRegions(jobsWithRegions(...given));

export const jobsWithRegions = (
  cities: readonly CityRow[] = CITIES,
  placeIds: readonly string[] = numbered(1, 20),
): Jobs => ({
  ...jobsOf({
    cities: () => ({
      file: 'cities.pbf',
      rows: () => cities,
      others: [builtInSource('cities.pbf')],
    }),
    places: () => ({
      file: 'cities.pbf',
      rows: () => placesAt(48, placeIds).map((cells, at) => ({ line: at + 1, cells })),
      others: [builtInSource('cities.pbf')],
    }),
    lands: {
      ...UNKNOWN_TERRAIN,
      world: () => realCountries(['AND']).map((each) => each.territory),
    },
  }),
  countries: leftOut('countries'),
});

/** Those of two cities and 20 places. */
export const SMALL_JOBS = smallJobs();

/** Those of one more city. */
export const MORE = smallJobs([...CITIES, city('3', 'Ordino', 42.556, 4_000)]);

/** Those of places and markers alone. */
export const PLACE_JOBS: Jobs = {
  ...SMALL_JOBS,
  cities: leftOut('cities'),
  regions: leftOut('regions'),
  lands: leftOut('lands'),
};

/** Does what `npm run ingest` does, with small jobs, and returns the lines that it said. */
export async function run(
  context: Context,
  chosen: ResourceName[] = [],
  options: RunOptions = {},
  jobs = SMALL_JOBS,
  said: string[] = [],
  addEntry?: AddEntry,
): Promise<string[]> {
  await runIngestion(context, chosen, options, {
    progress: silentProgress,
    signal: new AbortController().signal,
    say: (text) => said.push(text),
    jobs,
    ...(addEntry && { addEntry }),
  });
  return said;
}

/** A file of places and its mapping, as options. */
export function placeFile(
  folder: Folder,
  name: string,
  ids: readonly string[],
): { placeFile: string; placeMapping: string } {
  const rows = ids.map((id) => `${id},Place ${id},48,2`);
  const fields = { id: 'id', name: 'name', lat: 'latitude', lng: 'longitude' };
  return {
    placeFile: folder.write(name, ['id,name,lat,lng', ...rows].join('\n')),
    placeMapping: folder.write('mapping.json', JSON.stringify({ format: 'csv', fields })),
  };
}

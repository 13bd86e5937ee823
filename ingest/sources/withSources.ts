import { basename } from 'node:path';
import type { RunOptions } from '../runs/plan.js';
import type { ResourceName } from '../generations/resourceNames.js';
import type { DeclaredSources } from './readSources.js';
import { FILE_MEMBERS } from './sources.js';

/**
 * Returns the options of a run with what its sources file says. Where an option and the file say
 * two things, the option wins, and it is told.
 */
export function withSources(
  given: RunOptions,
  say: (text: string) => void,
): RunOptions & { sources?: DeclaredSources } {
  const { sources } = given;
  if (sources === undefined) return given;
  const { cities, lands, markers, maxRejects, probes, file } = sources;
  const declared: RunOptions = {
    ...(cities?.primaryMinimumPopulation !== undefined && {
      primaryMinimumPopulation: cities.primaryMinimumPopulation,
    }),
    ...(lands?.countries !== undefined && { landCountries: [lands.countries].flat() }),
    ...(markers?.currentSeason !== undefined && { currentSeason: markers.currentSeason }),
    ...(maxRejects !== undefined && { maxRejects }),
    ...(probes !== undefined && { probes }),
  };
  for (const [flag, option, member] of TWICE) {
    if (given[option] === undefined || declared[option] === undefined) continue;
    if (String(given[option]) === String(declared[option])) continue;
    say(`${flag} is used, and not ${member} of ${file.name}`);
  }
  if (given.placeFile !== undefined && sources.places?.from !== undefined) {
    say(`--place-file is used, and not places.from of ${file.name}`);
  }
  const chosen = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)); // prettier-ignore
  return { ...declared, ...chosen };
}

const TWICE = [
  ['--primary-minimum-population', 'primaryMinimumPopulation', 'cities.primaryMinimumPopulation'],
  ['--land-countries', 'landCountries', 'lands.countries'],
  ['--current-season', 'currentSeason', 'markers.currentSeason'],
  ['--max-rejects', 'maxRejects', 'maxRejects'],
] as const satisfies readonly (readonly [string, keyof RunOptions, string])[];

/** Tells whether the run's sources file says what a resource is made of. */
export function declares(name: ResourceName, { sources, placeFile }: RunOptions): boolean {
  switch (name) {
    case 'countries':
      return sources?.countries !== undefined;
    case 'cities':
      return sources?.cities?.from !== undefined;
    case 'lands':
      // They are made by the borders, too.
      return sources?.lands !== undefined || sources?.countries !== undefined;
    case 'places':
      return sources?.places?.from !== undefined && placeFile === undefined;
    case 'markers':
      return false;
  }
}

/** Returns the names of the files that the sources file names for a resource, without mappings. */
export function declaredFiles(name: ResourceName, { sources }: RunOptions): string[] {
  if (sources === undefined || name === 'markers') return [];
  const sections = name === 'lands' ? [sources.lands, sources.countries] : sources[name];
  return filesOf(sections).map((path) => basename(path.replace(/(\.zip)#.*$/i, '$1')));
}

function filesOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([member, inner]: [string, unknown]) => {
    if (typeof inner !== 'string') return filesOf(inner);
    return FILE_MEMBERS.has(member) && member !== 'mapping' ? [inner] : [];
  });
}

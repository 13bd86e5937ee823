import { isDeepStrictEqual } from 'node:util';
import { omitBy } from 'es-toolkit/object';
import Joi from 'joi';
import { UsageError } from '../../core/cli/failure.js';
import { integer, text } from '../../core/elasticsearch/environment.js';
import type { RememberedOptions } from '../../indices/provenance.js';
import { DEFAULT_PRIMARY_MINIMUM_POPULATION } from '../cities/ids.js';
import { nameOf } from '../files/address.js';
import { DEFAULT_RULES } from '../files/download.js';
import { partsOf, TILES } from '../files/parts.js';
import type { Probe, ResourceName } from '../generations/resource.js';
import type { DeclaredSources } from './sources.js';

/** Joi rules of the variables that only the ingestion needs. */
export const ingestVariables = {
  /** Where rejected rows are written. */
  REJECTS_FOLDER: text<string | undefined>(),
  SOURCES_FILE: text<string | undefined>(),
  /** Where files of https addresses are kept. */
  DOWNLOADS_FOLDER: text().default(DEFAULT_RULES.folder),
  SOURCES_MAX_MEGABYTES: integer(1, 1_000_000).default(DEFAULT_RULES.maxMegabytes),
  SOURCES_ALLOW_PRIVATE_ADDRESSES: Joi.boolean()
    .empty('')
    .default(DEFAULT_RULES.allowPrivate)
    .messages({ '*': 'must be true or false' }),
};

/** A person's choices for the data of a run. */
export interface DataOptions {
  primaryMinimumPopulation?: number;
  /** Alpha-3 codes; absent or none: all. */
  landCountries?: readonly string[];
  /** Both or none. Default: the built-in places. */
  placeFile?: string;
  placeMapping?: string;
  /** The content of the sources file. */
  sources?: DeclaredSources;
}

export interface RunOptions extends DataOptions {
  allowShrink?: boolean;
  /** Accept any share of documents that are worse than the live ones. */
  allowChange?: boolean;
  /** Accept sources that are older than the live ones. */
  allowOlder?: boolean;
  ifNeeded?: boolean;
  /** Skip resources whose live data was made of the same content and settings. */
  ifChanged?: boolean;
  /** Replace data of other sources. */
  replaceSource?: boolean;
  /** Report what would change, and change nothing. */
  dryRun?: boolean;
  /** Compare the new generations with the live ones. */
  compare?: boolean;
  /** Keep the new generations beside the live ones. */
  hold?: boolean;
  /** The share of rows that may be rejected. */
  maxRejects?: number;
  probes?: readonly Probe[];
  /** The folder for rejected rows. */
  rejects?: string;
}

/** Options that are for one resource, or that a sources file may contain, too. */
const OPTIONS: readonly { name: keyof RunOptions; flag: string; resource?: ResourceName; member?: string }[] = [
  { name: 'primaryMinimumPopulation', flag: '--primary-minimum-population', resource: 'cities', member: 'cities.primaryMinimumPopulation' },
  { name: 'landCountries', flag: '--land-countries', resource: 'lands', member: 'lands.countries' },
  { name: 'placeFile', flag: '--place-file', resource: 'places', member: 'places.from' },
  { name: 'placeMapping', flag: '--place-mapping', resource: 'places' },
  { name: 'maxRejects', flag: '--max-rejects', member: 'maxRejects' },
]; // prettier-ignore

/** Returns remembered options as the command line has them. */
export function describeOptions(options: RememberedOptions): string[] {
  return OPTIONS.flatMap(({ name, flag }) => {
    const value = options[name as keyof RememberedOptions];
    return value === undefined ? [] : [`${flag} ${String(value)}`];
  });
}

/** @throws if an option is for a resource that is not ingested, or lacks its other half */
export function assertApplicable(chosen: readonly ResourceName[], given: RunOptions): void {
  if ((given.placeFile === undefined) !== (given.placeMapping === undefined)) {
    throw new UsageError(
      '--place-file and --place-mapping go together: give both, or none of them.',
    );
  }
  if (chosen.length === 0) return;
  const misapplied = OPTIONS.flatMap(({ name, flag, resource }) =>
    resource !== undefined && given[name] !== undefined && !chosen.includes(resource)
      ? [`${flag} is for ${resource}`]
      : [],
  );
  if (misapplied.length === 0) return;
  throw new UsageError(
    `${misapplied.join(', ')}: name that too, or leave the option out. This run is of ${chosen.join(', ')}.`,
  );
}

/**
 * Adds what the sources file says to the options of a run. If both say something, the option wins, and
 * `say` is called.
 */
export function withSources(given: RunOptions, say: (text: string) => void): RunOptions {
  const { sources } = given;
  if (sources === undefined) return given;
  const { cities, lands, maxRejects, probes, places, file } = sources;
  const declared = {
    primaryMinimumPopulation: cities?.primaryMinimumPopulation,
    landCountries: lands?.countries === undefined ? undefined : [lands.countries].flat(),
    maxRejects,
    probes,
  };
  const inFile: Partial<Record<string, unknown>> = { ...declared, placeFile: places?.from };
  for (const { name, flag, member } of OPTIONS) {
    const isBoth = given[name] !== undefined && inFile[name] !== undefined;
    if (isBoth && member !== undefined && !isDeepStrictEqual(given[name], inFile[name]))
      say(`${flag} is used, and not ${member} of ${file.name}`);
  }
  const isUnset = (value: unknown): boolean => value === undefined;
  return { ...omitBy(declared, isUnset), ...omitBy(given, isUnset) } as RunOptions;
}

/** True if the sources file says what a resource is made of. */
export function declares(name: ResourceName, { sources, placeFile }: DataOptions): boolean {
  const { countries, cities, lands, places }: Partial<DeclaredSources> = sources ?? {};
  const parts: Readonly<Record<string, unknown>> = {
    ...sources,
    cities: cities?.from,
    // Lands depend on the borders, too.
    lands: lands ?? countries,
    places: placeFile === undefined ? places?.from : undefined,
  };
  return parts[name] !== undefined;
}

/** Returns the names of a resource's files in the sources file, without mappings. */
export function declaredFiles(name: ResourceName, { sources }: DataOptions): string[] {
  const sections = name === 'lands' ? ['lands', 'countries'] : [name];
  return (sources?.paths ?? [])
    .filter(({ section, member }) => sections.includes(section) && !DESCRIBING.includes(member))
    .flatMap(({ path, kind = TILES }) => (kind === TILES ? [path] : partsOf(path, kind).paths))
    .map((path) => nameOf(path.replace(/(\.zip)#.*$/i, '$1')));
}

/** Members with the path of a file that describes another one. */
const DESCRIBING: readonly string[] = ['mapping', 'names'];

export interface EffectiveOptions {
  /** The given options. An option that was not given is the one of the live generation. */
  options: DataOptions;
  /** Options of the live generation, as the command line has them. */
  inherited: string[];
}

/** Returns the options of a resource. An absent option is inherited from the live generation. */
export function inherit(
  name: ResourceName,
  given: DataOptions,
  { primaryMinimumPopulation, landCountries = [] }: RememberedOptions = {},
): EffectiveOptions {
  let options: RememberedOptions = {};
  let inherited: RememberedOptions = {};
  if (name === 'cities' && given.primaryMinimumPopulation === undefined) {
    const population = primaryMinimumPopulation ?? DEFAULT_PRIMARY_MINIMUM_POPULATION;
    options = { primaryMinimumPopulation: population };
    if (population !== DEFAULT_PRIMARY_MINIMUM_POPULATION) inherited = options;
  } else if (name === 'lands' && given.landCountries === undefined) {
    options = { landCountries };
    if (landCountries.length > 0) inherited = options;
  }
  return { options: { ...given, ...options }, inherited: describeOptions(inherited) };
}

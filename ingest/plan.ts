import { basename } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { DEFAULT_PRIMARY_MINIMUM_POPULATION } from './cities/primary.js';
import { findGenerations, readMeta } from './generation.js';
import type { DataOptions, ResourceName } from './jobs.js';
import { legacyOptions } from './legacy.js';
import {
  mappingOf,
  ownFiles,
  type Provenance,
  readProvenance,
  type RememberedOptions,
} from './provenance.js';
import type { Context } from './resource.js';

/** All resources that can be ingested, in the order of a run of all. */
export const RESOURCE_NAMES: readonly ResourceName[] = [
  'countries',
  'cities',
  'lands',
  'places',
  'markers',
];

export interface RunOptions extends DataOptions {
  allowShrink?: boolean;
  ifNeeded?: boolean;
  /** Let data go live in the place of data of other sources. */
  replaceSource?: boolean;
}

/** What a run is to do with one resource. */
export interface Step {
  name: ResourceName;
  /** The generation that was live when the step was judged. */
  live: string | undefined;
  /** Given ones, and those of what is live where none are given. */
  options: DataOptions;
  /** Options that are kept from what is live, as the command line has them. */
  kept: string[];
  /** Why nothing is done. */
  leftAlone?: string;
  /** The lands are of an area of one's own, which nobody has named again. */
  isOwnArea?: boolean;
}

/** What is known of a live generation. */
interface Live {
  index: string;
  since: string | undefined;
  options: RememberedOptions;
  /** Files of one's own that it was made from; undefined: nobody knows. */
  own: readonly string[] | undefined;
  /** How these are read. */
  mapping?: string | undefined;
  /** Files of one's own of the generation that a rollback went back from. */
  takenBack?: readonly string[] | undefined;
}

/**
 * Decides what a run does with each resource, before anything is done.
 * @throws when it would replace data of other sources
 */
export async function planRun(
  context: Context,
  chosen: readonly ResourceName[],
  given: RunOptions,
): Promise<Step[]> {
  const names = RESOURCE_NAMES.filter((name) => chosen.length === 0 || chosen.includes(name));
  const steps: Step[] = [];
  const refusals: string[] = [];
  for (const name of names) {
    const { step, conflict } = await judge(context, name, given);
    if (conflict !== undefined) {
      const isAsked = chosen.includes(name) && given.ifNeeded !== true;
      const isLeft = !isAsked && given.placeFile === undefined;
      if (isLeft) step.leftAlone = conflict.left;
      else refusals.push(conflict.refused);
    }
    steps.push(step);
  }
  if (refusals.length > 0) throw new Error(refusals.join('\n'));
  return steps;
}

/** Judges again, under the lock of the resource, what may have gone live since the run began. */
export async function assertReplaceable(
  context: Context,
  { name, live, options }: Step,
  given: RunOptions,
): Promise<void> {
  const { client, indexPrefix } = context;
  if ((await findGenerations(client, indexPrefix, name)).live === live) return;
  const { step, conflict } = await judge(context, name, given);
  if (conflict !== undefined) throw new Error(conflict.refused);
  if (isDeepStrictEqual(step.options, options)) return;
  throw new Error(
    `The live ${name} were replaced meanwhile, by some of other settings; they were left alone. Start again.`,
  );
}

interface Conflict {
  /** Why the run is not done. */
  refused: string;
  /** Why the resource is left alone. */
  left: string;
}

async function judge(
  context: Context,
  name: ResourceName,
  given: RunOptions,
): Promise<{ step: Step; conflict: Conflict | undefined }> {
  const live = await readLive(context, name, given);
  const isJudged = live !== undefined && given.replaceSource !== true;
  return {
    step: { name, live: live?.index, ...inForce(name, given, live?.options) },
    conflict: isJudged ? conflictOf(name, live, given) : undefined,
  };
}

const FLAGS = {
  primaryMinimumPopulation: ['--primary-minimum-population', 'cities'],
  landCountries: ['--land-countries', 'lands'],
  landShards: ['--land-shards', 'lands'],
  placeFile: ['--place-file', 'places'],
  placeMapping: ['--place-mapping', 'places'],
  currentSeason: ['--current-season', 'markers'],
} as const satisfies Record<keyof DataOptions, readonly [string, ResourceName]>;

/** @throws when an option is for a resource that is not ingested, or lacks its other half */
export function assertApplicable(chosen: readonly ResourceName[], given: DataOptions): void {
  if ((given.placeFile === undefined) !== (given.placeMapping === undefined)) {
    throw new Error('--place-file and --place-mapping go together: give both, or none of them.');
  }
  if (chosen.length === 0) return;
  const options = Object.keys(FLAGS) as (keyof DataOptions)[];
  const misapplied = options
    .filter((option) => given[option] !== undefined && !chosen.includes(FLAGS[option][1]))
    .map((option) => `${FLAGS[option][0]} is for ${FLAGS[option][1]}`);
  if (misapplied.length === 0) return;
  throw new Error(
    `${misapplied.join(', ')}: name that too, or leave the option out. This run is of ${chosen.join(', ')}.`,
  );
}

async function readLive(
  context: Context,
  name: ResourceName,
  given: DataOptions,
): Promise<Live | undefined> {
  const { live: index, previous } = await findGenerations(
    context.client,
    context.indexPrefix,
    name,
  );
  if (index === undefined) return undefined;
  const meta = await readMeta(context.client, index);
  const provenance = readProvenance(meta);
  if (provenance !== undefined) {
    const { options, live: since } = provenance;
    return {
      index,
      since,
      options,
      own: isKnown(name, provenance) ? ownFiles(provenance) : undefined,
      mapping: mappingOf(provenance),
      takenBack:
        previous === undefined ? undefined : await takenBack(context, provenance, previous),
    };
  }
  const options = await legacyOptions(context, name, meta.recipe, given);
  return { index, since: undefined, options: options ?? {}, own: options && [] };
}

/** Sources that are neither built in nor files of one's own say nothing of places. */
function isKnown(name: ResourceName, provenance: Provenance): boolean {
  const { sources } = provenance;
  if (sources.length === 0) return false;
  if (name !== 'places' || ownFiles(provenance).length > 0) return true;
  return sources.every((source) => 'builtIn' in source);
}

/** The previous generation went live when this one had been made: a rollback went back from it. */
async function takenBack(
  { client }: Context,
  live: Provenance,
  previous: string,
): Promise<string[] | undefined> {
  const provenance = readProvenance(await readMeta(client, previous));
  if (provenance === undefined || provenance.live < live.begun) return undefined;
  return ownFiles(provenance);
}

/** An option that is not given is that of what is live. */
function inForce(
  name: ResourceName,
  given: DataOptions,
  remembered: RememberedOptions = {},
): Pick<Step, 'options' | 'kept' | 'isOwnArea'> {
  const options: DataOptions = { ...given };
  const kept: string[] = [];
  if (name === 'cities') {
    const { primaryMinimumPopulation: population = DEFAULT_PRIMARY_MINIMUM_POPULATION } =
      remembered;
    options.primaryMinimumPopulation ??= population;
    if (
      given.primaryMinimumPopulation === undefined &&
      population !== DEFAULT_PRIMARY_MINIMUM_POPULATION
    )
      kept.push(`--primary-minimum-population ${population}`);
    return { options, kept };
  }
  if (name !== 'lands') return { options, kept };
  const { landCountries = [], landShards = 1 } = remembered;
  options.landCountries ??= landCountries;
  options.landShards ??= landShards;
  const isOwnArea = given.landCountries === undefined && landCountries.length > 0;
  if (isOwnArea) kept.push(`--land-countries ${landCountries.join(',')}`);
  if (given.landShards === undefined && landShards !== 1) kept.push(`--land-shards ${landShards}`);
  return { options, kept, isOwnArea };
}

/** Tells what would be lost; undefined when everything can be made again. */
function conflictOf(
  name: ResourceName,
  { index, since, own, mapping, takenBack = [] }: Live,
  { placeFile, placeMapping }: DataOptions,
): Conflict | undefined {
  // Their sources cannot be chosen.
  if (name === 'countries' || name === 'markers') return undefined;
  if (own?.length === 0) return takenBack.length > 0 ? lossOf(name, takenBack) : undefined;
  const file = name === 'places' && placeFile !== undefined ? basename(placeFile) : undefined;
  const isNewVersion = file !== undefined && own?.includes(file) === true;
  if (isNewVersion && placeMapping !== undefined && basename(placeMapping) === mapping)
    return undefined;
  const what =
    own === undefined
      ? `of an unknown source, or have settings that an earlier version did not note (${index})`
      : `those of ${own.join(', ')}, live since ${since ?? 'unknown'}`;
  const others =
    file === undefined
      ? `the built-in ones`
      : `those of ${file} by ${basename(placeMapping ?? '')}`;
  const newVersion = `to bring in a new version of that file, give --place-file and --place-mapping, by the same names (${mapping ?? 'no mapping'}); `;
  const sameSettings = name === 'places' ? '' : 'to make them again, give the same settings; ';
  const again = own === undefined ? sameSettings : newVersion;
  const how = `${again}to have ${others} in their stead, give --replace-source`;
  const followers = name === 'places' ? ' (the markers follow them)' : '';
  return {
    refused: `The live ${name} are ${what}, and this run would replace them; nothing was done. What to do: ${how}.`,
    left: `left alone${followers}: they are ${what}; ${how}`,
  };
}

function lossOf(name: ResourceName, files: readonly string[]): Conflict {
  const what = `a rollback went back from those of ${files.join(', ')}, which would be deleted`;
  const how = `to have them live again, \`npm run ingest -- rollback ${name}\`; to go on without them, give --replace-source`;
  return {
    refused: `The live ${name} would be made again: ${what}; nothing was done. What to do: ${how}.`,
    left: `left alone: ${what}; ${how}`,
  };
}

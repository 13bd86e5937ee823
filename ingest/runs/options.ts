import { DEFAULT_PRIMARY_MINIMUM_POPULATION } from '../cities/primary.js';
import { UsageError } from '../../core/cli/failure.js';
import type { DataOptions } from './jobs.js';
import type { RememberedOptions } from '../../indices/provenance.js';
import type { ResourceName } from '../generations/resourceNames.js';

const FLAGS = {
  primaryMinimumPopulation: ['--primary-minimum-population', 'cities'],
  landCountries: ['--land-countries', 'lands'],
  placeFile: ['--place-file', 'places'],
  placeMapping: ['--place-mapping', 'places'],
  currentSeason: ['--current-season', 'markers'],
} as const satisfies Partial<Record<keyof DataOptions, readonly [string, ResourceName]>>;

/** @throws when an option is for a resource that is not ingested, or lacks its other half */
export function assertApplicable(chosen: readonly ResourceName[], given: DataOptions): void {
  if ((given.placeFile === undefined) !== (given.placeMapping === undefined)) {
    throw new UsageError(
      '--place-file and --place-mapping go together: give both, or none of them.',
    );
  }
  if (chosen.length === 0) return;
  const options = Object.keys(FLAGS) as (keyof typeof FLAGS)[];
  const misapplied = options
    .filter((option) => given[option] !== undefined && !chosen.includes(FLAGS[option][1]))
    .map((option) => `${FLAGS[option][0]} is for ${FLAGS[option][1]}`);
  if (misapplied.length === 0) return;
  throw new UsageError(
    `${misapplied.join(', ')}: name that too, or leave the option out. This run is of ${chosen.join(', ')}.`,
  );
}

/** The options of a step of a run. */
export interface OptionsInForce {
  /** Given ones, and those of what is live where none are given. */
  options: DataOptions;
  /** Options that are kept from what is live, as the command line has them. */
  kept: string[];
  /** The lands are of some countries only, which nobody has named again. */
  isOwnArea?: boolean;
}

/** Returns the options of a resource: one that is not given is that of what is live. */
export function inForce(
  name: ResourceName,
  given: DataOptions,
  remembered: RememberedOptions = {},
): OptionsInForce {
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
  const { landCountries = [] } = remembered;
  options.landCountries ??= landCountries;
  const isOwnArea = given.landCountries === undefined && landCountries.length > 0;
  if (isOwnArea) kept.push(`--land-countries ${landCountries.join(',')}`);
  return { options, kept, isOwnArea };
}

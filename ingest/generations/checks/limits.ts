import type { ResourceName } from '../../../indices/resources.js';

/** A measure from which on data is refused. */
interface Limit {
  /** `share`: from 0 to 1. `factor`: how many times as much, or as little. */
  unit: 'share' | 'factor' | 'km';
  default: number;
  /** The resources whose data is measured. */
  resources: readonly ResourceName[];
  /** What is measured, in the words of the sources file's schema. */
  description: string;
}

/**
 * All limits by name. `checks` of the sources file sets them for a resource, and `docs/ingestion.md` has them in
 * one table.
 */
export const LIMITS = {
  maxChanged: {
    unit: 'share',
    default: 0.2,
    resources: ['countries', 'cities', 'places'],
    description: 'Documents that are worse than the live ones of the same id',
  },
  outside: {
    unit: 'share',
    default: 0.03,
    resources: ['cities', 'places'],
    description:
      'Rows more than 25 km outside of the country that they state; a third of one country',
  },
  letters: {
    unit: 'share',
    default: 0.01,
    resources: ['countries', 'cities', 'places'],
    description: 'Names with broken letters of one kind, above the share of the live ones',
  },
} as const satisfies Readonly<Record<string, Limit>>;

export type LimitName = keyof typeof LIMITS;

/** Limits other than the default ones. */
export type OwnLimits = Readonly<Partial<Record<LimitName, number>>>;

/** Returns the limits that a resource has. */
export function limitsOf(name: ResourceName): [LimitName, Limit][] {
  const all = Object.entries(LIMITS) as [LimitName, Limit][];
  return all.filter(([, { resources }]) => resources.includes(name));
}

import type { ResourceName } from '../../../indices/resources.js';
import { ACCURACY_KM } from '../../borders/compare.js';

/** A measure from which on data is refused. */
export interface Limit {
  /** `share`: from 0 to 1. `factor`: how many times as much, or as little. */
  unit: 'share' | 'factor' | 'km' | 'km²';
  default: number;
  /** The resources whose data is measured. */
  resources: readonly ResourceName[];
  /** What is measured. The schema of the sources file shows it. */
  description: string;
  /** The likely cause of a larger value, if the check does not find it itself. */
  cause?: string;
}

/**
 * All limits by name. `checks` of the sources file sets them for a resource, and `docs/ingestion.md` has them in
 * one table.
 */
export const LIMITS = {
  gone: { unit: 'share', default: 0.2, resources: ['countries', 'cities', 'places'], description: 'Live documents that are gone, of the same sources', cause: 'rows may be missing, or the ids may come from another column' },
  growth: { unit: 'share', default: 0.2, resources: ['cities', 'places'], description: 'More documents than live ones of the same sources; 1,000 more may always be', cause: 'the source has many more rows, or other ids' },
  pairs: { unit: 'share', default: 0.05, resources: ['cities', 'places'], description: 'Documents with the name of another one within 1 km, above the live share', cause: 'rows may be there twice with other ids' },
  location: { unit: 'share', default: 0.05, resources: ['cities', 'places'], description: 'Documents that moved by more than 25 km', cause: 'coordinates may come from other columns, or have lost signs or digits' },
  move: { unit: 'km', default: 2, resources: ['cities', 'places'], description: 'The median move of all documents', cause: 'coordinates may be rounded, or in another reference system' },
  digits: { unit: 'share', default: 0.05, resources: ['cities', 'places'], description: 'Documents with at most one digit left after the points of their coordinates, or at the point of another one', cause: 'coordinates may be rounded, or many documents may have got one point' },
  name: { unit: 'share', default: 0.1, resources: ['cities', 'places'], description: 'Documents with another name', cause: 'names may come from another column' },
  names: { unit: 'share', default: 0.3, resources: ['countries', 'cities'], description: 'Documents that lost or changed their name in a language, of the language with the most', cause: 'names in a language may be missing, or come from another column' },
  sameName: { unit: 'share', default: 0.01, resources: ['countries', 'cities', 'places'], description: 'Documents whose names changed to one and the same text', cause: 'a word for an unknown value may stand in place of names' },
  region: { unit: 'share', default: 0.2, resources: ['cities'], description: 'Documents that lost or changed their region', cause: 'regions may be missing, or come from another column' },
  zone: { unit: 'share', default: 0.1, resources: ['cities'], description: 'Documents that lost or changed their time zone', cause: 'time zones may be missing, or come from another column' },
  country: { unit: 'share', default: 0.03, resources: ['cities', 'lands'], description: 'Documents or lands with another country', cause: 'countries may come from another column, or be of other codes or borders' },
  population: { unit: 'share', default: 0.05, resources: ['countries', 'cities'], description: 'Documents that lost their population, or have ten times as much or as little', cause: 'populations may be missing, or come from another column' },
  populationFactor: { unit: 'factor', default: 2, resources: ['countries', 'cities'], description: 'The median factor between old and new populations, up or down; at least 4 of one country', cause: 'populations may be in another unit, or come from another column' },
  populationSpread: { unit: 'factor', default: 1.25, resources: ['cities'], description: 'How far the factors between old and new populations are from their median, as a median, of all cities or of a country', cause: 'populations may be of other cities, or all alike' },
  primary: { unit: 'share', default: 0.3, resources: ['cities'], description: 'Primary documents, old or new, that became primary or no longer are', cause: 'populations or capitals may be missing' },
  detail: { unit: 'factor', default: 3, resources: ['countries'], description: 'How many times fewer points the changed borders have for their length', cause: 'borders may be rounded or simplified' },
  border: { unit: 'km', default: ACCURACY_KM, resources: ['countries'], description: 'How far a border moved, on average over its length', cause: 'borders may be moved, or of other codes' },
  lostPiece: { unit: 'km²', default: 100, resources: ['countries'], description: 'The largest piece of land that a country lost, beyond the accuracy of borders', cause: 'parts of countries may be missing' },
  lostLand: { unit: 'share', default: 0.1, resources: ['countries'], description: 'The land that a country lost, beyond the accuracy of borders', cause: 'parts of countries may be missing' },
  covered: { unit: 'share', default: 0.25, resources: ['countries'], description: 'The land of a country that the border of another one covers now, too', cause: 'holes may be filled, or a country may be a part of another one, too' },
  altitude: { unit: 'share', default: 0.1, resources: ['lands'], description: 'Lands that lost their altitude, or whose altitude changed by more than 100 m', cause: 'heights may be flat, in another unit, or of another area' },
  closestCity: { unit: 'share', default: 0.8, resources: ['lands'], description: 'Lands with another closest city', cause: 'the lands may be made from wrong cities' },
  outside: { unit: 'share', default: 0.03, resources: ['cities', 'places'], description: 'Rows more than 25 km outside of the country that they state; a third of one country', cause: 'coordinates or countries may come from other columns' },
  letters: { unit: 'share', default: 0.01, resources: ['countries', 'cities', 'places'], description: 'Names with broken letters of one kind, above the share of the live ones', cause: 'the file may be in another encoding' },
} as const satisfies Readonly<Record<string, Limit>>; // prettier-ignore

export type LimitName = keyof typeof LIMITS;

/** Limits other than the default ones. */
export type OwnLimits = Readonly<Partial<Record<LimitName, number>>>;

/** Returns the limits that a resource has. */
export function limitsOf(name: string): [LimitName, Limit][] {
  const all = Object.entries(LIMITS) as [LimitName, Limit][];
  return all.filter(([, { resources }]) => (resources as readonly string[]).includes(name));
}

/** True if this is measured of a resource. */
export function isMeasured(of: LimitName, name: string): boolean {
  return limitsOf(name).some(([each]) => each === of);
}

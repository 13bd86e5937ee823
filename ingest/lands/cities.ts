import type { Client } from '@elastic/elasticsearch';
import { cities } from '../../indices/cities.js';
import type { LandCity } from '../../indices/lands.js';
import type { Names } from '../../indices/languages.js';
import { findGenerations } from '../generations/generation.js';
import type { Context } from '../generations/resource.js';
import { storedCities } from '../sources/storedCities.js';

const FIELDS = [
  'id',
  'country_id',
  'name',
  'names',
  'region_name',
  'region_names',
  'primary',
  'location',
] as const;

/**
 * The index of the generation of cities that lands are made from: the live one, or that of this run.
 * @throws when there is none, with what to do
 */
export async function liveCities({ client, indexPrefix, standIns }: Context): Promise<string> {
  const standIn = standIns?.[cities.resource];
  if (standIn !== undefined) return standIn;
  const { live } = await findGenerations(client, indexPrefix, cities.resource);
  if (live !== undefined) return live;
  throw new Error('Lands need cities, and none are live. Run `npm run ingest -- cities` first.');
}

/**
 * All cities of an index, in ascending order of their ids.
 * @throws when it has none, or is gone
 */
export async function readCities(client: Client, index: string): Promise<LandCity[]> {
  const found = await storedCities(client, index, FIELDS);
  if (found.length === 0) throw new Error(`${index} holds no cities; ingest cities again.`);
  return found
    .map(({ names, region_names, ...city }) => ({
      ...city,
      ...differing('names', names, city.name),
      ...differing('region_names', region_names, city.region_name),
    }))
    .sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** A field of the names that are not the default one. */
function differing<Field extends 'names' | 'region_names'>(
  field: Field,
  names: Names,
  byDefault: string | null,
): Partial<Record<Field, Names>> {
  const others = Object.entries(names).filter(([, name]) => name !== byDefault);
  return others.length === 0
    ? {}
    : ({ [field]: Object.fromEntries(others) } as Record<Field, Names>);
}

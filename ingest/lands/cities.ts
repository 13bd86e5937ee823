import type { Client } from '@elastic/elasticsearch';
import { cities, type CityDocument } from '../../indices/cities.js';
import type { Point } from '../../geo/point.js';
import { findGenerations } from '../generation.js';
import type { Context } from '../resource.js';
import { storedCities } from '../storedCities.js';

/** A city, as far as lands need it. */
export interface City extends Point {
  id: string;
  name: string;
  regionName: string | null;
  countryId: string;
  primary: boolean;
}

const FIELDS = ['id', 'name', 'region_name', 'country_id', 'primary', 'location'] as const;

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
export async function readCities(client: Client, index: string): Promise<City[]> {
  const found = await storedCities(client, index, FIELDS);
  if (found.length === 0) throw new Error(`${index} holds no cities; ingest cities again.`);
  return found.map(toCity).sort((one, other) => (one.id < other.id ? -1 : 1));
}

function toCity(stored: Pick<CityDocument, (typeof FIELDS)[number]>): City {
  const [longitude, latitude] = stored.location;
  return {
    id: stored.id,
    name: stored.name,
    regionName: stored.region_name,
    countryId: stored.country_id,
    primary: stored.primary,
    latitude,
    longitude,
  };
}

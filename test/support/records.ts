import type { presentPlace } from '../../src/places/present.js';

export type Place = ReturnType<typeof presentPlace>;

/** A marker as the specification has it. */
export interface Marker {
  id: string;
  land_id: string;
  latlng: { latitude: number; longitude: number };
  icon?: number;
  skin?: string;
  is_built: boolean;
}

/** A country as the specification has it. */
export interface Country {
  id: string;
  name: string;
  continent: string;
  population: number;
}

/** A city as the specification has it. */
export interface City {
  id: string;
  country_id: string;
  name: string;
  region_name: string | null;
  population: number;
  latlng: { latitude: number; longitude: number } | null;
}

/** All that is at a point, as the decisions have it. */
export interface Located {
  countries: Country[];
  city: City;
  city_distance_km: number | null;
  land: { id: string } | null;
  time_zone: string | null;
}

/** The empty city, as the decisions write it down. */
export const NO_CITY =
  '{"id":"NO_CITY","country_id":"NO_COUNTRY","name":"","region_name":"","population":0,"latlng":null}';

export const ids = (records: readonly { id: string }[]): string[] => records.map(({ id }) => id);

/** The records in the order of name searches: the most populous first, then by id. */
export function byPopulation<R extends { id: string; population: number }>(
  records: readonly R[],
): R[] {
  return [...records].sort(
    (one, other) => other.population - one.population || (one.id < other.id ? -1 : 1),
  );
}

/** What is searched, by the name of its routes. */
export type Resource = 'cities' | 'countries';

/** A country as the service tells it. */
export interface Country {
  readonly id: string;
  readonly name: string;
  readonly continent: string;
  readonly population: number;
}

/** A city as the service tells it. */
export interface City {
  readonly id: string;
  readonly country_id: string;
  readonly name: string;
  readonly region_name: string | null;
  readonly population: number;
  readonly latlng: { readonly latitude: number; readonly longitude: number } | null;
}

export type Entity = City | Country;

/** Tells cities from countries. */
export function isCity(entity: Entity): entity is City {
  return 'country_id' in entity;
}

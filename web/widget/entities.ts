import type { City, Country } from '../client/src/routes.js';

export type { City, Country };

/** What is searched, by the name of its routes. */
export type Resource = 'cities' | 'countries';

export type Entity = City | Country;

/** Tells cities from countries. */
export function isCity(entity: Entity): entity is City {
  return 'country_id' in entity;
}

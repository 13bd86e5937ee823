import type { Query } from '../routes.js';
import type { CallOptions, Transport } from '../transport.js';

/** Makes the lookups of cities. */
export const cities = ({ lookUp }: Transport) => ({
  /** Returns cities by their ids, in the order asked. */
  findByIds: (query: Query<'/cities/findByIds'>, options?: CallOptions) =>
    lookUp('/cities/findByIds', query, options),

  /** Returns the cities of countries, the most populous first. */
  findByCountries: (query: Query<'/cities/findByCountries'>, options?: CallOptions) =>
    lookUp('/cities/findByCountries', query, options),

  /** Returns the closest city in the same country; where there is none, the one with the id `NO_CITY`. */
  findByLocation: (query: Query<'/cities/findByLocation'>, options?: CallOptions) =>
    lookUp('/cities/findByLocation', query, options),

  /** Returns the cities whose name starts with `token`, the most populous first. */
  findByName: (query: Query<'/cities/findByName'>, options?: CallOptions) =>
    lookUp('/cities/findByName', query, options),
});

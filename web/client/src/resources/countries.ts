import type { Query } from '../routes.js';
import type { CallOptions, Transport } from '../transport.js';

/** Makes the lookups of countries. */
export const countries = ({ lookUp }: Transport) => ({
  /** Returns all countries, or the primary ones, in alphabetical order. */
  findAll: (query: Query<'/countries/findAll'> = {}, options?: CallOptions) =>
    lookUp('/countries/findAll', query, options),

  /** Returns countries by their ISO codes, in the order asked. */
  findByIds: (query: Query<'/countries/findByIds'>, options?: CallOptions) =>
    lookUp('/countries/findByIds', query, options),

  /** Returns the countries that hold a place, and after them those within 7.5 km. */
  findByLocation: (query: Query<'/countries/findByLocation'>, options?: CallOptions) =>
    lookUp('/countries/findByLocation', query, options),

  /** Returns the countries whose name starts with `token`, the most populous first. */
  findByName: (query: Query<'/countries/findByName'>, options?: CallOptions) =>
    lookUp('/countries/findByName', query, options),
});

import type { Query } from '../routes.js';
import type { CallOptions, Transport } from '../transport.js';

/** Makes the lookups of places, which need an internal token. */
export const places = ({ lookUp }: Transport) => ({
  /** Returns places by their ids, in the order asked. */
  findByIds: (query: Query<'/places/findByIds'>, options?: CallOptions) =>
    lookUp('/places/findByIds', query, options),

  /** Returns the places of a land and of `k` rings around it, the most popular first. */
  findByLocation: (query: Query<'/places/findByLocation'>, options?: CallOptions) =>
    lookUp('/places/findByLocation', query, options),
});

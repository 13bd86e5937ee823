import type { BatchQuery, Query, Where } from '../routes.js';
import type { CallOptions, Transport } from '../transport.js';

/** Makes the lookups of all that is at a location. */
export const locate = ({ lookUp, lookUpMany }: Transport) => ({
  /** Returns the countries, the closest city, the land and the time zone of a location. */
  locate: (query: Query<'/locate'>, options?: CallOptions) => lookUp('/locate', query, options),

  /** Returns the same of up to 500 locations, in their order; each counts as one request. */
  locateMany: (locations: readonly Where[], query?: BatchQuery<'/locate'>, options?: CallOptions) =>
    lookUpMany('/locate', locations, query, options),
});

import type { Members, Query } from '../routes.js';
import type { CallOptions, Transport } from '../transport.js';

/** Makes the lookup and the writes of markers, which need an internal token. */
export const markers = ({ lookUp, write }: Transport) => ({
  /** Returns the markers around a point, the nearest first, and what is built in a season. */
  findByRadius: (query: Query<'/markers/findByRadius'>, options?: CallOptions) =>
    lookUp('/markers/findByRadius', query, options),

  /** Builds a marker; with a season older than that of its last build rejects with `StaleSeason`. */
  update: (members: Members<'/markers/update'>, options?: CallOptions) =>
    write('/markers/update', members, options),

  /** Takes back what is built at a marker. */
  remove: (members: Members<'/markers/remove'>, options?: CallOptions) =>
    write('/markers/remove', members, options),
});

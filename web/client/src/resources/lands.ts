import type { Query } from '../routes.js';
import type { CallOptions, Transport } from '../transport.js';

/** Makes the lookups of lands. */
export const lands = ({ lookUp }: Transport) => ({
  /** Returns lands by their H3 cells, in the order asked. */
  findByIds: (query: Query<'/lands/findByIds'>, options?: CallOptions) =>
    lookUp('/lands/findByIds', query, options),

  /** Returns the land of a place and `k` rings around it, the centre first. */
  findByLocation: (query: Query<'/lands/findByLocation'>, options?: CallOptions) =>
    lookUp('/lands/findByLocation', query, options),
});

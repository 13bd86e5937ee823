import type { CallOptions, Transport } from '../transport.js';

/** Makes the lookup that returns what is live of every resource, and what it was made from. */
export const data =
  ({ lookUp }: Transport) =>
  (options?: CallOptions) =>
    lookUp('/data', {}, options);

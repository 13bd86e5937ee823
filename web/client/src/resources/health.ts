import type { CallOptions, Transport } from '../transport.js';

/** Makes the questions after the state of the service now, which are asked once unless told otherwise. */
export const health = ({ lookUp }: Transport) => ({
  /** Resolves if the process answers. */
  live: (options?: CallOptions) => lookUp('/health/live', {}, { retries: 0, ...options }),

  /** Resolves if lookups can be answered; else rejects with `Unavailable`, which tells what is missing. */
  ready: (options?: CallOptions) => lookUp('/health/ready', {}, { retries: 0, ...options }),
});

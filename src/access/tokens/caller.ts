export const SCOPES = ['public', 'internal'] as const;

/** `public`: countries, cities and lands. `internal`: places and markers as well. */
export type Scope = (typeof SCOPES)[number];

/** The highest limit that can be set. */
export const MAX_RATE_LIMIT = 1_000_000;

/** The token of a request, as far as it is not secret. */
export interface Caller {
  readonly id: string;
  readonly name: string;
  readonly scope: Scope;
  /** For each API process; 0: no limit. Absent: the limit of the scope. */
  readonly requestsPerSecond?: number;
  /** The origins whose pages may use the token. Absent: all. */
  readonly origins?: readonly string[];
}

/**
 * Returns the caller of a token; `undefined` if the token is unknown, expired or revoked. Returns no
 * promise if the answer is cached.
 * @throws {ApiError} 503 if Elasticsearch does not answer
 */
export type VerifyToken = (token: string) => Caller | undefined | Promise<Caller | undefined>;

export const SCOPES = ['public', 'internal'] as const;

/** `public`: countries, cities and lands. `internal`: places and markers as well. */
export type Scope = (typeof SCOPES)[number];

/** More requests a second are no limit. */
export const MAX_RATE_LIMIT = 1_000_000;

/** Whose token a request carries. */
export interface Caller {
  /** Not secret: it may be logged. */
  readonly id: string;
  readonly name: string;
  readonly scope: Scope;
  /** Of one API process; 0: as many as it likes. Absent: those of its scope. */
  readonly requestsPerSecond?: number;
  /** The origins whose pages may use it. Absent: all. */
  readonly origins?: readonly string[];
}

/**
 * Whose token this is; `undefined` if it is unknown, expired or revoked. No promise if that is known
 * already.
 *
 * @throws {ApiError} 503 if that cannot be found out for now.
 */
export type VerifyToken = (token: string) => Caller | undefined | Promise<Caller | undefined>;

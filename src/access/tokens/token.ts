import { createHash, randomBytes } from 'node:crypto';
import type { TokenDocument } from '../../../indices/tokens.js';

export const SCOPES = ['public', 'internal'] as const;

/** `public`: countries, cities and lands. `internal`: places and markers as well. */
export type Scope = (typeof SCOPES)[number];

export type TokenState = 'valid' | 'expired' | 'revoked';

/** Returns the state of a stored token now. */
export function stateOf({ revoked_at: revoked, expires_at: expires }: TokenDocument): TokenState {
  if (revoked !== undefined) return 'revoked';
  return expires !== undefined && Date.parse(expires) <= Date.now() ? 'expired' : 'valid';
}

/** The highest limit that can be set. */
export const MAX_RATE_LIMIT = 1_000_000;

/** The token of a request, as far as it is not secret. */
export interface Caller {
  readonly id: string;
  readonly name: string;
  readonly scope: Scope;
  /** Counted by each API process; 0: no limit. Absent: the limit of the scope. */
  readonly requestsPerSecond?: number;
  /** The origins whose pages may use the token. Absent: all. */
  readonly origins?: readonly string[];
  /** True for a development token, which everybody knows. */
  readonly isDevelopment?: boolean;
}

/**
 * Returns the caller of a token; `undefined` if the token is unknown, expired or revoked. Returns no
 * promise if the answer is cached.
 * @throws {ApiError} 503 if Elasticsearch does not answer
 */
export type VerifyToken = (token: string) => Caller | undefined | Promise<Caller | undefined>;

const RANDOM_BYTES = 32;
const FORMAT = /^geo_[0-9a-f]{64}$/;
const ID_DIGITS = 16;
const ID_FORMAT = new RegExp(`^[0-9a-f]{${ID_DIGITS}}$`);

/** Returns a new token: 256 random bits after a prefix that scanners for leaked secrets recognise. */
export function newToken(): string {
  return `geo_${randomBytes(RANDOM_BYTES).toString('hex')}`;
}

export function isTokenFormat(text: string): boolean {
  return FORMAT.test(text);
}

/** Returns the part of a token that is stored: its SHA-256 in hexadecimal digits. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Returns the id of a token from its hash. */
export function tokenId(hash: string): string {
  return hash.slice(0, ID_DIGITS);
}

/** True for the id of a stored token, false for the id of a development token. */
export function isTokenId(id: string): boolean {
  return ID_FORMAT.test(id);
}

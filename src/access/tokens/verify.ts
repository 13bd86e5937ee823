import { LRUCache } from 'lru-cache';
import type { TokenDocument } from '../../../indices/tokens.js';
import { type Caller, SCOPES, type VerifyToken } from './caller.js';
import type { FindToken } from './lookups.js';
import { hashToken, isTokenFormat } from './secret.js';

/** Counted from the start of a lookup. It bounds how long a revoked token is still accepted. */
const VALID_FOR_MS = 3_000;
/** From this age on, a token in use is looked up again in the background. */
const REFRESH_AFTER_MS = 1_500;
const REJECTED_FOR_MS = 2_000;
/** Two caches of this size, so that guessing evicts no valid tokens. */
const MAX_CACHED = 10_000;

export interface VerifierOptions {
  readonly find: FindToken;
  /** True if `dev-public` and `dev-internal` are accepted. */
  readonly devTokens: boolean;
  /** The origins whose pages may use the development tokens. Absent: all. */
  readonly devTokenOrigins?: readonly string[] | undefined;
}

interface CachedToken {
  readonly caller: Caller;
  readonly lookedUpAtMs: number;
  readonly expiresAtMs: number;
}

/** Checks tokens against the stored ones, nearly always from memory. */
export function createTokenVerifier({ find, ...dev }: VerifierOptions): VerifyToken {
  const origins = dev.devTokenOrigins && { origins: dev.devTokenOrigins };
  const devCallers = new Map<string, Caller>();
  for (const scope of dev.devTokens ? SCOPES : [])
    devCallers.set(`dev-${scope}`, { id: `dev-${scope}`, name: `dev-${scope}`, scope, ...origins });
  const valid = new LRUCache<string, CachedToken>({ max: MAX_CACHED });
  const rejectedAtMs = new LRUCache<string, number>({ max: MAX_CACHED });
  const lookups = new Map<string, Promise<CachedToken | undefined>>();

  async function lookUp(token: string): Promise<CachedToken | undefined> {
    const lookedUpAtMs = performance.now();
    const document = await find(hashToken(token), valid.has(token));
    if (document === undefined || document.revoked_at !== undefined) {
      valid.delete(token);
      rejectedAtMs.set(token, lookedUpAtMs);
      return undefined;
    }
    const entry = {
      caller: callerOf(document),
      lookedUpAtMs,
      expiresAtMs: document.expires_at === undefined ? Infinity : Date.parse(document.expires_at),
    };
    valid.set(token, entry);
    return entry;
  }

  /** Joins a lookup of the same token that is under way. */
  function lookUpOnce(token: string): Promise<CachedToken | undefined> {
    const running = lookups.get(token);
    if (running !== undefined) return running;
    const lookup = lookUp(token).finally(() => lookups.delete(token));
    lookups.set(token, lookup);
    return lookup;
  }

  function current(token: string): CachedToken | Promise<CachedToken | undefined> {
    const entry = valid.get(token);
    const ageMs = entry === undefined ? Infinity : performance.now() - entry.lookedUpAtMs;
    if (entry === undefined || ageMs >= VALID_FOR_MS) return lookUpOnce(token);
    // If the refresh fails, the token stays valid until its time is over.
    if (ageMs >= REFRESH_AFTER_MS) lookUpOnce(token).catch(() => undefined);
    return entry;
  }

  const unexpired = (entry: CachedToken | undefined): Caller | undefined =>
    entry !== undefined && Date.now() < entry.expiresAtMs ? entry.caller : undefined;

  return (token) => {
    const devCaller = devCallers.get(token);
    if (devCaller !== undefined) return devCaller;
    if (!isTokenFormat(token)) return undefined;
    if (performance.now() - (rejectedAtMs.get(token) ?? -Infinity) < REJECTED_FOR_MS)
      return undefined;
    const entry = current(token);
    return entry instanceof Promise ? entry.then(unexpired) : unexpired(entry);
  };
}

function callerOf({
  id,
  name,
  scope,
  origins,
  requests_per_second: requestsPerSecond,
}: TokenDocument): Caller {
  return {
    id,
    name,
    scope,
    ...(requestsPerSecond !== undefined && { requestsPerSecond }),
    ...(origins && { origins }),
  };
}

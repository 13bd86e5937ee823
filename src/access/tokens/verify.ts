import { LRUCache } from 'lru-cache';
import { type Caller, SCOPES, type VerifyToken } from './caller.js';
import type { FindToken } from './lookups.js';
import { hashToken, isTokenFormat } from './secret.js';

/**
 * The time after its lookup in which a token counts as valid. A lookup sees every write that was
 * acknowledged before its start, from which this counts, so a revoked token is refused after that
 * time at most.
 */
const VALID_FOR_MS = 3_000;
/** From this age on, a token in use is looked up again while requests go on. */
const REFRESH_AFTER_MS = 1_500;
/** The time in which an unknown token is refused without being looked up again. */
const UNKNOWN_FOR_MS = 2_000;
const MAX_KNOWN = 10_000;
/** Kept apart, so that guessing drives out nothing but guesses. */
const MAX_UNKNOWN = 10_000;

export interface VerifierOptions {
  readonly find: FindToken;
  /** True if `dev-public` and `dev-internal` are valid. */
  readonly devTokens: boolean;
  /** The origins whose pages may use these. Absent: all. */
  readonly devTokenOrigins?: readonly string[] | undefined;
}

interface Known {
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
  const known = new LRUCache<string, Known>({ max: MAX_KNOWN });
  const unknownSinceMs = new LRUCache<string, number>({ max: MAX_UNKNOWN });
  const lookups = new Map<string, Promise<Known | undefined>>();

  async function lookUp(token: string): Promise<Known | undefined> {
    const lookedUpAtMs = performance.now();
    const document = await find(hashToken(token), known.has(token));
    if (document === undefined || document.revoked_at !== undefined) {
      known.delete(token);
      unknownSinceMs.set(token, lookedUpAtMs);
      return undefined;
    }
    const { id, name, scope, expires_at: expiresAt, origins } = document;
    const { requests_per_second: requestsPerSecond } = document;
    const entry: Known = {
      caller: {
        id,
        name,
        scope,
        ...(requestsPerSecond !== undefined && { requestsPerSecond }),
        ...(origins && { origins }),
      },
      lookedUpAtMs,
      expiresAtMs: expiresAt === undefined ? Infinity : Date.parse(expiresAt),
    };
    known.set(token, entry);
    return entry;
  }

  function lookUpOnce(token: string): Promise<Known | undefined> {
    const running = lookups.get(token);
    if (running !== undefined) return running;
    const lookup = lookUp(token).finally(() => lookups.delete(token));
    lookups.set(token, lookup);
    return lookup;
  }

  function current(token: string): Known | Promise<Known | undefined> {
    const entry = known.get(token);
    const ageMs = entry === undefined ? Infinity : performance.now() - entry.lookedUpAtMs;
    if (entry === undefined || ageMs >= VALID_FOR_MS) return lookUpOnce(token);
    if (ageMs >= REFRESH_AFTER_MS) {
      // If this fails, the token stays good until its time is over.
      lookUpOnce(token).catch(() => undefined);
    }
    return entry;
  }

  const callerOf = (entry: Known | undefined): Caller | undefined =>
    entry !== undefined && Date.now() < entry.expiresAtMs ? entry.caller : undefined;

  return (token) => {
    const caller = devCallers.get(token);
    if (caller !== undefined) return caller;
    if (!isTokenFormat(token)) return undefined;
    if (performance.now() - (unknownSinceMs.get(token) ?? -Infinity) < UNKNOWN_FOR_MS)
      return undefined;
    const entry = current(token);
    return entry instanceof Promise ? entry.then(callerOf) : callerOf(entry);
  };
}

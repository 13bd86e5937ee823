import type { Client, estypes } from '@elastic/elasticsearch';
import { LRUCache } from 'lru-cache';
import { liveAlias } from '../../../core/elasticsearch/names.js';
import { type TokenDocument, tokens } from '../../../indices/tokens.js';
import { shareRun } from '../../concurrency.js';
import { BatchQueue } from '../../elasticsearch/batchQueue.js';
import { fromClientError, resultIn } from '../../elasticsearch/failures.js';
import { ApiError, unavailable } from '../../errors.js';
import { opaqueIds } from '../../observe/elasticsearch.js';
import { type Caller, hashToken, isTokenFormat, SCOPES, type VerifyToken } from './token.js';

/**
 * Returns the tokens of these hashes, in their order; undefined for missing ones. Sees every write
 * acknowledged before. A missing index counts as an empty one.
 * @throws {ApiError} 503 if Elasticsearch does not answer in time
 */
type FindTokens = (
  hashes: readonly string[],
  timeoutMs: number,
) => Promise<readonly (TokenDocument | undefined)[]>;

export function createFindTokens(client: Client, indexPrefix: string): FindTokens {
  const index = liveAlias(indexPrefix, tokens.resource);
  return async (hashes, timeoutMs) => {
    const options = { requestTimeout: timeoutMs, ...opaqueIds() };
    const answer: Partial<estypes.MgetResponse<TokenDocument>> = await client
      .mget<TokenDocument>({ index, ids: [...hashes] }, options)
      .catch((error: unknown) => {
        throw fromClientError(error);
      });
    return hashes.map((_, position) => documentIn(answer.docs?.[position]));
  };
}

/** @throws {ApiError} 503 if the item does not say whether the token exists */
function documentIn(
  item: estypes.MgetResponseItem<TokenDocument> | null | undefined,
): TokenDocument | undefined {
  if (item && 'error' in item && item.error.type === 'index_not_found_exception') return undefined;
  const result = resultIn(item);
  if (result instanceof ApiError) throw result;
  if (result.found && result._source === undefined) throw unavailable();
  return result._source;
}

/**
 * Returns the token of a hash. Sees every write acknowledged before.
 * @param isCached true if the token was valid at its last lookup
 * @throws {ApiError} 503 if Elasticsearch does not answer in time, or too many lookups wait
 */
type FindToken = (hash: string, isCached: boolean) => Promise<TokenDocument | undefined>;

/** Far below the number of concurrent requests, so that guessed tokens cannot fill all places. */
const MAX_GUESSES = 250;
/** Limits guessing to 40 searches per second. */
const PAUSE_BETWEEN_GUESSES_MS = 25;

/** Counted from the start of a lookup. It bounds how long a revoked token is still accepted. */
const VALID_FOR_MS = 3_000;
/** From this age on, a token in use is looked up again in the background. */
const REFRESH_AFTER_MS = 1_500;
const REJECTED_FOR_MS = 2_000;
/** Two caches of this size, so that guessing evicts no valid tokens. */
const MAX_CACHED = 10_000;

/**
 * Batches token lookups. Tokens that are not cached have a queue of their own, so that guessing
 * does not delay valid tokens.
 * @param timeoutMs the longest time of a lookup, its wait in the queue included
 */
export function createTokenLookups(send: FindTokens, timeoutMs: number): FindToken {
  const queueOf = (maxBatch: number, maxWaiting: number, pauseMs: number) =>
    new BatchQueue<string, TokenDocument | undefined>({
      name: 'tokens',
      timeoutMs,
      maxInFlight: 1,
      maxBatch,
      maxWaiting,
      send,
      pauseMs: () => pauseMs,
    });
  const cached = queueOf(500, 1_000, 0);
  const guesses = queueOf(MAX_GUESSES, MAX_GUESSES, PAUSE_BETWEEN_GUESSES_MS);
  return (hash, isCached) => (isCached ? cached : guesses).add(hash);
}

interface VerifierOptions {
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
export function createTokenVerifier(options: VerifierOptions): VerifyToken {
  const { find, devTokens, devTokenOrigins: origins } = options;
  const devCallers = new Map<string, Caller>();
  for (const scope of devTokens ? SCOPES : []) {
    const id = `dev-${scope}`;
    devCallers.set(id, { id, name: id, scope, isDevelopment: true, ...(origins && { origins }) });
  }
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

  const lookUpOnce = (token: string) => shareRun(lookups, token, () => lookUp(token));

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

function callerOf(document: TokenDocument): Caller {
  const { id, name, scope, origins, requests_per_second: requestsPerSecond } = document;
  return {
    id,
    name,
    scope,
    ...(requestsPerSecond !== undefined && { requestsPerSecond }),
    ...(origins && { origins }),
  };
}

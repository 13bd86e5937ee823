import type { TokenDocument } from '../../../indices/tokens.js';
import { BatchQueue } from '../../search/batchQueue.js';

/** Returns the tokens of these hashes, in their order; undefined for missing ones. */
export type FindTokens = (
  hashes: readonly string[],
  timeoutMs: number,
) => Promise<readonly (TokenDocument | undefined)[]>;

/**
 * Returns the token of a hash. Sees every write acknowledged before.
 * @param isCached true if the token was valid at its last lookup
 * @throws {ApiError} 503 if Elasticsearch does not answer in time, or too many lookups wait
 */
export type FindToken = (hash: string, isCached: boolean) => Promise<TokenDocument | undefined>;

/** Far below the number of concurrent requests, so that guessed tokens cannot fill all places. */
const MAX_GUESSES = 250;
/** Limits guessing to 40 searches per second. */
const PAUSE_BETWEEN_GUESSES_MS = 25;

/**
 * Batches token lookups. Tokens that are not cached have a queue of their own, so that guessing
 * does not delay valid tokens.
 * @param timeoutMs the longest time of a lookup, its wait in the queue included
 */
export function createTokenLookups(find: FindTokens, timeoutMs: number): FindToken {
  const shared = { name: 'tokens', timeoutMs, maxInFlight: 1, send: find };
  const cached = new BatchQueue<string, TokenDocument | undefined>({
    ...shared,
    maxBatch: 500,
    maxWaiting: 1_000,
  });
  const guesses = new BatchQueue<string, TokenDocument | undefined>({
    ...shared,
    maxBatch: MAX_GUESSES,
    maxWaiting: MAX_GUESSES,
    pauseMs: () => PAUSE_BETWEEN_GUESSES_MS,
  });
  return (hash, isCached) => (isCached ? cached : guesses).add(hash);
}

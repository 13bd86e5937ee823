import type { TokenDocument } from '../../../indices/tokens.js';
import { BatchQueue } from '../../search/batchQueue.js';

/** Finds the tokens of these hashes, in their order and in time; what is not there is undefined. */
export type FindTokens = (
  hashes: readonly string[],
  timeoutMs: number,
) => Promise<readonly (TokenDocument | undefined)[]>;

/**
 * Finds the token of a hash. Sees every write acknowledged before.
 * @param isKnown true if it was a token of somebody when it was looked up before
 * @throws {ApiError} 503 if Elasticsearch cannot tell in time, or too many wait.
 */
export type FindToken = (hash: string, isKnown: boolean) => Promise<TokenDocument | undefined>;

/** Whoever guesses must not take all places of requests that are answered at the same time. */
const MAX_GUESSES = 250;
/** However many are guessed, Elasticsearch is asked no more than 40 times a second. */
const PAUSE_BETWEEN_GUESSES_MS = 25;

/**
 * Makes what looks tokens up. Lookups that arrive while one is under way go together into the next one. Those of known
 * tokens go apart, so that whoever guesses holds up nobody but other newcomers, and those by a moment only.
 *
 * @param timeoutMs every lookup is answered within this time, the wait for its turn included
 */
export function createTokenLookups(find: FindTokens, timeoutMs: number): FindToken {
  const ofTokens = { name: 'tokens', timeoutMs, maxInFlight: 1, send: find };
  const known = new BatchQueue<string, TokenDocument | undefined>({
    ...ofTokens,
    maxBatch: 500,
    maxWaiting: 1_000,
  });
  const unknown = new BatchQueue<string, TokenDocument | undefined>({
    ...ofTokens,
    maxBatch: MAX_GUESSES,
    maxWaiting: MAX_GUESSES,
    pauseMs: () => PAUSE_BETWEEN_GUESSES_MS,
  });
  return (hash, isKnown) => (isKnown ? known : unknown).add(hash);
}

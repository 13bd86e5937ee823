import { setTimeout as sleep } from 'node:timers/promises';
import type { TokenDocument } from '../../../indices/tokens.js';
import { overloaded, unavailable } from '../../errors.js';
import { QueueCounts } from '../../observe/metrics/queues.js';
import { noteWait, type Trace, traced, tracesNow, tracesOf } from '../../observe/trace.js';

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

export interface LookupOptions {
  /** Every lookup is answered within this time, the wait for its turn included. */
  timeoutMs: number;
  /** Hashes in one request. */
  maxBatch?: number;
  /** Lookups that wait for their turn; further ones are refused. */
  maxWaiting?: number;
  /** Those that metrics show. */
  counts?: QueueCounts;
  /** Between two requests for unknown tokens. */
  gatherMs?: number;
}

interface Waiting {
  readonly hash: string;
  readonly deadline: number;
  readonly since: number;
  readonly traces: readonly Trace[];
  readonly resolve: (found: TokenDocument | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** Whoever guesses must not take all places of requests that are answered at the same time. */
const OF_UNKNOWN = { maxBatch: 250, maxWaiting: 250 };
/** However many are guessed, Elasticsearch is asked no more than 40 times a second. */
const GATHER_MS = 25;

/**
 * Lookups that arrive while one is under way go together into the next one. Those of known tokens
 * go apart, so that whoever guesses holds up nobody but other newcomers, and those by a moment only.
 */
export function createTokenLookups(findTokens: FindTokens, options: LookupOptions): FindToken {
  const { gatherMs = GATHER_MS } = options;
  const known = createLane(findTokens, { ...options, gatherMs: 0 });
  const unknown = createLane(findTokens, { ...options, ...OF_UNKNOWN, gatherMs });
  return (hash, isKnown) => (isKnown ? known : unknown)(hash);
}

/** One request under way at most. */
function createLane(
  findTokens: FindTokens,
  {
    timeoutMs,
    maxBatch = 500,
    maxWaiting = 1_000,
    gatherMs = 0,
    counts = new QueueCounts(),
  }: LookupOptions,
): (hash: string) => Promise<TokenDocument | undefined> {
  const waiting: Waiting[] = [];
  let running = false;
  counts.measure(() => waiting.length);

  async function send(batch: readonly Waiting[], remainingMs: number): Promise<void> {
    try {
      const hashes = batch.map(({ hash }) => hash);
      const found = await traced(tracesOf(batch), () => findTokens(hashes, Math.ceil(remainingMs)));
      for (const [position, { resolve }] of batch.entries()) resolve(found[position]);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const now = performance.now();
      const batch = waiting.splice(0, maxBatch);
      const inTime = batch.filter(({ deadline }) => deadline > now);
      for (const { deadline, reject } of batch) if (deadline <= now) reject(unavailable());
      for (const { traces, since } of inTime) {
        counts.waits.add(now - since);
        noteWait(traces, now - since);
      }
      const [oldest] = inTime;
      if (inTime.length > 0) counts.batches.add(inTime.length);
      if (oldest !== undefined) await send(inTime, oldest.deadline - now);
      // A lone newcomer has not waited; those that come now do.
      if (gatherMs > 0) await sleep(gatherMs, undefined, { ref: false });
    }
    running = false;
  }

  return (hash) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= maxWaiting) {
        reject(overloaded());
        return;
      }
      const since = performance.now();
      const deadline = since + timeoutMs;
      waiting.push({ hash, deadline, since, traces: tracesNow(), resolve, reject });
      if (running) return;
      running = true;
      // Once per turn of the event loop: all requests read in this turn go together.
      setImmediate(() => void run());
    });
}

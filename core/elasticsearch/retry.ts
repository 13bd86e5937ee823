import { errors } from '@elastic/elasticsearch';
import { BUSY_STATUSES, hasStatus, isErrorOfType } from './failures.js';
import type { Progress } from '../cli/progress.js';
import { wait } from './wait.js';

/** Ten minutes in all: Elasticsearch may be started anew meanwhile. */
export const RETRY_DELAYS_MS: readonly number[] = [
  ...[200, 1_000, 3_000],
  ...Array<number>(60).fill(10_000),
];
const PATIENCE_MS = 600_000;
/** An Elasticsearch that has just been started may not know its users yet. */
const LOGIN_PATIENCE_MS = 60_000;
const NEVER = new AbortController().signal;

/** An ingestion's patience with Elasticsearch: how long it waits, and who is told. */
export interface Patience {
  signal: AbortSignal;
  /** Called before every wait for an Elasticsearch that is away or too busy. */
  onRetry: (delayMs: number, reason: string) => void;
}

/** Returns the patience of a run: a person is told about every wait. */
export function patienceOf({
  progress,
  signal = NEVER,
}: {
  progress: Progress;
  signal?: AbortSignal | undefined;
}): Patience {
  return {
    signal,
    onRetry(delayMs, reason) {
      progress.note(`Elasticsearch: ${reason}; trying again in ${delayMs / 1_000} s`);
    },
  };
}

/** Thrown by an attempt that Elasticsearch was too busy for, or only in part. */
export class BusyError extends Error {}

/**
 * Repeats an attempt, in growing distances, until Elasticsearch is neither away nor too busy.
 * @param isWaitedFor tells whether to wait for what may pass, at all
 * @throws what the attempt throws, when that does not pass or stays for too long; on abort, the
 * signal's reason
 */
export async function retrying<Result>(
  { signal, onRetry }: Patience,
  attempt: () => Promise<Result>,
  isWaitedFor: (error: Error) => boolean = () => true,
): Promise<Result> {
  /** Of every kind of failure: its patience, and when it was first met. */
  const begun = new Map<number, number>();
  for (let retry = 0; ; retry += 1) {
    try {
      return await attempt();
    } catch (error) {
      // An abort may look like a connection that failed.
      signal.throwIfAborted();
      const delayMs = RETRY_DELAYS_MS[retry];
      if (delayMs === undefined || !(error instanceof Error) || !isWaitedFor(error)) throw error;
      const limitMs = patienceMs(error);
      const now = performance.now();
      const since = begun.get(limitMs) ?? now;
      begun.set(limitMs, since);
      if (now + delayMs > since + limitMs) throw error;
      onRetry(delayMs, error.message);
      await wait(delayMs, signal);
    }
  }
}

/** Returns for how long a failure is waited to pass; 0 when it does not. */
export function patienceMs(error: unknown): number {
  if (error instanceof BusyError) return PATIENCE_MS;
  if (error instanceof errors.RequestAbortedError) return 0;
  if (isLoginRefused(error)) return LOGIN_PATIENCE_MS;
  // What a snapshot is being taken of cannot be deleted, as the generation before the last one is.
  if (isErrorOfType(error, 'snapshot_in_progress_exception')) return PATIENCE_MS;
  if (error instanceof errors.ResponseError)
    return hasStatus(error, ...BUSY_STATUSES) ? PATIENCE_MS : 0;
  return error instanceof errors.ElasticsearchClientError ? PATIENCE_MS : 0;
}

export function isLoginRefused(error: unknown): boolean {
  return hasStatus(error, 401);
}

import { setTimeout as sleep } from 'node:timers/promises';
import { errors } from '@elastic/elasticsearch';
import type { Progress } from './progress.js';

/** Ten minutes in all: Elasticsearch may be started anew meanwhile. */
export const RETRY_DELAYS_MS: readonly number[] = [
  ...[200, 1_000, 3_000],
  ...Array<number>(60).fill(10_000),
];
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
 * @throws what the attempt throws, when that does not pass or stays through all retries
 */
export async function retrying<Result>(
  { signal, onRetry }: Patience,
  attempt: () => Promise<Result>,
): Promise<Result> {
  for (let retry = 0; ; retry += 1) {
    try {
      return await attempt();
    } catch (error) {
      // An abort may look like a connection that failed.
      signal.throwIfAborted();
      const delayMs = RETRY_DELAYS_MS[retry];
      if (delayMs === undefined || !isPassing(error)) throw error;
      onRetry(delayMs, error.message);
      await sleep(delayMs, undefined, { signal });
    }
  }
}

function isPassing(error: unknown): error is Error {
  if (error instanceof BusyError) return true;
  if (error instanceof errors.RequestAbortedError) return false;
  if (error instanceof errors.ResponseError)
    return [429, 502, 503, 504].includes(error.statusCode ?? 0);
  return error instanceof errors.ElasticsearchClientError;
}

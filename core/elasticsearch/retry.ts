import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, errors, type estypes } from '@elastic/elasticsearch';
import type { Progress } from '../cli/progress.js';
import { classify, hasStatus, isOfElasticsearch } from './failures.js';

/** Ten minutes in all: Elasticsearch may be restarted meanwhile. */
export const RETRY_DELAYS_MS: readonly number[] = [
  ...[200, 1_000, 3_000],
  ...Array<number>(60).fill(10_000),
];
const RETRY_MS = 600_000;
/** An Elasticsearch that has just started may not know its users yet. */
const LOGIN_RETRY_MS = 60_000;
/** The signal of requests that an interruption must not abort. */
export const UNINTERRUPTED = new AbortController().signal;

/** Where a command shows its waits for Elasticsearch, and what ends them. */
export interface Waiting {
  progress: Pick<Progress, 'note'>;
  signal?: AbortSignal | undefined;
}

/** Thrown by an attempt that Elasticsearch has not done, or only in part, because of overload. */
export class BusyError extends Error {}

/** Waits for overload only, if the client of an attempt waits for everything else. */
export const isBusy = (error: Error): boolean => error instanceof BusyError;

/**
 * Repeats an attempt, with growing delays, while Elasticsearch is away or overloaded.
 * @param isWaitedFor false for failures that are not retried, although they may pass
 * @throws the failure of the attempt if it cannot pass, or has not passed; on abort, the signal's reason
 */
export async function retrying<Result>(
  { progress, signal = UNINTERRUPTED }: Waiting,
  attempt: () => Promise<Result>,
  isWaitedFor: (error: Error) => boolean = () => true,
): Promise<Result> {
  /** When failures with this limit began. */
  const begun = new Map<number, number>();
  for (let retry = 0; ; retry += 1) {
    try {
      return await attempt();
    } catch (error) {
      // An abort can look like a failed connection.
      signal.throwIfAborted();
      const delayMs = RETRY_DELAYS_MS[retry];
      if (delayMs === undefined || !(error instanceof Error) || !isWaitedFor(error)) throw error;
      const limitMs = retryLimitMs(error);
      const now = performance.now();
      const since = begun.get(limitMs) ?? now;
      begun.set(limitMs, since);
      if (now + delayMs > since + limitMs) throw error;
      const { kind, advice } = classify(error);
      const remedy = kind === 'blocked' ? ` ${advice}` : '';
      progress.note(`Elasticsearch: ${error.message}.${remedy} Trying again for ${limitMs / 60_000} min.`); // prettier-ignore
      await wait(delayMs, signal);
    }
  }
}

/** Returns how long a failure is retried; 0 if it cannot pass by itself. */
function retryLimitMs(error: unknown): number {
  if (error instanceof BusyError) return RETRY_MS;
  if (hasStatus(error, 401)) return LOGIN_RETRY_MS;
  return classify(error).retryable ? RETRY_MS : 0;
}

/** @throws the signal's reason as soon as it is aborted */
export async function wait(timeMs: number, signal?: AbortSignal): Promise<void> {
  try {
    await sleep(timeMs, undefined, signal ? { signal } : {});
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}

/** Operations that can succeed although some shards have failed. */
const OF_ALL_SHARDS = /\/_(count|flush|forcemerge|refresh)$/;

type RequestParameters = Readonly<Parameters<Client['transport']['request']>>;

/**
 * Returns a client that retries while Elasticsearch, or one of its shards, is away or overloaded. Before
 * the first answer it does not retry, so that a wrong address or login fails at once. Requests with
 * `maxRetries: 0` are neither retried nor aborted.
 */
export function retryingClient(client: Client, waiting: Waiting): Client {
  const retryingChild = client.child({});
  let isReached = false;
  let isLoggedIn = false;
  const request = async (...parameters: RequestParameters): Promise<unknown> => {
    const [sent, options] = parameters;
    const isOnce = options?.maxRetries === 0;
    // The client implements a time limit by aborting the signal, which other requests share.
    const isInterruptible = !isOnce && options?.requestTimeout === undefined;
    const { signal = UNINTERRUPTED } = waiting;
    const attempt = async (): Promise<unknown> => {
      const answering = client.transport.request(
        sent,
        isInterruptible ? { signal, ...options } : options,
      );
      const answer: unknown = await answering.catch((error: unknown) => {
        isReached ||= error instanceof errors.ResponseError && isOfElasticsearch(error.meta);
        throw error;
      });
      isReached = true;
      isLoggedIn = true;
      if (OF_ALL_SHARDS.test(sent.path)) assertAllShards(sent.path, answer);
      return answer;
    };
    if (isOnce) return attempt();
    return retrying(waiting, attempt, (error) => (hasStatus(error, 401) ? isLoggedIn : isReached));
  };
  retryingChild.transport.request = request as typeof retryingChild.transport.request;
  return retryingChild;
}

function assertAllShards(path: string, answer: unknown): void {
  const { _shards: shards } = answer as Partial<estypes.ShardsOperationResponseBase>;
  // A shard that starts is not merged, and has not failed either.
  const isMissed = shards?.successful === 0 && path.endsWith('/_forcemerge');
  if (!shards || (shards.failed === 0 && !isMissed)) return;
  const { type, reason } = shards.failures?.[0]?.reason ?? { type: 'no reason given' };
  const why = reason ? `${type}: ${reason}` : type;
  throw new BusyError(
    `${isMissed ? shards.total : shards.failed} shards failed at ${path} (${why}). Check the health of the cluster.`,
  );
}

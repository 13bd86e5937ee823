import type { Client } from '@elastic/elasticsearch';
import { hasStatus, isErrorOfType } from '../../core/elasticsearch/failures.js';
import { BusyError, wait } from '../../core/elasticsearch/retry.js';
import { readHealth } from './creation.js';

/** Shards of a node that has just started are there after these delays. */
const MISSING_SHARD_DELAYS_MS = [2_000, 5_000];
/** If there are several nodes, the one with the shards may be restarting. */
const MISSING_NODE_DELAYS_MS = [...MISSING_SHARD_DELAYS_MS, 10_000, 20_000, 30_000];
const COUNT_TIMEOUT_MS = 10_000;

/**
 * Returns undefined if the index is closed or gone, or if its shards stay missing.
 * @param delaysMs how long it waits for shards if there is one node
 */
export async function readCount(
  client: Client,
  index: string,
  delaysMs: readonly number[] = MISSING_SHARD_DELAYS_MS,
): Promise<number | undefined> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const once = { maxRetries: 0, requestTimeout: COUNT_TIMEOUT_MS };
      return (await client.count({ index }, once)).count;
    } catch (error) {
      if (isErrorOfType(error, 'index_closed_exception', 'index_not_found_exception'))
        return undefined;
      // The client retries while the cluster is away or too busy.
      if (!isOfMissingShards(error)) return (await client.count({ index })).count;
    }
    const hasOtherNodes = ((await readHealth(client))?.number_of_nodes ?? 1) > 1;
    const delayMs = (hasOtherNodes ? MISSING_NODE_DELAYS_MS : delaysMs)[attempt];
    if (delayMs === undefined) return undefined;
    await wait(delayMs);
  }
}

/** True if no shard could answer, or some of several could not. */
function isOfMissingShards(error: unknown): boolean {
  const isOfNone =
    hasStatus(error, 503) && isErrorOfType(error, 'search_phase_execution_exception');
  return isOfNone || error instanceof BusyError;
}

/** @throws if an index is closed, or if one of its shards stays missing: it must not become live */
export async function assertReadable(
  client: Client,
  index: string,
  delaysMs?: readonly number[],
): Promise<void> {
  if ((await readCount(client, index, delaysMs)) !== undefined) return;
  throw new Error(
    `${index} cannot be read. No changes were made. Open it (POST /${index}/_open), or see the cluster health.`,
  );
}

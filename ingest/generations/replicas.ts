import type { Client, estypes } from '@elastic/elasticsearch';
import { hasStatus } from '../../core/elasticsearch/failures.js';
import { wait } from '../../core/elasticsearch/wait.js';
import type { Progress } from '../../core/cli/progress.js';

const WAIT_MS = 600_000;
const LOOK_EVERY_MS = 1_000;

/** Settings of an index: a fixed number of copies, or a range of which the nodes decide. */
export type Replicas = { number_of_replicas: number | string } | { auto_expand_replicas: string };

/** One copy, on every cluster with a second node. */
const OURS: Replicas = { auto_expand_replicas: '0-1' };
/** As Elasticsearch says of an index that nobody has chosen for. */
const UNCHOSEN = '1';

/** For an index while it is loaded, also where a template has a range. */
export const NO_REPLICAS = { number_of_replicas: 0, auto_expand_replicas: 'false' };

/** Returns the replicas of a live index, which an operator may have chosen. */
export async function replicasOf(client: Client, index: string): Promise<Replicas> {
  const { settings } = (await client.indices.getSettings({ index }))[index] ?? {};
  const { auto_expand_replicas: range, number_of_replicas: number } = settings?.index ?? {};
  if (typeof range === 'string' && range !== 'false') return { auto_expand_replicas: range };
  return number === undefined ? OURS : { number_of_replicas: number };
}

/** Returns the replicas for an index just made without any: those of its template, else ours. */
export async function replicasOfTemplate(client: Client, index: string): Promise<Replicas> {
  const given = await replicasOf(client, index);
  const isChosen = !('number_of_replicas' in given) || given.number_of_replicas !== UNCHOSEN;
  return isChosen ? given : OURS;
}

export interface Copying {
  progress: Progress;
  /** Given with them: each change of settings is one of the state of the whole cluster. */
  settings?: estypes.IndicesIndexSettings;
  signal?: AbortSignal | undefined;
  waitMs?: number;
}

/**
 * Gives an index its replicas, and waits until there are as many as there are nodes for, but not
 * for ever. The index must be without any until then.
 */
export async function copy(
  client: Client,
  index: string,
  replicas: Replicas,
  { progress, settings, signal, waitMs = WAIT_MS }: Copying,
): Promise<void> {
  await client.indices.putSettings({ index, settings: { ...settings, ...replicas } });
  const until = performance.now() + waitMs;
  for (let isTold = false; ; isTold = true) {
    const health = await healthOf(client, index);
    if (health === undefined) {
      progress.note(
        'this login may not see when the replicas are there (`monitor`): not waited for',
      );
      return;
    }
    const { active_shards: active, active_primary_shards: primaries } = health;
    const wanted = active + health.initializing_shards + health.unassigned_shards;
    const possible = Math.min(wanted, primaries * health.number_of_data_nodes);
    const isOver = performance.now() >= until;
    if (active >= possible || isOver) {
      const missing = `${index} has ${active} of its ${wanted} copies of shards`;
      if (isOver && active < possible) progress.note(`${missing}; it goes live all the same`);
      else if (active < wanted) progress.note(`${missing}: there are no nodes for more`);
      return;
    }
    if (!isTold) progress.note('waiting for the replicas');
    await wait(LOOK_EVERY_MS, signal);
  }
}

/** Undefined where that takes a privilege of the cluster that this login has not. */
async function healthOf(
  client: Client,
  index: string,
): Promise<estypes.ClusterHealthResponse | undefined> {
  try {
    return await client.cluster.health({ index });
  } catch (error) {
    if (hasStatus(error, 403)) return undefined;
    throw error;
  }
}

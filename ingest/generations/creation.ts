import type { Client, estypes } from '@elastic/elasticsearch';
import { hasStatus, isErrorOfType } from '../../core/elasticsearch/failures.js';
import { generationIndex } from '../../core/elasticsearch/names.js';
import { UNINTERRUPTED, wait, type Waiting } from '../../core/elasticsearch/retry.js';
import { DEFAULT_LAYOUT } from '../../core/elasticsearch/settings.js';
import type { IndexDefinition } from '../../indices/definition.js';
import { findGenerations, loadingAlias } from './generation.js';
import { deleteLeftover } from './leftovers.js';
import type { Context, Copy, Resource } from './resource.js';

/**
 * Nobody reads a generation while it is loaded. Each acknowledged bulk is on disk all the same:
 * there is no replica yet, and the node may be killed.
 */
const LOADING = {
  refresh_interval: '-1',
  translog: { flush_threshold_size: '1gb' },
} as const;

/** Resets these settings to their defaults. */
const LOADED = {
  refresh_interval: null,
  translog: { flush_threshold_size: null },
} as unknown as estypes.IndicesIndexSettings;

/** An interrupted run deletes its index, so it must learn that there is one. */
const WHOLE = { signal: UNINTERRUPTED };

/** A fixed number of copies, or a range from which Elasticsearch chooses by the number of nodes. */
export type Replicas = { number_of_replicas: number | string } | { auto_expand_replicas: string };

/** Replicas would double the time of the load. Both settings, because an index template may have a range. */
export const NO_REPLICAS = { number_of_replicas: 0, auto_expand_replicas: 'false' };

const REPLICAS_TIMEOUT_MS = 600_000;
const POLL_MS = 1_000;

/** Returns the settings SHARDS and REPLICAS for the indices of a resource. */
export function settingsOf(
  { layoutOf = () => DEFAULT_LAYOUT }: Context,
  resource: string,
): { shards: { number_of_shards: string }; replicas: Replicas } {
  const { shards, replicas } = layoutOf(resource);
  return {
    shards: { number_of_shards: shards },
    replicas: replicas.includes('-')
      ? { auto_expand_replicas: replicas }
      : { number_of_replicas: replicas },
  };
}

/**
 * Creates the empty index of a new generation, with settings for loading. Needs the resource's lock,
 * and cleared leftovers.
 */
export async function createGeneration(
  context: Context,
  { definition }: Pick<Resource, 'definition'>,
): Promise<string> {
  const { client, indexPrefix } = context;
  const { resource, mappings, settings } = definition;
  const { shards } = settingsOf(context, resource);
  const index = generationIndex(indexPrefix, resource, new Date());
  const aliases = { [loadingAlias(index)]: {} };
  const all = { ...settings, ...shards, ...LOADING, ...NO_REPLICAS };
  const creating = client.indices.create({ index, aliases, mappings, settings: all }, WHOLE);
  await creating.catch(acceptOwn(context, resource, index));
  return index;
}

/**
 * Creates a new generation as a copy of another one. Elasticsearch links the files, so that takes no
 * longer for a million documents. Needs what {@link createGeneration} needs.
 */
export async function copyGeneration(
  context: Context,
  { definition: { resource } }: Pick<Resource, 'definition'>,
  { of }: Copy,
): Promise<string> {
  const { client, indexPrefix } = context;
  const index = generationIndex(indexPrefix, resource, new Date());
  const alias = loadingAlias(index);
  // Nobody writes to a complete generation, but Elasticsearch wants that to be certain.
  await client.indices.addBlock({ index: of, block: 'write' });
  try {
    const settings = { ...LOADING, ...NO_REPLICAS, 'index.blocks.write': null };
    const copying = client.indices.clone({ index: of, target: index, aliases: { [alias]: {} }, settings }, WHOLE); // prettier-ignore
    await copying.catch(acceptOwn(context, resource, index));
    // The provenance of the copied generation.
    await client.indices.putMapping({ index, _meta: {} });
    return index;
  } catch (error) {
    // If this fails, the next run deletes it.
    await deleteLeftover(context, resource, index, { maxRetries: 0 }).catch(() => undefined);
    throw error;
  } finally {
    // A block that stays does no harm: settings, mappings and aliases can be changed all the same.
    const unblocking = { index: of, settings: { 'index.blocks.write': null } };
    await client.indices.putSettings(unblocking, { maxRetries: 0 }).catch(() => undefined);
  }
}

/** Returns a handler of a failed creation, which succeeded if the index is there. */
function acceptOwn(context: Context, resource: string, index: string) {
  return async (error: unknown): Promise<void> => {
    if (!isErrorOfType(error, 'resource_already_exists_exception')) throw error;
    // An earlier attempt, whose answer was lost, made it. Leftovers were cleared, so it is ours.
    const { leftovers } = await findGenerations(context, resource);
    if (!leftovers.includes(index)) throw error;
  };
}

/**
 * Makes the loaded documents searchable. Then begins to merge the segments, if the definition asks for it: merging takes
 * up to a third of the load, and the generation can be checked meanwhile.
 * @param signal ends the merge before the generation is deleted, which Elasticsearch would report as a failed merge
 * @returns waits until the segments are merged
 */
export async function sealGeneration(
  client: Client,
  index: string,
  { merge = false }: IndexDefinition,
  signal: AbortSignal,
): Promise<() => Promise<void>> {
  const refresh = () => client.indices.refresh({ index });
  await client.indices.flush({ index, wait_if_ongoing: true });
  await refresh();
  if (!merge) return () => Promise.resolve();
  const merging = client.indices
    .forcemerge({ index, max_num_segments: 1 }, { signal })
    .then(refresh);
  // If a check fails, nobody waits.
  merging.catch(() => undefined);
  return async () => {
    await merging;
  };
}

/**
 * Gives a loaded generation its replicas and its usual settings. Waits until there are as many copies
 * as there are nodes for them, up to a timeout.
 * @throws if a shard has no copy at all when the timeout is over
 */
export async function addReplicas(
  client: Client,
  index: string,
  replicas: Replicas,
  options: Waiting & { timeoutMs?: number },
): Promise<void> {
  const { progress, signal, timeoutMs = REPLICAS_TIMEOUT_MS } = options;
  await client.indices.putSettings({ index, settings: { ...LOADED, ...replicas } });
  const until = performance.now() + timeoutMs;
  for (let isFirst = true; ; isFirst = false) {
    const health = await readHealth(client, index);
    if (health === undefined) {
      progress.note(
        'not waiting for replicas, because this login may not read the cluster health (privilege `monitor`)',
      );
      return;
    }
    const { active_shards: active, active_primary_shards: primaries } = health;
    const wanted = active + health.initializing_shards + health.unassigned_shards;
    const possible = Math.min(wanted, primaries * health.number_of_data_nodes);
    const isOver = performance.now() >= until;
    // The node with the only copy of a shard is away: there is no possible copy to wait for.
    const isRed = health.status === 'red';
    if (isRed && isOver)
      throw new Error(
        `${index} has lost a shard, because a node is away. Start the node, and repeat the command.`,
      );
    if (!isRed && (active >= possible || isOver)) {
      const found = `${index} has ${active} of its ${wanted} copies of shards`;
      if (active < possible) progress.note(`${found}; it is promoted all the same`);
      else if (active < wanted) progress.note(`${found}: there are no nodes for more`);
      return;
    }
    if (isFirst) progress.note('waiting for the replicas');
    await wait(POLL_MS, signal);
  }
}

/** Returns the health of an index, or of the cluster; undefined if this login lacks the privilege. */
export async function readHealth(
  client: Client,
  index?: string,
): Promise<estypes.ClusterHealthResponse | undefined> {
  return client.cluster.health(index === undefined ? {} : { index }).catch((error: unknown) => {
    if (hasStatus(error, 403)) return undefined;
    throw error;
  });
}

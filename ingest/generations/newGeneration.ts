import type { Client, estypes } from '@elastic/elasticsearch';
import { isErrorOfType } from '../../core/elasticsearch/failures.js';
import { generationIndex } from '../../core/elasticsearch/names.js';
import type { IndexDefinition } from '../../indices/definition.js';
import { findGenerations, loadingAlias, type Made, stampOf } from './generation.js';
import { NO_REPLICAS, type Replicas, replicasOfTemplate } from './replicas.js';

/**
 * Nobody reads a generation that is loaded. But each bulk is on disk once it is acknowledged: there is no replica yet, and
 * the node may be killed and started again meanwhile.
 */
const LOADING = {
  refresh_interval: '-1',
  translog: { flush_threshold_size: '1gb' },
} as const;

/** Those of an index that is read and kept, in their place; earlier versions loaded without durability. */
export const LOADED = {
  refresh_interval: null,
  translog: { durability: null, flush_threshold_size: null },
} as unknown as estypes.IndicesIndexSettings;

/**
 * Makes the empty index of a new generation, tuned for loading. Needs the resource's lock, and no
 * remains.
 * @param more settings beside those
 */
export async function createGeneration(
  client: Client,
  indexPrefix: string,
  made: Made,
  more: estypes.IndicesIndexSettings = {},
): Promise<string> {
  const { resource, mappings, settings } = made.definition;
  const index = generationIndex(indexPrefix, resource, new Date());
  const making = client.indices.create({
    index,
    aliases: { [loadingAlias(index)]: {} },
    mappings: { ...mappings, _meta: stampOf(made) },
    settings: { ...settings, ...LOADING, ...more },
  });
  await making.catch(async (error: unknown) => {
    if (!isErrorOfType(error, 'resource_already_exists_exception')) throw error;
    // Made by an earlier attempt whose answer was lost: remains were cleared, so that it is no other run's.
    const { remains } = await findGenerations(client, indexPrefix, resource);
    if (!remains.includes(index)) throw error;
  });
  return index;
}

/**
 * Takes the replicas away from a new generation, for they would cost a load as much again.
 * @returns those to be made once it is loaded
 */
export async function withoutReplicas(client: Client, index: string): Promise<Replicas> {
  const replicas = await replicasOfTemplate(client, index);
  await client.indices.putSettings({ index, settings: NO_REPLICAS });
  return replicas;
}

/**
 * Makes what is loaded searchable, and its translog short. Merging is left to Elasticsearch unless the
 * definition asks for it: it costs a third of the load, and sorted segments answer as fast.
 */
export async function sealGeneration(
  client: Client,
  index: string,
  { merge = false }: IndexDefinition,
): Promise<void> {
  await client.indices.flush({ index, wait_if_ongoing: true });
  if (merge) await client.indices.forcemerge({ index, max_num_segments: 1 });
  await client.indices.refresh({ index });
}

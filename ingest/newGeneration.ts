import type { Client, estypes } from '@elastic/elasticsearch';
import { isErrorOfType } from '../elasticsearch/failures.js';
import { generationIndex } from '../elasticsearch/names.js';
import { acceptedSettings } from '../elasticsearch/serverless.js';
import type { IndexDefinition } from '../indices/definition.js';
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
  const accepted = await acceptedSettings(client, { ...settings, ...LOADING, ...more });
  const making = client.indices.create({
    index,
    aliases: { [loadingAlias(index)]: {} },
    mappings: { ...mappings, _meta: stampOf(made) },
    ...(accepted && { settings: accepted }),
  });
  await making.catch(unlessMade(client, indexPrefix, resource, index));
  return index;
}

/**
 * Makes the index of a new generation that begins as a copy of another one of the same definition.
 * They share their files, so that it takes no time, however large they are. Needs the resource's
 * lock, and no remains.
 */
export async function copyGeneration(
  client: Client,
  indexPrefix: string,
  made: Made,
  from: string,
): Promise<string> {
  const { resource } = made.definition;
  const index = generationIndex(indexPrefix, resource, new Date());
  // Elasticsearch copies only what nobody writes to.
  await client.indices.addBlock({ index: from, block: 'write' });
  try {
    const making = client.indices.clone({
      index: from,
      target: index,
      aliases: { [loadingAlias(index)]: {} },
      settings: { ...LOADING, ...NO_REPLICAS, 'index.blocks.write': null },
    });
    await making.catch(unlessMade(client, indexPrefix, resource, index));
  } finally {
    // One that stays does no harm: nothing is ever written to a generation that is live.
    const settings = { 'index.blocks.write': null };
    const freed = client.indices.putSettings({ index: from, settings }, { maxRetries: 0 });
    await freed.catch(() => undefined);
  }
  await client.indices.putMapping({ index, _meta: { ...stampOf(made) } });
  return index;
}

/**
 * Returns what is done when the index of a generation could not be made: nothing, if it was made by an
 * earlier attempt whose answer was lost. Remains are cleared before, so that it is no other run's.
 */
function unlessMade(client: Client, indexPrefix: string, resource: string, index: string) {
  return async (error: unknown): Promise<void> => {
    if (!isErrorOfType(error, 'resource_already_exists_exception')) throw error;
    const { remains } = await findGenerations(client, indexPrefix, resource);
    if (!remains.includes(index)) throw error;
  };
}

/**
 * Takes the replicas away from a new generation, for they would cost a load as much again.
 * @returns those to be made once it is loaded
 */
export async function withoutReplicas(client: Client, index: string): Promise<Replicas> {
  const replicas = await replicasOfTemplate(client, index);
  const none = await acceptedSettings(client, NO_REPLICAS);
  if (none !== undefined) await client.indices.putSettings({ index, settings: none });
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

import type { Client, estypes } from '@elastic/elasticsearch';
import { isErrorOfType } from './failures.js';

/**
 * Creates an index that is not a generation. An existing index gets the fields that it lacks, because
 * an earlier version may have created it. Afterwards the index can be used.
 */
export async function ensureIndex(
  client: Client,
  index: string,
  mappings: estypes.MappingTypeMapping,
): Promise<void> {
  // Not by HEAD: its error would have no body.
  const found = await client.indices.get({ index, ignore_unavailable: true });
  if (!(index in found))
    try {
      const settings = { number_of_shards: 1, auto_expand_replicas: '0-1' };
      await client.indices.create({ index, mappings, settings });
      return;
    } catch (error) {
      if (!isErrorOfType(error, 'resource_already_exists_exception')) throw error;
    }
  await client.indices.putMapping({ index, ...mappings });
  // Another process may have just created it. A refresh waits for its shard.
  await client.indices.refresh({ index });
}

/** True if there is an index or an alias with this name. */
export async function indexExists(client: Client, name: string): Promise<boolean> {
  const found = await client.indices.get({ index: name, ignore_unavailable: true });
  return Object.keys(found).length > 0;
}

import type { Client, estypes } from '@elastic/elasticsearch';
import { isErrorOfType } from './failures.js';
import { acceptedSettings } from './serverless.js';

/**
 * Makes an index that is not a generation, unless it is there already: then it gets the fields that
 * it lacks, for an earlier version may have made it. Afterwards it can be used.
 */
export async function ensureIndex(
  client: Client,
  index: string,
  mappings: estypes.MappingTypeMapping,
): Promise<void> {
  // Not by HEAD, whose refusal would not say why.
  const found = await client.indices.get({ index, ignore_unavailable: true });
  if (!(index in found) && (await create(client, index, mappings))) return;
  await client.indices.putMapping({ index, ...mappings });
  // Somebody else may have made it only now. This waits for its shard, as no look at it does.
  await client.indices.refresh({ index });
}

/** Returns false if somebody else was faster. */
async function create(
  client: Client,
  index: string,
  mappings: estypes.MappingTypeMapping,
): Promise<boolean> {
  const settings = await acceptedSettings(client, {
    number_of_shards: 1,
    auto_expand_replicas: '0-1',
  });
  try {
    await client.indices.create({ index, mappings, ...(settings && { settings }) });
    return true;
  } catch (error) {
    if (isErrorOfType(error, 'resource_already_exists_exception')) return false;
    throw error;
  }
}

import { type Client, errors, type estypes } from '@elastic/elasticsearch';

/** Makes an index that is not a generation, unless it is there already; then it can be used. */
export async function ensureIndex(
  client: Client,
  index: string,
  mappings: estypes.MappingTypeMapping,
): Promise<void> {
  try {
    const settings = { number_of_shards: 1, auto_expand_replicas: '0-1' };
    await client.indices.create({ index, settings, mappings });
  } catch (error) {
    const exists =
      error instanceof errors.ResponseError &&
      error.message.includes('resource_already_exists_exception');
    if (!exists) throw error;
    // Somebody else may have made it only now. (A new index counts as yellow before it is usable.)
    await client.cluster.health({ index, wait_for_active_shards: 1 });
  }
}

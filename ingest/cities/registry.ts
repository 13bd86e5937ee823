import type { Client } from '@elastic/elasticsearch';
import { ensureIndex } from '../../src/elasticsearch/ensureIndex.js';
import type { CityIds } from './ids.js';

const PAIRS_PER_DOCUMENT = 20_000;

/** Some ids given in one run; a few large documents, because they are only ever read all at once. */
interface RegistryDocument {
  /** The generation for which the ids were given. */
  generation: string;
  /** Source id and city id. */
  ids: [string, string][];
}

/**
 * Every city id ever given, kept apart from the generations, so that an id outlives even a
 * generation that its city is missing from. It only grows.
 */
export async function readRegistry(client: Client, indexPrefix: string): Promise<CityIds> {
  const index = registryIndex(indexPrefix);
  const known: CityIds = new Map();
  await ensureIndex(client, index, { dynamic: false });
  await client.indices.refresh({ index });
  const documents = client.helpers.scrollDocuments<RegistryDocument>({ index, size: 10 });
  for await (const { ids } of documents) {
    for (const [sourceId, id] of ids) known.set(sourceId, id);
  }
  return known;
}

/** Adds ids to the registry. To be done before the generation that uses them goes live. */
export async function extendRegistry(
  client: Client,
  indexPrefix: string,
  generation: string,
  assigned: CityIds,
): Promise<void> {
  const index = registryIndex(indexPrefix);
  const pairs = [...assigned];
  for (let start = 0; start < pairs.length; start += PAIRS_PER_DOCUMENT) {
    const document: RegistryDocument = {
      generation,
      ids: pairs.slice(start, start + PAIRS_PER_DOCUMENT),
    };
    await client.index({ index, id: `${generation}-${start}`, document });
  }
}

function registryIndex(indexPrefix: string): string {
  return `${indexPrefix}-city-ids`;
}

import type { estypes } from '@elastic/elasticsearch';
import { ensureIndex } from '../../../core/elasticsearch/ensureIndex.js';
import { liveAlias } from '../../../core/elasticsearch/names.js';
import type { IndexDefinition } from '../../../indices/definition.js';
import { batched } from './batched.js';
import { bulkWrites, type ConditionalWrite } from './bulkWrites.js';
import { readLive } from './readLive.js';
import type { Restoration, Restored } from './restoration.js';

const BATCH = 500;

/** What is stored of an item; all undefined where nothing is. */
type Stored<Document> = Partial<estypes.GetGetResult<Document>>;

interface Restoring<Item, Document> {
  counts: Restored;
  idOf: (item: Item) => string;
  /** Counts what becomes of the items of a batch, and returns what is to be written for them. */
  judge: (
    items: readonly { item: Item; stored: Stored<Document> }[],
  ) => readonly ConditionalWrite[];
}

/**
 * Brings documents, a batch at a time, into an index that is no generation: it is made where it is
 * not there, once there is something to write.
 */
export async function restoreDocuments<Item, Document>(
  restoration: Restoration,
  { resource, mappings }: Pick<IndexDefinition, 'resource' | 'mappings'>,
  found: AsyncIterable<Item>,
  { counts, idOf, judge }: Restoring<Item, Document>,
): Promise<void> {
  const { context, isDry } = restoration;
  const { client, indexPrefix } = context;
  const index = liveAlias(indexPrefix, resource);
  let isThere = index in (await client.indices.get({ index, ignore_unavailable: true }));
  for await (const batch of batched(found, BATCH)) {
    if (!isDry && counts.found === 0) {
      await ensureIndex(client, index, mappings);
      isThere = true;
    }
    counts.found += batch.length;
    const live = isThere ? await readLive<Document>(restoration, index, batch.map(idOf)) : [];
    const writes = judge(batch.map((item, at) => ({ item, stored: live[at] ?? {} })));
    if (!isDry) await bulkWrites(restoration, index, writes);
  }
  if (!isDry && counts.restored > 0) await client.indices.refresh({ index });
}

import { ensureIndex } from '../../../elasticsearch/ensureIndex.js';
import { liveAlias } from '../../../elasticsearch/names.js';
import { runs } from '../../../indices/runs.js';
import { batched } from './batched.js';
import { bulkWrites } from './bulkWrites.js';
import { nothingRestored, type Restoration, type Restored } from './restoration.js';

const BATCH = 500;

export interface StoredRun {
  id: string;
  document: Record<string, unknown>;
}

/** Brings back the entries of the history that are not there. */
export async function restoreRuns(
  { context, isDry }: Restoration,
  found: AsyncIterable<StoredRun>,
): Promise<Restored> {
  const { client, indexPrefix } = context;
  const index = liveAlias(indexPrefix, runs.resource);
  const counts = nothingRestored();
  let isThere = index in (await client.indices.get({ index, ignore_unavailable: true }));
  for await (const batch of batched(found, BATCH)) {
    if (!isDry && counts.found === 0) {
      await ensureIndex(client, index, runs.mappings);
      isThere = true;
    }
    counts.found += batch.length;
    const ids = batch.map(({ id }) => id);
    const request = { index, ids, _source: false };
    const { docs } = isThere ? await client.mget(request) : { docs: [] };
    const missing = batch.filter((_, at) => {
      const stored = docs[at];
      return stored === undefined || !('found' in stored && stored.found);
    });
    counts.restored += missing.length;
    counts.same += batch.length - missing.length;
    if (isDry) continue;
    const writes = missing.map(({ id, document }) => [{ create: { _id: id } }, document] as const);
    await bulkWrites(client, index, writes);
  }
  if (!isDry && counts.restored > 0) await client.indices.refresh({ index });
  return counts;
}

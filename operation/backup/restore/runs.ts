import { ensureIndex } from '../../../elasticsearch/ensureIndex.js';
import { liveAlias } from '../../../elasticsearch/names.js';
import { runs } from '../../../indices/runs.js';
import { batched } from './batched.js';
import { bulkWrites } from './bulkWrites.js';
import { readLive } from './readLive.js';
import { nothingRestored, type Restoration, type Restored } from './restoration.js';

const BATCH = 500;

export interface StoredRun {
  id: string;
  document: Record<string, unknown>;
}

/** Brings back the entries of the history that are not there. */
export async function restoreRuns(
  restoration: Restoration,
  found: AsyncIterable<StoredRun>,
): Promise<Restored> {
  const { context, isDry } = restoration;
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
    const stored = isThere ? await readLive(restoration, index, ids) : [];
    const missing = batch.filter((_, at) => stored[at]?.found !== true);
    counts.restored += missing.length;
    counts.same += batch.length - missing.length;
    if (isDry) continue;
    const writes = missing.map(({ id, document }) => [{ create: { _id: id } }, document] as const);
    await bulkWrites(restoration, index, writes);
  }
  if (!isDry && counts.restored > 0) await client.indices.refresh({ index });
  return counts;
}

import { runs } from '../../../indices/runs.js';
import { restoreDocuments } from './documents.js';
import { nothingRestored, type Restoration, type Restored } from './restoration.js';

export interface StoredRun {
  id: string;
  document: Record<string, unknown>;
}

/** Brings back the entries of the history that are not there. */
export async function restoreRuns(
  restoration: Restoration,
  found: AsyncIterable<StoredRun>,
): Promise<Restored> {
  const counts = nothingRestored();
  await restoreDocuments(restoration, runs, found, {
    counts,
    idOf: ({ id }) => id,
    judge(items) {
      const missing = items.filter(({ stored }) => stored.found !== true);
      counts.restored += missing.length;
      counts.same += items.length - missing.length;
      return missing.map(({ item: { id, document } }) => [{ create: { _id: id } }, document]);
    },
  });
  return counts;
}

import { hostname } from 'node:os';
import type { Client } from '@elastic/elasticsearch';
import { ensureIndex } from '../../core/elasticsearch/ensureIndex.js';
import { liveAlias } from '../../core/elasticsearch/names.js';
import { readRun, type RunDocument, runs } from '../../indices/runs.js';
import { serviceVersion } from '../generations/provenance.js';
import type { Context } from '../generations/resource.js';

const KEPT_DAYS = 400;
/** Old entries are deleted by so many with each new one: far more than are added. */
const DELETED_AT_ONCE = 1_000;
const DAY_MS = 86_400_000;
/** A history that cannot be written must not keep a run from its end. */
const ONCE = { maxRetries: 0, requestTimeout: 10_000 };

/** What is told of a run; the rest is known. */
export type Entry = Omit<RunDocument, 'ended' | 'host' | 'version' | 'command'>;

/** Adds an entry to the history, and deletes old ones. */
export async function record(
  { client, indexPrefix }: Context,
  entry: Entry,
  command: string,
  now = new Date(),
): Promise<void> {
  const index = liveAlias(indexPrefix, runs.resource);
  const once = client.child(ONCE);
  await ensureIndex(once, index, runs.mappings);
  const document: RunDocument = {
    ...entry,
    ended: now.toISOString(),
    command,
    host: hostname(),
    version: serviceVersion(),
  };
  await once.index({ index, document, refresh: true });
  await deleteOld(once, index, new Date(now.getTime() - KEPT_DAYS * DAY_MS));
}

async function deleteOld(client: Client, index: string, before: Date): Promise<void> {
  const { hits } = await client.search({
    index,
    query: {
      bool: {
        filter: [
          { range: { ended: { lt: before.toISOString() } } },
          // By its clock, too: where only this one is wrong, nothing is old.
          { range: { ended: { lt: `now-${KEPT_DAYS}d` } } },
        ],
      },
    },
    size: DELETED_AT_ONCE,
    _source: false,
  });
  if (hits.hits.length === 0) return;
  const operations = hits.hits.map(({ _id: id }) => ({ delete: { _id: id } }));
  await client.bulk({ index, operations });
}

/** Returns the latest entries, the latest first. */
export async function readHistory(
  { client, indexPrefix }: Context,
  { resource, limit }: { resource?: string | undefined; limit: number },
): Promise<RunDocument[]> {
  const { hits } = await client.search({
    index: liveAlias(indexPrefix, runs.resource),
    query: resource === undefined ? { exists: { field: 'ended' } } : { term: { resource } },
    sort: [{ ended: { order: 'desc', unmapped_type: 'date' } }],
    size: limit,
    // Nothing has been noted yet.
    ignore_unavailable: true,
  });
  return hits.hits.flatMap(({ _source: entry }) => readRun(entry) ?? []);
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@elastic/elasticsearch';
import { liveAlias } from '../../core/elasticsearch/names.js';
import { readRun, type RunDocument, runs } from '../../indices/runs.js';

/** No scrape waits longer than this for an answer. A later scrape shows it. */
const WAIT_MS = 250;
const READ_WITHIN_MS = 2_000;
const READ_EVERY_MS = 30_000;
/** Ingestions that have ended. A dry run changes nothing. */
const COUNTED: readonly RunDocument['outcome'][] = ['done', 'held', 'skipped', 'refused', 'failed', 'interrupted']; // prettier-ignore

/**
 * Returns a function that returns the last ingestion of each resource, from the history. It reads again
 * after a while, and keeps the last answer if that fails.
 */
export function createLastRuns(
  client: Client,
  indexPrefix: string,
): () => Promise<readonly RunDocument[]> {
  let latest: readonly RunDocument[] = [];
  let readAt = -Infinity;
  let reading: Promise<unknown> | undefined;

  async function read(): Promise<void> {
    const filter = [{ terms: { outcome: [...COUNTED] } }];
    const request = {
      index: liveAlias(indexPrefix, runs.resource),
      // The first run creates it.
      ignore_unavailable: true,
      query: { bool: { filter, must_not: { exists: { field: 'kind' } } } },
      // The last run of each resource. There are fewer resources than a page holds.
      collapse: { field: 'resource' },
      // The last that was written: the clock of a host may be wrong.
      sort: [{ _seq_no: { order: 'desc' as const, unmapped_type: 'long' as const } }],
    };
    const options = { requestTimeout: READ_WITHIN_MS, maxRetries: 0 };
    const { hits } = await client.search(request, options);
    latest = hits.hits.flatMap(({ _source: entry }) => readRun(entry) ?? []);
  }

  return async () => {
    if (performance.now() - readAt >= READ_EVERY_MS) {
      readAt = performance.now();
      reading = read().catch(() => undefined);
    }
    await Promise.race([reading, sleep(WAIT_MS, undefined, { ref: false })]);
    return latest;
  };
}

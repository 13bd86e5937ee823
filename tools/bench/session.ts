import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '../../core/elasticsearch/client.js';
import { explain } from '../../core/elasticsearch/failures.js';
import { loadDataConfig } from '../../core/elasticsearch/settings.js';
import type { Context } from '../../ingest/generations/resource.js';
import { startEngine } from '../engine/start.js';
import type { Span } from './load.js';

/** How much data a run uses, and how long it measures. Figures to quote need at least 5 rounds. */
export const FULL = {
  rounds: 5,
  // A new Elasticsearch needs some seconds of the same search until it is fast.
  warmUp: { duration: 6 } as Span | undefined,
  measurement: { duration: 4 } as Span,
  connections: 32,
  /** Ingests one city and one place of this many. */
  oneOf: 1,
  /** The country whose lands are looked up, or ALL. */
  lands: 'ALL',
  markers: 500_000,
  /** Different questions whose answers are cached. */
  cachedAnswers: 500,
  /** Queries of each kind whose answers are judged. */
  queries: 200,
};

export type Extent = typeof FULL;

/** Runs everything once, to show that the bench works. */
export const QUICK: Extent = {
  rounds: 1,
  warmUp: undefined,
  // Not a duration, because a slow machine may not answer within it.
  measurement: { amount: 20 },
  connections: 4,
  oneOf: 20,
  lands: 'LUX',
  markers: 2_000,
  cachedAnswers: 20,
  queries: 20,
};

/** A run, with indices of its own in an Elasticsearch that may hold other data. */
export interface Bench extends Context {
  elasticsearchUrl: string;
  signal: AbortSignal;
  extent: Extent;
}

/**
 * Uses the Elasticsearch of ELASTICSEARCH_URL, else starts one. Indices of the run are always deleted
 * at the end.
 */
export async function withBench(
  extent: Extent,
  signal: AbortSignal,
  work: (bench: Bench) => Promise<void>,
): Promise<void> {
  const { url: elasticsearchUrl, stop } = await findElasticsearch(extent, signal);
  const client = createClient({ urls: [elasticsearchUrl], timeoutMs: 120_000 });
  const indexPrefix = `bench-${randomBytes(6).toString('hex')}`;
  try {
    await work({ client, indexPrefix, elasticsearchUrl, signal, extent });
  } catch (error) {
    throw new Error(explain(error, [elasticsearchUrl]), { cause: error });
  } finally {
    await cleanUp(() => deleteIndices({ client, indexPrefix }));
    await cleanUp(() => client.close());
    await cleanUp(stop);
  }
}

async function findElasticsearch(
  extent: Extent,
  signal: AbortSignal,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const { ELASTICSEARCH_URL } = process.env;
  if (ELASTICSEARCH_URL) {
    const [url = '', ...others] = loadDataConfig({ ELASTICSEARCH_URL }).elasticsearch.urls;
    if (others.length > 0) throw new Error('ELASTICSEARCH_URL must be a single address here.');
    return { url, stop: () => Promise.resolve() };
  }
  return startEngine({
    dataFolder: mkdtempSync(join(tmpdir(), 'geographic-bench-')),
    temporary: true,
    heapMegabytes: extent === QUICK ? 512 : 2048,
    log: console.log,
    signal,
  });
}

/** Deletes the indices of this prefix by name, because an alias may point to another index. */
export async function deleteIndices({ client, indexPrefix }: Context): Promise<void> {
  const prefix = `${indexPrefix}-`;
  const found = await client.indices.get({ index: `${prefix}*`, expand_wildcards: 'all' });
  for (const index of Object.keys(found).filter((name) => name.startsWith(prefix)))
    await client.indices.delete({ index, ignore_unavailable: true });
}

/** Logs a failure instead of throwing it, so that it does not hide the failure of the work. */
export async function cleanUp(step: () => Promise<void>): Promise<void> {
  await step().catch((error: unknown) => {
    console.error(`Cleaning up failed: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  });
}

import { setTimeout as sleep } from 'node:timers/promises';
import { ingestResource } from '../../ingest/generations/ingestResource.js';
import { silentProgress } from '../../core/cli/progress.js';
import type { Context, Resource } from '../../ingest/generations/resource.js';
import type { Bench } from './bench.js';
import { repeat } from './comparison.js';
import type { Row } from './report.js';
import { median } from './statistics.js';

const CONCURRENT_BULKS = 3;
const DOCUMENTS_A_BULK = 5_000;
const SETTLE_MS = 1_000;

/** Documents per second of the whole ingestion, and of nothing but bulks of the same documents. */
interface IngestionSpeed {
  ours: number;
  raw: number;
}

/** Measures the ingestion of a resource and raw bulks of the same documents, in turns. */
export async function compareIngestion(bench: Bench, resource: Resource): Promise<Row> {
  const name = `ingestion of ${resource.definition.resource}`;
  console.log(`Measuring ${name}.`);
  const { extent, signal } = bench;
  // The first one warms up, and makes what all others find.
  if (extent.warmUp) await ingestResource(bench, resource, { progress: silentProgress, signal });
  const bulks = await prepareBulks(bench, resource);
  const results = await repeat(extent.rounds, () => measureOnce(bench, resource, bulks));
  return {
    name,
    unit: 'documents/s',
    beside: 'bulks of the same documents',
    ours: median(results.map(({ ours }) => ours)),
    reference: median(results.map(({ raw }) => raw)),
    ratio: median(results.map(({ ours, raw }) => ours / raw)),
  };
}

/** The bodies of the bulks that a resource makes, ready to send. */
async function prepareBulks(context: Context, resource: Resource): Promise<Buffer[]> {
  const run = await resource.begin(context);
  const bulks: Buffer[] = [];
  let lines: string[] = [];
  const close = (): void => {
    bulks.push(Buffer.from(`${lines.join('\n')}\n`));
    lines = [];
  };
  for await (const outcome of run.outcomes) {
    if ('reason' in outcome) throw new Error(outcome.reason);
    const { document } = outcome;
    lines.push(JSON.stringify({ create: { _id: document.id } }), JSON.stringify(document));
    if (lines.length >= 2 * DOCUMENTS_A_BULK) close();
  }
  if (lines.length > 0) close();
  return bulks;
}

/** One round: our whole ingestion (source, ids, load, gate, swap), then the raw bulks. */
async function measureOnce(
  bench: Bench,
  resource: Resource,
  bulks: readonly Buffer[],
): Promise<IngestionSpeed> {
  const { client, indexPrefix, elasticsearchUrl, signal } = bench;
  const oursBegun = performance.now();
  const report = await ingestResource(bench, resource, { progress: silentProgress, signal });
  const oursSeconds = (performance.now() - oursBegun) / 1000;
  await sleep(SETTLE_MS, undefined, { signal });

  const index = `${indexPrefix}-raw`;
  const rawBegun = performance.now();
  const { mappings, settings } = resource.definition;
  await client.indices.create({
    index,
    mappings,
    settings: { ...settings, number_of_replicas: 0 },
  });
  const waiting = bulks.values();
  const worker = async (): Promise<void> => {
    for (const body of waiting) {
      signal.throwIfAborted();
      await sendBulk(`${elasticsearchUrl}/${index}/_bulk`, body);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_BULKS }, worker));
  await client.indices.refresh({ index });
  const rawSeconds = (performance.now() - rawBegun) / 1000;
  await client.indices.delete({ index });
  await sleep(SETTLE_MS, undefined, { signal });
  return { ours: report.indexed / oursSeconds, raw: report.indexed / rawSeconds };
}

async function sendBulk(url: string, body: Buffer): Promise<void> {
  const answer = await fetch(`${url}?filter_path=errors`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body,
  });
  const { errors } = (await answer.json()) as { errors?: boolean };
  if (errors !== false) throw new Error('a raw bulk failed');
}

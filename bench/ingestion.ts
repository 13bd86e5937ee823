import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@elastic/elasticsearch';
import { cities } from '../indices/cities.js';
import { builtInCities } from '../ingest/cities/builtIn.js';
import { cityResource } from '../ingest/cities/resource.js';
import { ingestResource } from '../ingest/ingestResource.js';
import { silentProgress } from '../ingest/progress.js';

const CONCURRENT_BULKS = 3;
const DOCUMENTS_A_BULK = 5_000;
const SETTLE_MS = 1_000;

/** Documents per second of the whole ingestion, and of nothing but bulks of the same documents. */
export interface IngestionSpeed {
  ours: number;
  raw: number;
}

/** The bodies of the bulks that the built-in cities make, ready to send. */
export async function prepareBulks(client: Client, indexPrefix: string): Promise<string[]> {
  const run = await cityResource(builtInCities()).begin({ client, indexPrefix });
  const bulks: string[] = [];
  let lines: string[] = [];
  for await (const outcome of run.outcomes) {
    if ('reason' in outcome) throw new Error(outcome.reason);
    const { document } = outcome;
    lines.push(JSON.stringify({ create: { _id: document.id } }), JSON.stringify(document));
    if (lines.length < 2 * DOCUMENTS_A_BULK) continue;
    bulks.push(`${lines.join('\n')}\n`);
    lines = [];
  }
  if (lines.length > 0) bulks.push(`${lines.join('\n')}\n`);
  return bulks;
}

/** One round: our whole ingestion (source, ids, load, gate, swap), then the raw bulks. */
export async function measureIngestion(
  client: Client,
  indexPrefix: string,
  elasticsearchUrl: string,
  bulks: readonly string[],
): Promise<IngestionSpeed> {
  const resource = cityResource(builtInCities());
  const oursBegun = performance.now();
  const report = await ingestResource({ client, indexPrefix }, resource, {
    progress: silentProgress,
  });
  const oursSeconds = (performance.now() - oursBegun) / 1000;
  await sleep(SETTLE_MS);

  const index = `${indexPrefix}-raw`;
  const rawBegun = performance.now();
  const { mappings, settings } = cities;
  await client.indices.create({
    index,
    mappings,
    settings: { ...settings, number_of_replicas: 0 },
  });
  const waiting = bulks.values();
  const worker = async (): Promise<void> => {
    for (const body of waiting) await sendBulk(`${elasticsearchUrl}/${index}/_bulk`, body);
  };
  await Promise.all(Array.from({ length: CONCURRENT_BULKS }, worker));
  await client.indices.refresh({ index });
  const rawSeconds = (performance.now() - rawBegun) / 1000;
  await client.indices.delete({ index });
  await sleep(SETTLE_MS);
  return { ours: report.indexed / oursSeconds, raw: report.indexed / rawSeconds };
}

async function sendBulk(url: string, body: string): Promise<void> {
  const answer = await fetch(`${url}?filter_path=errors`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body,
  });
  const { errors } = (await answer.json()) as { errors?: boolean };
  if (errors !== false) throw new Error('a raw bulk failed');
}

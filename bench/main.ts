import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import type { Client } from '@elastic/elasticsearch';
import { startEngine } from '../engine/start.js';
import { countryResource } from '../ingest/countries/resource.js';
import { ingestResource } from '../ingest/ingestResource.js';
import { silentProgress } from '../ingest/progress.js';
import { createClient } from '../src/elasticsearch/client.js';
import { createSearches } from '../src/elasticsearch/search.js';
import { startApi } from './api.js';
import { measureIngestion, prepareBulks } from './ingestion.js';
import { measure, type Speed } from './load.js';
import { type Lookup, prepareLookups } from './lookups.js';
import { describeMachine, type Report, type Row, toTable } from './report.js';
import { median } from './statistics.js';

const INDEX_PREFIX = 'bench';
const HEAP_MEGABYTES = 2048;
const WARM_UP_SECONDS = 3;

const options = new Command('npm run bench --')
  .description(
    'Compares the API and the ingestion with raw Elasticsearch, in turns, and prints medians.\n' +
      'Uses ELASTICSEARCH_URL (which must need no login), else a local engine of its own.',
  )
  .option('--rounds <number>', 'rounds, at least 5 for figures to quote', positive, 5)
  .option('--seconds <number>', 'how long each lookup is measured in a round', positive, 4)
  .option('--output <file>', 'where the figures go as JSON', 'bench.json')
  .parse()
  .opts<{ rounds: number; seconds: number; output: string }>();

const { url, stop } = await provideElasticsearch();
const client = createClient({ urls: [url], timeoutMs: 120_000 });
try {
  const report = await run(client, url);
  console.log(`\n${toTable(report.rows)}\n`);
  writeFileSync(options.output, `${JSON.stringify(report, null, 2)}\n`);
  console.log(`Written to ${options.output}.`);
} finally {
  await client.indices.delete({ index: await ownIndices(client), ignore_unavailable: true });
  await client.close();
  await stop();
}

async function provideElasticsearch(): Promise<{ url: string; stop: () => Promise<void> }> {
  const given = process.env.ELASTICSEARCH_URL;
  if (given) return { url: given, stop: () => Promise.resolve() };
  return startEngine({
    dataFolder: mkdtempSync(join(tmpdir(), 'geographic-bench-')),
    temporary: true,
    heapMegabytes: HEAP_MEGABYTES,
    log: console.log,
  });
}

async function run(client: Client, url: string): Promise<Report> {
  const context = { client, indexPrefix: INDEX_PREFIX };
  console.log('Ingesting countries, then cities in turns with raw bulks.');
  await ingestResource(context, countryResource(), { progress: silentProgress });
  const ingestion = await rounds(options.rounds + 1, async () =>
    measureIngestion(client, INDEX_PREFIX, url, await prepareBulks(client, INDEX_PREFIX)),
  );
  // The first round warms up, and assigns the ids that all others find.
  ingestion.shift();
  const rows: Row[] = [
    {
      name: 'ingestion of cities',
      unit: 'documents/s',
      ours: median(ingestion.map(({ ours }) => ours)),
      raw: median(ingestion.map(({ raw }) => raw)),
      ratio: median(ingestion.map(({ ours, raw }) => ours / raw)),
    },
  ];
  const { search } = createSearches(client, { timeoutMs: 10_000 });
  const lookups = await prepareLookups(search, INDEX_PREFIX);
  const api = await startApi({ ELASTICSEARCH_URL: url, INDEX_PREFIX });
  try {
    for (const lookup of lookups) rows.push(await compare(lookup, api.url, url));
  } finally {
    await api.stop();
  }
  return {
    machine: describeMachine(),
    node: process.version,
    elasticsearch: Object.values((await client.nodes.info()).nodes)[0]?.version ?? 'unknown',
    date: new Date().toISOString().slice(0, 10),
    rounds: options.rounds,
    secondsPerMeasurement: options.seconds,
    rows,
  };
}

/** Measures a lookup through the API and raw, in turns. */
async function compare(lookup: Lookup, apiUrl: string, rawUrl: string): Promise<Row> {
  console.log(`Measuring ${lookup.name}.`);
  const headers = { authorization: 'Bearer dev-public' };
  const ours = { url: apiUrl, requests: lookup.api, headers };
  const raw = { url: rawUrl, requests: lookup.raw };
  await measure(ours, WARM_UP_SECONDS);
  await measure(raw, WARM_UP_SECONDS);
  const results = await rounds(options.rounds, async () => ({
    ours: await measure(ours, options.seconds),
    raw: perLookup(await measure(raw, options.seconds), lookup.searches),
  }));
  const middle = (pick: (result: { ours: Speed; raw: Speed }) => number): number =>
    median(results.map(pick));
  return {
    name: lookup.name,
    unit: 'requests/s',
    ours: middle((result) => result.ours.requestsPerSecond),
    raw: middle((result) => result.raw.requestsPerSecond),
    ratio: middle((result) => result.ours.requestsPerSecond / result.raw.requestsPerSecond),
    oursP50Ms: middle((result) => result.ours.p50Ms),
    rawP50Ms: middle((result) => result.raw.p50Ms),
    oursP99Ms: middle((result) => result.ours.p99Ms),
    rawP99Ms: middle((result) => result.raw.p99Ms),
  };
}

/** A lookup of two searches, one after the other, takes twice as long as a search. */
function perLookup({ requestsPerSecond, p50Ms, p99Ms }: Speed, searches: number): Speed {
  return {
    requestsPerSecond: requestsPerSecond / searches,
    p50Ms: p50Ms * searches,
    p99Ms: p99Ms * searches,
  };
}

async function rounds<Result>(count: number, round: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let done = 0; done < count; done += 1) results.push(await round());
  return results;
}

async function ownIndices(client: Client): Promise<string[]> {
  return Object.keys(await client.indices.get({ index: `${INDEX_PREFIX}-*` }));
}

function positive(value: string): number {
  const number = Number(value);
  if (Number.isInteger(number) && number > 0) return number;
  throw new InvalidArgumentError('It must be a whole number above 0.');
}

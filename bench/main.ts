import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import type { Client } from '@elastic/elasticsearch';
import { startEngine } from '../engine/start.js';
import { builtInCities } from '../ingest/cities/builtIn.js';
import { cityResource } from '../ingest/cities/resource.js';
import { countryResource } from '../ingest/countries/resource.js';
import { landResource } from '../ingest/lands/resource.js';
import { ingestResource } from '../ingest/ingestResource.js';
import { silentProgress } from '../ingest/progress.js';
import { createClient } from '../elasticsearch/client.js';
import { liveAlias } from '../elasticsearch/names.js';
import { createSearches } from '../src/store/search.js';
import { startApi } from './api.js';
import { compare } from './comparison.js';
import { compareIngestion } from './ingestion.js';
import { lookupComparisons } from './lookups.js';
import { makeMarkers, markerComparisons, storeMarkers } from './markers.js';
import { describeMachine, type Report, toTable } from './report.js';

const INDEX_PREFIX = 'bench';
const HEAP_MEGABYTES = 2048;
/** 795,000 lands. */
const FRANCE = { countries: ['FRA'] };

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
  // Left behind by a bench that was killed.
  await client.indices.delete({ index: await ownIndices(client), ignore_unavailable: true });
  const { rounds } = options;
  console.log('Ingesting countries.');
  await ingestResource(context, countryResource(), { progress: silentProgress });
  const rows = [
    await compareIngestion(context, url, cityResource(builtInCities()), rounds),
    await compareIngestion(context, url, await landResource(context, { area: FRANCE }), rounds),
  ];
  console.log('Storing markers.');
  const documents = makeMarkers();
  const markers = liveAlias(INDEX_PREFIX, 'markers');
  await storeMarkers(client, markers, documents);

  const { search } = createSearches(client, { timeoutMs: 10_000 });
  const api = await startApi({ ELASTICSEARCH_URL: url, INDEX_PREFIX });
  const urls = { api: api.url, elasticsearch: url };
  try {
    for (const comparison of [
      ...(await lookupComparisons(urls, search, INDEX_PREFIX)),
      ...markerComparisons(urls, markers, documents),
    ]) {
      rows.push(await compare(comparison, options));
    }
  } finally {
    await api.stop();
  }
  return {
    machine: describeMachine(),
    node: process.version,
    elasticsearch: Object.values((await client.nodes.info()).nodes)[0]?.version ?? 'unknown',
    date: new Date().toISOString().slice(0, 10),
    rounds,
    secondsPerMeasurement: options.seconds,
    rows,
  };
}

async function ownIndices(client: Client): Promise<string[]> {
  return Object.keys(await client.indices.get({ index: `${INDEX_PREFIX}-*` }));
}

function positive(value: string): number {
  const number = Number(value);
  if (Number.isInteger(number) && number > 0) return number;
  throw new InvalidArgumentError('It must be a whole number above 0.');
}

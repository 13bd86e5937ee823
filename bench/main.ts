import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { createClient } from '../elasticsearch/client.js';
import { explain } from '../elasticsearch/explain.js';
import { liveAlias } from '../elasticsearch/names.js';
import { loadDataConfig } from '../elasticsearch/settings.js';
import { whenOrphaned } from '../engine/orphan.js';
import { startEngine } from '../engine/start.js';
import { builtInCities } from '../ingest/cities/builtIn.js';
import { cityResource } from '../ingest/cities/resource.js';
import type { CitySource } from '../ingest/cities/row.js';
import { countryResource } from '../ingest/countries/resource.js';
import { landResource } from '../ingest/lands/resource.js';
import { ingestResource } from '../ingest/ingestResource.js';
import { countryCodes } from '../ingest/iso/codes.js';
import { silentProgress } from '../ingest/progress.js';
import { createSearches } from '../src/store/search.js';
import { startApi } from './api.js';
import { type Bench, type Extent, FULL, newIndexPrefix, QUICK, removeIndices } from './bench.js';
import { compare } from './comparison.js';
import { measureHostile } from './hostile.js';
import { compareIngestion } from './ingestion.js';
import { lookupComparisons } from './lookups.js';
import { makeMarkers, markerComparisons, storeMarkers } from './markers.js';
import { describeMachine, type Report, toRowTable } from './report.js';

const INTERRUPTED_EXIT_CODE = 130;

const program = new Command('npm run bench --')
  .description(
    'Compares the API and the ingestion with raw Elasticsearch, in turns, and prints medians.\n' +
      'Uses ELASTICSEARCH_URL (which must need no login), else a local engine of its own.\n' +
      'It makes indices of its own there, and deletes them at the end.',
  )
  .addArgument(
    new Argument('[load]', 'hostile: a light client beside loads that would starve it').choices([
      'hostile',
    ]),
  )
  .option('--rounds <number>', 'rounds, at least 5 for figures to quote', positive, FULL.rounds)
  .option('--seconds <number>', 'how long each lookup is measured in a round', positive, 4)
  .option('--output <file>', 'where the figures go as JSON', 'bench.json')
  .addOption(
    new Option('--quick', 'goes everywhere once, with little data: tells that the bench works')
      .conflicts(['rounds', 'seconds', 'output'])
      .default(false),
  )
  .parse();
const { quick, rounds, seconds, output } = program.opts<{
  rounds: number;
  seconds: number;
  output: string;
  quick: boolean;
}>();
const extent: Extent = quick ? QUICK : { ...FULL, rounds, measurement: { duration: seconds } };

const interruption = new AbortController();
const { signal } = interruption;
const interrupt = (): void => {
  interruption.abort(new Error('Interrupted.'));
};
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, interrupt);
whenOrphaned(interrupt);

const urls: string[] = [];
try {
  await onElasticsearch(async (url) => {
    urls.push(url);
    await onOwnIndices(url, program.args[0] === 'hostile' ? hostile : measureAll);
  });
} catch (error) {
  console.error(signal.aborted ? 'Interrupted.' : explain(error, urls));
  process.exitCode = signal.aborted ? INTERRUPTED_EXIT_CODE : 1;
}

async function onElasticsearch(work: (url: string) => Promise<void>): Promise<void> {
  const { ELASTICSEARCH_URL } = process.env;
  if (ELASTICSEARCH_URL) {
    const [url = '', ...others] = loadDataConfig({ ELASTICSEARCH_URL }).elasticsearch.urls;
    if (others.length > 0) throw new Error('ELASTICSEARCH_URL must be one address for a bench.');
    await work(url);
    return;
  }
  const engine = await startEngine({
    dataFolder: mkdtempSync(join(tmpdir(), 'geographic-bench-')),
    temporary: true,
    heapMegabytes: quick ? 512 : 2048,
    log: console.log,
    signal,
  });
  await finallyDo(
    () => work(engine.url),
    () => engine.stop(),
  );
}

async function onOwnIndices(url: string, work: (bench: Bench) => Promise<void>): Promise<void> {
  const client = createClient({ urls: [url], timeoutMs: 120_000 });
  const indexPrefix = newIndexPrefix();
  const bench = { client, indexPrefix, elasticsearchUrl: url, extent, signal };
  await finallyDo(
    () => work(bench),
    async () => {
      await finallyDo(
        () => removeIndices(bench),
        () => client.close(),
      );
    },
  );
}

/** Does the second after the first, however that ended; a failure of the first one is the one thrown. */
async function finallyDo(first: () => Promise<void>, second: () => Promise<void>): Promise<void> {
  try {
    await first();
  } catch (error) {
    await second().catch((also: unknown) => {
      console.error(`Cleaning up failed, too: ${explain(also, urls)}`);
    });
    throw error;
  }
  await second();
}

async function measureAll(bench: Bench): Promise<void> {
  const report = await run(bench);
  console.log(`\n${toRowTable(report.rows)}\n`);
  if (quick) {
    console.log('These figures show that the bench works, and nothing else.');
    return;
  }
  writeFileSync(output, `${JSON.stringify(report, null, 2)}\n`);
  console.log(`Written to ${output}.`);
}

async function hostile(bench: Bench): Promise<void> {
  console.log('Ingesting countries and cities, and storing markers.');
  const options = { progress: silentProgress, signal };
  await ingestResource(bench, countryResource(), options);
  await ingestResource(bench, cityResource(someCities()), options);
  await storeMarkers(bench, liveAlias(bench.indexPrefix, 'markers'), makeMarkers(extent.markers));
  const countryIds = countryCodes().map(({ id }) => id);
  await onApi(bench, async (api) => {
    const table = await measureHostile(api, countryIds, quick ? 1 : seconds, signal);
    console.log(`\n${table}\n`);
  });
}

/** Does the work with an API process, whose address it gets. */
async function onApi(
  { elasticsearchUrl, indexPrefix }: Bench,
  work: (api: string) => Promise<void>,
): Promise<void> {
  const environment = { ELASTICSEARCH_URL: elasticsearchUrl, INDEX_PREFIX: indexPrefix };
  const { url, stop } = await startApi(environment);
  await finallyDo(() => work(url), stop);
}

async function run(bench: Bench): Promise<Report> {
  const { client, indexPrefix, elasticsearchUrl } = bench;
  console.log('Ingesting countries.');
  await ingestResource(bench, countryResource(), { progress: silentProgress, signal });
  const area = { countries: [extent.landCountry] };
  const rows = [
    await compareIngestion(bench, cityResource(someCities())),
    await compareIngestion(bench, await landResource(bench, { area })),
  ];
  console.log('Storing markers.');
  const documents = makeMarkers(extent.markers);
  const markers = liveAlias(indexPrefix, 'markers');
  await storeMarkers(bench, markers, documents);

  const { search } = createSearches(client, { timeoutMs: 10_000 });
  await onApi(bench, async (api) => {
    const asked = { api, elasticsearch: elasticsearchUrl };
    for (const comparison of [
      ...(await lookupComparisons(asked, search, bench)),
      ...markerComparisons(asked, markers, documents, extent),
    ]) {
      rows.push(await compare(comparison, bench));
    }
  });
  return {
    machine: describeMachine(),
    node: process.version,
    elasticsearch: Object.values((await client.nodes.info()).nodes)[0]?.version ?? 'unknown',
    date: new Date().toISOString().slice(0, 10),
    rounds,
    secondsPerMeasurement: seconds,
    rows,
  };
}

function someCities(): CitySource {
  const source = builtInCities();
  const rows = [...source.rows()].filter((_, position) => position % extent.oneCityOf === 0);
  return { ...source, expectedRows: rows.length, rows: () => rows };
}

function positive(value: string): number {
  const number = Number(value);
  if (Number.isInteger(number) && number > 0) return number;
  throw new InvalidArgumentError('It must be a whole number above 0.');
}

import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type GeonamesFiles, geonamesCities } from '../../ingest/cities/geonamesFiles.js';
import { cityResource } from '../../ingest/cities/resource.js';
import { countryResource } from '../../ingest/countries/resource.js';
import type { Context, Resource } from '../../ingest/generations/resource.js';
import { landResource } from '../../ingest/lands/resource.js';
import { batches, creation } from '../../ingest/load/batches.js';
import type { Reject } from '../../ingest/load/outcome.js';
import { medians } from './comparison.js';
import { ingest, someCities } from './data.js';
import { realCities, writeGeonamesFiles } from './madeCities.js';
import { type Row, toTable, whole } from './report.js';
import { type Bench, deleteIndices } from './session.js';

/** An ingestion that a process of its own runs. */
export type Task = { cities: GeonamesFiles } | { oneCityOf: number } | { landsOf: string };

export async function resourceOf(context: Context, task: Task): Promise<Resource> {
  if ('landsOf' in task) return landResource(context, { countries: [task.landsOf] });
  return cityResource(
    'cities' in task ? await geonamesCities(task.cities) : someCities(task.oneCityOf),
  );
}

/** The result of the process. */
export interface IngestionResult {
  documents: number;
  seconds: number;
  peakMegabytes: number;
}

interface Measured extends IngestionResult {
  /** Seconds for bulks of the same documents. */
  rawSeconds: number;
  /** The speed of the ingestion relative to the bulks. */
  ratio: number;
}

/** Measures the ingestion of the built-in cities and of the lands of a country. */
export async function compareIngestions(bench: Bench): Promise<Row[]> {
  const { oneOf, measuredLands } = bench.extent;
  await ingest(bench, countryResource());
  const rows: Row[] = [];
  for (const [name, task] of [
    ['ingestion of cities', { oneCityOf: oneOf }],
    ['ingestion of lands', { landsOf: measuredLands }],
  ] as const) {
    // The first ingestion makes the ids that later ones find.
    if (bench.extent.warmUp !== undefined) await measureOnce(bench, task);
    const { documents, seconds, rawSeconds, ratio } = await measureRounds(bench, name, () =>
      measureOnce(bench, task),
    );
    rows.push({
      name,
      beside: 'bulks of the same documents',
      unit: 'documents/s',
      ratio,
      ours: { perSecond: documents / seconds },
      reference: { perSecond: documents / rawSeconds },
    });
  }
  return rows;
}

/** Numbers of rows, and alpha-3 codes of countries or ALL. */
export interface IngestionSizes {
  cities: readonly number[];
  lands: readonly string[];
}

/** Measures ingestions of different sizes. Returns a Markdown table. */
export async function measureSizes(bench: Bench, sizes: IngestionSizes): Promise<string> {
  const lines: string[][] = [];
  for (const rows of sizes.cities) {
    const name = `cities of GeoNames, ${whole(rows)} rows`;
    console.log(`Making the files of ${name}.`);
    const folder = await mkdtemp(join(tmpdir(), 'geographic-bench-files-'));
    try {
      const task = { cities: await writeGeonamesFiles(folder, rows, realCities()) };
      const measured = await measureRounds(bench, name, async (round) => {
        // Under a new prefix, because cities that were ingested before have ids already.
        const first = { ...bench, indexPrefix: `${bench.indexPrefix}-${rows}-${round}` };
        const result = await measureOnce(first, task);
        await deleteIndices(first);
        return result;
      });
      lines.push(sizeLine(name, measured));
    } finally {
      await rm(folder, { recursive: true });
    }
  }
  if (sizes.lands.length > 0) await ingest(bench, cityResource(someCities(bench.extent.oneOf)));
  for (const country of sizes.lands) {
    const name = `lands of ${country}`;
    const once = (): Promise<Measured> => measureOnce(bench, { landsOf: country });
    lines.push(sizeLine(name, await measureRounds(bench, name, once)));
  }
  return toTable(['', 'documents', 'took', '', 'of raw bulks', 'peak memory'], lines);
}

function sizeLine(name: string, { documents, seconds, peakMegabytes, ratio }: Measured): string[] {
  return [
    name,
    whole(documents),
    `${seconds.toFixed(1)} s`,
    `${whole(documents / seconds)} documents/s`,
    ratio.toFixed(2),
    `${whole(peakMegabytes)} MB`,
  ];
}

async function measureRounds(
  { extent: { rounds } }: Bench,
  name: string,
  once: (round: number) => Promise<Measured>,
): Promise<Measured> {
  const results: Measured[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    console.log(`Measuring ${name}, round ${round} of ${rounds}.`);
    results.push(await once(round));
  }
  return medians(results);
}

/** Measures a whole ingestion in a process of its own, then bulks of the same documents. */
async function measureOnce(bench: Bench, task: Task): Promise<Measured> {
  const { elasticsearchUrl, indexPrefix, signal } = bench;
  const program = fileURLToPath(new URL('ingestOnce.js', import.meta.url));
  const parameters = [program, elasticsearchUrl, indexPrefix, JSON.stringify(task)];
  const { stdout } = await promisify(execFile)(process.execPath, parameters, { signal });
  const ours = JSON.parse(stdout) as IngestionResult;
  const rawSeconds = await sendRawBulks(bench, await resourceOf(bench, task));
  return { ...ours, rawSeconds, ratio: rawSeconds / ours.seconds };
}

const BULK_LIMITS = { bytes: 4 * 1024 * 1024, documents: 5_000 };
const CONCURRENT_BULKS = 3;
/** All documents of a large country would not fit into memory. */
const BULKS_IN_MEMORY = 60;

/**
 * Sends the documents as bulks into an index with default settings, and refreshes.
 * Returns the seconds of the bulks alone, without those for making the documents.
 */
async function sendRawBulks(bench: Bench, resource: Resource): Promise<number> {
  const { client, indexPrefix, elasticsearchUrl, signal } = bench;
  const index = `${indexPrefix}-raw`;
  const { mappings, settings } = resource.definition;
  const replicas = { number_of_replicas: 0 };
  await client.indices.create({ index, mappings, settings: { ...settings, ...replicas } });
  let milliseconds = 0;
  const timed = async (work: () => Promise<unknown>): Promise<void> => {
    const begun = performance.now();
    await work();
    milliseconds += performance.now() - begun;
  };
  let bodies: Buffer[] = [];
  const sendAll = (): Promise<unknown> => {
    const waiting = bodies.values();
    const worker = async (): Promise<void> => {
      for (const body of waiting) await sendBulk(`${elasticsearchUrl}/${index}/_bulk`, body);
    };
    return Promise.all(Array.from({ length: CONCURRENT_BULKS }, worker));
  };
  // Another prefix, under which nothing was ingested before.
  const { outcomes } = await resource.begin({ client, indexPrefix: `${indexPrefix}-none` });
  const fail = ({ file, line, reason }: Reject): void => {
    throw new Error(`${file}:${line}: ${reason}`);
  };
  for await (const actions of batches(outcomes, (each) => creation(each, fail), BULK_LIMITS)) {
    signal.throwIfAborted();
    bodies.push(Buffer.from(actions.map(({ lines }) => lines).join('')));
    if (bodies.length < BULKS_IN_MEMORY) continue;
    await timed(sendAll);
    bodies = [];
  }
  await timed(sendAll);
  await timed(() => client.indices.refresh({ index }));
  await client.indices.delete({ index });
  return milliseconds / 1_000;
}

async function sendBulk(url: string, body: Buffer): Promise<void> {
  const answer = await fetch(`${url}?filter_path=errors`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body: new Uint8Array(body),
  });
  const { errors } = (await answer.json()) as { errors?: boolean };
  if (errors !== false) throw new Error('Elasticsearch rejected documents of a raw bulk.');
}

import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { geonamesCities, type GeonamesSource } from '../../ingest/cities/geonamesFiles.js';
import { cityResource } from '../../ingest/cities/resource.js';
import type { Context, Resource } from '../../ingest/generations/resource.js';
import { landResource } from '../../ingest/lands/resource.js';
import { measureRounds, toTable, whole } from './comparison.js';
import { append, createLive, ingest, someCities } from './data.js';
import { realCities, writeGeonamesFiles } from './madeCities.js';
import { type Bench, deleteIndices } from './session.js';

/** An ingestion that a process of its own runs. */
export type Task = { cities: GeonamesSource } | { landsOf: string };

export async function resourceOf(context: Context, task: Task): Promise<Resource> {
  if ('landsOf' in task) return landResource(context, { countries: [task.landsOf] });
  return cityResource(await geonamesCities(task.cities));
}

/** The result of the process. */
export interface IngestionResult {
  documents: number;
  seconds: number;
  peakMegabytes: number;
}

type Measured = Awaited<ReturnType<typeof measureOnce>>;

/**
 * Measures ingestions of different sizes. Returns a Markdown table.
 * @param sizes numbers of rows, and alpha-3 codes of countries or ALL
 */
export async function measureSizes(
  bench: Bench,
  sizes: { cities: readonly number[]; lands: readonly string[] },
): Promise<string> {
  const lines: string[][] = [];
  const add = async (name: string, once: (round: number) => Promise<Measured>): Promise<void> => {
    const { documents, seconds, ratio, peakMegabytes } = await measureRounds(bench, name, once);
    const speed = [`${seconds.toFixed(1)} s`, `${whole(documents / seconds)} documents/s`];
    const peak = `${whole(peakMegabytes)} MB`;
    lines.push([name, whole(documents), ...speed, ratio.toFixed(2), peak]);
  };
  for (const rows of sizes.cities) {
    const folder = await mkdtemp(join(tmpdir(), 'geographic-bench-files-'));
    try {
      const task = { cities: await writeGeonamesFiles(folder, rows, realCities()) };
      await add(`cities of GeoNames, ${whole(rows)} rows`, async (round) => {
        // Under a new prefix, because cities that were ingested before have ids already.
        const first = { ...bench, indexPrefix: `${bench.indexPrefix}-${rows}-${round}` };
        const result = await measureOnce(first, task);
        await deleteIndices(first);
        return result;
      });
    } finally {
      await rm(folder, { recursive: true });
    }
  }
  if (sizes.lands.length > 0) await ingest(bench, cityResource(someCities(bench.extent.oneOf)));
  for (const country of sizes.lands)
    await add(`lands of ${country}`, () => measureOnce(bench, { landsOf: country }));
  return toTable(['', 'documents', 'took', '', 'of raw bulks', 'peak memory'], lines);
}

/**
 * Measures a whole ingestion in a process of its own, then bulks of the same documents. `ratio` is its
 * speed relative to the bulks.
 */
async function measureOnce(bench: Bench, task: Task) {
  const { elasticsearchUrl, indexPrefix, signal } = bench;
  const program = fileURLToPath(new URL('ingestOnce.js', import.meta.url));
  const parameters = [program, elasticsearchUrl, indexPrefix, JSON.stringify(task)];
  const { stdout } = await promisify(execFile)(process.execPath, parameters, { signal });
  const ours = JSON.parse(stdout) as IngestionResult;
  const rawSeconds = await sendRawBulks(bench, await resourceOf(bench, task));
  return { ...ours, rawSeconds, ratio: rawSeconds / ours.seconds };
}

/** All documents of a large country would not fit into memory. */
const DOCUMENTS_IN_MEMORY = 100_000;

/**
 * Sends the documents as bulks into an index with default settings.
 * Returns the seconds of the bulks alone, without those for making the documents.
 */
async function sendRawBulks(bench: Bench, resource: Resource): Promise<number> {
  // Another prefix, under which nothing was ingested before.
  const raw = { ...bench, indexPrefix: `${bench.indexPrefix}-raw` };
  const index = await createLive(raw, resource.definition);
  const { outcomes } = await resource.begin(raw);
  let seconds = 0;
  let documents: { id: string }[] = [];
  const send = async (): Promise<void> => {
    const begun = performance.now();
    await append(bench, index, documents);
    seconds += (performance.now() - begun) / 1_000;
    documents = [];
  };
  for await (const outcome of outcomes) {
    if ('reason' in outcome) throw new Error(`${outcome.origin.file}: ${outcome.reason}`);
    documents.push(outcome.document);
    if (documents.length === DOCUMENTS_IN_MEMORY) await send();
  }
  await send();
  await deleteIndices(raw);
  return seconds;
}

import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { builtInCities } from '../../../ingest/cities/builtIn.js';
import { cityResource } from '../../../ingest/cities/resource.js';
import { type Bench, removeIndices } from '../bench.js';
import { repeat } from '../comparison.js';
import { ingest, someCities } from '../data.js';
import { realCities } from '../growth/cities.js';
import { whole } from '../report.js';
import { median } from '../statistics.js';
import { toTable } from '../table.js';
import { writeGeonamesFiles } from './geonamesFiles.js';
import { sendRaw } from './rawBulks.js';
import { resourceOf, type Task } from './task.js';

/** Ingestions of different sizes. */
export interface IngestionSizes {
  /** Rows of files as GeoNames publishes them. */
  cities: readonly number[];
  /** Alpha-3 codes, or ALL. */
  lands: readonly string[];
}

/** One ingestion, and raw bulks of the same documents close in time. */
interface Measured {
  documents: number;
  seconds: number;
  peakMegabytes: number;
  ratio: number;
}

/**
 * Measures whole ingestions, each in a process of its own, beside raw bulks of the same documents,
 * which are made meanwhile and not counted.
 * @returns a table in Markdown
 */
export async function measureSizes(
  bench: Bench,
  { cities, lands }: IngestionSizes,
): Promise<string> {
  const lines: string[][] = [];
  for (const rows of cities) lines.push(await citiesLine(bench, rows));
  if (lands.length > 0) {
    const { oneOf } = bench.extent;
    await ingest(bench, cityResource(oneOf === 1 ? builtInCities() : someCities(bench.extent)));
  }
  for (const country of lands) {
    const task = { landsOf: country };
    const rounds = await measure(bench, `lands of ${country}`, () => measureOnce(bench, task));
    lines.push([`lands of ${country}`, ...figures(rounds)]);
  }
  const header = ['', 'documents', 'took', '', 'of raw bulks', 'peak memory'];
  return toTable(header, lines);
}

async function citiesLine(bench: Bench, rows: number): Promise<string[]> {
  const name = `cities of GeoNames, ${whole(rows)} rows`;
  console.log(`Making the files of ${name}.`);
  const folder = await mkdtemp(join(tmpdir(), 'geographic-bench-files-'));
  try {
    const task = { cities: await writeGeonamesFiles(folder, rows, realCities()) };
    const rounds = await measure(bench, name, async (round) => {
      // Cities that were ingested before have their ids already.
      const first = { ...bench, indexPrefix: `${bench.indexPrefix}-${rows}-${round}` };
      const measured = await measureOnce(first, task);
      await removeIndices(first);
      return measured;
    });
    return [name, ...figures(rounds)];
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function measure(
  { extent }: Bench,
  name: string,
  once: (round: number) => Promise<Measured>,
): Promise<Measured[]> {
  let round = 0;
  return repeat(extent.rounds, async () => {
    round += 1;
    console.log(`Measuring ${name}, round ${round} of ${extent.rounds}.`);
    return await once(round);
  });
}

async function measureOnce(bench: Bench, task: Task): Promise<Measured> {
  const { client, elasticsearchUrl, indexPrefix, signal } = bench;
  const program = fileURLToPath(new URL('ingestOnce.js', import.meta.url));
  const given = [program, elasticsearchUrl, indexPrefix, JSON.stringify(task)];
  const { stdout } = await promisify(execFile)(process.execPath, given, { signal });
  const ours = JSON.parse(stdout) as { indexed: number; seconds: number; peakMegabytes: number };
  const beginning = { client, indexPrefix: `${indexPrefix}-none` };
  const rawSeconds = await sendRaw(bench, await resourceOf(bench, task), beginning);
  return {
    documents: ours.indexed,
    seconds: ours.seconds,
    peakMegabytes: ours.peakMegabytes,
    ratio: rawSeconds / ours.seconds,
  };
}

function figures(rounds: readonly Measured[]): string[] {
  const middle = (pick: (measured: Measured) => number): number => median(rounds.map(pick));
  return [
    whole(middle(({ documents }) => documents)),
    `${middle(({ seconds }) => seconds).toFixed(1)} s`,
    `${whole(middle(({ documents, seconds }) => documents / seconds))} documents/s`,
    middle(({ ratio }) => ratio).toFixed(2),
    `${whole(middle(({ peakMegabytes }) => peakMegabytes))} MB`,
  ];
}

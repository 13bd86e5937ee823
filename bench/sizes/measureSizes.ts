import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { defaultWorkers, landResource } from '../../ingest/lands/resource.js';
import { builtInCities } from '../../ingest/cities/builtIn.js';
import { cityResource } from '../../ingest/cities/resource.js';
import type { Bench } from '../bench.js';
import { repeat } from '../comparison.js';
import { ingest, someCities } from '../data.js';
import { whole } from '../report.js';
import { median } from '../statistics.js';
import { toTable } from '../table.js';

const CONCURRENT_BULKS = 3;

/** One ingestion, and raw bulks of the same documents close in time. */
interface Measured {
  documents: number;
  seconds: number;
  peakMegabytes: number;
  ratio: number;
}

/**
 * Measures whole ingestions of lands, each in a process of its own, beside raw bulks of the same
 * documents, which are made meanwhile by the same threads and not counted.
 * @returns a table in Markdown
 */
export async function measureSizes(
  bench: Bench,
  countries: readonly string[],
  workers = defaultWorkers(),
): Promise<string> {
  const { oneOf } = bench.extent;
  await ingest(bench, cityResource(oneOf === 1 ? builtInCities() : someCities(bench.extent)));
  const lines: string[][] = [];
  for (const country of countries) {
    console.log(`Measuring the lands of ${country}.`);
    const rounds = await repeat(bench.extent.rounds, () => measureOnce(bench, country, workers));
    const middle = (pick: (measured: Measured) => number): number => median(rounds.map(pick));
    lines.push([
      `lands of ${country}`,
      whole(middle(({ documents }) => documents)),
      `${middle(({ seconds }) => seconds).toFixed(1)} s`,
      `${whole(middle(({ documents, seconds }) => documents / seconds))} documents/s`,
      middle(({ ratio }) => ratio).toFixed(2),
      `${whole(middle(({ peakMegabytes }) => peakMegabytes))} MB`,
      String(workers),
    ]);
  }
  const header = ['', 'documents', 'took', '', 'of raw bulks', 'peak memory', 'threads'];
  return toTable(header, lines);
}

async function measureOnce(bench: Bench, country: string, workers: number): Promise<Measured> {
  const { elasticsearchUrl, indexPrefix, signal } = bench;
  const program = new URL('ingestOnce.js', import.meta.url).pathname;
  const given = [program, elasticsearchUrl, indexPrefix, country, String(workers)];
  const { stdout } = await promisify(execFile)(process.execPath, given, { signal });
  const ours = JSON.parse(stdout) as { indexed: number; seconds: number; peakMegabytes: number };
  const rawSeconds = await sendRaw(bench, country);
  return {
    documents: ours.indexed,
    seconds: ours.seconds,
    peakMegabytes: ours.peakMegabytes,
    ratio: rawSeconds / ours.seconds,
  };
}

/** Sends the documents that are live as raw bulks; returns the seconds of the bulks alone. */
async function sendRaw(bench: Bench, country: string): Promise<number> {
  const { client, indexPrefix, elasticsearchUrl, signal } = bench;
  const index = `${indexPrefix}-raw`;
  const area = { countries: country === 'ALL' ? ('ALL' as const) : [country] };
  const resource = await landResource(bench, { area, workers: 1 });
  const { mappings, settings } = resource.definition;
  await client.indices.create({
    index,
    mappings,
    settings: { ...settings, number_of_replicas: 0 },
  });
  const { outcomes } = await resource.begin({ client, indexPrefix: `${indexPrefix}-none` });
  if (!('batches' in outcomes)) throw new Error('no threads make these lands');
  let milliseconds = 0;
  let bodies: Buffer[] = [];
  // In portions: all documents of a large country would not fit into memory.
  const send = async (): Promise<void> => {
    const waiting = bodies.values();
    const begun = performance.now();
    const worker = async (): Promise<void> => {
      for (const body of waiting) await sendBulk(`${elasticsearchUrl}/${index}/_bulk`, body);
    };
    await Promise.all(Array.from({ length: CONCURRENT_BULKS }, worker));
    milliseconds += performance.now() - begun;
    bodies = [];
  };
  for await (const { body } of outcomes.batches(() => undefined)) {
    signal.throwIfAborted();
    bodies.push(body);
    if (bodies.length === BULKS_OF_A_PORTION) await send();
  }
  await send();
  const begun = performance.now();
  await client.indices.refresh({ index });
  await client.indices.delete({ index });
  return (milliseconds + performance.now() - begun) / 1_000;
}

const BULKS_OF_A_PORTION = 60;

async function sendBulk(url: string, body: Buffer): Promise<void> {
  const answer = await fetch(`${url}?filter_path=errors`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body: new Uint8Array(body),
  });
  const { errors } = (await answer.json()) as { errors?: boolean };
  if (errors !== false) throw new Error('a raw bulk failed');
}

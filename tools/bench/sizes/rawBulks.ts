import { type Batch, batches, creation, type Rows } from '../../../ingest/load/batches.js';
import type { Reject } from '../../../ingest/load/outcome.js';
import type { Context, Resource } from '../../../ingest/generations/resource.js';
import type { Bench } from '../bench.js';

const BULK_LIMITS = { bytes: 4 * 1024 * 1024, documents: 5_000 };
const CONCURRENT_BULKS = 3;
/** In portions: all documents of a large country would not fit into memory. */
const BULKS_OF_A_PORTION = 60;

/**
 * Sends the documents of a resource as raw bulks, into an index with default settings, and refreshes.
 * They are made meanwhile, which is not counted.
 * @param beginning the generation that they are made beside has this prefix
 * @returns the seconds of the bulks alone
 */
export async function sendRaw(
  { client, indexPrefix, elasticsearchUrl, signal }: Bench,
  resource: Resource,
  beginning: Context,
): Promise<number> {
  const index = `${indexPrefix}-raw`;
  const { mappings, settings } = resource.definition;
  await client.indices.create({
    index,
    mappings,
    settings: { ...settings, number_of_replicas: 0 },
  });
  const { outcomes } = await resource.begin(beginning);
  let milliseconds = 0;
  let bodies: Buffer[] = [];
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
  for await (const { body } of bulksOf(outcomes)) {
    signal.throwIfAborted();
    bodies.push(body);
    if (bodies.length === BULKS_OF_A_PORTION) await send();
  }
  await send();
  const begun = performance.now();
  await client.indices.refresh({ index });
  milliseconds += performance.now() - begun;
  await client.indices.delete({ index });
  return milliseconds / 1_000;
}

function bulksOf(rows: Rows<{ id: string }>): AsyncGenerator<Batch, void, undefined> {
  const onReject = ({ file, line, reason }: Reject): void => {
    throw new Error(`${file}:${line}: ${reason}`);
  };
  return batches(rows, (outcome) => creation(outcome, onReject), BULK_LIMITS);
}

async function sendBulk(url: string, body: Buffer): Promise<void> {
  const answer = await fetch(`${url}?filter_path=errors`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body: new Uint8Array(body),
  });
  const { errors } = (await answer.json()) as { errors?: boolean };
  if (errors !== false) throw new Error('a raw bulk failed');
}

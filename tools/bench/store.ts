import { generationIndex, liveAlias } from '../../core/elasticsearch/names.js';
import type { IndexDefinition } from '../../indices/definition.js';
import type { Session } from './bench.js';

const CONCURRENT_BULKS = 3;
const FLUSH_BYTES = 5_000_000;

/** Makes an empty index that is live, without an ingestion; returns its name. */
export async function createLive(
  { client, indexPrefix }: Session,
  { resource, mappings, settings }: IndexDefinition,
): Promise<string> {
  const index = generationIndex(indexPrefix, resource, new Date());
  await client.indices.create({
    index,
    mappings,
    settings: { ...settings, number_of_replicas: 0 },
    aliases: { [liveAlias(indexPrefix, resource)]: {} },
  });
  return index;
}

/**
 * Writes documents by bulks, as they are made: memory does not depend on how many there are.
 * @throws when one was refused
 */
export async function append(
  { client, signal }: Session,
  index: string,
  documents: Iterable<{ id: string }>,
): Promise<void> {
  let refusal: unknown;
  const { failed } = await client.helpers.bulk({
    datasource: untilAborted(documents, signal),
    concurrency: CONCURRENT_BULKS,
    flushBytes: FLUSH_BYTES,
    onDocument: ({ id }) => ({ index: { _index: index, _id: id } }),
    onDrop({ error }) {
      refusal = error;
    },
  });
  if (failed > 0) {
    throw new Error(`${failed} documents of the bench were refused: ${JSON.stringify(refusal)}`);
  }
  await client.indices.refresh({ index });
}

/** Says of an index that it is complete, as an ingestion says it of one that is kept up in place. */
export async function complete({ client }: Session, index: string): Promise<void> {
  await client.indices.putMapping({ index, _meta: { provenance: { live: new Date() } } });
}

// eslint-disable-next-line @typescript-eslint/require-await -- what the client reads from
async function* untilAborted<Item>(items: Iterable<Item>, signal: AbortSignal) {
  for (const item of items) {
    signal.throwIfAborted();
    yield item;
  }
}

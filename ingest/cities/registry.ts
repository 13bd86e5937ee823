import { type Client, errors } from '@elastic/elasticsearch';
import { cities, type CityDocument } from '../../indices/cities.js';
import { ensureIndex } from '../../src/elasticsearch/ensureIndex.js';
import { liveAlias } from '../../src/elasticsearch/names.js';
import type { CityIds } from './ids.js';

const PAIRS_PER_DOCUMENT = 20_000;

/**
 * Some ids given in one run; a few large documents, because they are only ever read all at once.
 * They are numbered, so that of two runs that read the same registry only one can add to it.
 */
interface RegistryDocument {
  /** Source id and city id. */
  ids: [string, string][];
}

/**
 * Every city id ever given, kept apart from the generations, so that an id outlives even a
 * generation that its city is missing from. It only grows.
 */
export interface Registry {
  known: ReadonlyMap<string, string>;
  /**
   * Adds ids. To be done before the generation that uses them goes live.
   * @throws when another run has added some since this registry was read
   */
  add(assigned: CityIds): Promise<void>;
}

/** A registry that was lost is made up for by the ids of the live generation. */
export async function readRegistry(client: Client, indexPrefix: string): Promise<Registry> {
  const index = `${indexPrefix}-city-ids`;
  await ensureIndex(client, index, { dynamic: false });
  await client.indices.refresh({ index });
  const stored: CityIds = new Map();
  let documents = 0;
  const found = client.helpers.scrollDocuments<RegistryDocument>({ index, size: 10 });
  for await (const { ids } of found) {
    documents += 1;
    for (const [sourceId, id] of ids) stored.set(sourceId, id);
  }
  const live = documents === 0 ? await readLiveIds(client, indexPrefix) : new Map<never, never>();

  return {
    known: new Map([...stored, ...live]),
    async add(assigned) {
      const pairs = [...live, ...assigned];
      for (let start = 0; start < pairs.length; start += PAIRS_PER_DOCUMENT) {
        const document: RegistryDocument = { ids: pairs.slice(start, start + PAIRS_PER_DOCUMENT) };
        await create(client, index, documents, document);
        documents += 1;
      }
    },
  };
}

async function create(
  client: Client,
  index: string,
  number: number,
  document: RegistryDocument,
): Promise<void> {
  try {
    await client.create({ index, id: String(number), document });
  } catch (error) {
    if (!(error instanceof errors.ResponseError) || error.statusCode !== 409) throw error;
    throw new Error('Another ingestion has given out city ids meanwhile; nothing went live.', {
      cause: error,
    });
  }
}

async function readLiveIds(client: Client, indexPrefix: string): Promise<CityIds> {
  const ids: CityIds = new Map();
  const index = liveAlias(indexPrefix, cities.resource);
  if (!(await client.indices.existsAlias({ name: index }))) return ids;
  const found = client.helpers.scrollDocuments<CityDocument>({
    index,
    _source: ['id', 'source_id'],
    size: 10_000,
  });
  for await (const { id, source_id: sourceId } of found) ids.set(sourceId, id);
  return ids;
}

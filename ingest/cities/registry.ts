import { isDeepStrictEqual } from 'node:util';
import type { Client } from '@elastic/elasticsearch';
import { cities, type CityDocument } from '../../indices/cities.js';
import { ensureIndex } from '../../elasticsearch/ensureIndex.js';
import { hasStatus, isErrorOfType } from '../../elasticsearch/failures.js';
import { findGenerations } from '../generation.js';
import type { CityIds } from './ids.js';

const PAIRS_PER_DOCUMENT = 20_000;
const PAGE = 10_000;

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

/** What was lost of a registry is made up for by the ids of the live generation. */
export async function readRegistry(client: Client, indexPrefix: string): Promise<Registry> {
  const index = `${indexPrefix}-city-ids`;
  await ensureIndex(client, index, { dynamic: false });
  const { ids: stored, documents: first } = await readStored(client, index);
  let documents = first;
  const live = await readLiveIds(client, indexPrefix);
  const lost = [...live].filter(([sourceId]) => !stored.has(sourceId));

  return {
    known: new Map([...stored, ...live]),
    async add(assigned) {
      const pairs = [...lost, ...assigned];
      for (let start = 0; start < pairs.length; start += PAIRS_PER_DOCUMENT) {
        const document: RegistryDocument = { ids: pairs.slice(start, start + PAIRS_PER_DOCUMENT) };
        await create(client, index, documents, document);
        documents += 1;
      }
    },
  };
}

/** Document by document, since a lookup by id sees what was just written and a search may not. */
async function readStored(
  client: Client,
  index: string,
): Promise<{ ids: CityIds; documents: number }> {
  const ids: CityIds = new Map();
  for (let documents = 0; ; documents += 1) {
    const request = { index, id: String(documents) };
    const answer = await client.get<RegistryDocument>(request, { ignore: [404] });
    if (!answer.found || answer._source === undefined) return { ids, documents };
    for (const [sourceId, id] of answer._source.ids) ids.set(sourceId, id);
  }
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
    if (!hasStatus(error, 409)) throw error;
    // An earlier attempt, whose answer was lost, may have added it.
    const { _source: stored } = await client.get<RegistryDocument>({ index, id: String(number) });
    if (isDeepStrictEqual(stored, document)) return;
    throw new Error('Another ingestion has given out city ids meanwhile; nothing went live.', {
      cause: error,
    });
  }
}

async function readLiveIds(client: Client, indexPrefix: string): Promise<CityIds> {
  const ids: CityIds = new Map();
  const { live: index } = await findGenerations(client, indexPrefix, cities.resource);
  if (index === undefined) return ids;
  for (let after: string | undefined; ;) {
    const request = {
      index,
      _source: ['id', 'source_id'],
      size: PAGE,
      sort: [{ id: 'asc' as const }],
      allow_partial_search_results: false,
      ...(after === undefined ? {} : { search_after: [after] }),
    };
    const { hits } = await client
      .search<Pick<CityDocument, 'id' | 'source_id'>>(request)
      .catch((error: unknown) => {
        if (!isErrorOfType(error, 'index_closed_exception')) throw error;
        const advice = `open it (POST /${index}/_open), or delete it if it is not needed.`;
        throw new Error(`${index} is closed, and the ids of its cities must stay: ${advice}`, {
          cause: error,
        });
      });
    for (const { _source: city } of hits.hits) {
      if (city === undefined) continue;
      ids.set(city.source_id, city.id);
      after = city.id;
    }
    if (hits.hits.length < PAGE) return ids;
  }
}

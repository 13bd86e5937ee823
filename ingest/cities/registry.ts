import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Client } from '@elastic/elasticsearch';
import { cities } from '../../indices/cities.js';
import { ensureIndex } from '../../elasticsearch/ensureIndex.js';
import { hasStatus, isErrorOfType } from '../../elasticsearch/failures.js';
import { findGenerations } from '../generation.js';
import { storedCities } from '../storedCities.js';
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
 * Tells that the first documents of a registry hold every id of a generation, which then need not
 * be read: that takes as long as a fifth of an ingestion.
 */
interface Coverage {
  generation: string;
  documents: number;
  /** Of these documents. */
  sha256: string;
}

/** No number, as the documents with ids have. */
const COVERAGE_ID = 'coverage';

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
  add(assigned: CityIds, generation: string): Promise<void>;
}

/** What was lost of a registry is made up for by the ids of the live generation. */
export async function readRegistry(client: Client, indexPrefix: string): Promise<Registry> {
  const index = `${indexPrefix}-city-ids`;
  await ensureIndex(client, index, { dynamic: false });
  const documents = await readStored(client, index);
  const stored = new Map(documents.flatMap(({ ids }) => ids));
  const { live: generation } = await findGenerations(client, indexPrefix, cities.resource);
  const isCovered =
    generation === undefined || (await covers(client, index, documents, generation));
  const live = isCovered ? new Map<string, string>() : await readLiveIds(client, generation);
  // Those that it contradicts, too: of two documents with a source id the later one holds.
  const lost = [...live].filter(([sourceId, id]) => stored.get(sourceId) !== id);

  return {
    known: new Map([...stored, ...live]),
    async add(assigned, using) {
      const pairs = [...lost, ...assigned];
      for (let start = 0; start < pairs.length; start += PAIRS_PER_DOCUMENT) {
        const document: RegistryDocument = { ids: pairs.slice(start, start + PAIRS_PER_DOCUMENT) };
        await create(client, index, documents.length, document);
        documents.push(document);
      }
      const coverage = {
        generation: using,
        documents: documents.length,
        sha256: digest(documents),
      };
      await client.index<Coverage>({ index, id: COVERAGE_ID, document: coverage });
    },
  };
}

/** Tells whether all ids of the generation are known to be in these documents, and still are. */
async function covers(
  client: Client,
  index: string,
  documents: readonly RegistryDocument[],
  generation: string,
): Promise<boolean> {
  const noted = await client.get<Coverage>({ index, id: COVERAGE_ID }, { ignore: [404] });
  const coverage = noted.found ? noted._source : undefined;
  if (coverage?.generation !== generation) return false;
  return digest(documents.slice(0, coverage.documents)) === coverage.sha256;
}

function digest(documents: readonly RegistryDocument[]): string {
  const hash = createHash('sha256');
  for (const { ids } of documents) hash.update(JSON.stringify(ids));
  return hash.digest('hex');
}

/** Document by document, since a lookup by id sees what was just written and a search may not. */
async function readStored(client: Client, index: string): Promise<RegistryDocument[]> {
  const documents: RegistryDocument[] = [];
  for (;;) {
    const request = { index, id: String(documents.length) };
    const answer = await client.get<RegistryDocument>(request, { ignore: [404] });
    if (!answer.found || answer._source === undefined) return documents;
    documents.push(answer._source);
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

async function readLiveIds(client: Client, index: string): Promise<CityIds> {
  const found = await storedCities(client, index, ['id', 'source_id']).catch((error: unknown) => {
    if (!isErrorOfType(error, 'index_closed_exception')) throw error;
    const advice = `open it (POST /${index}/_open), or delete it if it is not needed.`;
    throw new Error(`${index} is closed, and the ids of its cities must stay: ${advice}`, {
      cause: error,
    });
  });
  return new Map(found.map((city) => [city.source_id, city.id]));
}
